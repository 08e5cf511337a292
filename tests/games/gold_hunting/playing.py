"""Helpers: positions from notation, and random matches."""

from __future__ import annotations

from random import Random
from typing import Any

from stalas.core.conformance import random_match
from stalas.games.gold_hunting import GAME
from stalas.games.gold_hunting.moves import Move
from stalas.games.gold_hunting.state import State

STACKS = ("0 stack 112/231/2/132", "1 stack 1/1/1/1222233")

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"bust_from": 2},
    {"empty_hills": True, "first": 1},
    {"safe_ends_turn": True},
    {"tie_counts_safe": False, "first": 0},
    {"bust_from": 2, "empty_hills": True, "safe_ends_turn": True, "tie_counts_safe": False},
]


def after(*texts: str, **options: Any) -> State:
    """The position after some moves."""
    state = GAME.start(2, options)
    for text in texts:
        state = state.play(GAME.parse(text))
    return state


def digging(
    *texts: str,
    tokens: str = "2 1",
    stacks: tuple[str, str] = ("112/231/2/132", "1/1/1/1222233"),
    **options: Any,
) -> State:
    """The position after both seats have stacked, seat 0 begins, and some moves."""
    return after(
        f"* tokens {tokens}",
        f"0 stack {stacks[0]}",
        f"1 stack {stacks[1]}",
        "* first 0",
        *texts,
        **options,
    )


def rule_of(state: State, text: str) -> str | None:
    """The rule by which a move is refused."""
    error = state.why_illegal(GAME.parse(text))
    assert error is not None, f"{text} is legal"
    return error.rule


def pile(state: State, seat: int) -> str:
    """The ingots on a seat's pile."""
    return state.piles[seat]


def random_moves(seed: int | str, options: dict[str, Any]) -> list[Move]:
    """The moves of a random match."""
    return random_match(GAME.start(2, options), 2, Random(seed))
