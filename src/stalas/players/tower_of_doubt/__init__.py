"""The levels of Tower of Doubt."""

from __future__ import annotations

from typing import Final

from stalas.core.words import say
from stalas.players.player import Level, Player
from stalas.players.tower_of_doubt.greedy import Greedy
from stalas.players.tower_of_doubt.novice import Novice


def _club() -> Player:
    from stalas.players.tower_of_doubt.perfect import Club

    return Club()


def _perfect() -> Player:
    from stalas.players.tower_of_doubt.perfect import Perfect

    return Perfect()


LEVELS: Final = (
    Level(
        "novice",
        say("Novice"),
        say("Goes for the white beads it sees and forgets the other side."),
        Novice,
    ),
    Level(
        "greedy",
        say("Greedy"),
        say("Trusts its own eyes, looks one marker ahead and concludes nothing from yours."),
        Greedy,
    ),
    Level(
        "club",
        say("Club"),
        say("Knows the best move of every situation, but never bluffs or varies."),
        _club,
    ),
    Level(
        "perfect",
        say("Perfect"),
        say("Plays the solved round and mixes as it should: nobody beats it in the long run."),
        _perfect,
    ),
)
"""Weakest first; the random level stands before them."""
