"""A match seen ply by ply: as a seat knew it, or everything once it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stalas.core.game import AnyGame, AnyMove, AnyState, AnyView, Json, Seat, Viewer
from stalas.core.records import Record, replay, start
from stalas.core.words import Sentence, say
from stalas.games import find
from stalas.table.errors import NotSeated, TableError
from stalas.table.table import Table


@dataclass(frozen=True, slots=True)
class Frame:
    """The match after `ply` moves, as one viewer knew it."""

    ply: int
    """How many moves were made."""
    plies: int
    """How many there are in all."""
    view: AnyView
    seat: Seat | None
    """Who made the last of them (DEALER for chance); None at ply 0."""
    text: str | None
    """Its notation, as the viewer saw it."""
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class FullFrame:
    """The match after `ply` moves with nothing hidden."""

    ply: int
    plies: int
    views: tuple[AnyView, ...]
    """What each seat knew."""
    truth: Mapping[str, Json]
    seat: Seat | None
    text: str | None
    sentences: tuple[Sentence, ...]


class Replay:
    """Steps through a match. While it goes on, `viewer` is the only one whose frames there are."""

    def __init__(
        self,
        game: AnyGame,
        states: Sequence[AnyState],
        moves: Sequence[AnyMove],
        *,
        over: bool,
        viewer: Viewer,
        names: Sequence[str],
    ) -> None:
        """`states` has the position before each move, and the last one."""
        self.game = game
        self.over = over
        self.names = tuple(names)
        self._states = states
        self._moves = moves
        self._viewer = viewer

    @classmethod
    def of_table(cls, table: Table, viewer: Viewer) -> Replay:
        """Step through the match of a table."""
        states = [*(ply.before for ply in table.plies), table.state]
        moves = [ply.move for ply in table.plies]
        names = [sitter.name if sitter is not None else "" for sitter in table.sitters]
        over = table.status == "ended"
        return cls(table.game, states, moves, over=over, viewer=viewer, names=names)

    @classmethod
    def of_record(cls, record: Record) -> Replay:
        """Step through a record, which its holder knows anyway.

        Raises RecordError or ReplayError if it cannot be replayed.
        """
        game = find(record.game)
        states, moves = [start(game, record)], []
        for move, state in replay(game, record):
            moves.append(move)
            states.append(state)
        return cls(game, states, moves, over=True, viewer=None, names=record.seats)

    @property
    def plies(self) -> int:
        """How many moves there are."""
        return len(self._moves)

    def frame(self, ply: int, viewer: Viewer) -> Frame:
        """Give the match after `ply` moves as a viewer knew it.

        Raises NotSeated for another's knowledge while the match goes on, TableError for a ply that
        is not there.
        """
        if not self.over and viewer != self._viewer:
            raise NotSeated(say("While the match goes on you see it from your own seat only."))
        state = self._state(ply)
        view = state.view(viewer)
        if ply == 0:
            return Frame(0, self.plies, view, None, None, ())
        before, move = self._states[ply - 1], self._moves[ply - 1]
        seen, told = before.seen(move, viewer), before.tell(move, viewer)
        return Frame(ply, self.plies, view, move.seat, seen, told)

    def everything(self, ply: int) -> FullFrame:
        """Give the match after `ply` moves with nothing hidden.

        Raises TableError before its end, or for a ply that is not there.
        """
        if not self.over:
            raise TableError(say("Everything is shown once the match is over."))
        state = self._state(ply)
        views = tuple(state.view(seat) for seat in range(len(self.names)))
        if ply == 0:
            return FullFrame(0, self.plies, views, state.truth(), None, None, ())
        before, move = self._states[ply - 1], self._moves[ply - 1]
        told = before.tell(move, move.seat if move.seat >= 0 else None)
        return FullFrame(ply, self.plies, views, state.truth(), move.seat, str(move), told)

    def _state(self, ply: int) -> AnyState:
        if not 0 <= ply <= self.plies:
            raise TableError(say("The match has no ply {ply}.", ply=ply))
        return self._states[ply]
