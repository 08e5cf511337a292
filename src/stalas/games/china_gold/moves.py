"""Moves and their notation: `* throw 1+0+2`, `0 dig a1-c3`, `0 dig e5`, `1 bury d4`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from stalas.core.game import DEALER, Seat
from stalas.core.moves import First, Forfeit, parse_shared, split_actor, unreadable
from stalas.games.china_gold.pieces import site_place

_THROW: Final = re.compile(r"throw ([0-9](?:\+[0-9]){0,3})")
_SITE: Final = r"([a-k](?:1[01]|[1-9]))"
_DIG: Final = re.compile(rf"dig {_SITE}(?:-{_SITE})?")
_BURY: Final = re.compile(rf"bury {_SITE}")
_EXAMPLE: Final = "0 dig a1-c3"


@dataclass(frozen=True, slots=True)
class Throw:
    """The dealer throws the discs in play (CG-3)."""

    faces: tuple[int, ...]
    """One a disc, in the order 0/1, 0/2, 1/2."""

    @property
    def seat(self) -> Seat:
        """The dealer."""
        return DEALER

    @property
    def sum(self) -> int:
        """How many markers may be dug."""
        return sum(self.faces)

    def __str__(self) -> str:
        return "* throw " + "+".join(map(str, self.faces))


@dataclass(frozen=True, slots=True)
class Dig:
    """Turn the markers of a line face up (CG-4, CG-7)."""

    seat: Seat
    start: str
    """The lower end, or the end with the lower number in its row."""
    end: str
    """The other end; a single site is both."""

    def __str__(self) -> str:
        if self.start == self.end:
            return f"{self.seat} dig {self.start}"
        return f"{self.seat} dig {self.start}-{self.end}"


@dataclass(frozen=True, slots=True)
class Bury:
    """Turn one face-up marker face down again (CG-5)."""

    seat: Seat
    site: str

    def __str__(self) -> str:
        return f"{self.seat} bury {self.site}"


Move: TypeAlias = First | Throw | Dig | Bury | Forfeit


def parse(text: str) -> Move:
    """Read a move's notation. Raises BadNotation.

    A dig's ends must be in order, so that every dig has one text only.
    """
    seat, rest = split_actor(text)
    if seat == DEALER:
        thrown = _THROW.fullmatch(rest)
        if thrown is not None:
            return Throw(tuple(map(int, thrown[1].split("+"))))
    else:
        dug = _DIG.fullmatch(rest)
        if dug is not None:
            start, end = dug.groups()
            if end is None:
                return Dig(seat, start, start)
            if site_place(start) < site_place(end):
                return Dig(seat, start, end)
            raise unreadable(text, _EXAMPLE)
        buried = _BURY.fullmatch(rest)
        if buried is not None:
            return Bury(seat, buried[1])
    shared = parse_shared(seat, rest)
    if shared is None:
        raise unreadable(text, _EXAMPLE)
    return shared
