"""Players that appraise each stick by a few weights and bid up to what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from stalas.core.game import Seat
from stalas.games.stick_collection.moves import Bid
from stalas.games.stick_collection.pieces import (
    ALIKE,
    CHAIN_POINTS,
    FULL_ROW,
    HIGHEST_BID,
    MONEY_POINTS,
)
from stalas.games.stick_collection.scoring import CHAINS
from stalas.games.stick_collection.view import View
from stalas.games.stick_collection.worlds import Unknown
from stalas.players.player import DEFAULT_BUDGET, Decision, Weighed
from stalas.players.stick_collection.beliefs import Beliefs, beliefs
from stalas.players.stick_collection.prospects import EVERY, mask_of, prospects

_FOUR: Final = 50.0
"""What four alike are worth, one's own or another's."""
_UNLIKELY: Final = 0.02
"""Lengths less likely than this are not looked at."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What a player cares for, in units of its own."""

    any: float
    """What any stick is worth: what one does not take, somebody else gets."""
    own: float
    """What a point by which the own chain may grow is worth."""
    other: float
    """What a point is worth by which another's chain may grow instead."""
    light: float
    """What money is worth that will not score."""
    heavy: float
    """What money is worth that scores."""
    last: float = 0.0
    """What it costs to spend the last money, which ends the match."""
    ending: float = 0.0
    """What the eighth stick is worth to whoever leads then, and costs who does not."""
    ahead: int = 2
    """How many random sticks it looks ahead for chains."""
    dull_mm: float = 0.0
    """How much duller than its seat's eye it sees: a standard deviation in millimetres."""


GREEDY: Final = Weights(any=10, own=0.75, other=0.4, light=1.6, heavy=3.3, ahead=3)
NOVICE: Final = Weights(any=4, own=0.8, other=0.0, light=0.9, heavy=1.5, ahead=1, dull_mm=2.0)
CLUB: Final = Weights(any=3.0, own=0.7, other=0.8, light=1.05, heavy=1.4, last=7, ending=5, ahead=3)


@dataclass(frozen=True, slots=True)
class Appraiser:
    """Bids up to the worth of the stick in the stand, each time one more than the last bid."""

    weights: Weights

    def decide(self, view: View, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose a bid or pass; the values are the worth of the stick less its price."""
        weighed = [Weighed(view.legal[-1], 0.0)]
        bid = view.legal[0]
        if isinstance(bid, Bid):
            worth = self._worth(view)
            money = view.money[bid.seat]
            limit = self._limit(worth, money)
            # Who would be overbid at the limit bids it at once.
            jump = limit - bid.amount if limit - bid.amount == 1 else 0
            chosen = view.legal[jump] if limit >= bid.amount else bid
            if isinstance(chosen, Bid):
                value = worth - self._cost(chosen.amount, money)
                weighed.append(Weighed(chosen, value))
        weighed.sort(key=lambda option: -option.value)
        return Decision(weighed[0].move, tuple(weighed))

    def _limit(self, worth: float, money: int) -> int:
        """The highest bid that is not above the worth."""
        return max(
            (
                price
                for price in range(1, min(HIGHEST_BID, money) + 1)
                if self._cost(price, money) < worth
            ),
            default=0,
        )

    def _cost(self, price: int, money: int) -> float:
        """What a price costs of so much money."""
        weights = self.weights
        spare = max(0, money - MONEY_POINTS)
        cost = weights.light * min(price, spare) + weights.heavy * max(0, price - spare)
        return cost + weights.last if price == money else cost

    def _worth(self, view: View) -> float:
        """What the stick in the stand is worth by its likely lengths."""
        weights = self.weights
        known = beliefs(view, weights.dull_mm)
        stand = known.bases(known.stand)
        own = _expected(known.own, stand, weights.ahead)
        worth = weights.any + weights.own * own
        if weights.other:
            worth += weights.other * max(
                _expected_of_other(known, row, stand, weights.ahead) for row in known.rows
            )
        if weights.ending:
            worth += self._at_the_end(view, known, stand)
        return worth

    def _at_the_end(self, view: View, known: Beliefs, stand: Sequence[float]) -> float:
        """Whether to take the eighth stick, or to keep it from somebody who has seven."""
        seat, ending = known.seat, self.weights.ending
        scores = list(view.scores)
        if len(known.own) == FULL_ROW - 1:
            best = max(score for other, score in enumerate(scores) if other != seat)
            gains = scores[seat] + _longer(known.own, stand) - 2 > best
            return ending if gains else -ending
        worth = 0.0
        for other, row in zip(_others(view, seat), known.rows, strict=True):
            if len(row.steps) == FULL_ROW - 1:
                longer = sum(
                    chance * _longer(tuple(base + step for step in row.steps), stand)
                    for base, chance in enumerate(known.bases(row), start=1)
                    if chance > _UNLIKELY
                )
                worth += ending if scores[other] + longer - 2 > scores[seat] else -ending
        return worth


def _others(view: View, seat: Seat) -> list[Seat]:
    return [other for other in range(len(view.money)) if other != seat]


def _expected(row: tuple[int, ...], stand: Sequence[float], ahead: int) -> float:
    """By how many points a stick is expected to make a row's chain grow, a few sticks ahead."""
    return sum(
        chance * adds(row, length, ahead)
        for length, chance in zip(EVERY, stand, strict=True)
        if chance > _UNLIKELY
    )


def _expected_of_other(known: Beliefs, row: Unknown, stand: Sequence[float], ahead: int) -> float:
    """The same for another row, over its likely bases."""
    return sum(
        likely * _expected(tuple(base + step for step in row.steps), stand, ahead)
        for base, likely in enumerate(known.bases(row), start=1)
        if likely > _UNLIKELY
    )


def adds(row: Sequence[int], length: int, ahead: int) -> float:
    """By how many points a stick makes a row's chain grow, a few random sticks ahead."""
    if row.count(length) == ALIKE - 1:
        return _FOUR
    grown = prospects(max(0, min(ahead, FULL_ROW - 1 - len(row))))
    lengths = mask_of(row)
    return CHAIN_POINTS * (grown[lengths | 1 << length] - grown[lengths])


def _longer(row: tuple[int, ...], stand: Sequence[float]) -> float:
    """By how many points a stick makes the chain longer at once."""
    lengths = mask_of(row)
    return CHAIN_POINTS * sum(
        chance * (CHAINS[lengths | 1 << length] - CHAINS[lengths])
        for length, chance in zip(EVERY, stand, strict=True)
    )
