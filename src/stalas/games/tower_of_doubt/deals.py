"""The dealer's deals: listed lazily, and those that agree with what somebody has seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from math import prod
from random import Random
from typing import Final, TypeAlias, overload

from stalas.core.chance import Source, pick, shuffled
from stalas.games.tower_of_doubt.moves import Towers
from stalas.games.tower_of_doubt.pieces import KINDS, PLACES, TURNINGS, VALUES, faces_of

_ORDERS: Final = tuple(permutations(range(len(KINDS))))
_TURNED: Final = prod(len(ways) for ways in TURNINGS)
_STANDING: Final = len(_ORDERS) * _TURNED

UNSEEN: Final = ""
"""The faces of a tower of which one sees nothing."""

_Chance: TypeAlias = tuple[Towers, Fraction]


class Deals(Sequence[_Chance]):
    """Every deal with its probability: 92,160, or six times as many with a tower in the bag.

    All are equally likely: the orders are, and a tower turned at random stands in each of its
    distinct turnings equally often.
    """

    __slots__ = ("_each", "_missing")

    def __init__(self, *, missing_tower: bool) -> None:
        self._missing: tuple[tuple[int, ...], ...] = (
            tuple((place,) for place in PLACES) if missing_tower else ((),)
        )
        self._each = Fraction(1, len(self))

    def __len__(self) -> int:
        return _STANDING * len(self._missing)

    @overload
    def __getitem__(self, index: int) -> _Chance: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[_Chance]: ...
    def __getitem__(self, index: int | slice) -> _Chance | Sequence[_Chance]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        place, standing = divmod(range(len(self))[index], _STANDING)
        order, turned = divmod(standing, _TURNED)
        beads: list[str] = []
        for kind in reversed(_ORDERS[order]):
            turned, way = divmod(turned, len(TURNINGS[kind]))
            beads.append(TURNINGS[kind][way])
        return Towers(tuple(reversed(beads)), self._missing[place]), self._each

    def __iter__(self) -> Iterator[_Chance]:
        for missing in self._missing:
            for order in _ORDERS:
                for beads in product(*(TURNINGS[kind] for kind in order)):
                    yield Towers(beads, missing), self._each


def draw_towers(source: Source, *, missing_tower: bool) -> Towers:
    """Sample a deal: an order of the towers, a turning of each, the place that stands empty."""
    order = shuffled(source, range(len(KINDS)))
    beads = tuple(pick(source, TURNINGS[kind]) for kind in order)
    return Towers(beads, (pick(source, PLACES),) if missing_tower else ())


_WAYS: Final = tuple(
    {
        faces: tuple(
            tuple(b for b in ways if faces in (UNSEEN, faces_of(b, seat))) for ways in TURNINGS
        )
        for faces in (UNSEEN, "bb", "bw", "wb", "ww")
    }
    for seat in (0, 1)
)
"""By seat, then by the faces it sees: for each kind, the turnings that show them."""


def sample(
    faces: tuple[str, ...], seat: int, peeked: tuple[int, int] | None, rng: Random
) -> tuple[str, ...]:
    """Sample towers, all deals alike, that show a seat these faces.

    `faces` has two beads a place, or UNSEEN; `peeked` is a place and the value known there.
    """
    left = _completions(faces, peeked)
    ways = _WAYS[seat]
    towers: list[str] = []
    used = 0
    for place, seen in enumerate(faces, start=1):
        rest = rng.randrange(left[used])
        for kind, turnings in enumerate(ways[seen]):
            bit = 1 << kind
            if used & bit or not _may_stand(kind, place, peeked):
                continue
            with_it = len(turnings) * left[used | bit]
            if rest < with_it:
                towers.append(turnings[rest % len(turnings)])
                used |= bit
                break
            rest -= with_it
    return tuple(towers)


def _may_stand(kind: int, place: int, peeked: tuple[int, int] | None) -> bool:
    return peeked is None or peeked[0] != place or VALUES[kind] == peeked[1]


@lru_cache(maxsize=8192)
def _completions(faces: tuple[str, ...], peeked: tuple[int, int] | None) -> tuple[int, ...]:
    """For each set of kinds (as bits) on the first places: the ways to fill the other places.

    The number of turnings of a kind that show given faces is the same from either side.
    """
    ways = _WAYS[0]
    full = (1 << len(KINDS)) - 1
    left = [0] * (full + 1)
    left[full] = 1
    for used in range(full - 1, -1, -1):
        place = used.bit_count() + 1
        for kind, turnings in enumerate(ways[faces[place - 1]]):
            bit = 1 << kind
            if not used & bit and _may_stand(kind, place, peeked):
                left[used] += len(turnings) * left[used | bit]
    return tuple(left)
