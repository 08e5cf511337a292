"""Whoever can sit down: players that see a View and nothing else, and their levels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TypeAlias

from stalas.players.player import Level, random_level

Levels: TypeAlias = Mapping[str, Level]


@cache
def levels(game: str) -> Levels:
    """The levels that play a game, weakest first, by name; `game` as records write it."""
    module = import_module(f"stalas.players.{game.replace('-', '_')}")
    every: tuple[Level, ...] = (random_level(), *module.LEVELS)
    return MappingProxyType({level.name: level for level in every})
