"""The value of a profile: hiding against digging, in expected nuggets, between two exact bounds.

The hider mixes stackings, the digger mixes ways of digging; the digger's own token splits it into
three that choose apart. Ways of digging are far too many to list, but a best reply to any mix is
quick (`digging.dig_best`), so the game is solved by replies:

1. A restricted game holds the replies found so far, three lists of them, and all stackings. Both
   sides play it by predictive regret matching⁺ (Farina, Kroer, Sandholm 2021), kept warm.
2. The hider's answer, pulled towards the best mix so far (a trust region, as in bundle methods;
   without it three to four times as many replies are needed), is the next mix to reply to.
3. What the reply earns is an upper bound of the value; what the digger's mix of replies earns
   from the worst stacking for it is a lower one.

Mixes are rounded to squares of whole numbers before they are replied to, so that replies can be
kept as these numbers, and are the same, ties included, wherever they are computed again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from stalas.solvers.gold_hunting.digging import TOKENS, dig_best
from stalas.solvers.gold_hunting.reveals import reveals_of
from stalas.solvers.gold_hunting.stackings import Heights

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

TREMBLE: Final = 1e-3
"""The part of every mix that is spread evenly, so that a reply knows what to do anywhere."""
PULL: Final = 0.85
"""How much of the best mix so far is in the next one to reply to."""
ROOTS: Final = 999
"""The largest root in the mixes that are replied to."""
ORDERS: Final = 12
"""A multiple of the number of orders of every stacking: 1, 2, 3, 4 or 6."""
ROUNDS: Final = 30
LONG, EVERY = 300, 20
"""Rounds of regret matching after a reply, and after every so many: that sharpens the bounds."""


def trembling(mix: Floats) -> Floats:
    """Add a little of every stacking to a mix (n), and scale it to sum 1."""
    even: Floats = np.full(len(mix), 1 / len(mix))
    trembled: Floats = (1 - TREMBLE) / mix.sum() * mix + TREMBLE * even
    return trembled


def parts(mix: Floats, largest: int) -> Ints:
    """Round a mix to whole parts, the largest to as many as told."""
    rounded: Ints = np.rint(mix * (largest / mix.max())).astype(np.int64)
    return rounded


def squared(roots: Ints) -> Floats:
    """Give the mix that a reply's numbers stand for, unscaled: their squares, and a little more.

    Roots keep small chances apart, which decide what to do where little is likely. The mix is in
    whole numbers that the orders of any stacking divide, so that everything summed from it is exact
    and the best reply, ties included, is the same on every machine.
    """
    squares = roots.astype(np.int64) ** 2
    tremble = max(1, round(TREMBLE * int(squares.sum()) / len(roots)))
    return (ORDERS * (squares + tremble)).astype(np.float64)


@dataclass(frozen=True)
class Solution:
    """Both sides' answers and what they are good for, in nuggets."""

    heights: Heights
    bust_from: int
    lower: float
    """What `shares` of `replies` earn from any stacking, at least."""
    upper: float
    """What anybody earns from `stackings`, at most."""
    iterations: int
    seconds: float
    stackings: Floats
    """(n) the hider's mix."""
    replies: Ints
    """(k, n) roots of the mixes to which the digger's ways of digging are best replies."""
    shares: Floats
    """(3, k) how often each way is chosen, by the token's number."""
    payoffs: Floats
    """(3, k, n) what each way earns by the token's number from each stacking."""

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return (self.lower + self.upper) / 2

    @property
    def gap(self) -> float:
        """How far the bounds are apart."""
        return self.upper - self.lower


class Restricted:
    """The game on the replies found so far, and both sides' warm regrets in it."""

    def __init__(self, stackings: int) -> None:
        self.size = 0
        self._payoffs = np.zeros((TOKENS, 64, stackings))
        self._regrets = np.zeros((TOKENS, 64))
        self._hider = np.zeros(stackings)
        self._foresight = np.zeros(stackings)

    def add(self, payoffs: Floats) -> None:
        """Add a reply: (3, n) what it earns by the token's number from each stacking."""
        if self.size == self._payoffs.shape[1]:
            self._payoffs = np.concatenate([self._payoffs, np.zeros_like(self._payoffs)], axis=1)
            self._regrets = np.concatenate([self._regrets, np.zeros_like(self._regrets)], axis=1)
        self._payoffs[:, self.size] = payoffs
        self.size += 1

    @property
    def payoffs(self) -> Floats:
        """(3, k, n) what each reply earns by the token's number from each stacking."""
        return self._payoffs[:, : self.size]

    def play(self, rounds: int) -> tuple[Floats, Floats]:
        """Play some rounds; give both sides' averages of these, shares (3, k) and mix (n)."""
        payoffs, regrets = self.payoffs, self._regrets[:, : self.size]
        shares = np.full(regrets.shape, 1 / self.size)
        all_shares, all_mixes = np.zeros_like(shares), np.zeros_like(self._hider)
        for number in range(1, rounds + 1):
            mix = _normal(np.maximum(self._hider + self._foresight, 0.0)[None])[0]
            earned = payoffs @ mix
            advantage = earned - np.sum(shares * earned, axis=1, keepdims=True)
            np.maximum(regrets + advantage, 0.0, out=regrets)
            shares = _normal(np.maximum(regrets + advantage, 0.0))
            paid = earnings(payoffs, shares)
            self._foresight = paid @ mix - paid
            self._hider = np.maximum(self._hider + self._foresight, 0.0)
            all_shares += number**2 * shares
            all_mixes += number**2 * mix
        return _normal(all_shares), _normal(all_mixes[None])[0]


def earnings(payoffs: Floats, shares: Floats) -> Floats:
    """(n) what shares (3, k) of replies (3, k, n) earn, the token's numbers equally likely."""
    total: Floats = np.matmul(shares[:, None, :], payoffs).sum(axis=(0, 1)) / TOKENS
    return total


def solve(
    heights: Heights,
    bust_from: int = 3,
    target: float = 0.03,
    progress: Callable[[Solution], None] | None = None,
) -> Solution:
    """Bring the bounds of a profile's value within `target` nuggets.

    An interruption (KeyboardInterrupt) gives the bounds so far, once there are any.
    """
    began = perf_counter()
    reveals = reveals_of(heights)
    number = len(reveals.stackings)
    game = Restricted(number)
    asked: list[Ints] = []
    mix = np.full(number, 1 / number)
    nothing = np.empty((TOKENS, 0, number))
    best = Solution(
        heights=heights,
        bust_from=bust_from,
        lower=0.0,
        upper=np.inf,
        iterations=0,
        seconds=0.0,
        stackings=mix,
        replies=np.empty((0, number), np.int64),
        shares=nothing[:, :, 0],
        payoffs=nothing,
    )
    try:
        while best.gap > target:
            roots = parts(np.sqrt((1 - PULL) * mix + PULL * best.stackings), ROOTS)
            mix = squared(roots)
            reply = dig_best(reveals, mix, bust_from)
            upper = float(reply.values.mean() / mix.sum())
            if upper < best.upper:
                best = replace(best, upper=upper, stackings=mix / mix.sum())
            asked.append(roots)
            game.add(reply.payoffs())
            shares, mix = game.play(LONG if len(asked) % EVERY == 0 else ROUNDS)
            lower = float(earnings(game.payoffs, shares).min())
            if lower > best.lower:
                best = replace(best, lower=lower, shares=shares)
            best = replace(best, iterations=len(asked), seconds=perf_counter() - began)
            if progress is not None:
                progress(best)
    except KeyboardInterrupt:
        if not asked or not best.lower:
            raise
    used = best.shares.shape[1]
    return replace(best, replies=np.array(asked[:used]), payoffs=game.payoffs[:, :used].copy())


def _normal(parts: Floats) -> Floats:
    """Scale each row to sum 1; an empty one becomes even."""
    sums = parts.sum(axis=1, keepdims=True)
    return np.where(sums > 0, parts / np.where(sums > 0, sums, 1.0), 1 / parts.shape[1])
