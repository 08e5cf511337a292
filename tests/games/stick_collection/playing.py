"""Helpers: positions from notation, and random matches."""

from __future__ import annotations

from random import Random
from typing import Any

from stalas.core.chance import RandomSource
from stalas.core.game import DEALER
from stalas.games.stick_collection import GAME
from stalas.games.stick_collection.moves import Move
from stalas.games.stick_collection.state import State

OPTION_SETS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"track": "sheet", "eye_mm": 0}),
    (4, {"shortest_mm": 80, "eye_mm": 6.5}),
    (5, {"track": {"name": "Ours", "lucky": [[45, 50], [40, 41], [1, 2]]}}),
]
"""Seats and options."""


def after(*texts: str, seats: int = 3, **options: Any) -> State:
    """The position after some moves."""
    state = GAME.start(seats, options)
    for text in texts:
        state = state.play(GAME.parse(text))
    return state


def begun(lengths: str, first: int = 0, **options: Any) -> State:
    """The position in which the dealer is to stand the first stick."""
    return after(f"* sticks {lengths}", f"* first {first}", seats=len(lengths.split()), **options)


def stand(state: State, length: int, *calls: str, errors: str = "") -> State:
    """Stand a stick, all eyes exact unless told otherwise, and make calls: `0 bid 3`."""
    errors = errors or " ".join("+0.0" for _ in state.money)
    state = state.play(GAME.parse(f"* stick {length} {errors}"))
    for call in calls:
        state = state.play(GAME.parse(call))
    return state


def give(state: State, seat: int, length: int, price: int = 0) -> State:
    """Let a seat take a stick at a price; the seat left of the First Player bids against it.

    Whoever is First Player cannot pay just 1: it is asked only after somebody has bid.
    """
    state = stand(state, length)
    sold = len(state.sold)
    bids = {seat: price or 1}
    if seat == state.first_player:
        bids = {seat: price, state.to_move[0]: price - 1} if price > 1 else {}
    while len(state.sold) == sold:
        turn = state.to_move[0]
        bid = bids.pop(turn, 0)
        state = state.play(GAME.parse(f"{turn} bid {bid}" if bid else f"{turn} pass"))
    assert state.sold[-1].winner == seat
    return state


def rule_of(state: State, text: str) -> str | None:
    """The rule by which a move is refused."""
    error = state.why_illegal(GAME.parse(text))
    assert error is not None, f"{text} is legal"
    return error.rule


def random_moves(seed: int | str, seats: int, options: dict[str, Any]) -> list[Move]:
    """The moves of a random match whose seats pass more often than not, so that it lasts."""
    rng = Random(seed)
    source = RandomSource(rng)
    state = GAME.start(seats, options)
    keen = rng.random()
    moves: list[Move] = []
    while state.to_move:
        seat = state.to_move[0]
        if seat == DEALER:
            move = state.draw(source)
        else:
            legal = state.legal_moves(seat)
            move = rng.choice(legal) if rng.random() < keen else legal[-1]
        moves.append(move)
        state = state.play(move)
    return moves
