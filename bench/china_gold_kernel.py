"""China Gold's kernel at random play, beside OpenSpiel's C++ games, plies a second on one core.

`python bench/china_gold_kernel.py [--seconds S]`; writes results.md. OpenSpiel's games are played
in C++ without a step in Python: its `MCTSBot` makes one simulation, which is a thousand random
rollouts from the start; the time a match is divided by the length of one, which is measured apart.
All are measured in turns, in one run, and the best of five turns counts.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from random import Random
from time import perf_counter

import numpy as np
import pyspiel

import results
from stalas.games.china_gold.maps import house_map
from stalas.games.china_gold.playout import RandomPlay

TURNS = 5


def kernel(name: str) -> Callable[[float], float]:
    """Give what measures our plies a second on a map, throws counted as plies."""
    play, luck = RandomPlay(house_map(name)), np.array([1], np.uint64)
    gold = np.zeros(2, np.int64)
    play.matches(luck, 10, gold)

    def measure(seconds: float) -> float:
        begun = perf_counter()
        plies = 0
        while perf_counter() - begun < seconds:
            plies += play.matches(luck, 1_000, gold)
        return plies / (perf_counter() - begun)

    return measure


def open_spiel(name: str) -> Callable[[float], float]:
    """Give what measures the plies a second of one of OpenSpiel's games."""
    game = pyspiel.load_game(name)
    rng = Random(1)
    lengths = []
    for _ in range(500):
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
        lengths.append(plies)
    length = sum(lengths) / len(lengths)
    batch = 1_000
    start = game.new_initial_state()
    bot = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(batch, 1), 1.0, 1, 100, False, 1, False
    )

    def measure(seconds: float) -> float:
        begun = perf_counter()
        matches = 0
        while perf_counter() - begun < seconds:
            bot.step(start)
            matches += batch
        return matches * length / (perf_counter() - begun)

    return measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args()
    os.sched_setaffinity(0, {os.cpu_count() - 1})  # type: ignore[operator]
    measures = {
        "China Gold, house-61": kernel("house-61"),
        "China Gold, house-91": kernel("house-91"),
        "OpenSpiel Hex 8×8": open_spiel("hex(board_size=8)"),
        "OpenSpiel Dots and Boxes 2×2": open_spiel("dots_and_boxes"),
        "OpenSpiel Dots and Boxes 5×5": open_spiel("dots_and_boxes(num_rows=5,num_cols=5)"),
    }
    best = dict.fromkeys(measures, 0.0)
    for _ in range(TURNS):
        for name, measure in measures.items():
            best[name] = max(best[name], measure(args.seconds))
    ours = best["China Gold, house-61"]
    results.write(
        "Kernels: random play",
        "python bench/china_gold_kernel.py",
        ("game", "plies a second", "China Gold's is so many times as fast"),
        [(name, f"{speed:,.0f}", f"{ours / speed:.1f}") for name, speed in best.items()],
        "Whole random matches on one core, measured in turns in one run.",
    )


if __name__ == "__main__":
    main()
