"""The law against a second, independent reading of the rules."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from stalas.core.chance import RandomSource
from stalas.core.errors import GameError
from stalas.core.game import DEALER
from stalas.games.gold_hunting import GAME
from stalas.games.gold_hunting.state import State
from tests.games.gold_hunting.naive import Naive, Refused
from tests.games.gold_hunting.playing import OPTION_SETS

JUNK = [
    "",
    "0",
    "*",
    "0 dig",
    "0 dig 2",
    "0 dig 2@",
    "0 dig @3",
    "0 dig 02@3",
    "0 dig 2@03",
    "0 dig 2 @3",
    "0 dig -1@3",
    "0 dig 2@3 ",
    " 0 dig 2@3",
    "0 dig 2@3\n",
    "0  dig 2@3",
    "0 Dig 2@3",
    "0 digs 2@1",
    "0 dig 123@1",
    "0 dig 2@\u0663",
    "0 d\u0456g 2@3",
    "\uff10 safe",
    "0 rush",
    "0 rush 1",
    "0 rush@",
    "0 rush@1@2",
    "0 rush@001",
    "1 safe!",
    "1 SAFE",
    "* safe",
    "* dig 2@3",
    "* resign",
    "* flag",
    "* stack 112/231/2/132",
    "0 stack",
    "0 stack ",
    "0 stack 112|231|2|132",
    "0 stack 112/231/2/13x",
    "0 stack 112 / 231 / 2 / 132",
    "1 stack ?",
    "0 stack " + "1" * 300,
    "0 tokens 1 2",
    "* tokens",
    "* tokens 1",
    "* tokens 1 2 3",
    "* tokens 2 ?",
    "* tokens 01 2",
    "* tokens 123 1",
    "* first",
    "* first 12",
    "* first -1",
    "0 first 1",
    "2 safe",
    "3 dig 2@3",
    "9 resign",
    "00 safe",
    "0 resign now",
]


def any_stack(rng: Random) -> str:
    """Four hills, often wrong in some way."""
    ingots = list("1111222233")
    rng.shuffle(ingots)
    if rng.random() < 0.2:
        ingots[rng.randrange(10)] = rng.choice("0123459")
    if rng.random() < 0.1:
        ingots.append(rng.choice("123"))
    hills = [""] * rng.choice([4] * 8 + [1, 3, 5])
    for ingot in ingots:
        hills[rng.randrange(len(hills))] += ingot
    return "/".join(hills)


def any_text(rng: Random) -> str:
    """A move text, mostly well formed, often illegal."""
    seat = rng.choice([0, 0, 0, 0, 1, 1, 1, 1, 2])
    match rng.randrange(14):
        case 0 | 1 | 2 | 3 | 4:
            size = rng.choice([1, 2, 3, 1, 2, 3, 0, 4, 10])
            return f"{seat} dig {size}@{rng.choice([1, 2, 3, 4, 1, 2, 3, 4, 0, 5, 11])}"
        case 5 | 6:
            return f"{seat} rush@{rng.choice([1, 2, 3, 4, 1, 2, 3, 4, 0, 5, 99])}"
        case 7 | 8:
            return f"{seat} safe"
        case 9 | 10:
            return f"{seat} stack {any_stack(rng)}"
        case 11:
            return f"* tokens {rng.choice([0, 1, 2, 3, 4])} {rng.choice([1, 2, 3, 3, 10])}"
        case 12:
            return f"* first {rng.choice([0, 1, 2, 9])}"
        case _:
            return rng.choice(JUNK)


def answer(state: State) -> dict[str, Any]:
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


def some_move(state: State, rng: Random) -> str:
    """A legal move; now and then somebody gives up."""
    if rng.random() < 0.004:
        return f"{rng.randrange(2)} {rng.choice(['resign', 'flag'])}"
    seat = rng.choice(state.to_move)
    if seat == DEALER:
        return str(state.draw(RandomSource(rng)))
    legal = state.legal_moves(seat)
    return str(legal[rng.randrange(len(legal))])


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_the_law_agrees_with_the_naive_referee(options: dict[str, Any]) -> None:
    for seed in range(40):
        rng = Random(f"{options} {seed}")
        state, naive = GAME.start(2, options), Naive(options)
        assert answer(state) == naive.answer()
        while state.to_move:
            for _ in range(4):
                text = any_text(rng)
                refused = refusal(text, state)
                tried = deepcopy(naive) if refused is None else naive
                assert naive_refusal(text, tried) == refused, text
            text = some_move(state, rng)
            assert naive_refusal(text, naive) is None
            state = state.play(GAME.parse(text))
            assert answer(state) == naive.answer()
        for _ in range(20):
            text = any_text(rng)
            assert refusal(text, state) == naive_refusal(text, naive), text


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_whatever_is_tried_both_say_the_same(options: dict[str, Any]) -> None:
    for seed in range(40):
        rng = Random(f"anything {options} {seed}")
        state, naive = GAME.start(2, options), Naive(options)
        for _ in range(120):
            text = any_text(rng)
            refused = refusal(text, state)
            assert naive_refusal(text, naive) == refused, text
            if refused is None:
                state = state.play(GAME.parse(text))
            assert answer(state) == naive.answer()


def test_all_legal_moves_and_no_others_are_legal() -> None:
    every = [f"{s} dig {n}@{h}" for s in (0, 1) for n in range(5) for h in range(6)]
    every += [f"{s} rush@{h}" for s in (0, 1) for h in range(6)]
    every += ["0 safe", "1 safe"]
    for seed in range(12):
        rng = Random(f"all {seed}")
        state = GAME.start(2, OPTION_SETS[seed % len(OPTION_SETS)])
        while state.to_move:
            if state.starter is not None:
                listed = {str(m) for seat in state.to_move for m in state.legal_moves(seat)}
                assert {text for text in every if refusal(text, state) is None} == listed
            state = state.play(GAME.parse(some_move(state, rng)))
