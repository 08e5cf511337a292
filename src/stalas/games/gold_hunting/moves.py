"""The moves of Gold Hunting and their notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from stalas.core.game import DEALER, Seat
from stalas.core.moves import First, Forfeit, parse_shared, split_actor, unreadable
from stalas.games.gold_hunting.pieces import HILLS, SIZES, Hills

_NUMBER: Final = "([0-9]|[1-9][0-9])"
_TOKENS: Final = re.compile(f"tokens {_NUMBER} {_NUMBER}", re.ASCII)
_STACK: Final = re.compile("stack ([0-9/]+)", re.ASCII)
_DIG: Final = re.compile(f"dig {_NUMBER}@{_NUMBER}", re.ASCII)
_RUSH: Final = re.compile(f"rush@{_NUMBER}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The dealer gives each seat a Gold Rush token, face down (GH-1): `* tokens 2 1`."""

    numbers: tuple[int, int]

    @property
    def seat(self) -> Seat:
        """The dealer."""
        return DEALER

    def __str__(self) -> str:
        return f"* tokens {self.numbers[0]} {self.numbers[1]}"


@dataclass(frozen=True, slots=True)
class Stack:
    """Stack all ingots into hills, unseen (GH-2): `0 stack 112/231/2/132`, from the bottom up."""

    seat: Seat
    hills: Hills

    def __str__(self) -> str:
        return f"{self.seat} stack {'/'.join(self.hills)}"


@dataclass(frozen=True, slots=True)
class Dig:
    """Announce a size and lift the top ingot of one of the other's hills (GH-6): `1 dig 2@3`."""

    seat: Seat
    size: int
    hill: int

    def __str__(self) -> str:
        return f"{self.seat} dig {self.size}@{self.hill}"


@dataclass(frozen=True, slots=True)
class Rush:
    """Turn the token face up, announcing its number, and lift (GH-10): `0 rush@1`."""

    seat: Seat
    hill: int

    def __str__(self) -> str:
        return f"{self.seat} rush@{self.hill}"


@dataclass(frozen=True, slots=True)
class Safe:
    """Give the token up to set the pile aside (GH-11): `1 safe`."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} safe"


Move: TypeAlias = Tokens | Stack | Dig | Rush | Safe | First | Forfeit

DIGS: Final = tuple(
    tuple(tuple(Dig(seat, size, hill) for size in SIZES) for hill in range(1, HILLS + 1))
    for seat in (0, 1)
)
"""By seat and hill (from 0), sizes rising."""
RUSHES: Final = tuple(tuple(Rush(seat, hill) for hill in range(1, HILLS + 1)) for seat in (0, 1))
SAFES: Final = (Safe(0), Safe(1))

_TURNS: Final[tuple[Move, ...]] = (
    *(dig for hills in DIGS for digs in hills for dig in digs),
    *(rush for rushes in RUSHES for rush in rushes),
    *SAFES,
)
_COMMON: Final = {str(move): move for move in _TURNS}
"""Nearly every text of a match, read by one look-up."""


def parse(text: str) -> Move:
    """Read a move's notation. Raises BadNotation.

    A size, hill, token or stack that there cannot be is read, so that the law can say why it is
    refused.
    """
    common = _COMMON.get(text)
    if common is not None:
        return common
    seat, rest = split_actor(text)
    shared = parse_shared(seat, rest)
    if shared is not None:
        return shared
    if seat == DEALER:
        if tokens := _TOKENS.fullmatch(rest):
            return Tokens((int(tokens[1]), int(tokens[2])))
        raise unreadable(text, "* tokens 2 1")
    if stack := _STACK.fullmatch(rest):
        return Stack(seat, tuple(stack[1].split("/")))
    if dig := _DIG.fullmatch(rest):
        return Dig(seat, int(dig[1]), int(dig[2]))
    if rush := _RUSH.fullmatch(rest):
        return Rush(seat, int(rush[1]))
    if rest == "safe":
        return Safe(seat)
    raise unreadable(text, "0 dig 2@3")
