"""The greedy player, and what it concludes from its own eyes."""

from __future__ import annotations

from random import Random

import pytest

from stalas.games.tower_of_doubt import GAME
from stalas.players.match import Fixture, play_match, rotations
from stalas.players.tower_of_doubt.beliefs import expected, worlds
from stalas.players.tower_of_doubt.greedy import Greedy
from tests.games.tower_of_doubt.playing import BAG, DEAL, OPTION_SETS, in_play, marking


def test_the_worlds_are_those_that_agree_with_the_eyes() -> None:
    # Seat 0 sees ww at place 3 alone; the others show bw bb bw bb bw.
    view = in_play("0 peek 3", "1 peek -").view(0)
    known = worlds(view)
    assert sum(chance for _values, chance in known) == pytest.approx(1)
    assert all(sorted(values) == [0, 1, 2, 2, 3, 4] for values, _chance in known)
    assert all(values[2] == 4 for values, _chance in known)
    assert all(values[1] <= 2 and values[4] <= 2 for values, _chance in known)


@pytest.mark.parametrize("missing", [False, True])
def test_the_chances_of_the_worlds_are_those_of_redealing(missing: bool) -> None:
    deal = BAG if missing else DEAL
    state = in_play("0 peek 1", "1 peek 5", deal=deal, missing_tower=missing)
    means = expected(worlds(state.view(0)))
    rng, draws = Random(5), 4_000
    totals = [0] * 6
    for _ in range(draws):
        for at, beads in enumerate(state.redeal(0, rng).towers):
            totals[at] += beads.count("w")
    assert [total / draws for total in totals] == pytest.approx(means, abs=0.08)


def test_greedy_leaves_a_tower_that_it_knows_to_be_worth_nothing() -> None:
    for place in (1, 3, 4, 5, 6):
        state = in_play("0 peek -", "1 peek 2", f"0 mark {place}")
        decision = Greedy().decide(state.view(1), Random(place))
        assert str(decision.move) != "1 mark 2"
        values = [weighed.value for weighed in decision.reasons]
        assert values == sorted(values, reverse=True)
        assert values[0] == next(w.value for w in decision.reasons if w.move == decision.move)


def test_greedy_decides_the_same_in_worlds_it_cannot_tell_apart() -> None:
    for seed in range(40):
        state = marking(*Random(seed).sample(range(1, 7), 2))
        seat = state.to_move[0]
        other = state.redeal(seat, Random(seed))
        player = Greedy()
        assert player.decide(state.view(seat), Random(seed)) == player.decide(
            other.view(seat), Random(seed)
        )


@pytest.mark.parametrize("options", OPTION_SETS[:3], ids=str)
def test_greedy_beats_random(options: dict[str, bool]) -> None:
    wins = matches = 0.0
    for deal in range(25):
        for seating in rotations(("greedy", "random")):
            result = play_match(Fixture(GAME.name, seating, f"deal {deal}", options))
            wins += result.share(seating.index("greedy"))
            matches += 1
    assert wins / matches > 0.85  # it wins about 19 of 20
