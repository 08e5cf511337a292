"""The moves of Tower of Doubt and their notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from stalas.core.game import DEALER, Seat
from stalas.core.moves import First, Forfeit, parse_shared, split_actor, unreadable
from stalas.games.tower_of_doubt.pieces import PLACES

_TOWERS: Final = re.compile(r"towers((?: \??[bw]{4}){6})", re.ASCII)
_PEEK: Final = re.compile(r"peek (-|[0-9]|[1-9][0-9])", re.ASCII)
_MARK: Final = re.compile(r"mark ([0-9]|[1-9][0-9])", re.ASCII)
_EXAMPLES: Final = {True: "* towers bwwb bbbb wwww bwbw bbbw bwww", False: "0 mark 3"}


@dataclass(frozen=True, slots=True)
class Towers:
    """The dealer stands the six towers on their places (TD-1): `* towers bwwb bbbb …`."""

    beads: tuple[str, ...]
    """Four beads a place, round the tower: seat 0's left, its right, seat 1's left, its right."""
    missing: tuple[int, ...] = ()
    """The places whose tower is written as left in the bag; at most one may be (TD-10)."""

    @property
    def seat(self) -> Seat:
        """The dealer."""
        return DEALER

    def __str__(self) -> str:
        return "* towers " + " ".join(
            f"?{beads}" if place in self.missing else beads
            for place, beads in enumerate(self.beads, start=1)
        )


@dataclass(frozen=True, slots=True)
class Peek:
    """Look at the value of one tower and stand the pawn beside it, or decline (TD-3)."""

    seat: Seat
    place: int | None
    """None for a seat that declines: `0 peek -`."""

    def __str__(self) -> str:
        return f"{self.seat} peek {'-' if self.place is None else self.place}"


@dataclass(frozen=True, slots=True)
class Mark:
    """Put a marker on a tower (TD-4): `0 mark 3`."""

    seat: Seat
    place: int

    def __str__(self) -> str:
        return f"{self.seat} mark {self.place}"


Move: TypeAlias = Towers | Peek | Mark | First | Forfeit

PEEKS: Final = tuple(tuple(Peek(seat, place) for place in PLACES) for seat in (0, 1))
DECLINES: Final = tuple(Peek(seat, None) for seat in (0, 1))
MARKS: Final = tuple(tuple(Mark(seat, place) for place in PLACES) for seat in (0, 1))

_SEATS_MOVES: Final[tuple[Move, ...]] = (
    *(peek for peeks in PEEKS for peek in peeks),
    *DECLINES,
    *(mark for marks in MARKS for mark in marks),
)
_COMMON: Final = {str(move): move for move in _SEATS_MOVES}
"""Nearly every text of a match, read by one look-up."""


def parse(text: str) -> Move:
    """Read a move's notation. Raises BadNotation.

    A place that is not on the board is read, so that the law can say why it is refused.
    """
    common = _COMMON.get(text)
    if common is not None:
        return common
    seat, rest = split_actor(text)
    shared = parse_shared(seat, rest)
    if shared is not None:
        return shared
    if seat == DEALER:
        if towers := _TOWERS.fullmatch(rest):
            return _towers(towers[1].split())
    elif peek := _PEEK.fullmatch(rest):
        return Peek(seat, None if peek[1] == "-" else int(peek[1]))
    elif mark := _MARK.fullmatch(rest):
        return Mark(seat, int(mark[1]))
    raise unreadable(text, _EXAMPLES[seat == DEALER])


def _towers(words: list[str]) -> Towers:
    missing = tuple(place for place, word in enumerate(words, start=1) if len(word) > 4)
    return Towers(tuple(word[-4:] for word in words), missing)
