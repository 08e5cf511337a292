"""Points and winners (SC-8, SC-9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from stalas.core.game import Outcome, Seat
from stalas.games.stick_collection.pieces import CHAIN_POINTS, LENGTHS, MONEY_POINTS


def _longest_run(lengths: int) -> int:
    """The longest run of ones in a mask of lengths."""
    longest = 0
    while lengths:
        lengths &= lengths << 1
        longest += 1
    return longest


CHAINS: Final = bytes(_longest_run(lengths) for lengths in range(2 << LENGTHS))
"""The longest chain for every set of lengths, as a mask in which bit n stands for length n."""


def chain(row: Iterable[int]) -> int:
    """How many sticks the longest chain of a row has (SC-8).

    Steps from any base do as well as length numbers: 0 and 1 make the same chain as 4 and 5.
    """
    lengths = 0
    for stick in row:
        lengths |= 1 << stick
    return CHAINS[lengths]


def points(row: Iterable[int], money: int) -> int:
    """What a seat scores (SC-8): its longest chain, and its money up to 22."""
    return CHAIN_POINTS * chain(row) + min(money, MONEY_POINTS)


def judge(rows: Sequence[Sequence[int]], money: Sequence[int]) -> Outcome:
    """Give the outcome where nobody has four alike (SC-9).

    Most points; then more sticks; then more money; then the victory is shared.
    """
    scores = tuple(points(row, left) for row, left in zip(rows, money, strict=True))
    ranks = [(score, len(row), left) for score, row, left in zip(scores, rows, money, strict=True)]
    best = max(ranks)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == best)
    if len(winners) > 1:
        reason = "shared"
    else:
        reason = "points" if scores.count(best[0]) == 1 else "tie-break"
    return Outcome(scores, winners, reason)


def four_alike(rows: Sequence[Sequence[int]], money: Sequence[int], seat: Seat) -> Outcome:
    """Give the outcome where a seat has four sticks of one length: it wins outright (SC-9)."""
    scores = tuple(points(row, left) for row, left in zip(rows, money, strict=True))
    return Outcome(scores, (seat,), "four-alike")
