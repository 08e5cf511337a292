"""Helpers: positions from notation, and random matches."""

from __future__ import annotations

from random import Random
from typing import Any

from stalas.core.chance import RandomSource
from stalas.core.game import DEALER
from stalas.games.china_gold import GAME
from stalas.games.china_gold.moves import Bury, Move
from stalas.games.china_gold.state import State

STRIPES: dict[str, Any] = {
    "name": "stripes",
    "side": 5,
    "mountains": [
        ["a1", "a2", "a3", "a4", "a5"],
        ["b1", "b2", "b3"],
        ["b4", "b5", "b6"],
        ["c1", "c2", "c3", "c4"],
        ["c5", "c6", "c7"],
        ["d1", "d2", "d3", "d4"],
        ["d5", "d6", "d7", "d8"],
        ["e1", "e2", "e3"],
        ["e4", "e5", "e6"],
        ["e7", "e8", "e9"],
        ["f2", "f3", "f4", "f5"],
        ["f6", "f7", "f8", "f9"],
        ["g3", "g4", "g5", "g6"],
        ["g7", "g8", "g9"],
        ["h4", "h5", "h6"],
        ["h7", "h8", "h9"],
        ["i5", "i6", "i7", "i8", "i9"],
    ],
    "rivers": [
        ["a1", "b1", "c1", "d1", "e1"],
        ["a2", "b2", "c2"],
        ["d2", "e2", "f2"],
        ["a3", "b3", "c3"],
        ["d3", "e3", "f3", "g3"],
        ["a4", "b4", "c4", "d4"],
        ["e4", "f4", "g4", "h4"],
        ["a5", "b5", "c5"],
        ["d5", "e5", "f5"],
        ["g5", "h5", "i5"],
        ["b6", "c6", "d6", "e6"],
        ["f6", "g6", "h6", "i6"],
        ["c7", "d7", "e7", "f7"],
        ["g7", "h7", "i7"],
        ["d8", "e8", "f8"],
        ["g8", "h8", "i8"],
        ["e9", "f9", "g9", "h9", "i9"],
    ],
}
"""A map for tests: mountains along the rows, rivers along the slanting lines."""

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"map": "house-91", "first": 1, "repeat": 2},
    {"map": STRIPES, "bury_in_final": True, "first": 0},
    {"river_turn": 1, "river_flip": True, "repeat": 1},
]


def after(*texts: str, **options: Any) -> State:
    """The position after some moves, with `* first 0` before them unless they have their own."""
    state = GAME.start(2, {"map": STRIPES, **options})
    for text in texts:
        state = state.play(GAME.parse(text))
    return state


def turns(*texts: str, **options: Any) -> State:
    """The position after some turns of seat 0, 1, 0, …: `1+0+2 dig a1-a3` or, at the end, `dig a1`.

    A text of a throw alone ends with that throw.
    """
    state = after("* first 0", **options)
    for text in texts:
        head, _, rest = text.partition(" ")
        if head[0].isdigit():
            state = state.play(GAME.parse(f"* throw {head}"))
        else:
            rest = text
        if rest:
            state = state.play(GAME.parse(f"{state.turn} {rest}"))
    return state


def dug_out(*kept: str, turn: int = 0, **options: Any) -> State:
    """A position with just these markers left, all face down, and nobody's gold."""
    from stalas.games.china_gold.pieces import FINAL

    fresh = after("* first 0", **options)
    mask = fresh.board.grid.mask(kept)
    stage = fresh.board.grid.stage(mask)
    assert stage in (5, 4, 3, FINAL)
    return State(fresh.terms, mask, mask, (0, 0), turn, stage, None, type(fresh.history)())


def rule_of(state: State, text: str) -> str | None:
    """The rule by which a move is refused."""
    error = state.why_illegal(GAME.parse(text))
    assert error is not None, f"{text} is legal"
    return error.rule


def sites(state: State) -> tuple[list[str], list[str]]:
    """The face-down and the face-up markers."""
    grid = state.board.grid
    return grid.names(state.face_down), grid.names(state.face_up)


def random_moves(seed: int | str, options: dict[str, Any]) -> list[Move]:
    """The moves of a random match in which burials are not too many."""
    rng = Random(seed)
    source = RandomSource(rng)
    state = GAME.start(2, options)
    moves: list[Move] = []
    while state.to_move:
        seat = state.to_move[0]
        move = state.draw(source) if seat == DEALER else some_move(state, rng)
        moves.append(move)
        state = state.play(move)
    return moves


def some_move(state: State, rng: Random) -> Move:
    """A random legal move: a burial every fourth time that one is possible."""
    moves = state.legal_moves(state.to_move[0])
    burials = [move for move in moves if isinstance(move, Bury)]
    digs = [move for move in moves if not isinstance(move, Bury)]
    if burials and (not digs or rng.random() < 0.25):
        return rng.choice(burials)
    return rng.choice(digs)
