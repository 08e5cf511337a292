"""Digging: the best reply to a mix of stackings, and what a way of digging earns from each.

The digger's future depends on the reveal, the pile and the token alone, and what was put into the
safe counts at once, so the best reply is dynamic programming over reveals, last one first. All
values are in nuggets, weighted by the unnormalised chance of the reveal.

A digger that does not know which of two hills of equal height is which names them at random when
the match begins; so what it earns from a stacking is the mean over the stacking's orders.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from stalas.solvers.gold_hunting.reveals import Reveals
from stalas.solvers.gold_hunting.stackings import HILLS, NUGGETS

try:
    from stalas.solvers.gold_hunting import kernel

    COMPILED = True
except ImportError:  # numba is an extra; the plain passes give the same
    COMPILED = False

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Choices = NDArray[np.int8]

TOKENS: Final = 3
GONE: Final = 3
"""The token's row once it was used; rows 0 to 2 are a held token by its number less one."""
PILES: Final = NUGGETS + 1
RUSH: Final = 12
"""Choices: 3 × hill + size − 1 digs, RUSH + hill rushes, SAFE puts the pile aside first."""
SAFE: Final = 16
RUSH_BONUS: Final = 2


@dataclass(frozen=True)
class Digging:
    """A best reply to a mix of stackings."""

    reveals: Reveals
    bust_from: int
    choice: Choices
    """(open, 19, 4) what to do by reveal, pile and token."""
    values: Floats
    """(3) its expected score by the token's number, against the mix it replies to."""

    def payoffs(self, plain: bool = False) -> Floats:
        """(3, n) its expected score by the token's number against each stacking."""
        scores = np.zeros((TOKENS, len(self.reveals.owner)))
        if plain or not COMPILED:
            _walk(self.reveals, self.bust_from, self.choice, scores)
        else:
            kernel.walk(
                self.reveals.child,
                self.reveals.place,
                self.reveals.orders,
                self.bust_from,
                self.choice,
                scores,
            )
        sums = [np.bincount(self.reveals.owner, row, len(self.reveals.twins)) for row in scores]
        return np.array(sums) / self.reveals.twins


def dig_best(reveals: Reveals, mix: Floats, bust_from: int, plain: bool = False) -> Digging:
    """Reply best to a mix of stackings (n), scaled as it may be; `values` are scaled likewise."""
    _, value, choice = backward(reveals, mix, bust_from, plain)
    return Digging(reveals, bust_from, choice, value[0, 0, :TOKENS].copy())


def backward(
    reveals: Reveals, mix: Floats, bust_from: int, plain: bool = False
) -> tuple[Floats, Floats, Choices]:
    """Go through all reveals, last one first, against a mix of stackings (n).

    Gives the chance of each reveal (N), its best expected score times that chance by pile and token
    (N, 19, 4), and what to do there (open, 19, 4). Piles larger than what was lifted are not told.
    """
    number = len(reveals.reveals)
    weight = np.zeros(number)
    weight[reveals.open :] = (mix / reveals.twins)[reveals.final]
    value = np.zeros((number + 1, PILES, TOKENS + 1))
    value[reveals.open : number] = (weight[reveals.open :, None] * np.arange(PILES))[:, :, None]
    choice = np.zeros((reveals.open, PILES, TOKENS + 1), np.int8)
    if plain or not COMPILED:
        _dig_best(reveals, bust_from, weight, value, choice)
    else:
        kernel.dig_best(
            reveals.child,
            reveals.lifted,
            bust_from,
            weight,
            value.reshape(len(value), -1),
            choice.reshape(len(choice), -1),
        )
    return weight, value[:number], choice


def _dig_best(
    reveals: Reveals, bust_from: int, weight: Floats, value: Floats, choice: Choices
) -> None:
    """Do what `kernel.dig_best` does, a layer at a time; `value[N]` is the impossible lift's 0."""
    pile: Ints = np.arange(PILES)
    for start, end in reversed(list(zip(reveals.layers[:-2], reveals.layers[1:-1], strict=True))):
        child = reveals.child[start:end]
        weights = np.where(child >= 0, weight[child], 0.0)
        weight[start:end] = weights.sum(axis=2).max(axis=1)
        best = np.full((end - start, PILES, TOKENS + 1), -1.0)
        rush = np.full((end - start, PILES, TOKENS), -1.0)
        chosen = np.zeros(best.shape, np.int8)
        rushed = np.zeros(rush.shape, np.int8)
        for hill in range(HILLS):
            here = np.max(child[:, hill], axis=1)[:, None, None] >= 0
            won, lost = [], []
            for size in (1, 2, 3):
                row = value[child[:, hill, size - 1]]
                bust = pile >= max(bust_from, size + 1)
                won.append(row[:, np.minimum(pile + size, PILES - 1)])
                lost.append(np.where(bust[:, None], row[:, size : size + 1], row))
            for size in (1, 2, 3):
                found = won[size - 1] + sum(lost[k] for k in range(3) if k != size - 1)
                _keep(best, chosen, np.where(here, found, -1.0), 3 * hill + size - 1)
                bonus = RUSH_BONUS * weights[:, hill, size - 1, None]
                found = np.where(here[:, 0], found[:, :, GONE] + bonus, -1.0)
                _keep(rush[:, :, size - 1], rushed[:, :, size - 1], found, RUSH + hill)
        held, kept = best[:, :, :TOKENS], chosen[:, :, :TOKENS]
        better = rush > held
        held[better], kept[better] = rush[better], rushed[better]
        aside = weight[start:end, None] * (pile // 2) + best[:, :1, GONE]
        _keep(held, kept, np.where(pile > 0, aside, -1.0)[:, :, None], SAFE)
        value[start:end], choice[start:end] = best, chosen


def _keep(best: Floats, chosen: Choices, found: Floats, code: int) -> None:
    """Take over what is better, in place."""
    better = found > best
    best[better] = np.broadcast_to(found, best.shape)[better]
    chosen[better] = code


def _walk(reveals: Reveals, bust_from: int, choice: Choices, scores: Floats) -> None:
    """Do what `kernel.walk` does, all orders and tokens at once, a lift at a time."""
    rows = len(reveals.owner)
    number: Ints = np.repeat(np.arange(TOKENS), rows)
    order = np.tile(np.arange(rows), TOKENS)
    every = np.arange(TOKENS * rows)
    hills = np.tile(np.arange(HILLS), (TOKENS * rows, 1))
    depths = np.zeros_like(hills)
    reveal: Ints = np.zeros(TOKENS * rows, np.int64)
    pile, score = reveal.copy(), reveal.copy()
    token = number.copy()
    for _ in reveals.layers[:-2]:
        code = choice[reveal, pile, token]
        safe = code == SAFE
        score += np.where(safe, pile // 2, 0)
        pile[safe], token[safe] = 0, GONE
        code = choice[reveal, pile, token]
        rushing = code >= RUSH
        hill = np.where(rushing, code - RUSH, code // 3)
        announced = np.where(rushing, number, code % 3) + 1
        size = reveals.orders[order, hills[every, hill], depths[every, hill]].astype(np.int64)
        success = size == announced
        bust = ~success & (pile >= bust_from) & (size < pile)
        pile = np.where(success, pile + size, np.where(bust, size, pile))
        score += np.where(success & rushing, RUSH_BONUS, 0)
        token[rushing] = GONE
        to = reveals.place[reveal, hill, size - 1]
        reveal = reveals.child[reveal, hill, size - 1].astype(np.int64)
        depths[every, hill] += 1
        # The hill that was dug moves to its new place; those it passes move one back.
        moved = np.tile(np.arange(HILLS), (len(every), 1))
        up, down = hill[:, None], to[:, None]
        moved = np.where((moved >= up) & (moved < down), moved + 1, moved)
        moved = np.where((np.arange(HILLS) <= up) & (np.arange(HILLS) > down), moved - 1, moved)
        moved[every, to] = hill
        hills = np.take_along_axis(hills, moved, axis=1)
        depths = np.take_along_axis(depths, moved, axis=1)
    scores[:] = (score + pile).reshape(TOKENS, rows)
