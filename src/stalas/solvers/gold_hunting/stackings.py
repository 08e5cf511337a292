"""Stackings: every way to hide the ten ingots in four hills (GH-2), seen through their heights.

Once the heights are public (GH-3), hills of equal height are alike to the digger. A stacking is
therefore counted once, its hills sorted by height and, among equal heights, by their text.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from typing import Final, TypeAlias

HILLS: Final = 4
PIECES: Final = (4, 4, 2)
"""How many singles, doubles and triples a seat hides."""
INGOTS: Final = sum(PIECES)
NUGGETS: Final = sum(size * count for size, count in enumerate(PIECES, 1))

Heights: TypeAlias = tuple[int, ...]
"""The hills' heights in nuggets; a profile if they are rising."""
Stacking: TypeAlias = tuple[str, ...]
"""One text a hill, ingot sizes from the bottom up, as in the notation."""
Counts: TypeAlias = tuple[int, ...]
"""How many singles, doubles and triples."""


def profiles() -> tuple[Heights, ...]:
    """Every profile, in rising order: the heights four hills can show, none of them empty.

    >>> len(profiles()), profiles()[0]
    (47, (1, 1, 1, 15))
    """
    tallest = NUGGETS - HILLS + 1
    return tuple(
        (a, b, c, NUGGETS - a - b - c)
        for a in range(1, tallest)
        for b in range(a, tallest)
        for c in range(b, tallest)
        if c <= NUGGETS - a - b - c
    )


def groups(heights: Heights) -> tuple[tuple[int, int], ...]:
    """Where runs of equal height begin and end in a profile.

    >>> groups((3, 5, 5, 5))
    ((0, 1), (1, 4))
    """
    starts = [k for k, height in enumerate(heights) if k == 0 or height != heights[k - 1]]
    return tuple(zip(starts, [*starts[1:], len(heights)], strict=True))


def alike(heights: Heights, hills: Stacking) -> Stacking:
    """Sort the hills of equal height: the same for worlds that differ in nothing a digger can tell.

    >>> alike((3, 5, 5, 5), ("12", "32", "1211", "23"))
    ('12', '1211', '23', '32')
    """
    return tuple(hill for a, b in groups(heights) for hill in sorted(hills[a:b]))


def profile_of(hills: Stacking) -> tuple[Heights, tuple[int, ...]]:
    """Give the profile of hills in any order, and where each of its hills stands among them.

    >>> profile_of(("33", "1", "12", "22"))
    ((1, 3, 4, 6), (1, 2, 3, 0))
    """
    return order_heights(tuple(sum(map(int, hill)) for hill in hills))


def order_heights(heights: Heights) -> tuple[Heights, tuple[int, ...]]:
    """Sort heights; give the profile and the place from which each of its hills came."""
    places = tuple(sorted(range(len(heights)), key=lambda place: (heights[place], place)))
    return tuple(heights[place] for place in places), places


@cache
def stackings(heights: Heights) -> tuple[Stacking, ...]:
    """Every stacking of a profile, hills of equal height alike, in a fixed order.

    >>> stackings((1, 1, 1, 15))[0]
    ('1', '1', '1', '1222233')
    """
    found: list[Stacking] = []

    def fill(hills: Stacking, left: Counts) -> None:
        place = len(hills)
        if place == len(heights):
            if not any(left):
                found.append(hills)
            return
        twin = hills[-1] if place and heights[place] == heights[place - 1] else ""
        for hill in _hills(heights[place], left):
            if hill >= twin:
                fill((*hills, hill), _without(left, hill))

    fill((), PIECES)
    return tuple(found)


def orders(heights: Heights, stacking: Stacking) -> Iterator[Stacking]:
    """Every way in which a stacking may stand when hills of equal height are told apart.

    >>> len(list(orders((3, 5, 5, 5), ("12", "1211", "23", "23"))))
    3
    """
    runs = [sorted(set(permutations(stacking[a:b]))) for a, b in groups(heights)]
    for chosen in product(*runs):
        yield tuple(hill for run in chosen for hill in run)


def _hills(height: int, left: Counts) -> Iterator[str]:
    if height == 0:
        yield ""
        return
    for size, count in enumerate(left, 1):
        if count and size <= height:
            for rest in _hills(height - size, _without(left, str(size))):
                yield f"{size}{rest}"


def _without(left: Counts, hill: str) -> Counts:
    return tuple(count - hill.count(str(size)) for size, count in enumerate(left, 1))
