"""What one viewer of a match may know and remember, written out field by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stalas.core.game import DEALER, Json, Outcome, Seat, Viewer
from stalas.games.tower_of_doubt.moves import Mark, Move
from stalas.games.tower_of_doubt.pieces import Options, value_of
from stalas.games.tower_of_doubt.scoring import Round


@dataclass(frozen=True, slots=True)
class Peeked:
    """A seat's peek of this round, as the viewer knows it."""

    seat: Seat
    place: int | None
    """Where the pawn stands; None if the seat declined."""
    value: int | None
    """The value, if the viewer itself looked or the towers are shown."""


@dataclass(frozen=True, slots=True)
class View:
    """All that one viewer may know.

    Everything of a round but its towers is public (TD-3, TD-4). Of a tower that stands, a seat
    knows the two faces on its side and, where it peeked, the value; a spectator knows nothing of
    it. When a round is over its towers are shown to all (TD-8).
    """

    seat: Viewer
    options: Options
    to_move: tuple[Seat, ...]
    round: int
    """The number of the round, from 1."""
    points: tuple[int, int]
    """Point tokens."""
    starter: Seat | None
    """Who starts this round; None before the dealer has picked."""
    dealt: bool
    """Whether the towers of this round stand."""
    missing: int | None
    """The place that stands empty this round (TD-10)."""
    faces: tuple[str, ...]
    """Per place the two beads the viewer sees, its left one first; empty where it sees none."""
    towers: tuple[str, ...]
    """Per place four beads from seat 0's left, once the match is over; empty before."""
    peeks: tuple[Peeked, ...]
    """The peeks of this round in order, declined ones included."""
    marks: tuple[Mark, ...]
    """The markers put in this round, in order."""
    stacks: tuple[str, ...]
    """Per place the seats whose markers lie there, bottom up: `01`."""
    owners: tuple[Seat | None, ...]
    """Per place the seat whose marker is on top (TD-5)."""
    rounds: tuple[Round, ...]
    """The finished rounds, all shown."""
    outcome: Outcome | None
    legal: tuple[Move, ...]

    @property
    def scores(self) -> tuple[int, ...]:
        """The point tokens."""
        return self.points

    def to_json(self) -> Mapping[str, Json]:
        """Give the view as JSON, keys in a fixed order."""
        outcome = self.outcome
        return {
            "game": "tower-of-doubt",
            "seat": "spectator" if self.seat is None else self.seat,
            "to_move": ["*" if seat == DEALER else seat for seat in self.to_move],
            "over": outcome is not None,
            "scores": list(self.points),
            "winners": None if outcome is None else list(outcome.winners),
            "reason": None if outcome is None else outcome.reason,
            "options": self.options.to_json(),
            "round": self.round,
            "starter": self.starter,
            "dealt": self.dealt,
            "missing": self.missing,
            "faces": list(self.faces),
            "towers": list(self.towers),
            "peeks": [
                {"seat": peek.seat, "place": peek.place, "value": peek.value} for peek in self.peeks
            ],
            "placed": [str(mark) for mark in self.marks],
            "marks": list(self.stacks),
            "owners": list(self.owners),
            "rounds": [_round(finished) for finished in self.rounds],
            "legal": [str(move) for move in self.legal],
        }


def _round(finished: Round) -> dict[str, Json]:
    """Put a finished round into JSON."""
    verdict = finished.verdict
    return {
        "starter": finished.starter,
        "towers": list(finished.towers),
        "values": [value_of(beads) for beads in finished.towers],
        "missing": finished.missing,
        "peeks": [{"seat": peek.seat, "place": peek.place} for peek in finished.peeks],
        "placed": [str(mark) for mark in finished.marks],
        "winner": verdict.winner,
        "sums": list(verdict.sums),
        "two_twos": verdict.two_twos,
    }
