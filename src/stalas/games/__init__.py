"""The shelf: the games there are, each loaded when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from stalas.core.errors import RecordError
from stalas.core.game import AnyGame
from stalas.core.words import say

SHELF: Final = ("gold-hunting", "china-gold", "tower-of-doubt", "stick-collection")
"""The names of the games, as records write them, in the order in which menus show them."""


@cache
def find(name: str) -> AnyGame:
    """Give the game of that name. Raises RecordError if there is none."""
    if name not in SHELF:
        raise RecordError(
            say(
                "There is no game “{name}”; there are: {known}.",
                name=name[:40],
                known=", ".join(SHELF),
            )
        )
    game: AnyGame = import_module(f"stalas.games.{name.replace('-', '_')}").GAME
    return game
