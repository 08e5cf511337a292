"""Learning the table of `evaluation` from self-play, by temporal differences.

Run it as `python -m stalas.players.china_gold.training --matches 200000 > weights.txt`.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any, Final

import numpy as np

from stalas.core.compiled import compiled
from stalas.games.china_gold.kernel import (
    MOST_MOVES,
    POSITION,
    list_moves,
    play,
    random_below,
    stage_of,
    start_position,
    throw,
)
from stalas.games.china_gold.maps import house_map
from stalas.games.china_gold.pieces import FINAL
from stalas.players.china_gold.evaluation import (
    STAGES,
    Shapes,
    classify,
    evaluate,
    make_shapes,
    stage_index,
)

MOST_TURNS: Final = 400
"""A match of self-play that is longer is left out."""


@compiled
def best_move(
    shapes: Shapes,
    weights: Any,
    position: Any,
    seat: int,
    stage: int,
    number: int,
    moves: Any,
    kinds: Any,
    luck: Any,
    wild: int,
) -> Any:
    """The move after which the other seat may expect least; one in `wild` is any move."""
    count = list_moves(shapes.tables, position, stage, number, moves)
    if wild and random_below(luck, wild) == 0:
        return moves[random_below(luck, count)]
    best = -1e9
    chosen = moves[0]
    after = np.empty(POSITION, np.uint64)
    for i in range(count):
        after[:] = position
        play(shapes.tables, after, seat, moves[i])
        later = FINAL if stage == FINAL else stage_of(shapes.tables, after)
        value = -evaluate(shapes, weights, after, 1 - seat, later, kinds)
        value += 1e-6 * random_below(luck, 1000)
        if value > best:
            best = value
            chosen = moves[i]
    return chosen


@compiled
def train(
    shapes: Shapes, weights: Any, matches: int, rate: float, trace: float, luck: Any, start: Any
) -> int:
    """Play `matches` against itself, correcting `weights` after each; give the turns played.

    Every turn's value is drawn towards a mix of the next turn's value and the final difference,
    the latter weighing `trace` to the power of the distance (Sutton 1988).
    """
    moves = np.empty(MOST_MOVES, np.int64)
    kinds = np.empty((2, shapes.tables.areas.shape[1]), np.int64)
    positions = np.empty((MOST_TURNS, POSITION), np.uint64)
    stages = np.empty(MOST_TURNS, np.int64)
    total = 0
    for match in range(matches):
        position = start.copy()
        seat = match & 1
        first = seat
        stage = stage_of(shapes.tables, position)
        turns = 0
        while (position[6] | position[7]) and turns < MOST_TURNS:
            positions[turns] = position
            stages[turns] = stage
            turns += 1
            number = 0 if stage == FINAL else throw(stage, random_below(luck, 8))
            move = best_move(shapes, weights, position, seat, stage, number, moves, kinds, luck, 12)
            play(shapes.tables, position, seat, move)
            seat = 1 - seat
            if stage != FINAL:
                stage = stage_of(shapes.tables, position)
        if position[6] | position[7]:
            continue
        total += turns
        # From the mountains' side: what the match gave, then each earlier turn towards it.
        target = np.float64(position[8]) - np.float64(position[9])
        for turn in range(turns - 1, -1, -1):
            mover = (first + turn) & 1
            sign = 1.0 if mover == 0 else -1.0
            here = positions[turn]
            value = sign * evaluate(shapes, weights, here, mover, stages[turn], kinds)
            classify(shapes, here, kinds)
            step = rate * sign * (target - value)
            row = stage_index(stages[turn])
            for site in range(shapes.tables.sites.shape[0]):
                if here[6 + (site >> 6)] >> np.uint64(site & 63) & np.uint64(1):
                    mine = kinds[mover, shapes.tables.area_of[mover, site]]
                    theirs = kinds[1 - mover, shapes.tables.area_of[1 - mover, site]]
                    moved = weights[row, mine, theirs] + step
                    weights[row, mine, theirs] = min(1.0, max(-1.0, moved))
            target = trace * target + (1 - trace) * value
    return total


def first_weights() -> Any:
    """A sensible table to begin with: what is nearer to being dug up is likelier taken."""
    nearness = np.array([0.0, 1.0, 0.8, 0.6, 0.6, 0.45, 0.45, 0.35, 0.35, 0.3, 0.25, 0.2, 0.15])
    table = nearness[:, None] - nearness[None, :]
    return np.repeat(0.6 * table[None], STAGES, axis=0)


def main() -> None:
    """Learn on the house map and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    shapes = make_shapes(house_map("house-61"))
    start = start_position(shapes.tables)
    weights = first_weights()
    luck = np.array([args.seed * 2654435761 + 88172645463325252], np.uint64)
    rounds = 40
    for turn in range(rounds):
        rate = 0.004 * (1 - turn / rounds) + 0.0002
        turns = train(shapes, weights, args.matches // rounds, rate, 0.8, luck, start)
        sys.stderr.write(f"\r{turn + 1}/{rounds} ({turns} turns)")
        sys.stderr.flush()
    sys.stderr.write("\n")
    out = sys.stdout
    out.write("#\n")
    for stage in weights:
        for row in stage:
            out.write(" ".join(f"{value:.3f}" for value in row) + "\n")


if __name__ == "__main__":
    main()
