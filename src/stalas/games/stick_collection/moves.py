"""The moves of Stick Collection and their notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from stalas.core.game import DEALER, Seat
from stalas.core.moves import First, Forfeit, parse_shared, split_actor, unreadable
from stalas.games.stick_collection.pieces import HIGHEST_BID

_NUMBER: Final = r"(?:0|[1-9][0-9]{0,2})"
_STICKS: Final = re.compile(rf"sticks((?: {_NUMBER})+)", re.ASCII)
_STICK: Final = re.compile(rf"stick ({_NUMBER})((?: [+-](?:0|[1-9][0-9]*)\.[0-9])+)", re.ASCII)
_BID: Final = re.compile(rf"bid ({_NUMBER})", re.ASCII)
_EXAMPLES: Final = {True: "* stick 7 +1.2 -0.4 +2.1", False: "0 bid 3"}


@dataclass(frozen=True, slots=True)
class Sticks:
    """The dealer gives each seat its starting stick (SC-1): `* sticks 5 3 9`."""

    lengths: tuple[int, ...]
    """The length number for each seat."""

    @property
    def seat(self) -> Seat:
        """The dealer."""
        return DEALER

    def __str__(self) -> str:
        return "* sticks " + " ".join(map(str, self.lengths))


@dataclass(frozen=True, slots=True)
class Stick:
    """The dealer stands a stick in the stand (SC-2): `* stick 7 +1.2 -0.4 +2.1`."""

    length: int
    """The length number."""
    errors: tuple[int, ...]
    """Each seat's eye error in tenths of a millimetre."""

    @property
    def seat(self) -> Seat:
        """The dealer."""
        return DEALER

    def __str__(self) -> str:
        return f"* stick {self.length} " + " ".join(map(signed, self.errors))


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid for the stick in the stand (SC-3): `0 bid 3`."""

    seat: Seat
    amount: int

    def __str__(self) -> str:
        return f"{self.seat} bid {self.amount}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Leaving the auction for good (SC-3): `1 pass`."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} pass"


Move: TypeAlias = Sticks | Stick | Bid | Pass | First | Forfeit
Call: TypeAlias = Bid | Pass
"""What a seat may do in an auction."""

BIDS: Final = tuple(
    tuple(Bid(seat, amount) for amount in range(1, HIGHEST_BID + 1)) for seat in range(10)
)
"""Every bid there can be, by seat; the bid of 1 first."""
PASSES: Final = tuple(Pass(seat) for seat in range(10))

_COMMON: Final[dict[str, Move]] = {
    **{str(bid): bid for bids in BIDS for bid in bids},
    **{str(leave): leave for leave in PASSES},
}
"""Nearly every text of a match, read by one look-up."""


def signed(tenths: int) -> str:
    """Write tenths of a millimetre as millimetres with a sign and one decimal: `+1.2`."""
    whole, decimal = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else '+'}{whole}.{decimal}"


def parse(text: str) -> Move:
    """Read a move's notation. Raises BadNotation.

    Numbers that no rule allows (a bid of 11, a tenth length) are read, so that the law can say why
    they are refused. `-0.0` is read as an error of nought, which is written `+0.0`.
    """
    common = _COMMON.get(text)
    if common is not None:
        return common
    seat, rest = split_actor(text)
    shared = parse_shared(seat, rest)
    if shared is not None:
        return shared
    if seat == DEALER:
        if stick := _STICK.fullmatch(rest):
            return Stick(
                int(stick[1]), tuple(int(word.replace(".", "")) for word in stick[2].split())
            )
        if sticks := _STICKS.fullmatch(rest):
            return Sticks(tuple(map(int, sticks[1].split())))
    elif bid := _BID.fullmatch(rest):
        return Bid(seat, int(bid[1]))
    raise unreadable(text, _EXAMPLES[seat == DEALER])
