"""What may lie in hills of which only the heights are known, all ways to stack them alike."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Final, TypeAlias

from stalas.games.gold_hunting.pieces import TOKENS, Counts, Hills
from stalas.games.gold_hunting.stackings import orders

Heights: TypeAlias = tuple[int, ...]
"""The hills' heights in nuggets."""

_NONE: Final = (0, 0, 0)
_KEPT: Final = 1 << 15

DEALS: Final = tuple((a, b) for a in TOKENS for b in TOKENS if a != b)
"""The tokens that two seats can get (GH-1), all equally likely."""


@lru_cache(maxsize=_KEPT)
def ways(heights: Heights, pieces: Counts) -> int:
    """In how many ways hills of these heights can hold just these pieces.

    >>> ways((3, 2), (1, 2, 0)), ways((3, 2), (2, 0, 1))
    (2, 1)
    """
    if not heights:
        return int(pieces == _NONE)
    _parts, weights = _split(heights, pieces)
    return weights[-1] if weights else 0


def sample(heights: Heights, pieces: Counts, rng: Random) -> Hills:
    """Draw what hills of these heights hold, all ways equally likely; there must be one."""
    hills: list[str] = []
    for at in range(len(heights)):
        parts, weights = _split(heights[at:], pieces)
        part, pieces = parts[bisect_right(weights, rng.randrange(weights[-1]))]
        possible = orders(part)
        hills.append(possible[rng.randrange(len(possible))])
    return tuple(hills)


def deals(own: tuple[int | None, ...]) -> tuple[tuple[int, int], ...]:
    """The tokens that both seats may have, given those that are known."""
    return tuple(
        deal
        for deal in DEALS
        if all(known in (None, number) for known, number in zip(own, deal, strict=True))
    )


@lru_cache(maxsize=_KEPT)
def _split(
    heights: Heights, pieces: Counts
) -> tuple[tuple[tuple[Counts, Counts], ...], tuple[int, ...]]:
    """What the first hill can hold, with what is left for the others; and the ways, summed up."""
    parts: list[tuple[Counts, Counts]] = []
    weights: list[int] = []
    ones, twos, threes = pieces
    for three in range(threes + 1):
        for two in range(twos + 1):
            one = heights[0] - 2 * two - 3 * three
            if 0 <= one <= ones:
                left = (ones - one, twos - two, threes - three)
                further = ways(heights[1:], left)
                if further:
                    parts.append(((one, two, three), left))
                    weights.append(len(orders((one, two, three))) * further)
    return tuple(parts), tuple(accumulate(weights))
