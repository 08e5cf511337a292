"""The levels of Gold Hunting."""

from __future__ import annotations

from typing import Final

from stalas.core.words import say
from stalas.players.gold_hunting.greedy import Greedy
from stalas.players.player import Level

LEVELS: Final = (
    Level(
        "greedy",
        say("Greedy"),
        say("Counts which ingots are left, looks one lift ahead and saves a pile of five."),
        Greedy,
    ),
)
"""Weakest first; the random level stands before them."""
