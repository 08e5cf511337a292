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
        say("Takes nearly every stick and thinks neither of your purse nor of the end."),
        Greedy,
    ),
)
"""Weakest first; the random level stands before them."""
