"""Every way to stack the ten ingots, as a list that is never written out (GH-2)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, TypeAlias, overload

from stalas.core.game import Seat
from stalas.core.words import Sentence, say
from stalas.games.gold_hunting.moves import Stack
from stalas.games.gold_hunting.pieces import HILLS, INGOTS, Counts, Hills

Cuts: TypeAlias = tuple[int, ...]
"""Where a row of all ingots is cut into hills: one place less than there are hills."""


@cache
def orders(pieces: Counts) -> tuple[str, ...]:
    """Every different order of some ingots, in rising order.

    >>> orders((2, 0, 1))
    ('113', '131', '311')
    """
    if not any(pieces):
        return ("",)
    found: list[str] = []
    for at, count in enumerate(pieces):
        if count:
            rest = (*pieces[:at], count - 1, *pieces[at + 1 :])
            found += [f"{at + 1}{order}" for order in orders((rest[0], rest[1], rest[2]))]
    return tuple(found)


@cache
def _cuts(empty_hills: bool) -> tuple[Cuts, ...]:
    """Every way to cut a row of ten into four hills, in rising order."""
    if empty_hills:
        return tuple(combinations_with_replacement(range(len(INGOTS) + 1), HILLS - 1))
    return tuple(combinations(range(1, len(INGOTS)), HILLS - 1))


@dataclass(frozen=True, slots=True)
class Stackings(Sequence[Stack]):
    """All legal stacks of a seat: 264,600, or 900,900 with empty hills.

    They stand in the order of their ingots read from the first hill's bottom to the last one's
    top, and within that of the heights in ingots.
    """

    seat: Seat
    empty_hills: bool

    def __len__(self) -> int:
        return len(_orders()) * len(_cuts(self.empty_hills))

    @overload
    def __getitem__(self, index: int) -> Stack: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Stack, ...]: ...
    def __getitem__(self, index: int | slice) -> Stack | tuple[Stack, ...]:
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(f"there is no stack {index}")
        cuts = _cuts(self.empty_hills)
        order, cut = divmod(at, len(cuts))
        return Stack(self.seat, _cut(_orders()[order], cuts[cut]))

    def __iter__(self) -> Iterator[Stack]:
        for order in _orders():
            for cuts in _cuts(self.empty_hills):
                yield Stack(self.seat, _cut(order, cuts))

    def __contains__(self, item: object) -> bool:
        return (
            isinstance(item, Stack)
            and item.seat == self.seat
            and why_no_stack(item.hills, empty_hills=self.empty_hills) is None
        )

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """Where a stack stands. Raises ValueError if it is not here."""
        if value in self:
            ends: list[int] = []
            for hill in value.hills[:-1]:
                ends.append((ends[-1] if ends else 0) + len(hill))
            cuts = _cuts(self.empty_hills)
            place = bisect_left(_orders(), "".join(value.hills)) * len(cuts)
            place += bisect_left(cuts, tuple(ends))
            if place in range(*slice(start, stop).indices(len(self))):
                return place
        raise ValueError(f"{value} is not among the stacks")

    def count(self, value: Any) -> int:
        """How often a stack stands here: once if it is legal."""
        return int(value in self)


def _orders() -> tuple[str, ...]:
    return orders((4, 4, 2))


def _cut(order: str, cuts: Cuts) -> Hills:
    return tuple(order[a:b] for a, b in zip((0, *cuts), (*cuts, len(order)), strict=True))


def why_no_stack(hills: Hills, *, empty_hills: bool) -> Sentence | None:
    """Say what is wrong with some hills, or give None if they may be stacked."""
    if len(hills) != HILLS:
        return say(
            "A stack has {hills} hills with “/” between them; this one has {count}.",
            hills=HILLS,
            count=len(hills),
        )
    if "".join(sorted("".join(hills))) != INGOTS:
        return say("A stack uses all ten ingots: four singles, four doubles and two triples.")
    if not empty_hills and "" in hills:
        return say("Each hill must hold an ingot; hill {hill} is empty.", hill=hills.index("") + 1)
    return None
