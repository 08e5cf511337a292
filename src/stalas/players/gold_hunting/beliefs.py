"""What a seat may believe of the other's hills: every stacking that agrees with all that shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from stalas.core.game import Seat
from stalas.games.gold_hunting.view import View
from stalas.solvers.gold_hunting.stackings import (
    HILLS,
    Heights,
    Stacking,
    groups,
    order_heights,
    orders,
    stackings,
)


@dataclass(frozen=True, slots=True)
class Site:
    """A seat's hills as they show, sorted as solvers sort them."""

    heights: Heights
    """The profile: heights as stacked, rising."""
    lifted: tuple[str, ...]
    """What was lifted from each of its hills, first one first; sorted where heights are equal."""
    hills: tuple[int, ...]
    """Where each of these hills stands, from 0."""

    def twins(self, place: int) -> list[int]:
        """Give all places that look like this one: equal heights, equal lifts."""
        return [
            other
            for other in range(len(self.heights))
            if self.heights[other] == self.heights[place]
            and self.lifted[other] == self.lifted[place]
        ]


def site(view: View, owner: Seat) -> Site:
    """Give a seat's hills as they show to everybody; only after both have stacked."""
    return sorted_site(view.first_heights[owner], view.lifted[owner])


def sorted_site(heights: Sequence[int], lifted: Sequence[str]) -> Site:
    """Sort hills by height and, where heights are equal, by what was lifted."""
    profile, places = order_heights(tuple(heights))
    standing = [
        place
        for start, end in groups(profile)
        for place in sorted(places[start:end], key=lambda place: (lifted[place], place))
    ]
    return Site(profile, tuple(lifted[place] for place in standing), tuple(standing))


def tops(view: View, owner: Seat) -> list[Counter[int]]:
    """How many of the possible orders have each size on top of each hill, all orders alike.

    The hills stand as in the view; a hill that is dug out has none.
    """
    shown = site(view, owner)
    counts: list[Counter[int]] = [Counter() for _ in range(HILLS)]
    depths = [len(text) for text in shown.lifted]
    beginnings = [text[::-1] for text in shown.lifted]
    for order in _orders(shown.heights):
        if all(map(str.endswith, order, beginnings)):
            for place, (hill, depth) in enumerate(zip(order, depths, strict=True)):
                if depth < len(hill):
                    counts[shown.hills[place]][int(hill[-1 - depth])] += 1
    return counts


@cache
def _orders(heights: Heights) -> tuple[Stacking, ...]:
    return tuple(order for stacking in stackings(heights) for order in orders(heights, stacking))
