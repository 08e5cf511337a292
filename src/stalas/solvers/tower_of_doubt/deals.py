"""Deals of a round as the strategy sees them: white beads seen from either side.

A seat sees two adjacent beads of each tower, left and right. Which of the two is white does not
matter: the six rings are closed under mirroring, each tower can be mirrored on its own without
changing the chance of the deal, and nothing that is paid depends on left and right. So a deal is
kept as one pair of counts per place, and the value of a tower is the sum of its pair (TD-1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

RINGS: tuple[str, ...] = ("bbbb", "bbbw", "bbww", "bwbw", "bwww", "wwww")
"""One ring of four beads per tower of the game."""

Pair = tuple[int, int]
"""White beads seen by the starter and by the other seat on one tower."""


@dataclass(frozen=True, slots=True)
class Deal:
    """One way the towers can stand, with its chance."""

    pairs: tuple[Pair, ...]
    """The pair of counts at every place that holds a tower."""

    missing: int | None
    """The value of the tower in the bag (TD-10), or None when all towers stand."""

    chance: Fraction


def ring_pairs(ring: str) -> dict[Pair, Fraction]:
    """Give the chance of each pair of counts when this ring is turned at random.

    >>> ring_pairs("bbww") == {(2, 0): Fraction(1, 4), (1, 1): Fraction(1, 2),
    ...                        (0, 2): Fraction(1, 4)}
    True
    """
    pairs: dict[Pair, Fraction] = {}
    for turn in range(4):
        turned = ring[turn:] + ring[:turn]
        pair = (turned[:2].count("w"), turned[2:].count("w"))
        pairs[pair] = pairs.get(pair, Fraction(0)) + Fraction(1, 4)
    return pairs


def arrangements(items: Sequence[Pair]) -> Iterator[tuple[Pair, ...]]:
    """Yield every distinct order of the items, in lexicographic order."""
    if not items:
        yield ()
        return
    for item in sorted(set(items)):
        rest = list(items)
        rest.remove(item)
        for tail in arrangements(rest):
            yield (item, *tail)


def all_deals(rings: Sequence[str], *, missing: bool) -> list[Deal]:
    """List every distinct deal of these rings; the chances sum to one.

    With `missing`, one tower drawn at random stays in the bag and the pairs are those of the
    remaining places: the empty place is public and any of the places with the same chance.
    """
    multisets: dict[tuple[tuple[Pair, ...], int | None], Fraction] = {}
    for bagged in range(len(rings)) if missing else (None,):
        standing = [ring for index, ring in enumerate(rings) if index != bagged]
        value = None if bagged is None else rings[bagged].count("w")
        share = Fraction(1) if bagged is None else Fraction(1, len(rings))
        for choice in product(*(ring_pairs(ring).items() for ring in standing)):
            key = (tuple(sorted(pair for pair, _ in choice)), value)
            chance = share
            for _, part in choice:
                chance *= part
            multisets[key] = multisets.get(key, Fraction(0)) + chance
    deals: list[Deal] = []
    for (pairs, value), chance in sorted(
        multisets.items(), key=lambda entry: (entry[0][0], entry[0][1] or 0)
    ):
        orders = list(arrangements(pairs))
        deals.extend(Deal(order, value, chance / len(orders)) for order in orders)
    return deals


def compare(starter: Sequence[int], other: Sequence[int]) -> int:
    """Say who wins the round with these values: 1 the starter, -1 the other seat (TD-8).

    0 cannot happen with the six towers of the game, only in small versions with equal towers.
    """
    mine, theirs = sorted(starter), sorted(other)
    if mine == theirs:
        return 0
    if len(mine) == 2 and [2, 2] in (mine, theirs):
        return 1 if mine == [2, 2] else -1
    return 1 if (sum(mine), mine[0]) > (sum(theirs), theirs[0]) else -1
