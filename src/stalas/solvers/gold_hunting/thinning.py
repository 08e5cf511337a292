"""Thinning: few ways of digging, in whole numbers, that are nearly as good as the many found."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from stalas.solvers.gold_hunting.digging import TOKENS, dig_best
from stalas.solvers.gold_hunting.equilibrium import (
    Restricted,
    Solution,
    earnings,
    parts,
    trembling,
)
from stalas.solvers.gold_hunting.library import Kept
from stalas.solvers.gold_hunting.reveals import reveals_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FINE: Final = 10_000
"""Parts of the largest number in the hider's mix."""
SHARES: Final = 1000
ROUNDS: Final = 600
SHRINK: Final = (0.8, 0.9, 0.96)
"""What part of the ways is tried next, in turn until it is too few."""


def thin(solution: Solution, gap: float = 0.05) -> Kept:
    """Keep as few ways of digging as hold the bounds within `gap` nuggets, or all that are used."""
    reveals = reveals_of(solution.heights)
    stackings = parts(solution.stackings, FINE)
    upper = float(
        dig_best(reveals, trembling(stackings.astype(np.float64)), solution.bust_from).values.mean()
    )
    used = np.flatnonzero(solution.shares.max(axis=0) > 1 / SHARES)
    replies, payoffs = solution.replies[used], solution.payoffs[:, used]
    kept, shares, lower = _shares(payoffs, np.arange(len(replies)))
    for shrink in SHRINK:
        while len(kept) > 1:
            likely = np.argsort(-shares.sum(axis=0), kind="stable")[: int(len(kept) * shrink)]
            fewer = _shares(payoffs, kept[np.sort(likely)])
            if fewer[2] < upper - gap:
                break
            kept, shares, lower = fewer
    return Kept(
        heights=solution.heights,
        bust_from=solution.bust_from,
        lower=lower,
        upper=upper,
        iterations=solution.iterations,
        seconds=round(solution.seconds, 1),
        stackings=tuple(stackings.tolist()),
        replies=tuple(tuple(mix) for mix in replies[kept].tolist()),
        shares=tuple(tuple(row) for row in shares.tolist()),
    )


def _shares(payoffs: Floats, kept: Ints) -> tuple[Ints, Ints, float]:
    """Mix just these ways of digging; give those used, their shares in parts, and the bound."""
    game = Restricted(payoffs.shape[2])
    for reply in kept:
        game.add(payoffs[:, reply])
    found, _ = game.play(ROUNDS)
    shares = np.array([parts(row, SHARES) for row in found])
    used = shares.any(axis=0)
    kept, shares = kept[used], shares[:, used]
    return kept, shares, guarantee(payoffs[:, kept], shares)


def guarantee(payoffs: Floats, shares: Ints) -> float:
    """What shares (3, k), in parts, of ways of digging (3, k, n) earn from the worst stacking."""
    exact = shares / shares.sum(axis=1, keepdims=True)
    if exact.shape[0] != TOKENS:
        raise ValueError("shares have a row for each of the token's numbers")
    return float(earnings(payoffs, exact).min())
