"""What may be asked of a table, in the imperative. Who may ask is checked before: see `Tables`.

`version` is the version of the table that the asker saw. A command is stale if the decision that
it answers is not the present one any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from stalas.core.game import Seat
from stalas.table.events import BotTrouble


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free seat as a person."""

    seat: Seat
    name: str
    key_hash: str
    entropy: str = ""


@dataclass(frozen=True, slots=True)
class StandUp:
    """Leave a seat before the match begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Put a bot on a free seat (the host's right)."""

    seat: Seat
    level: str


@dataclass(frozen=True, slots=True)
class AddEntropy:
    """Give the dealer a text of one's own, before the match begins; a later one replaces it."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class BeReady:
    """Say that one is ready to begin."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close a table at which no match has begun (the host's right)."""


@dataclass(frozen=True, slots=True)
class Play:
    """Make a move; `text` is its whole notation, resigning included."""

    seat: Seat
    text: str
    version: int
    by_bot: bool = False
    """Whether a bot answers. Only the runner says so."""


@dataclass(frozen=True, slots=True)
class AskUndo:
    """Ask to take one's own last move back."""

    seat: Seat
    version: int


@dataclass(frozen=True, slots=True)
class AnswerUndo:
    """Agree or refuse; the asker itself may withdraw by refusing."""

    seat: Seat
    agree: bool
    version: int


@dataclass(frozen=True, slots=True)
class ClaimWin:
    """Claim the win because the opponent left (two seats)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LetBotFinish:
    """Let a bot play on for a person who left."""

    seat: Seat
    absent: Seat


@dataclass(frozen=True, slots=True)
class HandOver:
    """Let a bot play on for oneself."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take one's seat over again from a bot that stood in."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OfferRematch:
    """Offer to play again, or agree to it; `table` is the id of the new table if all have."""

    seat: Seat
    table: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Look at the clock. Only the runner says this."""


@dataclass(frozen=True, slots=True)
class NoteAbsence:
    """A person was last seen at this moment. Only the runner says this."""

    seat: Seat
    last_seen: int


@dataclass(frozen=True, slots=True)
class NoteReturn:
    """A person is back. Only the runner says this."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class NoteRestart:
    """The server was down since this moment. Only the runner says this."""

    down_from: int


@dataclass(frozen=True, slots=True)
class ReplaceBot:
    """A bot was overdue, erred or died. Only the runner says this."""

    seat: Seat
    instead: str
    trouble: BotTrouble
    version: int


Command: TypeAlias = (
    Sit
    | StandUp
    | SeatBot
    | AddEntropy
    | BeReady
    | CloseTable
    | Play
    | AskUndo
    | AnswerUndo
    | ClaimWin
    | LetBotFinish
    | HandOver
    | TakeBack
    | OfferRematch
    | Tick
    | NoteAbsence
    | NoteReturn
    | NoteRestart
    | ReplaceBot
)
