"""The levels of Stick Collection."""

from __future__ import annotations

from typing import Final

from stalas.core.words import say
from stalas.players.player import Level
from stalas.players.stick_collection.greedy import Greedy

LEVELS: Final = (
    Level(
        "greedy",
        say("Greedy"),
        say("Bids up to what a stick adds to its own row, and never looks at yours."),
        Greedy,
    ),
)
"""Weakest first; the random level stands before them."""
