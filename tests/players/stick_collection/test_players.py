"""What holds for every level: fair, repeatable, legal at any table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stalas.core.game import DEALER
from stalas.games.stick_collection import GAME
from stalas.games.stick_collection.state import State
from stalas.players import levels
from stalas.players.stick_collection import expert
from stalas.players.stick_collection.beliefs import beliefs
from stalas.players.stick_collection.prospects import mask_of, prospects
from tests.games.stick_collection.playing import OPTION_SETS, begun, give, random_moves, stand

NAMES = ["random", "greedy", "novice", "club", "expert"]
PATIENT = 600.0
"""A budget in seconds that no decision uses up, however long a new machine takes to compile."""


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expert, "WORLDS", 12)
    monkeypatch.setattr(expert, "PLAYOUTS", 1)


def decisions(seed: int, seats: int, options: dict[str, Any]) -> list[State]:
    """Positions of a random match in which a seat is to decide."""
    state = GAME.start(seats, options)
    found = []
    for move in random_moves(seed, seats, options):
        if state.to_move != (DEALER,):
            found.append(state)
        state = state.play(move)
    return found


def test_the_levels() -> None:
    assert list(levels("stick-collection")) == NAMES


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("seats", "options"), OPTION_SETS)
def test_what_a_seat_cannot_know_changes_no_decision(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    player = levels("stick-collection")[name].make()
    rng = Random(f"{name} {seats}")
    for seed in range(3):
        for state in decisions(seed, seats, options)[::4]:
            seat = state.to_move[0]
            view = state.view(seat)
            decision = player.decide(view, Random(7), PATIENT)
            assert decision.move in view.legal
            assert all(weighed.move in view.legal for weighed in decision.reasons)
            other = state.redeal(seat, rng)
            assert player.decide(other.view(seat), Random(7), PATIENT) == decision


@pytest.mark.parametrize("name", NAMES)
def test_odd_records_are_played_too(name: str) -> None:
    player = levels("stick-collection")[name].make()
    state = begun("5 3", eye_mm=0)
    state = stand(state, 4, "1 pass", errors="+999999999999999999999.0 -3.0")
    state = stand(state, 4, errors="-7.7 +" + "9" * 150 + ".9")
    assert player.decide(state.view(1), Random(1)).move in state.legal_moves(1)


@pytest.mark.parametrize("name", ["club", "expert"])
def test_four_alike_are_taken_at_any_price(name: str) -> None:
    state = begun("5 3", first=1)
    for _ in range(2):
        state = give(state, 0, 5)
    state = stand(state, 5, "1 bid 7")
    move = levels("stick-collection")[name].make().decide(state.view(0), Random(1)).move
    assert str(move).startswith("0 bid")


def test_a_duller_eye_always_sees_the_same_in_the_same_glimpse() -> None:
    view = stand(begun("5 3 9"), 4).view(0)
    assert beliefs(view, 2.0) == beliefs(view, 2.0)
    assert beliefs(view, 2.0).stand != beliefs(view).stand


def test_beliefs_follow_glimpse_and_own_row() -> None:
    state = begun("5 3")
    for _ in range(2):
        state = give(state, 0, 5)
    known = beliefs(stand(state, 5).view(0))
    chances = known.bases(known.stand)
    assert sum(chances) == pytest.approx(1)
    assert known.own == (5, 5, 5)
    # One 5 is left of four, so the neighbours gain.
    assert chances[4] < 0.6
    assert chances[3] == pytest.approx(chances[5])


def test_prospects_are_the_mean_over_the_next_stick() -> None:
    lengths = mask_of((4, 6))
    assert prospects(0)[lengths] == 1
    # 5 makes a chain of three; 3, 7 one of two; 4, 6 and the rest none.
    assert prospects(1)[lengths] == pytest.approx((3 + 2 + 2 + 6 * 1) / 9)
    assert prospects(2)[lengths] > prospects(1)[lengths]


def test_lengths_are_read_off_at_any_shortest_length() -> None:
    view = stand(begun("5 3", shortest_mm=123), 4).view(1)
    assert beliefs(view).own == (3,)
