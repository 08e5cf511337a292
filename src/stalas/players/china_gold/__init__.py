"""The levels of China Gold."""

from __future__ import annotations

from typing import Final

from stalas.core.words import say
from stalas.players.china_gold.greedy import Greedy
from stalas.players.player import Level, Player


def _novice() -> Player:
    from stalas.players.china_gold.levels import Novice

    return Novice()


def _club() -> Player:
    from stalas.players.china_gold.levels import Club

    return Club()


def _expert() -> Player:
    from stalas.players.china_gold.levels import Expert

    return Expert()


LEVELS: Final = (
    Level(
        "novice",
        say("Novice"),
        say("Digs for its own areas and does not see what it opens to you."),
        _novice,
    ),
    Level(
        "greedy",
        say("Greedy"),
        say("Looks one turn ahead: takes what it can and leaves nothing almost dug up."),
        Greedy,
    ),
    Level("club", say("Club"), say("Knows what every marker is worth, for both sides."), _club),
    Level(
        "expert",
        say("Expert"),
        say("Looks up to three turns ahead over all throws, and plays the final stage perfectly."),
        _expert,
    ),
)
"""Weakest first; the random level stands before them."""
