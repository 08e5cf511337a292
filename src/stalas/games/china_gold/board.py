"""A board to play on: a map laid on the grid, its areas as bits, and the moves that it offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from stalas.core.game import Seat
from stalas.games.china_gold.maps import Map
from stalas.games.china_gold.moves import Bury, Dig
from stalas.games.china_gold.pieces import Grid, grid


@dataclass(frozen=True, slots=True)
class Board:
    """A map as it lies on the table, with everything that is looked up turn by turn.

    Two boards are equal if their maps are. Boards are made by `board` only, which keeps them.
    """

    map: Map
    grid: Grid = field(compare=False, repr=False)
    areas: tuple[tuple[int, ...], tuple[int, ...]] = field(compare=False, repr=False)
    """The mountains and the rivers, each as the bits of its sites."""
    area_of: tuple[tuple[int, ...], tuple[int, ...]] = field(compare=False, repr=False)
    """For each site the number of its mountain and of its river, from 0."""
    digs: tuple[Mapping[int, tuple[tuple[int, Dig], ...]], ...] = field(compare=False, repr=False)
    """For each seat and length every dig with its bits, in the order of the lines."""
    burials: tuple[tuple[tuple[int, Bury], ...], ...] = field(compare=False, repr=False)
    """For each seat every burial with its bit, in the order of the sites."""

    def __reduce__(self) -> tuple[object, tuple[Map]]:
        # A view travels to bots in other processes; they look the tables up on their side.
        return board, (self.map,)


@lru_cache(maxsize=64)
def board(placed: Map) -> Board:
    """Lay a map on its grid."""
    whole = grid(placed.side)
    mountains = tuple(whole.mask(area) for area in placed.mountains)
    rivers = tuple(whole.mask(area) for area in placed.rivers)
    seats: tuple[Seat, Seat] = (0, 1)
    return Board(
        map=placed,
        grid=whole,
        areas=(mountains, rivers),
        area_of=(_area_of(whole, mountains), _area_of(whole, rivers)),
        digs=tuple(
            {
                length: tuple((line.mask, Dig(seat, line.start, line.end)) for line in lines)
                for length, lines in whole.lines.items()
            }
            for seat in seats
        ),
        burials=tuple(
            tuple((1 << i, Bury(seat, site)) for i, site in enumerate(whole.sites))
            for seat in seats
        ),
    )


def _area_of(whole: Grid, areas: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        next(number for number, area in enumerate(areas) if area >> i & 1)
        for i in range(len(whole.sites))
    )
