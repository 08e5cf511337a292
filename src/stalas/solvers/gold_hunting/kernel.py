"""Compiled digging: the same as the plain passes of `digging`, some ten times faster."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Bytes = NDArray[np.int8]


@njit(cache=True)
def dig_best(
    child: Ints, lifted: Ints, bust_from: int, weight: Floats, value: Floats, choice: Bytes
) -> None:
    """Fill `weight`, `value` and `choice` of the reveals with something to dig, last one first.

    `weight` (N) and `value` (N, 19 × 4) hold those of the complete reveals. Pile and token share an
    axis, tokens fastest, so that the inner loops are long enough to run as vectors.
    """
    cells = value.shape[1]
    total, best, chosen = np.empty(cells), np.empty(cells), np.empty(cells)
    gain = np.empty((3, cells))
    rush, rush_code = np.empty((3, cells // 4)), np.empty((3, cells // 4))
    for reveal in range(choice.shape[0] - 1, -1, -1):
        end = 4 * (lifted[reveal] + 1)
        chance = 0.0
        best[:] = -1.0
        rush[:] = -1.0
        for hill in range(4):
            total[:] = 0.0
            gain[:] = 0.0
            here = -1.0
            for size in range(1, 4):
                after = child[reveal, hill, size - 1]
                if after < 0:
                    continue
                here = max(here, 0.0) + weight[after]
                row = value[after]
                wins = value[after, 4 * size :]
                won = gain[size - 1]
                cut = min(4 * max(bust_from, size + 1), end)
                for cell in range(cut):
                    total[cell] += row[cell]
                    won[cell] = wins[cell] - row[cell]
                for cell in range(cut, end, 4):
                    for token in range(4):
                        total[cell + token] += wins[token]
                        won[cell + token] = wins[cell + token] - wins[token]
            if here < 0.0:
                continue
            chance = max(chance, here)
            for size in range(1, 4):
                won = gain[size - 1]
                code = 3.0 * hill + size - 1.0
                for cell in range(end):
                    found = total[cell] + won[cell]
                    better = found > best[cell]
                    best[cell] = found if better else best[cell]
                    chosen[cell] = code if better else chosen[cell]
                after = child[reveal, hill, size - 1]
                bonus = 2.0 * weight[after] if after >= 0 else 0.0
                for pile in range(end // 4):
                    found = total[4 * pile + 3] + won[4 * pile + 3] + bonus
                    better = found > rush[size - 1, pile]
                    rush[size - 1, pile] = found if better else rush[size - 1, pile]
                    rush_code[size - 1, pile] = 12.0 + hill if better else rush_code[size - 1, pile]
        weight[reveal] = chance
        for pile in range(end // 4):
            aside = chance * (pile // 2) + best[3] if pile > 0 else -1.0
            for token in range(3):
                cell = 4 * pile + token
                if rush[token, pile] > best[cell]:
                    best[cell], chosen[cell] = rush[token, pile], rush_code[token, pile]
                if aside > best[cell]:
                    best[cell], chosen[cell] = aside, 16.0
        for cell in range(end):
            value[reveal, cell] = best[cell]
            choice[reveal, cell] = np.int8(chosen[cell])


@njit(cache=True)
def walk(
    child: Ints, place: Ints, orders: Bytes, bust_from: int, choice: Bytes, scores: Floats
) -> None:
    """Fill `scores` (3, m): what the digging `choice` makes of each order with each token."""
    hills, depths = np.empty(4, np.int64), np.empty(4, np.int64)
    for row in range(orders.shape[0]):
        for number in range(3):
            for hill in range(4):
                hills[hill], depths[hill] = hill, 0
            reveal, pile, token, score = 0, 0, number, 0
            while reveal < choice.shape[0]:
                code = choice[reveal, pile, token]
                if code == 16:
                    score += pile // 2
                    pile, token = 0, 3
                    code = choice[reveal, pile, token]
                rushing = code >= 12
                hill = code - 12 if rushing else code // 3
                announced = number + 1 if rushing else code % 3 + 1
                size = orders[row, hills[hill], depths[hill]]
                if size == announced:
                    pile += size
                    if rushing:
                        score += 2
                elif pile >= bust_from and size < pile:
                    pile = size
                if rushing:
                    token = 3
                to = place[reveal, hill, size - 1]
                reveal = child[reveal, hill, size - 1]
                moved, depth = hills[hill], depths[hill] + 1
                step = 1 if to > hill else -1
                for other in range(hill, to, step):
                    hills[other], depths[other] = hills[other + step], depths[other + step]
                hills[to], depths[to] = moved, depth
            scores[number, row] = score + pile
