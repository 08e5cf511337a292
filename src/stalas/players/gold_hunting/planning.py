"""Planning a digging to its end: every lift weighed by what the final score will be worth.

The plan knows a belief about the hills (a weight for each stacking) and the worth of each final
score, such as the chance to win with it. It is exact: dynamic programming over reveals, piles and
what was put aside, as in `solvers.gold_hunting.digging`, from the present reveal on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from stalas.solvers.gold_hunting.reveals import Reveals
from stalas.solvers.gold_hunting.stackings import HILLS, INGOTS, NUGGETS

try:
    from stalas.players.gold_hunting import kernel

    COMPILED = True
except ImportError:  # numba is an extra; the plain pass gives the same
    COMPILED = False

Floats = NDArray[np.float64]

PILES: Final = NUGGETS + 1
ASIDE: Final = NUGGETS // 2 + 1
"""How many values there are for what was put aside: half a safe, or a Gold Rush's 2."""
WORTHS: Final = PILES + ASIDE
"""How many final scores must have a worth."""
RUSH_BONUS: Final = 2


@dataclass(frozen=True)
class Options:
    """What each way to go on is worth, on average over the belief."""

    digs: dict[tuple[int, int], float]
    """By the hill's place in the reveal and the size announced."""
    rushes: dict[int, float]
    """By the hill's place; empty without a token."""
    safe: float | None
    """None without a token or a pile."""


def plan(
    reveals: Reveals,
    reveal: int,
    belief: Floats,
    worth: Sequence[float],
    *,
    bust_from: int,
    pile: int,
    number: int | None,
    aside: int = 0,
    plain: bool = False,
) -> Options:
    """Weigh every way to go on from a reveal that leaves something to dig.

    `belief` (n) weighs the stackings, `worth` the final scores from 0 to 27; `number` is that of a
    held token, else `aside` nuggets are safe already.
    """
    held = number is not None
    rows = 1 + ASIDE if held else 1
    banks = np.array([0, *range(ASIDE)] if held else [aside])
    count = len(reveals.reveals)
    weight = np.zeros(count)
    shares = _consistent(reveals, reveal, belief)
    weight[reveals.open :] = shares[reveals.final]
    value = np.zeros((count, PILES, rows))
    scores = np.asarray(worth)[np.arange(PILES)[:, None] + banks]
    value[reveals.open :] = weight[reveals.open :, None, None] * scores
    if plain or not COMPILED:
        _plan(reveals, reveal, bust_from, number, weight, value)
    else:
        kernel.plan(
            reveals.child,
            reveals.lifted,
            reveal + 1,
            reveals.open,
            bust_from,
            number or 0,
            held,
            weight,
            value.reshape(count, -1),
        )
    return _options(reveals, reveal, bust_from, pile, number, weight, value)


def _consistent(reveals: Reveals, reveal: int, belief: Floats) -> Floats:
    """(n) the weight of one order of each stacking, however unlikely none of them zero."""
    weights: Floats = belief / reveals.twins
    seen = reveals.reveals[reveal]
    if not any(seen):
        return weights
    # Complete reveals that go on from this one; hills of equal height may have changed places.
    reached = np.zeros(len(reveals.reveals), np.bool_)
    reached[reveal] = True
    for start, end in zip(reveals.layers[:-2], reveals.layers[1:-1], strict=True):
        after = reveals.child[start:end][reached[start:end]]
        reached[after[after >= 0]] = True
    possible = np.zeros(len(weights), np.bool_)
    possible[reveals.final[reached[reveals.open :]]] = True
    return np.where(possible, weights, 0.0)


def _plan(
    reveals: Reveals,
    first: int,
    bust_from: int,
    number: int | None,
    weight: Floats,
    value: Floats,
) -> None:
    """Do what `kernel.plan` does, a layer at a time."""
    pile = np.arange(PILES)
    depth = sum(map(len, reveals.reveals[first])) + 1
    for layer in range(INGOTS - 1, depth - 1, -1):
        start, end = reveals.layers[layer], reveals.layers[layer + 1]
        child = reveals.child[start:end]
        weights = np.where(child >= 0, weight[child], 0.0)
        weight[start:end] = weights.sum(axis=2).max(axis=1)
        best = np.full((end - start, *value.shape[1:]), -1.0)
        for hill in range(HILLS):
            diggable = (child[:, hill].max(axis=1) >= 0)[:, None, None]
            won, lost = _branches(child[:, hill], bust_from, pile, value)
            total = lost[0] + lost[1] + lost[2]
            for size in range(3):
                found = total - lost[size] + won[size]
                best = np.where(diggable, np.maximum(best, found), best)
            if number is not None:
                rush = total[:, :, 1] - lost[number - 1][:, :, 1] + won[number - 1][:, :, 3]
                better = np.maximum(best[:, :, 0], rush)
                best[:, :, 0] = np.where(diggable[:, :, 0], better, best[:, :, 0])
        if number is not None:
            saved = best[:, 0, 1 + pile // 2]
            best[:, 1:, 0] = np.maximum(best[:, 1:, 0], saved[:, 1:])
        value[start:end] = best


def _branches(
    child: NDArray[np.int32], bust_from: int, pile: NDArray[np.int64], value: Floats
) -> tuple[list[Floats], list[Floats]]:
    """What each size is worth from a hill (reveals, 3), when announced and when not."""
    won, lost = [], []
    for size in (1, 2, 3):
        after = child[:, size - 1]
        row = np.where((after >= 0)[:, None, None], value[after], 0.0)
        bust = pile >= max(bust_from, size + 1)
        won.append(row[:, np.minimum(pile + size, PILES - 1)])
        lost.append(np.where(bust[:, None], row[:, size : size + 1], row))
    return won, lost


def _options(
    reveals: Reveals,
    reveal: int,
    bust_from: int,
    pile: int,
    number: int | None,
    weight: Floats,
    value: Floats,
) -> Options:
    """Read the ways to go on off the values of the next reveals."""
    digs: dict[tuple[int, int], float] = {}
    rushes: dict[int, float] = {}
    chance, saved = 0.0, -1.0
    here = np.arange(PILES)
    for hill in range(HILLS):
        after = reveals.child[reveal, hill]
        if after.max() < 0:
            continue
        won, lost = _branches(after[None], bust_from, here, value)
        chance = float(weight[after[after >= 0]].sum())
        total = lost[0] + lost[1] + lost[2]
        for size in (1, 2, 3):
            found = (total - lost[size - 1] + won[size - 1])[0]
            digs[hill, size] = float(found[pile, 0])
            if number is not None and pile:
                saved = max(saved, float(found[0, 1 + pile // 2]))
        if number is not None:
            rush = total[0, :, 1] - lost[number - 1][0, :, 1] + won[number - 1][0, :, 3]
            rushes[hill] = float(rush[pile])
    return Options(
        {key: worth / chance for key, worth in digs.items()},
        {hill: worth / chance for hill, worth in rushes.items()},
        saved / chance if number is not None and pile else None,
    )
