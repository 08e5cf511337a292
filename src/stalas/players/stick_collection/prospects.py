"""What a row may grow into: its expected longest chain after a few more random sticks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from stalas.games.stick_collection.pieces import LENGTHS
from stalas.games.stick_collection.scoring import CHAINS

EVERY: Final = range(1, LENGTHS + 1)
"""Every length number."""


@cache
def prospects(more: int) -> tuple[float, ...]:
    """The expected longest chain of each set of lengths after `more` sticks of random lengths.

    Sets are masks in which bit n stands for length n.
    """
    if more == 0:
        return tuple(map(float, CHAINS))
    before = prospects(more - 1)
    return tuple(
        sum(before[lengths | 1 << length] for length in EVERY) / LENGTHS
        for lengths in range(len(CHAINS))
    )


def mask_of(row: Iterable[int]) -> int:
    """The set of a row's lengths."""
    lengths = 0
    for length in row:
        lengths |= 1 << length
    return lengths
