"""The law against a second, independent reading of the rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stalas.core.chance import RandomSource
from stalas.core.errors import GameError
from stalas.core.game import DEALER
from stalas.games.stick_collection import GAME
from stalas.games.stick_collection.state import State
from tests.games.stick_collection.naive import Naive, Refused
from tests.games.stick_collection.playing import OPTION_SETS

JUNK = [
    "",
    "0",
    "0 bid",
    "0 bid -",
    "0 bid 03",
    "0 bid +3",
    "0 bid 3.0",
    "0 bid 1000",
    "0 pass 1",
    "0 pass ",
    " 0 pass",
    "1 passs",
    "* pass",
    "* bid 3",
    "* resign",
    "0 stick 3 +0.0 +0.0",
    "0 sticks 3 3",
    "0 first 1",
    "9 bid 3",
    "00 bid 3",
    "0 bid с",
    "０ bid 1",
    "0 bid ٣",
    "* stick",
    "* stick 3",
    "* stick 3 1.2 +0.0",
    "* stick 3 +1.25 +0.0",
    "* stick 3 +1 +0.0",
    "* stick 3 +01.0 +0.0",
    "* stick 3 + 0.0",
    "* sticks",
    "* sticks 3, 4",
    "* first",
    "* first 12",
    "* first -1",
    "",
]


def any_text(rng: Random, seats: int) -> str:
    """A move text, mostly well formed, often illegal."""
    kind = rng.randrange(14)
    seat = rng.randrange(seats + 1)
    if kind < 6:
        return f"{seat} bid {rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 100])}"
    if kind < 8:
        return f"{seat} pass"
    if kind < 9:
        return f"* first {rng.randrange(seats + 1)}"
    if kind < 11:
        count = seats + rng.choice([0, 0, 0, 0, -1, 1])
        lengths = [
            rng.choice([rng.randrange(1, 10), rng.randrange(0, 11), 7]) for _ in range(count)
        ]
        return "* sticks " + " ".join(map(str, lengths))
    if kind < 13:
        count = seats + rng.choice([0, 0, 0, 0, -1, 1])
        errors = (
            f"{rng.choice('+-')}{rng.randrange(12)}.{rng.randrange(10)}" for _ in range(count)
        )
        return f"* stick {rng.randrange(0, 11)} " + " ".join(errors)
    return rng.choice([*JUNK, "0 bid 1\n"])


def outcome_of(state: State) -> dict[str, Any]:
    outcome = state.outcome()
    return {
        "to_move": ["*" if seat == DEALER else seat for seat in state.to_move],
        "over": outcome is not None,
        "scores": list(state.scores()),
        "winners": None if outcome is None else list(outcome.winners),
        "reason": None if outcome is None else outcome.reason,
        "truth": state.truth(),
    }


def refusal(text: str, state: State) -> tuple[str | None] | None:
    """The rule of the law's refusal, in a tuple, or None if it plays."""
    try:
        state.play(GAME.parse(text))
    except GameError as error:
        return (error.rule,)
    return None


def naive_refusal(text: str, naive: Naive) -> tuple[str | None] | None:
    try:
        naive.play(text)
    except Refused as error:
        return (error.rule,)
    return None


@pytest.mark.parametrize(("seats", "options"), OPTION_SETS)
def test_the_law_agrees_with_the_naive_referee(seats: int, options: dict[str, Any]) -> None:
    for seed in range(60):
        rng = Random(f"{seats} {options} {seed}")
        source = RandomSource(rng)
        keen = rng.random()
        state, naive = GAME.start(seats, options), Naive(seats, options)
        assert outcome_of(state) == naive.answer()
        while state.to_move:
            for _ in range(3):
                text = any_text(rng, seats)
                refused = refusal(text, state)
                if refused is not None:
                    before = naive.answer()
                    assert naive_refusal(text, naive) == refused, (text, before)
                    assert naive.answer() == before
            seat = state.to_move[0]
            if seats == 2 and rng.random() < 0.002:
                text = f"{rng.randrange(2)} {rng.choice(['resign', 'flag'])}"
            elif seat == DEALER:
                text = str(state.draw(source))
            else:
                legal = state.legal_moves(seat)
                text = str(rng.choice(legal) if rng.random() < keen else legal[-1])
            assert naive_refusal(text, naive) is None
            state = state.play(GAME.parse(text))
            assert outcome_of(state) == naive.answer()
        for _ in range(20):
            text = any_text(rng, seats)
            assert refusal(text, state) == naive_refusal(text, naive), text


@pytest.mark.parametrize(("seats", "options"), OPTION_SETS)
def test_the_naive_referee_accepts_no_more_than_the_law(
    seats: int, options: dict[str, Any]
) -> None:
    for seed in range(100):
        rng = Random(f"junk {seats} {options} {seed}")
        state, naive = GAME.start(seats, options), Naive(seats, options)
        for _ in range(100):
            text = any_text(rng, seats)
            refused = refusal(text, state)
            assert naive_refusal(text, naive) == refused, text
            if refused is None:
                state = state.play(GAME.parse(text))
            assert outcome_of(state) == naive.answer()
