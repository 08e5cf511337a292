"""The bounds: found by a search, held by best responses computed afresh."""

from pathlib import Path

import numpy as np
import pytest

from stalas.solvers.gold_hunting.digging import dig_best
from stalas.solvers.gold_hunting.equilibrium import Solution, earnings, solve, squared
from stalas.solvers.gold_hunting.library import load, save, shipped, shipped_profiles
from stalas.solvers.gold_hunting.reveals import reveals_of
from stalas.solvers.gold_hunting.stackings import profiles, stackings
from stalas.solvers.gold_hunting.thinning import thin

HEIGHTS = (1, 1, 1, 15)


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(HEIGHTS, target=0.05)


def test_both_bounds_are_what_best_responses_say(solution: Solution) -> None:
    assert solution.gap <= 0.05
    reveals = reveals_of(HEIGHTS)
    paid = dig_best(reveals, solution.stackings, 3).values.mean()
    assert paid == pytest.approx(solution.upper)
    ways = [dig_best(reveals, squared(roots), 3).payoffs() for roots in solution.replies]
    assert (np.stack(ways, axis=1) == solution.payoffs).all()
    assert solution.shares.sum(axis=1) == pytest.approx(1)
    assert earnings(solution.payoffs, solution.shares).min() == pytest.approx(solution.lower)


def test_replies_are_the_same_ties_included_however_they_are_computed(solution: Solution) -> None:
    pytest.importorskip("numba")
    reveals = reveals_of(HEIGHTS)
    for roots in solution.replies[-5:]:
        plain = dig_best(reveals, squared(roots), 3, plain=True)
        compiled = dig_best(reveals, squared(roots), 3)
        assert (plain.payoffs(plain=True) == compiled.payoffs()).all()


def test_more_can_go_wrong_for_a_pile_that_busts_earlier(solution: Solution) -> None:
    assert solve(HEIGHTS, bust_from=2, target=0.05).upper < solution.lower


def test_an_interrupted_search_gives_its_bounds() -> None:
    def interrupt(found: Solution) -> None:
        if found.iterations == 30:
            raise KeyboardInterrupt

    found = solve(HEIGHTS, target=0.001, progress=interrupt)
    assert 0.001 < found.gap < 2
    assert found.iterations == 30


def test_thinning_keeps_the_bounds_it_tells(solution: Solution, tmp_path: Path) -> None:
    kept = thin(solution, gap=0.2)
    assert len(kept.replies) < len(solution.replies)
    assert 0 < kept.upper - kept.lower <= 0.2
    save(tmp_path / "some.zip", [kept])
    assert load(tmp_path / "some.zip") == {"3/1-1-1-15.json": kept}


def test_a_file_that_is_no_archive_is_named(tmp_path: Path) -> None:
    assert load(tmp_path / "none.zip") == {}
    (tmp_path / "some.zip").write_bytes(b"PK junk")
    with pytest.raises(ValueError, match=r"some\.zip is no archive of solutions"):
        load(tmp_path / "some.zip")


@pytest.mark.parametrize("bust_from", [3, 2])
def test_every_profile_is_shipped_within_a_twentieth_of_a_nugget(bust_from: int) -> None:
    every = shipped_profiles(bust_from)
    assert {kept.heights for kept in every} == set(profiles())
    for kept in every:
        assert 0 < kept.upper - kept.lower <= 0.05
        assert len(kept.stackings) == len(stackings(kept.heights))
        assert all(len(roots) == len(kept.stackings) for roots in kept.replies)
        assert all(len(row) == len(kept.replies) for row in kept.shares)


@pytest.mark.parametrize(
    ("heights", "bust_from"), [((3, 5, 5, 5), 3), ((2, 2, 2, 12), 3), ((1, 1, 1, 15), 2)]
)
def test_best_responses_gain_little_against_what_is_shipped(
    heights: tuple[int, ...], bust_from: int
) -> None:
    kept = shipped(heights, bust_from)
    reveals = reveals_of(heights)
    mix = np.array(kept.stackings, np.float64)
    paid = float(dig_best(reveals, mix / mix.sum(), bust_from).values.mean())
    ways = [dig_best(reveals, squared(np.array(way)), bust_from).payoffs() for way in kept.replies]
    shares = np.array(kept.shares, np.float64)
    shares /= shares.sum(axis=1, keepdims=True)
    earned = float(earnings(np.stack(ways, axis=1), shares).min())
    assert earned == pytest.approx(kept.lower)
    assert 0 < paid - earned <= 0.05
