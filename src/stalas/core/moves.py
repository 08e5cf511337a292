"""Moves that all games share, and the helpers with which games read and refuse moves."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TypeAlias

from stalas.core.errors import BadNotation, GameError, GameOver
from stalas.core.game import DEALER, Move, Outcome, Seat
from stalas.core.words import Sentence, say

_ACTOR = re.compile(r"(\*|[0-9]) (.{1,200})", re.ASCII)


@dataclass(frozen=True, slots=True)
class First:
    """The dealer's choice of who begins: `* first 1`."""

    beginner: Seat

    @property
    def seat(self) -> Seat:
        """The dealer."""
        return DEALER

    def __str__(self) -> str:
        return f"* first {self.beginner}"


@dataclass(frozen=True, slots=True)
class Resign:
    """A seat gives the match up, at any time; the other seat wins."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} resign"


@dataclass(frozen=True, slots=True)
class Flag:
    """A seat ran out of time; the other seat wins."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} flag"


Forfeit: TypeAlias = Resign | Flag
"""How a match of two seats may stop early. Never listed among the legal moves."""


def split_actor(text: str) -> tuple[Seat, str]:
    """Split a move's text into who acts and what follows.

    Raises BadNotation, which names a foreign letter if that is what is wrong.
    """
    found = _ACTOR.fullmatch(text)
    if found is None or not text.isascii():
        raise unreadable(text)
    actor, rest = found.groups()
    return (DEALER if actor == "*" else int(actor)), rest


def unreadable(text: str, example: str | None = None) -> BadNotation:
    """Make the error for a text that is no move of the game."""
    shown = _shortened(text)
    for character in text[:200]:
        if not character.isascii():
            name = unicodedata.name(character, f"U+{ord(character):04X}")
            return BadNotation(
                say(
                    "“{text}” is not a move: it has the character {name}; moves are written with"
                    " plain letters a to z and digits.",
                    text=shown,
                    name=name,
                )
            )
    if example is not None:
        return BadNotation(
            say(
                "“{text}” is not a move of this game; a move looks like “{example}”.",
                text=shown,
                example=example,
            )
        )
    return BadNotation(say("“{text}” is not a move of this game.", text=shown))


def parse_shared(seat: Seat, rest: str) -> First | Forfeit | None:
    """Read a move that all games share, or give None."""
    if seat == DEALER:
        return First(int(rest[6])) if re.fullmatch("first [0-9]", rest) else None
    if rest == "resign":
        return Resign(seat)
    if rest == "flag":
        return Flag(seat)
    return None


def refuse_early(
    move: Move, seats: int, outcome: Outcome | None, over_rule: str
) -> GameError | None:
    """Refuse what every game refuses first: a seat that is not there, a move after the end."""
    if move.seat >= seats:
        return BadNotation(say("There is no seat {seat} in this match.", seat=move.seat))
    if outcome is not None:
        return GameOver(say("The match is over."), over_rule)
    if seats != 2 and isinstance(move, Resign | Flag):
        return BadNotation(say("Only a match of two seats can be given up."))
    return None


def forfeited(move: Forfeit, scores: tuple[int, ...]) -> Outcome:
    """Give the outcome after a seat resigned or ran out of time: the other one wins."""
    return Outcome(scores, (1 - move.seat,), "resigned" if isinstance(move, Resign) else "time")


def tell_forfeit(move: Forfeit) -> tuple[Sentence, ...]:
    """Put a resignation or a fallen flag into words for the log."""
    if isinstance(move, Resign):
        return (say("Seat {seat} resigns.", seat=move.seat),)
    return (say("Seat {seat} has run out of time.", seat=move.seat),)


def _shortened(text: str) -> str:
    printable = "".join(c if c.isprintable() else "�" for c in text[:60])
    return printable + ("…" if len(text) > 60 else "")
