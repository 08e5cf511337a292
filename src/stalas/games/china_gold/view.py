"""What a viewer may know, which in this game is everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stalas.core.game import DEALER, Json, Outcome, Seat, Viewer
from stalas.games.china_gold.board import Board
from stalas.games.china_gold.history import History
from stalas.games.china_gold.moves import Move, Throw


@dataclass(frozen=True, slots=True)
class View:
    """The board as everybody sees it, and the viewer's own legal moves."""

    seat: Viewer
    to_move: tuple[Seat, ...]
    scores: tuple[int, int]
    outcome: Outcome | None
    legal: Sequence[Move]
    options: Mapping[str, Any] = field(hash=False)
    board: Board
    """The map as it lies on the table, the rivers turned and flipped."""
    face_down: int
    """The face-down markers, one bit a site in the order of the grid."""
    face_up: int
    turn: Seat | None
    """Whose turn it is; None until the dealer has picked who begins."""
    stage: int
    """5, 4 or 3 by the lines left when the turn began; 1 is the final one."""
    throw: Throw | None
    may_bury: bool
    """Whether the turn's stage allows burying."""
    repeat: int
    """A burial may not bring a position about for this time; 0 sets no limit."""
    history: History = field(repr=False)
    """The positions since gold was last claimed; nobody has to remember them."""

    @property
    def occurrences(self) -> int:
        """How often this position came about at the start of a turn, this time included."""
        return 0 if self.turn is None else self.history.times(self.face_down, self.turn)

    def to_json(self) -> Mapping[str, Json]:
        """The view as JSON."""
        outcome = self.outcome
        placed = self.board.map
        grid = self.board.grid
        return {
            "game": "china-gold",
            "seat": "spectator" if self.seat is None else self.seat,
            "to_move": ["*" if seat == DEALER else seat for seat in self.to_move],
            "over": outcome is not None,
            "scores": list(self.scores),
            "winners": None if outcome is None else list(outcome.winners),
            "reason": None if outcome is None else outcome.reason,
            "options": dict(self.options),
            "map": placed.to_json(),
            "face_down": grid.names(self.face_down),
            "face_up": grid.names(self.face_up),
            "turn": self.turn,
            "stage": self.stage,
            "throw": None if self.throw is None else list(self.throw.faces),
            "occurrences": self.occurrences,
            "legal": [str(move) for move in self.legal],
        }
