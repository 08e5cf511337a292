"""The law against a second, independent reading of the rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stalas.core.chance import RandomSource
from stalas.core.errors import GameError
from stalas.core.game import DEALER
from stalas.games.china_gold import GAME
from stalas.games.china_gold.state import State
from tests.games.china_gold.naive import Naive, Refused
from tests.games.china_gold.playing import OPTION_SETS, some_move

JUNK = [
    "",
    "0",
    "0 dig",
    "0 dig a0",
    "0 dig a01",
    "0 dig a12",
    "0 dig l1",
    "0 dig A1",
    "0 dig a1-",
    "0 dig a1-a1",
    "0 dig c3-a1",
    "0 dig a3-a1",
    "0 dig a1 a3",
    "0 dig a1-a2-a3",
    "1 bury",
    "1 bury a1-a2",
    "0 bury \u04301",
    "0 dig \u04411",
    "\uff10 dig a1",
    "* dig a1",
    "* bury a1",
    "0 throw 1+0+1",
    "0 first 1",
    "* throw",
    "* throw 1+",
    "* throw +1",
    "* throw 10+1",
    "* throw 1+1+1+1+1",
    "* throw 1 + 1",
    "* first",
    "* first 12",
    "2 dig a1",
    "7 resign",
    "* flag",
    "0 dig a1\n",
    " 0 dig a1",
    "0  dig a1",
]
LENGTHS = [1, 1, 2, 2, 3, 3, 4, 5]


def any_text(rng: Random, state: State) -> str:
    """A move text, mostly well formed, often illegal."""
    grid = state.board.grid
    kind = rng.randrange(16)
    seat = rng.randrange(2)
    if kind < 7:
        line = rng.choice(grid.lines[rng.choice(LENGTHS)])
        return f"{seat} dig {line.start}" + ("" if line.length == 1 else f"-{line.end}")
    if kind < 9:
        start, end = (f"{rng.choice('abcdefghijk')}{rng.randrange(1, 12)}" for _ in range(2))
        return f"{seat} dig {start}-{end}"
    if kind < 12:
        return f"{seat} bury {rng.choice(grid.sites)}"
    if kind < 13:
        return f"{seat} {rng.choice(['dig', 'bury'])} {rng.choice(['a11', 'k1', 'k11', 'e10'])}"
    if kind < 14:
        return f"* first {rng.choice([0, 1, 2, 9])}"
    if kind < 15:
        return "* throw " + "+".join(str(rng.randrange(3)) for _ in range(rng.randrange(1, 5)))
    return rng.choice(JUNK)


def answer_of(state: State) -> dict[str, Any]:
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


@pytest.mark.parametrize("options", OPTION_SETS, ids=range(len(OPTION_SETS)))
def test_the_law_agrees_with_the_naive_referee(options: dict[str, Any]) -> None:
    for seed in range(14):
        rng = Random(f"{seed} of naive")
        source = RandomSource(rng)
        state = GAME.start(2, options)
        naive = Naive(state.board.map.to_json(), options)
        assert answer_of(state) == naive.answer()
        while state.to_move:
            for _ in range(4):
                text = any_text(rng, state)
                refused = refusal(text, state)
                if refused is not None:
                    assert naive_refusal(text, naive) == refused, text
            assert answer_of(state) == naive.answer()
            seat = state.to_move[0]
            if rng.random() < 0.002:
                text = f"{rng.randrange(2)} {rng.choice(['resign', 'flag'])}"
            elif seat == DEALER:
                text = str(state.draw(source))
            else:
                text = str(some_move(state, rng))
            assert naive_refusal(text, naive) is None, text
            state = state.play(GAME.parse(text))
            assert answer_of(state) == naive.answer()
        for _ in range(20):
            text = any_text(rng, state)
            assert refusal(text, state) == naive_refusal(text, naive), text


def test_the_naive_referee_finds_the_same_legal_moves() -> None:
    for seed in range(3):
        rng = Random(f"{seed} of legal")
        source = RandomSource(rng)
        state = GAME.start(2)
        grid = state.board.grid
        naive = Naive(state.board.map.to_json(), {})
        while state.to_move:
            seat = state.to_move[0]
            if seat == DEALER:
                text = str(state.draw(source))
            else:
                legal = {str(move) for move in state.legal_moves(seat)}
                every = [f"{seat} bury {site}" for site in grid.sites] + [
                    f"{seat} dig {start}" + ("" if start == end else f"-{end}")
                    for start, end in grid.between
                ]
                for tried in every:
                    assert (refusal(tried, state) is None) == (tried in legal)
                text = str(some_move(state, rng))
            state = state.play(GAME.parse(text))
            assert naive_refusal(text, naive) is None


def test_junk_is_refused_by_both() -> None:
    state = GAME.start(2, {"map": "house-91"})
    naive = Naive(state.board.map.to_json(), {})
    for text in JUNK:
        assert refusal(text, state) == naive_refusal(text, naive) == (None,), text
