"""Helpers: positions from notation, and random matches."""

from __future__ import annotations

from random import Random
from typing import Any

from stalas.core.chance import RandomSource
from stalas.core.game import DEALER
from stalas.games.tower_of_doubt import GAME
from stalas.games.tower_of_doubt.moves import Move
from stalas.games.tower_of_doubt.state import State

DEAL = "* towers bwwb bbbb wwww bwbw bbbw bwww"
"""Values 2, 0, 4, 2, 1, 3."""
BAG = "* towers bwwb bbbb wwww bwbw bbbw ?bwww"

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"must_peek": True},
    {"missing_tower": True, "first": 1},
    {"missing_tower": True, "must_peek": True, "points": 2},
    {"points": 1, "first": 0},
]


def after(*texts: str, **options: Any) -> State:
    """The position after some moves."""
    state = GAME.start(2, options)
    for text in texts:
        state = state.play(GAME.parse(text))
    return state


def in_play(*texts: str, deal: str = DEAL, **options: Any) -> State:
    """The position after a first deal, seat 0 starting, and some moves."""
    return after("* first 0", deal, *texts, **options)


def marking(*places: int, deal: str = DEAL, **options: Any) -> State:
    """The position after two declined peeks and marks, whoever's turn it is."""
    state = in_play("0 peek -", "1 peek -", deal=deal, **options)
    for place in places:
        state = state.play(GAME.parse(f"{state.to_move[0]} mark {place}"))
    return state


def rule_of(state: State, text: str) -> str | None:
    """The rule by which a move is refused."""
    error = state.why_illegal(GAME.parse(text))
    assert error is not None, f"{text} is legal"
    return error.rule


def random_moves(seed: int | str, options: dict[str, Any]) -> list[Move]:
    """The moves of a random match."""
    rng = Random(seed)
    source = RandomSource(rng)
    state = GAME.start(2, options)
    moves: list[Move] = []
    while state.to_move:
        seat = state.to_move[0]
        move = state.draw(source) if seat == DEALER else rng.choice(state.legal_moves(seat))
        moves.append(move)
        state = state.play(move)
    return moves
