"""The final stage: the solver against a plain reading of the rules, and against itself."""

import subprocess
import sys
from functools import cache
from itertools import combinations
from random import Random

import pytest

from stalas.games.china_gold.maps import Map, house_map
from stalas.games.china_gold.pieces import grid
from stalas.solvers.china_gold.ending import MOST_MARKERS, Solved, solve_ending

HOUSE = house_map("house-61")


def _face_up(board: Map, face_down: frozenset[str]) -> frozenset[str]:
    """The markers still on the board when just these are face down (CG-8)."""
    up = set()
    for site in grid(board.side).sites:
        areas = [area for area in (*board.mountains, *board.rivers) if site in area]
        if site not in face_down and all(not face_down.isdisjoint(area) for area in areas):
            up.add(site)
    return frozenset(up)


def _some_ending(board: Map, markers: int, rng: Random) -> frozenset[str]:
    return frozenset(rng.sample(grid(board.side).sites, markers))


def _digs(board: Map, face_down: frozenset[str]) -> list[frozenset[str]]:
    whole = grid(board.side)
    alone = [frozenset((site,)) for site in face_down]
    together = [
        frozenset(pair)
        for pair in combinations(face_down, 2)
        if whole.index[pair[1]] in whole.neighbours[whole.index[pair[0]]]
    ]
    return alone + together


def _after(
    board: Map, face_down: frozenset[str], face_up: frozenset[str], dug: frozenset[str], seat: int
) -> tuple[frozenset[str], frozenset[str], int]:
    """The position after a dig, and the digger's gold less the other's (CG-8)."""
    down, left, won = face_down - dug, set(face_down | face_up), 0
    for who, sign in ((seat, 1), (1 - seat, -1)):
        for area in (board.mountains, board.rivers)[who]:
            here = left.intersection(area)
            if here and down.isdisjoint(here):
                won += sign * len(here)
                left -= here
    return down, frozenset(left - down), won


def _by_the_rules(board: Map, face_down: frozenset[str], seat: int) -> int:
    @cache
    def value(down: frozenset[str], up: frozenset[str], mover: int) -> int:
        found = []
        for dug in _digs(board, down):
            left, open_, won = _after(board, down, up, dug, mover)
            found.append(won - value(left, open_, 1 - mover))
        return max(found, default=0)

    return value(face_down, _face_up(board, face_down), seat)


def _solve(board: Map, face_down: frozenset[str], face_up: frozenset[str], seat: int) -> Solved:
    solved = solve_ending(board, face_down, face_up, seat)
    assert solved is not None
    return solved


@pytest.mark.parametrize("markers", [1, 2, 3, 4, 5, 6, 7, 8])
def test_the_solver_agrees_with_the_rules(markers: int) -> None:
    rng = Random(markers)
    for turn in range(40):
        down, seat = _some_ending(HOUSE, markers, rng), turn % 2
        solved = _solve(HOUSE, down, _face_up(HOUSE, down), seat)
        assert solved.value == _by_the_rules(HOUSE, down, seat)


@pytest.mark.parametrize("markers", [10, 12])
def test_the_solver_agrees_with_the_rules_on_larger_endings(markers: int) -> None:
    rng = Random(markers)
    for turn in range(6):
        down, seat = _some_ending(HOUSE, markers, rng), turn % 2
        solved = _solve(HOUSE, down, _face_up(HOUSE, down), seat)
        assert solved.value == _by_the_rules(HOUSE, down, seat)


@pytest.mark.parametrize("name", ["house-61", "house-91"])
def test_a_value_is_that_of_the_best_dig(name: str) -> None:
    board = house_map(name)
    rng = Random(name)
    for turn in range(6):
        down, seat = _some_ending(board, 17, rng), turn % 2
        up = _face_up(board, down)
        solved = _solve(board, down, up, seat)
        values = {}
        for dug in _digs(board, down):
            left, open_, won = _after(board, down, up, dug, seat)
            values[dug] = won - _solve(board, left, open_, 1 - seat).value
        assert solved.value == max(values.values())
        assert solved.best is not None
        assert values[frozenset(solved.best)] == solved.value


def test_nothing_is_left_to_win_without_markers() -> None:
    assert _solve(HOUSE, frozenset(), frozenset(), 0) == Solved(0, None, 0)


def test_a_search_that_may_not_go_on_says_so() -> None:
    down = _some_ending(HOUSE, 20, Random(1))
    assert solve_ending(HOUSE, down, _face_up(HOUSE, down), 0, nodes=50) is None


def test_too_many_markers_are_refused() -> None:
    board = house_map("house-91")
    with pytest.raises(ValueError, match=str(MOST_MARKERS)):
        solve_ending(board, grid(6).sites[: MOST_MARKERS + 1], (), 0)


def test_the_solver_runs_without_a_compiler() -> None:
    script = """
import importlib.util, sys, warnings
find_spec = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "numba" else find_spec(name, *rest)
warnings.simplefilter("error")
from stalas.core.compiled import COMPILED
from stalas.games.china_gold.maps import house_map
from stalas.solvers.china_gold.ending import solve_ending
down, up, seat = (part.split(",") for part in sys.argv[1:4])
solved = solve_ending(house_map("house-61"), down, filter(None, up), int(seat[0]))
print(COMPILED, solved.value)
"""
    down = _some_ending(HOUSE, 9, Random(3))
    up = _face_up(HOUSE, down)
    command = [sys.executable, "-c", script, ",".join(sorted(down)), ",".join(sorted(up)), "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", str(_by_the_rules(HOUSE, down, 1))]
