"""A match on this machine: who sits where, the dealer, and everything that has happened.

Only this module holds a State. The screens get the person's View, a bot gets its own.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from random import Random
from typing import Final

from stalas.core.dealer import Dealer
from stalas.core.errors import GameError, RecordError
from stalas.core.game import DEALER, AnyGame, AnyMove, AnyState, AnyView, Json, Seat
from stalas.core.moves import Resign
from stalas.core.records import Record
from stalas.core.words import Sentence, say
from stalas.games import find
from stalas.players import find_level

BUDGET: Final = 1.0
"""Seconds that a bot may think about one decision."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before a match."""

    game: str
    level: str
    """The bots' level."""
    seats: int
    seat: Seat
    """Where the person sits."""
    options: Mapping[str, Json] = field(default_factory=dict)
    seed: int | None = None
    """Makes the dealer and the bots repeatable, for trying things out; None is a fresh seed."""

    def check(self) -> None:
        """Raise RecordError if there is no such game, level, seat or option."""
        find(self.game).start(self.seats, self.options)
        find_level(self.game, self.level)
        if self.seat not in range(self.seats):
            raise RecordError(say("There is no seat {seat} in this match.", seat=self.seat))

    def rotated(self) -> Setup:
        """Give the setup of a rematch, in which everybody sits one seat further."""
        seed = None if self.seed is None else self.seed + 1
        return replace(self, seat=(self.seat + 1) % self.seats, seed=seed)

    def dealer(self) -> Dealer:
        """Make the dealer of a match."""
        if self.seed is None:
            return Dealer.fresh(self.seats)
        return Dealer(hashlib.sha256(f"seed {self.seed}".encode()).digest(), ("",) * self.seats)


class Match:
    """One match from its first position to its outcome."""

    def __init__(self, setup: Setup, dealer: Dealer | None = None) -> None:
        """Begin. Raises RecordError if the setup is not possible."""
        setup.check()
        self.setup = setup
        self.game: AnyGame = find(setup.game)
        self.dealer = dealer or setup.dealer()
        self.moves: list[str] = []
        self.log: list[tuple[Sentence, ...]] = []
        """What the person was told of each move."""
        self._state: AnyState = self.game.start(setup.seats, setup.options)
        self._luck = secrets.randbits(64) if setup.seed is None else setup.seed

    @property
    def seat(self) -> Seat:
        """Where the person sits."""
        return self.setup.seat

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return len(self.moves)

    @property
    def over(self) -> bool:
        """Whether nobody may move any more."""
        return not self._state.to_move

    @property
    def turn(self) -> Seat | None:
        """Who acts next; of several that may, the first, so that records stand in seat order."""
        return self._state.to_move[0] if self._state.to_move else None

    def view(self) -> AnyView:
        """What the person may know."""
        view: AnyView = self._state.view(self.seat)
        return view

    def name(self, seat: Seat) -> Sentence:
        """Who sits there."""
        if seat == self.seat:
            return say("you")
        return find_level(self.setup.game, self.setup.level).title

    def deal(self) -> None:
        """Let the dealer make its moves until somebody else is to move."""
        while self.turn == DEALER:
            self._play(self._state.draw(self.dealer.source(self.ply)))

    def play(self, text: str) -> None:
        """Make the person's move, written with or without the seat. Raises GameError."""
        self._play(self.game.parse(self.with_seat(text)))

    def with_seat(self, text: str) -> str:
        """Give a move's whole notation from what a person may have typed of it."""
        text = " ".join(text.split())
        return text if text[:2] in {f"{self.seat} ", "* "} else f"{self.seat} {text}"

    def why_not(self, text: str) -> GameError | None:
        """Why a text is no move that the person may make now, or None."""
        try:
            error: GameError | None = self._state.why_illegal(self.game.parse(self.with_seat(text)))
        except GameError as unread:
            return unread
        return error

    def suggestion(self, legal: Sequence[AnyMove]) -> str:
        """Give one of the person's legal moves, drawn at random, as a person would type it."""
        return str(legal[secrets.randbelow(len(legal))])[2:]

    def resign(self) -> None:
        """Give the match up. Raises GameError where that cannot be."""
        self._play(Resign(self.seat))

    def question(self) -> Question:
        """What the bot whose turn it is must answer."""
        seat = self.turn
        if seat is None or seat == DEALER or seat == self.seat:
            raise AssertionError("no bot is to move")
        luck = f"{self._luck}/{self.ply}/{seat}"
        return Question(
            self.setup.game, self.setup.level, self._state.view(seat), luck, seat, self.ply
        )

    def answer(self, question: Question, text: str) -> bool:
        """Make a bot's move; a late answer, after the match went on, is dropped."""
        if self.over or self.ply != question.ply:
            return False
        self._play(self.game.parse(text))
        return True

    def tell(self, *sentences: Sentence) -> None:
        """Add something that is no move to the log."""
        self.log.append(sentences)

    def record(self, names: Sequence[str]) -> Record:
        """Give the whole record; only once the match is over, as it tells what was hidden."""
        if not self.over:
            raise AssertionError("a running match has no record that its players may see")
        meta: dict[str, Json] = {
            "date": datetime.now(UTC).date().isoformat(),
            "dealer": self.dealer.to_meta(reveal=True),
        }
        return Record(
            self.setup.game, tuple(names), dict(self.setup.options), tuple(self.moves), meta
        )

    def _play(self, move: AnyMove) -> None:
        after = self._state.play(move)
        told = self._state.tell(move, self.seat)
        self._state = after
        self.moves.append(str(move))
        self.log.append(tuple(told))


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked, and all that it gets: its view and its own source of chance."""

    game: str
    level: str
    view: AnyView
    luck: str
    seat: Seat
    ply: int


def think(question: Question) -> str:
    """Let the level answer with the text of its move; runs in another process."""
    player = find_level(question.game, question.level).make()
    return str(player.decide(question.view, Random(question.luck), BUDGET).move)
