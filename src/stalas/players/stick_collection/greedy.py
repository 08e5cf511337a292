"""A player that takes nearly everything, and bids more for what makes chains."""

from __future__ import annotations

from random import Random
from typing import Final

from stalas.games.stick_collection.moves import Bid
from stalas.games.stick_collection.pieces import (
    ALIKE,
    CHAIN_POINTS,
    FULL_ROW,
    MONEY_POINTS,
)
from stalas.games.stick_collection.view import View
from stalas.games.stick_collection.worlds import Unknown
from stalas.players.player import DEFAULT_BUDGET, Decision, Weighed
from stalas.players.stick_collection.beliefs import Beliefs, beliefs
from stalas.players.stick_collection.prospects import EVERY, mask_of, prospects

_ANY: Final = 10.0
"""What any stick is worth: what one does not take, somebody else gets."""
_OWN: Final = 0.75
"""What a point by which the own chain may grow is worth."""
_OTHER: Final = 0.4
"""What a point is worth by which another's chain may grow instead."""
_FOUR: Final = 50.0
"""What four alike are worth, one's own or another's."""
_LIGHT: Final = 1.6
"""What money is worth that will not score."""
_HEAVY: Final = 3.3
"""What money is worth that scores."""
_AHEAD: Final = 3
"""How many sticks it looks ahead."""


class Greedy:
    """Bids up to the worth of the stick, each time one more than the last bid.

    It believes its eye, takes each row on its own, and thinks neither of what others will pay nor
    of when the match will end.
    """

    def decide(self, view: View, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose a bid or pass; the values are the worth of the stick less its price."""
        weighed = [Weighed(view.legal[-1], 0.0)]
        bid = view.legal[0]
        if isinstance(bid, Bid):
            weighed.append(Weighed(bid, _worth(view) - _cost(bid.amount, view.money[bid.seat])))
        weighed.sort(key=lambda option: -option.value)
        return Decision(weighed[0].move, tuple(weighed))


def _worth(view: View) -> float:
    """What the stick in the stand is worth by its likely lengths."""
    known = beliefs(view)
    stand = known.bases(known.stand)
    own = sum(
        chance * _adds(known.own, length) for length, chance in zip(EVERY, stand, strict=True)
    )
    others = [_adds_to_other(known, row, stand) for row in known.rows]
    return _ANY + _OWN * own + _OTHER * max(others)


def _adds(row: tuple[int, ...], length: int) -> float:
    """By how many points a stick makes a row's chain grow, a few sticks ahead."""
    if row.count(length) == ALIKE - 1:
        return _FOUR
    grown = prospects(max(0, min(_AHEAD, FULL_ROW - 1 - len(row))))
    lengths = mask_of(row)
    return CHAIN_POINTS * (grown[lengths | 1 << length] - grown[lengths])


def _adds_to_other(known: Beliefs, row: Unknown, stand: list[float]) -> float:
    """The same for another row, over its likely bases."""
    return sum(
        chance * likely * _adds(tuple(base + step for step in row.steps), length)
        for base, likely in enumerate(known.bases(row), start=1)
        if likely > 0.02
        for length, chance in zip(EVERY, stand, strict=True)
        if chance > 0.02
    )


def _cost(price: int, money: int) -> float:
    """What a price costs of so much money."""
    spare = max(0, money - MONEY_POINTS)
    return _LIGHT * min(price, spare) + _HEAVY * max(0, price - spare)
