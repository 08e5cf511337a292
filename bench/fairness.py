"""Fairness: positions in which a level's decision hangs on what it cannot know. There must be none.

`python bench/fairness.py [--positions N] [--budget S] [--jobs N]`; writes results.md. Positions are
every third of random matches, with two seats and, in Stick Collection, with two to five in turn.
In each, what the seat to move cannot know is dealt anew, and the level is asked in both worlds.
"""

from __future__ import annotations

import argparse
from itertools import islice
from random import Random

import results
from stalas.games import SHELF, find
from stalas.players import levels
from stalas.players.fairness import positions, why_unfair
from stalas.players.workers import Workers

CHUNK = 50


def unfair(task: tuple[str, str, int, float]) -> list[str]:
    """Look at CHUNK positions; say in which the decision differs."""
    game, level, chunk, budget = task
    seats = list(find(game).seats)
    player = levels(game)[level].make()
    rng = Random(f"{game} {level} {chunk}")
    found = islice(positions(game, rng, seats[chunk % len(seats)]), 0, 3 * CHUNK, 3)
    faults = []
    for number, (state, seat) in enumerate(found):
        why = why_unfair(player, state, seat, chunk * CHUNK + number, budget)
        if why:
            faults.append(f"{game} {level} {chunk}/{number}: {why}")
    return faults


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=2_000)
    parser.add_argument("--budget", type=float, default=0.02)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    each = -(-args.positions // CHUNK)
    every = [(game, level) for game in SHELF for level in levels(game)]
    tasks = [(*who, chunk, args.budget) for chunk in range(each) for who in every]
    counts = dict.fromkeys(every, 0)
    for done, (task, faults) in enumerate(Workers(args.jobs).run(unfair, tasks), 1):
        counts[task[:2]] += len(faults)
        for fault in faults:
            print(f"\n{fault}")
        print(f"\r{done} of {len(tasks)} parts", end="", flush=True)
    print()
    results.write(
        "Fairness of the players",
        "python bench/fairness.py",
        ("level", "budget a decision", "positions", "decisions that differ"),
        [
            (f"{game} {level}", f"{args.budget:g} s", f"{each * CHUNK:,}", count)
            for (game, level), count in counts.items()
        ],
        "The same seed in two worlds that the seat to move cannot tell apart.",
    )


if __name__ == "__main__":
    main()
