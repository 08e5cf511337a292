"""Random matches: what several measurements play."""

from __future__ import annotations

from random import Random

from stalas.core.chance import RandomSource
from stalas.core.game import DEALER, AnyMove, AnyState
from stalas.games import find


class Stuck(Exception):
    """A seat is to move and has no legal move."""


def play(name: str, seed: int, seats: int | None = None) -> tuple[int, list[AnyMove], AnyState]:
    """Play one random match to its end; give its seats, moves and last position."""
    game = find(name)
    rng = Random(f"{name} {seed}")
    seats = seats or rng.choice(game.seats)
    source = RandomSource(rng)
    state: AnyState = game.start(seats)
    moves: list[AnyMove] = []
    while state.to_move:
        seat = state.to_move[0]
        if seat == DEALER:
            move = state.draw(source)
        else:
            legal = state.legal_moves(seat)
            if not len(legal):
                raise Stuck(f"{name}, seed {seed}, ply {len(moves)}: seat {seat} has no move")
            move = legal[rng.randrange(len(legal))]
        state = state.play(move)
        moves.append(move)
    if state.outcome() is None:
        raise Stuck(f"{name}, seed {seed}: nobody is to move and there is no outcome")
    return seats, moves, state
