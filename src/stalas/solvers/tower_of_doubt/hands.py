"""Private hands: what a seat knows, up to renaming of the places that are alike to it.

A hand holds the white beads seen on each touched place in slot order, how many untouched places
show 0, 1 and 2 white beads, and, once the seat has peeked, how many of the white beads of that
tower are on the far side. Hands of a shape are numbered in lexicographic order.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

Counts = tuple[int, int, int]
"""How many places show 0, 1 and 2 white beads."""

Hand = tuple[tuple[int, ...], Counts]
"""Beads seen on the touched places in slot order; counts of the untouched places."""

FAR_SIDES = 3
"""White beads that the far side of a peeked tower can have: 0, 1 or 2."""


def counts(beads: Iterable[int]) -> Counts:
    """Count the places by white beads seen.

    >>> counts([2, 0, 1, 1])
    (1, 2, 1)
    """
    tally = [0, 0, 0]
    for bead in beads:
        tally[bead] += 1
    return (tally[0], tally[1], tally[2])


class HandTable:
    """The hands of one seat for every number of touched places."""

    def __init__(self, seen: Iterable[tuple[int, ...]]) -> None:
        """Collect the hands from all rows of beads that the seat may see."""
        multisets = {tuple(sorted(row)) for row in seen}
        places = len(next(iter(multisets)))
        rows = {row for multiset in multisets for row in permutations(multiset)}
        self.hands: list[list[Hand]] = []
        self._ranks: list[dict[Hand, int]] = []
        self.sizes: list[list[int]] = []
        for touched in range(places + 1):
            sizes: dict[Hand, int] = {}
            for row in rows:
                hand = (row[:touched], counts(row[touched:]))
                sizes[hand] = sizes.get(hand, 0) + 1
            ordered = sorted(sizes)
            self.hands.append(ordered)
            self.sizes.append([sizes[hand] for hand in ordered])
            self._ranks.append({hand: rank for rank, hand in enumerate(ordered)})

    def rank(self, row: tuple[int, ...], touched: int, far: int | None = None) -> int:
        """Number the hand of a seat that sees `row` (in slot order), `touched` of it touched.

        `far` is the number of white beads on the far side of the tower it peeked at.
        Raises KeyError for a row that cannot be dealt.
        """
        rank = self._ranks[touched][(row[:touched], counts(row[touched:]))]
        return rank if far is None else rank * FAR_SIDES + far
