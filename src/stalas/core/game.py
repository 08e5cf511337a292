"""What a game is: the protocols that every game, table, player and drawer is written against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Final, Protocol, Self, TypeAlias, TypeVar

from stalas.core.chance import Source
from stalas.core.errors import GameError
from stalas.core.options import Option
from stalas.core.words import Say, Sentence

Seat: TypeAlias = int
"""A place at the table, numbered from 0."""

Viewer: TypeAlias = "Seat | None"
"""Whoever looks: a seat, or None for a spectator."""

DEALER: Final[Seat] = -1
"""Chance. Whatever is random is a move of the dealer, written `*` in a record."""

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    scores: tuple[int, ...]
    """One score a seat."""
    winners: tuple[Seat, ...]
    """The seats that won, rising; two or more share the victory (or drew)."""
    reason: str
    """points, tie-break, draw, four-alike, shared, match, resigned or time."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule in our own words, for help pages and errors."""

    number: str
    """As errors name it: `GH-9`."""
    title: Sentence
    text: Sentence


class Move(Protocol):
    """One decision of a seat or of the dealer: a frozen dataclass whose `str` is its only text."""

    @property
    def seat(self) -> Seat:
        """Who makes it; DEALER for chance."""
        ...

    def __str__(self) -> str:
        """The notation, seat first: `0 dig 2@3`, `* throw 1+0+2`."""
        ...


M = TypeVar("M", bound=Move)
M_co = TypeVar("M_co", bound=Move, covariant=True)
V_co = TypeVar("V_co", bound="View[Any]", covariant=True)
S = TypeVar("S", bound="State[Any, Any]")


class View(Protocol[M_co]):
    """All that one viewer may know, and remembers: written out field by field, never filtered.

    Pages, streams, drawers, the terminal and bots get this and nothing else.
    """

    @property
    def seat(self) -> Viewer:
        """Who looks."""
        ...

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that may act now; `(DEALER,)` for the dealer; `()` when over."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """One score a seat, as if the match ended now."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        ...

    @property
    def legal(self) -> Sequence[M_co]:
        """The viewer's own legal moves now, in a fixed order; may be a lazy sequence."""
        ...

    def to_json(self) -> Mapping[str, Json]:
        """The view as JSON: the same bytes for worlds that the viewer cannot tell apart."""
        ...


class State(Protocol[M, V_co]):
    """A position of a match. Never changes: `play` returns the next one."""

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that may act now; `(DEALER,)` for the dealer; `()` when over."""
        ...

    def legal_moves(self, seat: Seat) -> Sequence[M]:
        """The legal moves of a seat in a fixed order: distinct, playable; empty if not to move."""
        ...

    def why_illegal(self, move: M) -> GameError | None:
        """The error that `play` would raise, or None if the move is legal."""
        ...

    def play(self, move: M) -> Self:
        """Make the move. Raises what `why_illegal` tells."""
        ...

    def chances(self) -> Sequence[tuple[M, Fraction]]:
        """The dealer's moves with exact probabilities; empty when too many, or not the dealer's."""
        ...

    def draw(self, source: Source) -> M:
        """Sample the dealer's move by its stated distribution; only when the dealer is to move."""
        ...

    def scores(self) -> tuple[int, ...]:
        """One score a seat, as if the match ended now."""
        ...

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        ...

    def view(self, viewer: Viewer) -> V_co:
        """All that the viewer may know."""
        ...

    def redeal(self, viewer: Viewer, rng: Random) -> Self:
        """Another world that the viewer cannot tell apart from this one.

        Sampled from chance alone, uniformly over hidden choices of others; the same view, always.
        """
        ...

    def seen(self, move: M, viewer: Viewer) -> str:
        """The notation of a legal move as the viewer may see it, `?` for what stays hidden."""
        ...

    def tell(self, move: M, viewer: Viewer) -> tuple[Sentence, ...]:
        """The log in words: what the viewer is told of a move made here, with its results."""
        ...

    def truth(self) -> Mapping[str, Json]:
        """Everything, for the referee."""
        ...


class Game(Protocol[S, M]):
    """The rules as a thing that can be listed, started and read."""

    name: str
    """As records write it: `gold-hunting`."""
    title: Sentence
    credit: Sentence
    """Whose game it is: designer, publisher, year."""
    seats: range
    rules_version: int
    """Raised whenever a change of code changes the result of any record."""
    options: tuple[Option, ...]
    rules: tuple[Rule, ...]
    quiet: tuple[type, ...]
    """The kinds of a seat's moves that show nobody anything hidden; only they can be undone."""

    def start(self, seats: int, options: Mapping[str, Json] | None = None) -> S:
        """The first position. Raises RecordError naming a wrong seat count, option or value."""
        ...

    def parse(self, text: str) -> M:
        """Read a move's notation. Raises BadNotation."""
        ...

    def words(self, move: M) -> Sentence:
        """A move in words, for a button or a list: `dig hill 3, announcing a double`."""
        ...

    def draw(self, view: Any, language: Say) -> str:
        """A view as text for a terminal, several lines."""
        ...

    def twin(self, start: S, moves: Sequence[M], viewer: Viewer, rng: Random) -> tuple[M, ...]:
        """The same match in another world: moves that the viewer cannot tell apart at any ply."""
        ...


AnyMove: TypeAlias = Any
AnyState: TypeAlias = State[Any, Any]
AnyView: TypeAlias = View[Any]
AnyGame: TypeAlias = Game[Any, Any]
