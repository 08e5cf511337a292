"""How long China Gold's final stage takes to solve, by the number of face-down markers.

`python bench/china_gold_endings.py [--endings N] [--markers 12,16,20,22,24] [--map house-61]`;
writes results.md. The endings are random sets of markers; all others lie face up or have been won.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from random import Random
from statistics import median
from time import perf_counter

from results import write
from stalas.games.china_gold.maps import Map, house_map
from stalas.games.china_gold.pieces import grid
from stalas.solvers.china_gold.ending import solve_ending


def face_up(board: Map, down: Iterable[str]) -> list[str]:
    """The markers still on the board when just these are face down (CG-8)."""
    hidden = set(down)
    areas = (*board.mountains, *board.rivers)
    return [
        site
        for site in grid(board.side).sites
        if site not in hidden and all(not hidden.isdisjoint(area) for area in areas if site in area)
    ]


def measure(board: Map, markers: int, endings: int) -> tuple[list[float], list[int]]:
    """Solve random endings; give the seconds and the positions searched of each."""
    rng = Random(markers)
    seconds, nodes = [], []
    for _ in range(endings):
        down = rng.sample(grid(board.side).sites, markers)
        up = face_up(board, down)
        begun = perf_counter()
        solved = solve_ending(board, down, up, rng.randrange(2))
        seconds.append(perf_counter() - begun)
        if solved is None:
            raise RuntimeError("a search without a limit has stopped")
        nodes.append(solved.nodes)
    return seconds, nodes


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--endings", type=int, default=100)
    parser.add_argument("--markers", default="12,16,20,22,24")
    parser.add_argument("--map", default="house-61", choices=["house-61", "house-91"])
    asked = parser.parse_args()
    board = house_map(asked.map)
    solve_ending(board, grid(board.side).sites[:2], (), 0)
    rows = []
    for markers in map(int, asked.markers.split(",")):
        seconds, nodes = measure(board, markers, asked.endings)
        print(f"{markers} markers: median {median(seconds):.3f} s", flush=True)
        within = sum(second < 1 for second in seconds)
        rows.append(
            (
                f"{asked.map}, {markers} markers",
                f"{median(seconds):.3f}",
                f"{max(seconds):.2f}",
                f"{within} of {len(seconds)}",
                f"{median(nodes):,.0f}",
            )
        )
    write(
        "China Gold: endings solved exactly",
        "python bench/china_gold_endings.py",
        ("ending", "median seconds", "longest", "within a second", "median positions"),
        rows,
        f"{asked.endings} random endings a row, one core.",
    )


if __name__ == "__main__":
    main()
