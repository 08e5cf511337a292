"""What happens at a table, as facts in the past tense. A table is the fold of its events.

Times are whole milliseconds since 1970 (UTC). Who may see what of an event is settled here, where
it arises: `MovePlayed` and `ChanceFell` carry the whole text and are shown to a viewer only through
`State.seen` and `State.tell`; `SeatTaken.key_hash` and `TableOpened.host_hash` are shown to nobody;
all else is public. That something happened is never a secret, so one numbering serves all viewers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from stalas.core.game import Json, Seat
from stalas.table.clock import TimeControl

Kind: TypeAlias = Literal["person", "bot"]
StandInReason: TypeAlias = Literal["left", "time"]
BotTrouble: TypeAlias = Literal["overdue", "illegal", "broken"]


@dataclass(frozen=True, slots=True)
class TableOpened:
    """Somebody opened a table; the dealer is bound by its commitment from here on."""

    at: int
    game: str
    rules_version: int
    options: Mapping[str, Json]
    seats: int
    control: TimeControl | None
    listed: bool
    same_device: bool
    wait_ready: bool
    leave_after: int | None
    """Milliseconds after which a seat that left may be claimed or handed to a bot; None: never."""
    commitment: str
    host_hash: str | None
    """SHA-256 of the host's key; shown to nobody."""
    rematch_of: str | None = None


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A person or a bot sat down."""

    at: int
    seat: Seat
    kind: Kind
    name: str
    level: str | None = None
    """A bot's level."""
    key_hash: str | None = None
    """SHA-256 of a person's seat key; shown to nobody."""


@dataclass(frozen=True, slots=True)
class SeatVacated:
    """A seat became free again before the match began."""

    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class EntropyAdded:
    """A seat gave the dealer a text of its own, before the first draw."""

    at: int
    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class SeatReady:
    """A person is ready to begin (at tables that wait for it)."""

    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """Every seat is taken; the match begins."""

    at: int


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A seat made a move; `text` is its whole notation."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class ChanceFell:
    """The dealer made a move; `text` is its whole notation."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over and the dealer reveals its seed."""

    at: int
    seed: str
    """64 hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class MatchBrokenOff:
    """The match ended without a result: in a simultaneous choice, all ran out of time at once."""

    at: int
    seed: str


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The host closed a table at which no match had begun."""

    at: int


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """A seat asks to take its last move back."""

    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class UndoAgreed:
    """A seat agrees that the asker takes its move back."""

    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class UndoRefused:
    """A seat refuses, or the asker thought better of it."""

    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Undone:
    """All agreed: the last move is taken back; `plies` are left."""

    at: int
    plies: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A person has gone; `at` is when it was last seen."""

    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatReturned:
    """A person who had gone is back."""

    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class WinClaimed:
    """The opponent of a seat that left claims the win; the flag of that seat follows."""

    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class FlagFell:
    """A seat ran out of time."""

    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class StandInTook:
    """A bot plays on for a person."""

    at: int
    seat: Seat
    level: str
    reason: StandInReason


@dataclass(frozen=True, slots=True)
class SeatTakenBack:
    """A person took its seat over again from the bot that played on for it."""

    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class BotFailed:
    """A bot was overdue, erred or died; the table goes on with the simpler level `instead`."""

    at: int
    seat: Seat
    level: str
    instead: str
    trouble: BotTrouble


@dataclass(frozen=True, slots=True)
class ClockResumed:
    """The server is back: the time from `down_from` to `at` counts for nobody."""

    at: int
    down_from: int


@dataclass(frozen=True, slots=True)
class RematchOffered:
    """A seat wants to play again."""

    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class RematchAgreed:
    """All persons want to play again: at the new table, with the seats rotated."""

    at: int
    table: str


Event: TypeAlias = (
    TableOpened
    | SeatTaken
    | SeatVacated
    | EntropyAdded
    | SeatReady
    | MatchBegan
    | MovePlayed
    | ChanceFell
    | MatchEnded
    | MatchBrokenOff
    | TableClosed
    | UndoAsked
    | UndoAgreed
    | UndoRefused
    | Undone
    | SeatLeft
    | SeatReturned
    | WinClaimed
    | FlagFell
    | StandInTook
    | SeatTakenBack
    | BotFailed
    | ClockResumed
    | RematchOffered
    | RematchAgreed
)
