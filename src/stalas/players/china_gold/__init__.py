"""The levels of China Gold."""

from __future__ import annotations

from typing import Final

from stalas.core.words import say
from stalas.players.china_gold.greedy import Greedy
from stalas.players.player import Level

LEVELS: Final = (
    Level(
        "greedy",
        say("Greedy"),
        say("Looks one turn ahead: takes what it can and leaves nothing almost dug up."),
        Greedy,
    ),
)
"""Weakest first; the random level stands before them."""
