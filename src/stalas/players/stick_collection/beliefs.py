"""What a seat can conclude from its own row, the steps of other rows and its glimpses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from stalas.core.game import Seat
from stalas.games.stick_collection.pieces import LENGTHS, STEP, STEP_MM
from stalas.games.stick_collection.view import View
from stalas.games.stick_collection.worlds import Sampler, Unknown, box_without, error_variance

MOST_OFF = 10 * STEP * LENGTHS
"""Glimpses are taken as no further off than this, in tenths of a millimetre."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What a seat knows of the lengths on the table."""

    seat: Seat
    own: tuple[int, ...]
    """Its own row's length numbers."""
    left: tuple[int, ...]
    """How many sticks of each length from 1 are not in its own row."""
    rows: tuple[Unknown, ...]
    """The other rows, seats rising."""
    stand: Unknown
    variance: float
    """Of the seat's eye error, in squared tenths of a millimetre."""

    def bases(self, unknown: Unknown) -> list[float]:
        """The chance of each base from 1 of an unknown row, looked at alone."""
        likely = unknown.likelihoods(self.variance)
        for base in range(len(likely)):
            for step in set(unknown.steps):
                free = self.left[base + step]
                for taken in range(unknown.steps.count(step)):
                    likely[base] *= max(0, free - taken)
        whole = sum(likely)
        return [weight / whole if whole else 1 / len(likely) for weight in likely]

    def sampler(self) -> Sampler:
        """Give what draws the bases of the other rows and of the stand, by their exact chances."""
        return Sampler(self.left, (*self.rows, self.stand), self.variance)

    def world(self, bases: Sequence[int]) -> tuple[list[tuple[int, ...]], int]:
        """All rows, seats rising, and the length in the stand, for the bases that were drawn."""
        rows = [
            tuple(base + step for step in row.steps)
            for base, row in zip(bases, self.rows, strict=False)
        ]
        rows.insert(self.seat, self.own)
        return rows, bases[-1]


def beliefs(view: View, dull_mm: float = 0.0) -> Beliefs:
    """Give what the view's seat knows, as if its eye were duller by this standard deviation.

    The blur of a glimpse is always the same for the same glimpse: one looks badly, not often.
    """
    seat = view.seat or 0
    own = tuple(1 + (mm - view.terms.shortest_mm) // STEP_MM for mm in view.own)
    rows = {other: Unknown(steps) for other, steps in enumerate(view.steps) if other != seat}
    shortest = view.terms.tenths(1)

    def looked(index: int, glimpse: int) -> float:
        true = max(-MOST_OFF, min(MOST_OFF, glimpse - shortest))
        return true + Random(f"{index} {glimpse}").gauss(0, 10 * dull_mm) if dull_mm else true

    for index, auction in enumerate(view.auctions):
        winner, place = auction.winner, auction.place
        if winner in rows and place is not None and auction.glimpse is not None:
            row = rows[winner]
            rows[winner] = row.seen(row.steps[place], looked(index, auction.glimpse))
    stand = Unknown((0,))
    if view.auction is not None and view.auction.glimpse is not None:
        stand = stand.seen(0, looked(len(view.auctions), view.auction.glimpse))
    variance = error_variance(view.terms.eye_mm) + (10 * dull_mm) ** 2
    return Beliefs(seat, own, tuple(box_without([own])), tuple(rows.values()), stand, variance)
