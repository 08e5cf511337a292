"""That random matches always reach an end and nobody to move ever lacks a move.

`python bench/random_matches.py [--matches N] [--game NAME]`; writes results.md.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter

import matches
import results
from stalas.games import SHELF

CHUNK = 250


def main() -> None:
    """Play them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000, metavar="N", help="of each game")
    parser.add_argument("--game", choices=SHELF, action="append")
    args = parser.parse_args()
    rows = []
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for name in args.game or SHELF:
            began = perf_counter()
            starts = range(0, args.matches, CHUNK)
            plies, longest, reasons = 0, 0, Counter[str]()
            for some, most, why in executor.map(play, [name] * len(starts), starts):
                plies += some
                longest = max(longest, most)
                reasons += why
            seconds = perf_counter() - began
            ways = ", ".join(f"{why} {number:,}" for why, number in reasons.most_common())
            rows.append(
                (name, f"{reasons.total():,}", f"{plies:,}", longest, f"{seconds:.0f}", ways)
            )
    results.write(
        "Random matches reach an end",
        "python bench/random_matches.py",
        ("game", "matches", "plies", "longest", "seconds", "how they ended"),
        rows,
        "Two processes; a seat to move without a legal move would have stopped the command.",
    )


def play(name: str, start: int) -> tuple[int, int, Counter[str]]:
    """Play a chunk of matches; give the plies, the longest match and how they ended."""
    plies, longest, reasons = 0, 0, Counter[str]()
    for seed in range(start, start + CHUNK):
        _, moves, state = matches.play(name, seed)
        outcome = state.outcome()
        assert outcome is not None
        plies += len(moves)
        longest = max(longest, len(moves))
        reasons[outcome.reason] += 1
    return plies, longest, reasons


if __name__ == "__main__":
    main()
