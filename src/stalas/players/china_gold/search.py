"""Expectimax over turns and throws, on the kernel.

A turn's moves are all played out and weighed by `evaluation`; only the most promising are searched
deeper (their number per level is the *width*), where the throw is averaged over its exact
distribution. Work is counted in evaluated positions, so that the same position and allowance give
the same answer on any machine. The final stage is left to the exact solver where it can finish.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from stalas.core.compiled import compiled
from stalas.games.china_gold.kernel import (
    MOST_MOVES,
    POSITION,
    list_moves,
    play,
    stage_of,
    throw,
    whole,
)
from stalas.games.china_gold.pieces import FINAL
from stalas.players.china_gold.evaluation import Shapes, evaluate

_LOST: Final = -1e9


@compiled
def weigh_moves(
    shapes: Shapes,
    weights: Any,
    position: Any,
    seat: int,
    stage: int,
    moves: Any,
    count: int,
    values: Any,
    kinds: Any,
    work: Any,
) -> None:
    """Fill `values` with what each move promises the mover, without looking further."""
    after = np.empty(POSITION, np.uint64)
    for i in range(count):
        after[:] = position
        play(shapes.tables, after, seat, moves[i])
        if after[6] | after[7]:
            later = FINAL if stage == FINAL else stage_of(shapes.tables, after)
            values[i] = -evaluate(shapes, weights, after, 1 - seat, later, kinds)
        else:
            values[i] = whole(after[8 + seat]) - whole(after[9 - seat])
    work[0] += count


@compiled
def promise(
    shapes: Shapes,
    weights: Any,
    position: Any,
    seat: int,
    stage: int,
    depth: int,
    width: int,
    kinds: Any,
    work: Any,
) -> Any:
    """What the seat to move may expect before its throw, looking `depth` turns ahead.

    One function that calls itself: compiled functions that call one another in a circle cannot be
    kept on disk.
    """
    if not (position[6] | position[7]):
        return np.float64(whole(position[8 + seat]) - whole(position[9 - seat]))
    if depth == 0:
        work[0] += 1
        return evaluate(shapes, weights, position, seat, stage, kinds)
    chances = np.zeros(6, np.float64)
    if stage == FINAL:
        chances[0] = 1.0
    else:
        for bits in range(8):
            chances[throw(stage, bits)] += 0.125
    moves = np.empty(MOST_MOVES, np.int64)
    values = np.empty(MOST_MOVES, np.float64)
    after = np.empty(POSITION, np.uint64)
    total = 0.0
    for number in range(6):
        if chances[number] == 0.0:
            continue
        count = list_moves(shapes.tables, position, stage, number, moves)
        weigh_moves(shapes, weights, position, seat, stage, moves, count, values, kinds, work)
        best = _LOST
        for _ in range(count if depth == 1 else min(width, count)):
            top = 0
            for i in range(1, count):
                if values[i] > values[top]:
                    top = i
            value = values[top]
            values[top] = 2 * _LOST
            if depth > 1:
                after[:] = position
                play(shapes.tables, after, seat, moves[top])
                later = FINAL if stage == FINAL else stage_of(shapes.tables, after)
                value = -promise(
                    shapes, weights, after, 1 - seat, later, depth - 1, width, kinds, work
                )
            best = max(best, value)
            if depth == 1:
                break
        total += chances[number] * best
    return total


@compiled
def search_root(
    shapes: Shapes,
    weights: Any,
    position: Any,
    seat: int,
    stage: int,
    moves: Any,
    values: Any,
    depth: int,
    width: int,
    work: Any,
) -> None:
    """Look `depth` turns past each of the given moves; fill `values` with what they promise.

    `work` holds the evaluations made and those allowed; a move not reached keeps −1e9.
    """
    kinds = np.empty((2, shapes.tables.areas.shape[1]), np.int64)
    after = np.empty(POSITION, np.uint64)
    for i in range(moves.shape[0]):
        values[i] = _LOST
        if work[0] > work[1]:
            continue
        after[:] = position
        play(shapes.tables, after, seat, moves[i])
        later = FINAL if stage == FINAL else stage_of(shapes.tables, after)
        values[i] = -promise(shapes, weights, after, 1 - seat, later, depth, width, kinds, work)
