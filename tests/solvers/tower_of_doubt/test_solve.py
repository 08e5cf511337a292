"""Deals, the public tree, iterating, interrupting and resuming; the match."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from stalas.solvers.tower_of_doubt.deals import RINGS, all_deals, compare
from stalas.solvers.tower_of_doubt.match import match_table
from stalas.solvers.tower_of_doubt.solve import solve
from stalas.solvers.tower_of_doubt.tree import OVER, Setup, build_tree

SMALL = ("bbbw", "bbbw", "bbww")


@pytest.mark.parametrize(("missing", "number"), [(False, 7200), (True, 5040)])
def test_all_deals_have_chance_one(missing: bool, number: int) -> None:
    deals = all_deals(RINGS, missing=missing)
    assert len(deals) == len({(deal.pairs, deal.missing) for deal in deals}) == number
    assert sum(deal.chance for deal in deals) == 1


def test_td_8_both_twos_win_outright() -> None:
    assert compare([2, 2], [3, 4]) == 1
    assert compare([4, 3], [2, 2]) == -1


def test_td_8_sum_then_higher_low_tower() -> None:
    assert compare([4, 0], [2, 1]) == 1
    assert compare([4, 1], [2, 3]) == -1


def test_td_8_a_round_takes_four_to_seven_markers() -> None:
    lengths = {len(n.marks) for n in build_tree(Setup(RINGS)) if n.mover == OVER}
    assert lengths == {4, 5, 6, 7}


def test_the_exploitability_reaches_the_target() -> None:
    seen: list[tuple[int, float]] = []
    solution = solve(
        towers=SMALL,
        own=1,
        must_peek=True,
        target=1e-3,
        progress=lambda iterations, exploitability, _: seen.append((iterations, exploitability)),
    )
    assert solution.exploitability <= 1e-3
    assert seen[-1] == (solution.iterations, solution.exploitability)
    assert all(exploitability > 1e-3 for _, exploitability in seen[:-1])


def test_an_interrupted_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "small.checkpoint"

    def interrupt(iterations: int, exploitability: float, seconds: float) -> None:
        if iterations == 200:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(towers=SMALL, own=1, target=1e-9, checkpoint=path, progress=interrupt)
    counted: list[int] = []
    resumed = solve(
        towers=SMALL,
        own=1,
        target=1e-9,
        limit=300,
        checkpoint=path,
        progress=lambda iterations, *_: counted.append(iterations),
    )
    whole = solve(towers=SMALL, own=1, target=1e-9, limit=300)
    assert counted == [200, 300]
    assert resumed.value == pytest.approx(whole.value, abs=1e-5)
    assert resumed.exploitability == pytest.approx(whole.exploitability, rel=0.01)


def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "small.checkpoint"
    solve(towers=SMALL, own=1, limit=1, checkpoint=path)
    with pytest.raises(ValueError, match="another version"):
        solve(towers=SMALL, own=1, must_peek=True, limit=1, checkpoint=path)
    path.write_bytes(b"nothing")
    with pytest.raises(ValueError, match="not a checkpoint"):
        solve(towers=SMALL, own=1, limit=1, checkpoint=path)


@pytest.mark.parametrize("points", [1, 2, 3, 4])
def test_td_2_td_9_the_match_is_the_chain_of_its_rounds(points: int) -> None:
    win = Fraction(3, 8)

    @cache
    def zero_wins(tokens: tuple[int, int], starter: int) -> Fraction:
        if max(tokens) == points:
            return Fraction(tokens[0] == points)
        total = Fraction(0)
        for winner in (0, 1):
            after = (tokens[0] + (winner == 0), tokens[1] + (winner == 1))
            leader = winner if after[0] == after[1] else int(after[1] > after[0])
            total += (win if winner == starter else 1 - win) * zero_wins(after, leader)
        return total

    table = match_table(float(2 * win - 1), points)
    assert len(table) == points**2
    for row in table:
        exact = zero_wins((row.starter, row.other), 0)
        assert row.chance == pytest.approx(float(exact), abs=1e-12)
        assert row.occurs == (row.starter >= row.other)
