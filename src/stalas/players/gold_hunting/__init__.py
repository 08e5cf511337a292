"""The levels of Gold Hunting."""

from __future__ import annotations

from typing import Final

from stalas.core.words import say
from stalas.players.gold_hunting.club import Club
from stalas.players.gold_hunting.expert import Expert
from stalas.players.gold_hunting.greedy import Greedy
from stalas.players.gold_hunting.novice import Novice
from stalas.players.gold_hunting.steady import Steady
from stalas.players.player import Level

LEVELS: Final = (
    Level(
        "novice",
        say("Novice"),
        say("Remembers which ingots are left, but not how high a hill still stands."),
        Novice,
    ),
    Level(
        "greedy",
        say("Greedy"),
        say("Counts which ingots are left, looks one lift ahead and saves a pile of five."),
        Greedy,
    ),
    Level(
        "club",
        say("Club"),
        say("Counts every stacking that fits, all alike, and plans each lift for nuggets."),
        Club,
    ),
    Level(
        "steady",
        say("Steady"),
        say("Hides and digs by the solution: knowing how it plays wins nobody much."),
        Steady,
    ),
    Level(
        "expert",
        say("Expert"),
        say("Hides as the solution does, and plans each lift for the chance to win."),
        Expert,
    ),
)
"""Weakest first; the random level stands before them."""
