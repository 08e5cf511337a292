"""The law against a second, independent reading of the rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stalas.core.chance import RandomSource
from stalas.core.errors import GameError
from stalas.core.game import DEALER
from stalas.games.tower_of_doubt import GAME
from stalas.games.tower_of_doubt.state import State
from tests.games.tower_of_doubt.naive import Naive, Refused
from tests.games.tower_of_doubt.playing import OPTION_SETS

JUNK = [
    "",
    "0",
    "0 peek",
    "0 mark",
    "0 mark -",
    "0 peek 03",
    "0 mark 1 ",
    " 0 mark 1",
    "1 markk 2",
    "* peek 1",
    "* mark 1",
    "* resign",
    "0 first 1",
    "0 towers bwwb bbbb wwww bwbw bbbw bwww",
    "2 mark 1",
    "3 peek -",
    "9 resign",
    "00 mark 1",
    "0 mark 123",
    "0 mark \u0441",
    "\uff10 mark 1",
    "0 mark \u0663",
    "* towers",
    "* towers bwwb bbbb wwww bwbw bbbw",
    "* towers ??bwwb bbbb wwww bwbw bbbw bwww",
    "* towers bwwb bbbb wwww bwbw bbbw bwww bbbb",
    "* first",
    "* first 12",
    "* first -1",
    "0 mark 1\n",
]


def any_text(rng: Random) -> str:
    """A move text, mostly well formed, often illegal."""
    kind = rng.randrange(12)
    seat = rng.randrange(2)
    if kind < 5:
        return f"{seat} mark {rng.choice([0, 1, 2, 3, 4, 5, 6, 6, 7, 10])}"
    if kind < 8:
        return f"{seat} peek {rng.choice(['-', '-', 0, 1, 2, 3, 4, 5, 6, 7, 12])}"
    if kind < 9:
        return f"* first {rng.choice([0, 1, 2, 9])}"
    if kind < 11:
        beads = ["bwwb", "bbbb", "wwww", "bwbw", "bbbw", "bwww"]
        rng.shuffle(beads)
        if rng.random() < 0.2:
            beads[rng.randrange(6)] = rng.choice(["bwwb", "wbwb", "wwww"])
        for at in range(6):
            if rng.random() < 0.12:
                beads[at] = "?" + beads[at]
        return "* towers " + " ".join(beads)
    return rng.choice(JUNK)


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


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_the_law_agrees_with_the_naive_referee(options: dict[str, Any]) -> None:
    for seed in range(40):
        rng = Random(f"{options} {seed}")
        source = RandomSource(rng)
        state, naive = GAME.start(2, options), Naive(options)
        assert outcome_of(state) == naive.answer()
        while state.to_move:
            for _ in range(4):
                text = any_text(rng)
                before = naive.answer()
                refused = refusal(text, state)
                if refused is not None:
                    assert naive_refusal(text, naive) == refused, (text, before)
                    assert naive.answer() == before
            seat = state.to_move[0]
            if rng.random() < 0.004:
                text = f"{rng.randrange(2)} {rng.choice(['resign', 'flag'])}"
            elif seat == DEALER:
                text = str(state.draw(source))
            else:
                text = str(rng.choice(state.legal_moves(seat)))
            assert naive_refusal(text, naive) is None
            state = state.play(GAME.parse(text))
            assert outcome_of(state) == naive.answer()
        for _ in range(20):
            text = any_text(rng)
            assert refusal(text, state) == naive_refusal(text, naive), text


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_the_naive_referee_accepts_no_more_than_the_law(options: dict[str, Any]) -> None:
    for seed in range(120):
        rng = Random(f"junk {options} {seed}")
        state, naive = GAME.start(2, options), Naive(options)
        for _ in range(60):
            text = any_text(rng)
            refused = refusal(text, state)
            assert naive_refusal(text, naive) == refused, text
            if refused is None:
                state = state.play(GAME.parse(text))
            assert outcome_of(state) == naive.answer()
