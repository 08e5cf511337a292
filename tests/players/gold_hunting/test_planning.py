"""Planning: with the score itself as worth, it is the solver's digging."""

import numpy as np
import pytest

from stalas.players.gold_hunting.planning import WORTHS, plan
from stalas.solvers.gold_hunting.digging import dig_best
from stalas.solvers.gold_hunting.reveals import reveals_of

HEIGHTS = (3, 5, 5, 5)


@pytest.mark.parametrize("bust_from", [3, 2])
@pytest.mark.parametrize("plain", [True, False])
def test_with_the_score_as_worth_it_digs_as_the_best_reply(bust_from: int, plain: bool) -> None:
    reveals = reveals_of(HEIGHTS)
    mix = np.random.default_rng(8).random(len(reveals.stackings)) ** 3
    mix /= mix.sum()
    reply = dig_best(reveals, mix, bust_from)
    for number in (1, 2, 3):
        options = plan(
            reveals, 0, mix, range(WORTHS), bust_from=bust_from, pile=0, number=number, plain=plain
        )
        best = max([*options.digs.values(), *options.rushes.values()])
        assert best == pytest.approx(reply.values[number - 1])


@pytest.mark.parametrize("number", [None, 1, 3])
@pytest.mark.parametrize("lifted", [("1", "", "2", "21"), ("", "1", "1", "3"), ("", "", "12", "2")])
def test_plain_and_compiled_agree(number: int | None, lifted: tuple[str, ...]) -> None:
    pytest.importorskip("numba")
    reveals = reveals_of(HEIGHTS)
    mix = np.random.default_rng(9).random(len(reveals.stackings))
    worth = np.sort(np.random.default_rng(10).random(WORTHS)).tolist()
    reveal = reveals.index[lifted]
    pile = int(reveals.lifted[reveal]) - 1
    plain, compiled = (
        plan(reveals, reveal, mix, worth, bust_from=3, pile=pile, number=number, plain=way)
        for way in (True, False)
    )
    assert plain.digs == pytest.approx(compiled.digs)
    assert plain.rushes == pytest.approx(compiled.rushes)
    assert plain.safe == pytest.approx(compiled.safe)
    assert (number is None) == (not plain.rushes) == (plain.safe is None)
    assert all(0 <= worth <= 1 for worth in plain.digs.values())
