"""A player that looks one turn ahead."""

from __future__ import annotations

from random import Random
from typing import Final

from stalas.core.game import Seat
from stalas.games.china_gold.board import Board
from stalas.games.china_gold.moves import Bury, Dig
from stalas.games.china_gold.scoring import claims
from stalas.games.china_gold.view import View
from stalas.players.player import DEFAULT_BUDGET, Decision, Weighed

_MINE: Final = (0.0, 0.42, 0.34, 0.26, 0.19, 0.14, 0.10, 0.07, 0.05)
"""What each marker of an own area is worth by how many of them are face down, not on turn."""
_THEIRS: Final = (0.0, 0.62, 0.46, 0.33, 0.23, 0.16, 0.11, 0.08, 0.05)
"""The same for the other seat, whose turn comes next."""
_BURIAL: Final = 0.5
"""What a burial must be better by than a dig: it undoes work without bringing the end nearer."""
_CLEAR: Final = 1e-9


class Greedy:
    """Weighs every move by the gold it brings and by how near both seats' areas then are.

    Values are in gold.
    """

    def decide(self, view: View, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose the dig or burial after which the gold and the prospects are best."""
        weighed = [
            Weighed(move, weigh(view, move)) for move in view.legal if isinstance(move, Dig | Bury)
        ]
        best = max(option.value for option in weighed)
        # Equals are drawn from, so that its matches are not all the same.
        equals = [option for option in weighed if option.value > best - _CLEAR]
        weighed.sort(key=lambda option: -option.value)
        return Decision.among(weighed, equals[rng.randrange(len(equals))])


def weigh(view: View, move: Dig | Bury) -> float:
    """What a move of the seat to move is worth to it, in gold."""
    board, seat = view.board, move.seat
    face_down, remaining = view.face_down, view.face_down | view.face_up
    if isinstance(move, Bury):
        buried = face_down | 1 << board.grid.index[move.site]
        return prospects(board, seat, buried, remaining) - _BURIAL
    face_down &= ~board.grid.between[move.start, move.end].mask
    taken = claims(board, seat, face_down, remaining)
    remaining &= ~(taken[0] | taken[1])
    gold = taken[seat].bit_count() - taken[1 - seat].bit_count()
    return gold + prospects(board, seat, face_down, remaining)


def prospects(board: Board, seat: Seat, face_down: int, remaining: int) -> float:
    """What the areas promise to a seat that has just moved, in gold."""
    value = 0.0
    for area in board.areas[seat]:
        left = area & remaining
        if left:
            value += left.bit_count() * _MINE[(left & face_down).bit_count()]
    for area in board.areas[1 - seat]:
        left = area & remaining
        if left:
            value -= left.bit_count() * _THEIRS[(left & face_down).bit_count()]
    return value
