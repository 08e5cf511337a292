"""A table: who sits where and the match being played.

A table never changes; `evolve` folds it from its events. It holds the whole truth, so it stays
with the runner: pages, streams and bots are given a `Projection` or a `View`.
"""

from __future__ import annotations

from dataclasses import dataclass

from stalas.core.game import AnyGame, AnyMove, AnyState, Seat
from stalas.core.words import Sentence
from stalas.table.clock import Clock
from stalas.table.events import Kind, StandInReason, TableOpened
from stalas.table.storage import Status, Summary


@dataclass(frozen=True, slots=True)
class Sitter:
    """Whoever sits at a seat."""

    kind: Kind
    name: str
    level: str | None
    key_hash: str | None
    ready: bool = False
    left_at: int | None = None
    """When a person who has gone was last seen."""
    stand_in: str | None = None
    """The level of the bot that plays on for a person."""
    stand_in_reason: StandInReason | None = None

    @property
    def bot_level(self) -> str | None:
        """The level that decides for this seat, or None if a person does."""
        return self.level if self.kind == "bot" else self.stand_in


@dataclass(frozen=True, slots=True)
class Ply:
    """A move that was made, with the position before it."""

    move: AnyMove
    text: str
    before: AnyState
    at: int
    version: int


@dataclass(frozen=True, slots=True)
class Undo:
    """A question that waits for answers, whether a seat may take its last move back."""

    asker: Seat
    agreed: frozenset[Seat]
    version: int
    """The version at which it was asked."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that everybody at the table is told, apart from moves.

    Seats stand in its sentence as numbers under the names `seat` and `other`.
    """

    version: int
    at: int
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Match:
    """The match itself: position, moves, clock, and what each seat is deciding."""

    state: AnyState
    plies: tuple[Ply, ...]
    clock: Clock | None
    since: tuple[int, ...]
    """For each seat, the version since which its decision (or its having none) is the present one.

    A move is stale if its asker saw an earlier version. In a simultaneous choice the other's
    choosing does not make one's own stale.
    """
    undo: Undo | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Everything about a table, as of a version."""

    version: int
    at: int
    """When the last event happened."""
    opened: TableOpened
    game: AnyGame
    sitters: tuple[Sitter | None, ...]
    entropies: tuple[str, ...]
    match: Match
    status: Status = "open"
    broken_off: bool = False
    seed: str | None = None
    """The dealer's seed, once it is revealed."""
    rematch: frozenset[Seat] = frozenset()
    """Who wants to play again."""
    next_table: str | None = None
    """Where they play again."""
    notices: tuple[Notice, ...] = ()

    @property
    def state(self) -> AnyState:
        """The position now."""
        return self.match.state

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves so far."""
        return self.match.plies

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that may act now; nobody unless a match is being played."""
        return self.match.state.to_move if self.status == "playing" else ()

    def seats_of(self, key_hash: str | None) -> tuple[Seat, ...]:
        """The seats that a key holds; several on a shared device."""
        return tuple(
            seat
            for seat, sitter in enumerate(self.sitters)
            if key_hash is not None and sitter is not None and sitter.key_hash == key_hash
        )

    def bots_to_move(self) -> tuple[Seat, ...]:
        """The seats that may act now and for which a bot decides."""
        return tuple(
            seat
            for seat in self.to_move
            if seat >= 0 and (sitter := self.sitters[seat]) is not None and sitter.bot_level
        )

    def persons(self) -> tuple[Seat, ...]:
        """The seats for which a person decides."""
        return tuple(
            seat
            for seat, sitter in enumerate(self.sitters)
            if sitter is not None and sitter.bot_level is None
        )

    def summary(self) -> Summary:
        """What lists of tables say of this one."""
        taken = [sitter for sitter in self.sitters if sitter is not None]
        host = next((sitter.name for sitter in taken if sitter.kind == "person"), "")
        # Where a person plays without a clock, the next visit wakes the table and its bots.
        wakes = self.status == "playing" and (self.match.clock is not None or not self.persons())
        return Summary(
            self.opened.game,
            self.opened.seats,
            len(taken),
            host,
            self.status,
            self.opened.listed,
            wakes,
        )
