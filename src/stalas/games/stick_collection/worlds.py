"""Worlds that a viewer cannot tell apart: sampling the lengths that agree with what it knows.

Of a row not its own a viewer knows the steps, so all lengths of the row follow from one unknown,
its base: the length of the row's shortest stick. The stick in the stand is a row of one. Glimpses
make some bases likelier than others, and the box, with four sticks of each length, ties all rows
together: the chance of drawing these sticks is in proportion to the product over the lengths of
4 · 3 · …, one factor for each stick that is out. Samples are exact, by rejection or enumeration.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, prod
from random import Random
from typing import TYPE_CHECKING, Final, TypeVar

from stalas.core.game import Viewer
from stalas.games.stick_collection.auction import Auction, Sold
from stalas.games.stick_collection.pieces import ALIKE, LENGTHS, STEP

if TYPE_CHECKING:
    from stalas.games.stick_collection.state import State

S = TypeVar("S", bound="State")

_FALLING: Final = tuple(
    tuple(prod(range(left - out + 1, left + 1)) if out <= left else 0 for out in range(ALIKE + 2))
    for left in range(ALIKE + 1)
)
"""In how many ways `out` sticks of one length are drawn where `left` are in the box."""

_FEW: Final = 300
"""So many combinations of bases are simply listed."""
_TRIES: Final = 200
_FAR: Final = 1e6
"""Eye errors are counted as this many tenths at most, so that odd records make no infinities."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A row, or the stick in the stand, of which a viewer knows the steps but not the base."""

    steps: tuple[int, ...]
    """How many steps longer each stick is than the shortest of the row."""
    glimpses: int = 0
    """How many of the sticks the viewer glimpsed."""
    excess: float = 0.0
    """The sum over glimpsed sticks of the glimpse less the true length if the base were 1, in
    tenths of a millimetre."""

    def seen(self, step: int, tenths: float) -> Unknown:
        """The same row after a glimpse at a stick of it, less the length of the shortest stick."""
        excess = max(-_FAR, min(_FAR, tenths - STEP * step))
        return Unknown(self.steps, self.glimpses + 1, self.excess + excess)

    def likelihoods(self, variance: float) -> list[float]:
        """How likely the glimpses are for each base from 1, in proportion; the best has 1."""
        bases = range(LENGTHS - max(self.steps))
        # The squared errors, less what they have in common.
        squares = [STEP * base * (STEP * base * self.glimpses - 2 * self.excess) for base in bases]
        least = min(squares)
        return [exp((least - square) / (2 * variance)) for square in squares]


def error_variance(eye_mm: float) -> float:
    """The variance of a rounded eye error in tenths of a millimetre, squared; never 0."""
    return (10 * eye_mm) ** 2 + 1 / 12


def box_without(rows: Iterable[Iterable[int]]) -> list[int]:
    """How many sticks of each length from 1 are not in these rows."""
    left = [ALIKE] * LENGTHS
    for row in rows:
        for length in row:
            left[length - 1] -= 1
    return left


class Sampler:
    """Draws bases for unknown rows, from 1, by the exact chances."""

    def __init__(self, left: Sequence[int], unknowns: Sequence[Unknown], variance: float) -> None:
        """Prepare to draw; at least one combination of bases must be possible.

        `left` is how many sticks of each length from 1 are not in rows that are known.
        """
        self._left = left
        self._choices = [_choices(left, unknown, variance) for unknown in unknowns]
        self._sums = [_running([choice.weight for choice in row]) for row in self._choices]
        self._listed: tuple[list[tuple[int, ...]], list[float]] | None = None
        self._few = prod(map(len, self._choices)) <= _FEW

    def draw(self, rng: Random) -> list[int]:
        """Draw a base for each unknown row."""
        if not self._few:
            drawn = self._by_rejection(rng)
            if drawn is not None:
                return drawn
        return self._by_listing(rng)

    def _by_rejection(self, rng: Random) -> list[int] | None:
        """Draw each row on its own; accept by how many ways are left when they share one box."""
        left = self._left
        for _ in range(_TRIES):
            drawn = [
                row[_index(running, rng.random())]
                for row, running in zip(self._choices, self._sums, strict=True)
            ]
            together = [0] * LENGTHS
            apart = 1
            for choice in drawn:
                for index, count in choice.out:
                    together[index] += count
                    apart *= _FALLING[left[index]][count]
            shared = 1
            for index, count in enumerate(together):
                shared *= _FALLING[left[index]][count] if count <= ALIKE else 0
            # A box shared by all rows leaves at most the ways of a box for each.
            if shared and rng.random() * apart < shared:
                return [choice.base for choice in drawn]
        return None

    def _by_listing(self, rng: Random) -> list[int]:
        """Draw one of all combinations of bases that the box allows, by its weight."""
        if self._listed is None:
            self._listed = _listing(self._left, self._choices)
        listed, running = self._listed
        # Odd records may have glimpses so far off that every weight is 0: then all are alike.
        at = _index(running, rng.random()) if running[-1] > 0 else rng.randrange(len(listed))
        return list(listed[at])


@dataclass(frozen=True, slots=True)
class _Choice:
    """A base that an unknown row may have."""

    base: int
    weight: float
    """How likely it is on its own, in proportion."""
    likelihood: float
    out: tuple[tuple[int, int], ...]
    """The indices of its lengths with how many sticks it has of each."""


def _choices(left: Sequence[int], unknown: Unknown, variance: float) -> list[_Choice]:
    steps = unknown.steps
    counts = [(step, steps.count(step)) for step in sorted(set(steps))]
    found = []
    for shift, likelihood in enumerate(unknown.likelihoods(variance)):
        out = tuple((shift + step, count) for step, count in counts)
        ways = 1
        for index, count in out:
            ways *= _FALLING[left[index]][count]
        if ways:
            found.append(_Choice(shift + 1, likelihood * ways, likelihood, out))
    return found


def _listing(
    left: Sequence[int], choices: Sequence[Sequence[_Choice]]
) -> tuple[list[tuple[int, ...]], list[float]]:
    """List every combination of bases that the box allows, with the running sums of weights."""
    listed: list[tuple[int, ...]] = []
    weights: list[float] = []
    box = list(left)

    def descend(row: int, bases: tuple[int, ...], weight: float) -> None:
        if row == len(choices):
            listed.append(bases)
            weights.append(weight)
            return
        for choice in choices[row]:
            ways = 1
            for index, count in choice.out:
                ways *= _FALLING[box[index]][count]
            if ways:
                for index, count in choice.out:
                    box[index] -= count
                descend(row + 1, (*bases, choice.base), weight * choice.likelihood * ways)
                for index, count in choice.out:
                    box[index] += count

    descend(0, (), 1.0)
    return listed, _running(weights)


def _running(weights: Iterable[float]) -> list[float]:
    total = 0.0
    return [total := total + weight for weight in weights]


def _index(running: Sequence[float], part: float) -> int:
    """Where a part of the whole falls among running sums."""
    aim = part * running[-1]
    for index, total in enumerate(running):
        if aim < total:
            return index
    return max(range(len(running)), key=running.__getitem__)


def redealt(state: S, viewer: Viewer, rng: Random) -> S:
    """The state with lengths and eye errors drawn anew, so that the viewer sees the same."""
    hidden = [seat for seat in range(len(state.rows)) if seat != viewer]
    known = () if viewer is None else state.rows[viewer]
    unknowns = {seat: Unknown(_steps(state.rows[seat])) for seat in hidden}
    if viewer is not None:
        for sold in state.sold:
            if sold.winner != viewer:
                row = unknowns[sold.winner]
                glimpse = STEP * (sold.auction.length - 1) + sold.auction.errors[viewer]
                unknowns[sold.winner] = row.seen(row.steps[sold.place], glimpse)
    everything = list(unknowns.values())
    if state.auction is not None:
        stand = Unknown((0,))
        if viewer is not None:
            glimpse = STEP * (state.auction.length - 1) + state.auction.errors[viewer]
            stand = stand.seen(0, glimpse)
        everything.append(stand)
    variance = error_variance(state.terms.eye_mm)
    bases = Sampler(box_without([known]), everything, variance).draw(rng)
    rows = list(state.rows)
    for seat, base in zip(hidden, bases, strict=False):
        rows[seat] = tuple(base + step for step in unknowns[seat].steps)
    eye = 10 * state.terms.eye_mm

    def other(auction: Auction, length: int) -> Auction:
        errors = tuple(
            error + STEP * (auction.length - length) if seat == viewer else round(rng.gauss(0, eye))
            for seat, error in enumerate(auction.errors)
        )
        return Auction(
            length,
            errors,
            auction.first_player,
            auction.calls,
            auction.high,
            auction.by,
            auction.passed,
        )

    sales = tuple(
        Sold(other(old.auction, rows[old.winner][old.place]), old.winner, old.place)
        for old in state.sold
    )
    auction = None if state.auction is None else other(state.auction, bases[-1])
    return type(state)(
        state.terms,
        state.money,
        tuple(rows),
        state.first_player,
        state.to_move,
        auction,
        sales,
        state.ended,
        state.forfeit,
    )


def _steps(row: Sequence[int]) -> tuple[int, ...]:
    shortest = min(row)
    return tuple(length - shortest for length in row)
