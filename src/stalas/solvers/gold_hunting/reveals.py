"""Reveals: what a digger may have seen of a profile, as one graph of arrays.

A reveal says what was lifted from each hill, in order. With the pile and the token it is all that
the digger's future depends on. Hills of equal height are alike, so their lifted texts stand
sorted; a lift may therefore move its hill to another place among them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from stalas.solvers.gold_hunting.stackings import (
    HILLS,
    INGOTS,
    PIECES,
    Heights,
    Stacking,
    alike,
    groups,
    orders,
    stackings,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints: TypeAlias = NDArray[np.int32]

Reveal: TypeAlias = tuple[str, ...]
"""What was lifted from each hill, first lifted first."""


@dataclass(frozen=True)
class Reveals:
    """The graph of a profile's reveals, in order of how many ingots were lifted.

    N reveals, of which the first `open` leave something to dig, n stackings, m orders of them.
    """

    heights: Heights
    stackings: tuple[Stacking, ...]
    reveals: tuple[Reveal, ...]
    layers: tuple[int, ...]
    """Where the reveals with k lifted ingots begin, k = 0 to 11."""
    lifted: Ints
    """(N) nuggets lifted so far."""
    child: Ints
    """(N, 4, 3) the reveal after a size is lifted from a hill; -1 if it cannot be, or if the hill
    is the twin of an earlier one with the same texts."""
    place: Ints
    """(N, 4, 3) where the lifted hill then stands."""
    final: Ints
    """(N - open) the stacking that a complete reveal shows."""
    orders: NDArray[np.int8]
    """(m, 4, 10) sizes from the top of each hill down, 0 where there is none."""
    owner: Ints
    """(m) the stacking of each order."""

    @cached_property
    def open(self) -> int:
        """How many reveals leave something to dig."""
        return self.layers[INGOTS]

    @cached_property
    def twins(self) -> NDArray[np.float64]:
        """(n) in how many orders each stacking may stand."""
        return np.bincount(self.owner, minlength=len(self.stackings)).astype(np.float64)

    @cached_property
    def index(self) -> dict[Reveal, int]:
        """The number of each reveal."""
        return {reveal: number for number, reveal in enumerate(self.reveals)}


@cache
def reveals_of(heights: Heights) -> Reveals:
    """Build the graph of a profile: half a second for the largest, 21,770 reveals."""
    every = stackings(heights)
    seen: set[Reveal] = set()
    for stacking in every:
        beginnings = [[hill[::-1][:count] for count in range(len(hill) + 1)] for hill in stacking]
        seen.update(alike(heights, reveal) for reveal in product(*beginnings))
    reveals = tuple(sorted(seen, key=lambda reveal: (sum(map(len, reveal)), reveal)))
    index = {reveal: number for number, reveal in enumerate(reveals)}
    depths = [sum(map(len, reveal)) for reveal in reveals]
    child, place = _lifts(heights, reveals, index)
    position = {stacking: number for number, stacking in enumerate(every)}
    standing = [
        (number, order)
        for number, stacking in enumerate(every)
        for order in orders(heights, stacking)
    ]
    sizes = np.zeros((len(standing), HILLS, INGOTS), np.int8)
    for row, (_, order) in enumerate(standing):
        for hill, text in enumerate(order):
            sizes[row, hill, : len(text)] = [int(size) for size in reversed(text)]
    return Reveals(
        heights=heights,
        stackings=every,
        reveals=reveals,
        layers=tuple(int(np.searchsorted(depths, depth)) for depth in range(INGOTS + 2)),
        lifted=np.array([sum(int(s) for s in "".join(r)) for r in reveals], np.int32),
        child=child,
        place=place,
        final=np.array(
            [
                position[alike(heights, tuple(hill[::-1] for hill in reveal))]
                for reveal, depth in zip(reveals, depths, strict=True)
                if depth == INGOTS
            ],
            np.int32,
        ),
        orders=sizes,
        owner=np.array([number for number, _ in standing], np.int32),
    )


def _lifts(
    heights: Heights, reveals: tuple[Reveal, ...], index: dict[Reveal, int]
) -> tuple[Ints, Ints]:
    """Where each lift leads: the next reveal, and the place its hill takes there."""
    shape = (len(reveals), HILLS, len(PIECES))
    child, place = np.full(shape, -1, np.int32), np.zeros(shape, np.int32)
    runs = groups(heights)
    for number, reveal in enumerate(reveals):
        for start, end in runs:
            for hill in range(start, end):
                if hill > start and reveal[hill] == reveal[hill - 1]:
                    continue
                others = reveal[start:hill] + reveal[hill + 1 : end]
                for size in range(1, len(PIECES) + 1):
                    text = f"{reveal[hill]}{size}"
                    after = sum(other < text for other in others)
                    run = (*others[:after], text, *others[after:])
                    found = index.get((*reveal[:start], *run, *reveal[end:]))
                    if found is not None:
                        child[number, hill, size - 1] = found
                        place[number, hill, size - 1] = start + after
    return child, place
