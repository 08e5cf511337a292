"""Who wins a round (TD-8), and the finished round that everybody may look back at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stalas.core.game import Seat
from stalas.games.tower_of_doubt.moves import Mark, Peek
from stalas.games.tower_of_doubt.pieces import OWNED


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a round was judged."""

    winner: Seat
    sums: tuple[int, int]
    """The values of the two towers each seat owns, added."""
    two_twos: bool
    """Whether the winner owns both towers of value 2, which wins outright."""


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round, all towers shown (TD-8): nothing in it is hidden from anybody."""

    starter: Seat
    towers: tuple[str, ...]
    """Four beads a place, round the tower from seat 0's left."""
    missing: int | None
    """The place that stood empty (TD-10)."""
    peeks: tuple[Peek, ...]
    marks: tuple[Mark, ...]
    verdict: Verdict


def judge(values: Sequence[int], owners: Sequence[Seat | None]) -> Verdict:
    """Judge a round by the value and the owner of each place (TD-8)."""
    own: tuple[list[int], list[int]] = ([], [])
    for value, owner in zip(values, owners, strict=True):
        if owner is not None:
            own[owner].append(value)
    sums = (sum(own[0]), sum(own[1]))
    for seat in (0, 1):
        if own[seat] == [2] * OWNED:
            return Verdict(seat, sums, two_twos=True)
    # The sum decides, then the higher of the two lower towers. Only the 2s exist twice, so two
    # pairs with the same sum and the same lower tower would be {2, x} and {2, x}: impossible.
    ranked = [(sums[seat], min(own[seat])) for seat in (0, 1)]
    return Verdict(ranked.index(max(ranked)), sums, two_twos=False)
