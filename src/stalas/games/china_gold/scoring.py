"""Who takes what: claims after a dig, and the end of the match."""

from __future__ import annotations

from typing import TypeAlias

from stalas.core.game import Outcome, Seat
from stalas.games.china_gold.board import Board

Claims: TypeAlias = tuple[int, int]
"""The markers that each seat takes, one bit a site."""


def claims(board: Board, digger: Seat, face_down: int, remaining: int) -> Claims:
    """Give what each seat takes after a dig, the digger first (CG-8)."""
    own = claimable(board.areas[digger], face_down, remaining)
    others = claimable(board.areas[1 - digger], face_down, remaining & ~own)
    return (own, others) if digger == 0 else (others, own)


def claimable(areas: tuple[int, ...], face_down: int, remaining: int) -> int:
    """Give the markers of every area all of whose remaining markers are face up."""
    taken = 0
    for area in areas:
        if not area & face_down:
            taken |= area & remaining
    return taken


def result(gold: tuple[int, int]) -> Outcome:
    """Give the outcome once no marker is left: more gold wins, and there is no draw (CG-9)."""
    return Outcome(gold, (0 if gold[0] > gold[1] else 1,), "points")
