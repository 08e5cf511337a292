"""Perft: counting the paths of the game tree, the classic check of a rules engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stalas.core.game import DEALER, AnyMove, AnyState


def perft(state: AnyState, depth: int) -> int:
    """Count the paths of exactly `depth` plies from here; a path that ends earlier counts not.

    Plies of the dealer count like those of seats. Where the dealer's moves are too many to list,
    the path stops and counts as one, so that a game of endless deals has finite counts.
    """
    if depth == 0:
        return 1
    moves = _continuations(state)
    if moves is None:
        return 1
    if depth == 1:
        return sum(len(some) for some in moves)
    return sum(perft(state.play(move), depth - 1) for some in moves for move in some)


def divide(state: AnyState, depth: int) -> Iterator[tuple[AnyMove, int]]:
    """Give each move from here with the perft of what follows, to find where engines differ."""
    for some in _continuations(state) or ():
        for move in some:
            yield move, perft(state.play(move), depth - 1)


def _continuations(state: AnyState) -> list[Sequence[AnyMove]] | None:
    """The moves from here, one sequence an actor; None where the dealer's cannot be listed."""
    if state.to_move == (DEALER,):
        chances = state.chances()
        return [[move for move, _probability in chances]] if chances else None
    return [state.legal_moves(seat) for seat in state.to_move]
