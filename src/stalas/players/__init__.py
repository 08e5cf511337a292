"""Whoever can sit down: players that see a View and nothing else, and their levels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TypeAlias

from stalas.core.errors import RecordError
from stalas.core.words import say
from stalas.players.player import Level, random_level

Levels: TypeAlias = Mapping[str, Level]


@cache
def levels(game: str) -> Levels:
    """The levels that play a game, weakest first, by name; `game` as records write it."""
    module = import_module(f"stalas.players.{game.replace('-', '_')}")
    every: tuple[Level, ...] = (random_level(), *module.LEVELS)
    return MappingProxyType({level.name: level for level in every})


def find_level(game: str, name: str) -> Level:
    """Give a level by name, or a player of one's own as `module:callable` that makes it.

    Raises RecordError if there is none.
    """
    found = levels(game).get(name)
    if found is not None:
        return found
    module, colon, attribute = name.partition(":")
    if colon:
        try:
            make = getattr(import_module(module), attribute)
        except (ImportError, AttributeError, ValueError) as error:
            raise RecordError(
                say("The player “{name}” cannot be loaded: {error}.", name=name, error=str(error))
            ) from None
        return Level(name, say(attribute), say("A player of your own."), make)
    raise RecordError(
        say(
            "There is no level “{name}” for {game}; there are: {known}.",
            name=name[:40],
            game=game,
            known=", ".join(levels(game)),
        )
    )
