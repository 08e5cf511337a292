"""The greedy player of Gold Hunting: fair, repeatable, and better than chance."""

from __future__ import annotations

from random import Random

import pytest

from stalas.games.gold_hunting import GAME
from stalas.games.gold_hunting.moves import Dig, Rush, Safe, Stack
from stalas.players.gold_hunting.greedy import Greedy
from stalas.players.match import Fixture, play_match, rotations
from tests.games.gold_hunting.playing import after, digging, random_moves


def test_its_stacks_are_legal_and_stand_on_singles() -> None:
    state = after("* tokens 2 1")
    stacks = {Greedy().decide(state.view(1), Random(seed)).move for seed in range(50)}
    assert len(stacks) > 30
    for stack in stacks:
        assert isinstance(stack, Stack)
        assert state.why_illegal(stack) is None
        assert all(hill.startswith("1") for hill in stack.hills)


def test_it_takes_what_must_be_there() -> None:
    # Three hills are a single high: only a single can lie there, and only a dig there is sure.
    decision = Greedy().decide(digging(tokens="3 1").view(0), Random(1))
    values = {str(weighed.move): weighed.value for weighed in decision.reasons}
    assert all(value == 1 for text, value in values.items() if text.startswith("0 dig 1@"))
    assert values[str(decision.move)] == max(values.values())


def test_it_rushes_when_sure() -> None:
    move = Greedy().decide(digging(tokens="1 2").view(0), Random(1)).move
    assert isinstance(move, Rush)
    assert move.hill in (1, 2, 3)


def test_it_saves_a_pile_of_five_while_enough_is_left() -> None:
    texts = ("0 dig 3@4", "1 dig 1@1", "0 dig 3@4", "1 dig 1@1")
    assert isinstance(Greedy().decide(digging(*texts).view(0), Random(1)).move, Safe)
    assert isinstance(Greedy().decide(digging(*texts[:2]).view(0), Random(1)).move, Dig | Rush)


def test_swapping_what_it_cannot_know_changes_nothing() -> None:
    luck = Random(4)
    for seed in range(40):
        state = GAME.start(2)
        for move in random_moves(seed, {}):
            for seat in state.to_move:
                if seat >= 0:
                    view, other = state.view(seat), state.redeal(seat, luck).view(seat)
                    decisions = [Greedy().decide(v, Random(seed)) for v in (view, other, view)]
                    assert decisions[0] == decisions[1] == decisions[2]
                    assert state.why_illegal(decisions[0].move) is None
            state = state.play(move)


@pytest.mark.parametrize("options", [{}, {"safe_ends_turn": True, "empty_hills": True}])
def test_it_beats_random(options: dict[str, bool]) -> None:
    won = sum(
        play_match(Fixture("gold-hunting", seating, f"deal {deal}", options)).share(
            seating.index("greedy")
        )
        for deal in range(50)
        for seating in rotations(("greedy", "random"))
    )
    assert won > 88
