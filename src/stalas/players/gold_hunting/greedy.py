"""A player that counts the ingots left and looks one lift ahead."""

from __future__ import annotations

from random import Random
from typing import Final

from stalas.core.game import Seat
from stalas.games.gold_hunting.moves import Dig, Rush, Safe, Stack
from stalas.games.gold_hunting.pieces import HILLS, RUSH_BONUS, SIZES, nuggets
from stalas.games.gold_hunting.view import View
from stalas.players.player import DEFAULT_BUDGET, Decision, Weighed

SURE_ENOUGH: Final = 0.7
"""How likely a Gold Rush must be to succeed, unless there is but one ingot left."""

WORTH_SAVING: Final = 5
"""How many nuggets a pile must have to go into the safe."""

LONG_ENOUGH: Final = 3
"""How many ingots must be left to dig for a Safe to be worth the token."""


class Greedy:
    """Makes the lift after which its score is highest on average, and saves a pile of five.

    It takes the top of a hill for any of the ingots left that fit under the hill's height, all
    alike. It stands each of its own hills on a single, with the larger ingots anywhere above.
    """

    def decide(self, view: View, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose a stack or a turn; the values are expected nuggets."""
        legal = view.legal
        first = legal[0]
        seat = first.seat
        if isinstance(first, Stack):
            return Decision(_stack(seat, rng))
        left = sum(view.left(1 - seat))
        if (
            isinstance(legal[-1], Safe)
            and nuggets(view.piles[seat]) >= WORTH_SAVING
            and left >= LONG_ENOUGH
        ):
            return Decision(legal[-1])
        weighed = [
            Weighed(move, gain)
            for move in legal
            if isinstance(move, Dig | Rush)
            for chance, gain in (_look_ahead(view, move),)
            if isinstance(move, Dig) or chance >= SURE_ENOUGH or left == 1
        ]
        rng.shuffle(weighed)
        weighed.sort(key=lambda option: -option.value)
        return Decision.among(weighed, weighed[0])


def _stack(seat: Seat, rng: Random) -> Stack:
    """Stand every hill on a single and pile the rest on them at random."""
    hills = ["1"] * HILLS
    larger = list("222233")
    rng.shuffle(larger)
    for ingot in larger:
        hills[rng.randrange(HILLS)] += ingot
    return Stack(seat, tuple(hills))


def _look_ahead(view: View, move: Dig | Rush) -> tuple[float, float]:
    """How likely a lift succeeds, and by how much it changes the score on average."""
    seat = move.seat
    pile = nuggets(view.piles[seat])
    announced = view.tokens[seat] if isinstance(move, Rush) else move.size
    bonus = RUSH_BONUS if isinstance(move, Rush) else 0
    success = gain = 0.0
    for size, chance in zip(SIZES, _chances(view, 1 - seat, move.hill), strict=True):
        if size == announced:
            success = chance
            gain += chance * (size + bonus)
        elif size < pile and pile >= view.options.bust_from:
            gain += chance * (size - pile)
    return success, gain


def _chances(view: View, owner: Seat, hill: int) -> list[float]:
    """The share of each size among the ingots left that fit under the hill's height."""
    height = view.heights[owner][hill - 1]
    fitting = [
        count if size <= height else 0 for size, count in zip(SIZES, view.left(owner), strict=True)
    ]
    return [count / sum(fitting) for count in fitting]
