"""Compiled planning: the same as the plain pass of `planning`."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


@njit(cache=True)
def plan(
    child: Ints,
    lifted: Ints,
    first: int,
    last: int,
    bust_from: int,
    number: int,
    held: bool,
    weight: Floats,
    value: Floats,
) -> None:
    """Fill `weight` (N) and `value` (N, 19 × rows) of the reveals from `last` − 1 down to `first`.

    With a held token, row 0 holds it and row 1 + b has b put aside; else there is one row.
    """
    rows = value.shape[1] // 19
    total, best = np.empty(value.shape[1]), np.empty(value.shape[1])
    for reveal in range(last - 1, first - 1, -1):
        chance = 0.0
        for hill in range(4):
            here = 0.0
            for size in range(3):
                if child[reveal, hill, size] >= 0:
                    here += weight[child[reveal, hill, size]]
            chance = max(chance, here)
        weight[reveal] = chance
        if chance == 0.0:
            continue
        end = rows * (lifted[reveal] + 1)
        best[:end] = -1.0
        for hill in range(4):
            total[:end] = 0.0
            diggable = False
            for size in range(1, 4):
                after = child[reveal, hill, size - 1]
                if after < 0:
                    continue
                diggable = True
                if weight[after] == 0.0:
                    continue
                row = value[after]
                cut = min(rows * max(bust_from, size + 1), end)
                for cell in range(cut):
                    total[cell] += row[cell]
                for cell in range(cut, end, rows):
                    for other in range(rows):
                        total[cell + other] += row[rows * size + other]
            if not diggable:
                continue
            for cell in range(end):
                best[cell] = max(best[cell], total[cell])
            for size in range(1, 4):
                after = child[reveal, hill, size - 1]
                if after < 0 or weight[after] == 0.0:
                    continue
                row = value[after]
                cut = min(rows * max(bust_from, size + 1), end)
                for cell in range(cut):
                    found = total[cell] - row[cell] + row[cell + rows * size]
                    best[cell] = max(best[cell], found)
                for cell in range(cut, end, rows):
                    for other in range(rows):
                        gain = row[cell + rows * size + other] - row[rows * size + other]
                        best[cell + other] = max(best[cell + other], total[cell + other] + gain)
            if held:
                # A Gold Rush: success puts 2 aside, failure nothing.
                after = child[reveal, hill, number - 1]
                for pile in range(lifted[reveal] + 1):
                    found = total[rows * pile + 1]
                    if after >= 0 and weight[after] > 0.0:
                        kept = pile if pile < max(bust_from, number + 1) else number
                        found += (
                            value[after, rows * (pile + number) + 3] - value[after, rows * kept + 1]
                        )
                    best[rows * pile] = max(best[rows * pile], found)
        if held:
            for pile in range(1, lifted[reveal] + 1):
                best[rows * pile] = max(best[rows * pile], best[1 + pile // 2])
        for cell in range(end):
            value[reveal, cell] = best[cell]
