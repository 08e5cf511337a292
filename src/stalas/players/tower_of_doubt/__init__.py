"""The levels of Tower of Doubt."""

from __future__ import annotations

from typing import Final

from stalas.core.words import say
from stalas.players.player import Level
from stalas.players.tower_of_doubt.greedy import Greedy

LEVELS: Final = (
    Level(
        "greedy",
        say("Greedy"),
        say("Trusts its own eyes, looks one marker ahead and concludes nothing from yours."),
        Greedy,
    ),
)
"""Weakest first; the random level stands before them."""
