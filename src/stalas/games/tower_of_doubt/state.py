"""The law of Tower of Doubt, in one file so that it reads as the rulebook does, round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

from stalas.core.chance import Source
from stalas.core.errors import GameError, IllegalMove, NotYourTurn
from stalas.core.game import DEALER, Json, Outcome, Seat, Viewer
from stalas.core.moves import First, Flag, Forfeit, Resign, forfeited, refuse_early
from stalas.core.words import Sentence, say
from stalas.games.tower_of_doubt.deals import UNSEEN, Deals, draw_towers, sample
from stalas.games.tower_of_doubt.log import seen, tell
from stalas.games.tower_of_doubt.moves import (
    DECLINES,
    MARKS,
    PEEKS,
    Mark,
    Move,
    Peek,
    Towers,
)
from stalas.games.tower_of_doubt.pieces import (
    CLOSED,
    KIND_OF,
    KINDS,
    NO_MARKERS,
    OWNED,
    PLACES,
    Options,
    faces_of,
    value_of,
)
from stalas.games.tower_of_doubt.scoring import Round, judge
from stalas.games.tower_of_doubt.view import Peeked, View

_BY_DEALER: Final = (DEALER,)
_BY_SEAT: Final = ((0,), (1,))
_NOBODY: Final = ()


@dataclass(frozen=True, slots=True)
class State:
    """A position of a match."""

    options: Options
    to_move: tuple[Seat, ...] = _BY_DEALER
    round: int = 1
    points: tuple[int, int] = (0, 0)
    starter: Seat | None = None
    """Who starts this round (TD-2); None before the dealer has picked."""
    towers: tuple[str, ...] = ()
    """Four beads a place, round the tower from seat 0's left (TD-1); empty between rounds."""
    missing: int | None = None
    """The place whose tower stays in the bag (TD-10)."""
    peeks: tuple[Peek, ...] = ()
    """The peeks of this round in order (TD-3)."""
    marks: tuple[Mark, ...] = ()
    """The markers put in this round, in order (TD-4)."""
    stacks: tuple[str, ...] = NO_MARKERS
    """Per place the seats whose markers lie there, bottom up."""
    rounds: tuple[Round, ...] = ()
    """The finished rounds."""
    forfeit: Forfeit | None = None

    # What may be done

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """The peeks, places rising, then declining; or the marks, places rising."""
        if self.to_move != (seat,) or seat == DEALER:
            return ()
        if len(self.peeks) < 2:
            taken = self.peeks[0].place if self.peeks else None
            moves: list[Move] = [
                peek for peek in PEEKS[seat] if peek.place not in (taken, self.missing)
            ]
            if not self.options.must_peek:
                moves.append(DECLINES[seat])
            return tuple(moves)
        return tuple(
            mark
            for mark, stack in zip(MARKS[seat], self.stacks, strict=True)
            if len(stack) < CLOSED
        )

    def why_illegal(self, move: Move) -> GameError | None:
        """The error that `play` would raise, or None if the move is legal."""
        early = refuse_early(move, 2, self.outcome(), "TD-9")
        if early is not None or isinstance(move, Resign | Flag):
            return early
        if isinstance(move, First):
            return self._why_not_first(move)
        if isinstance(move, Towers):
            return self._why_not_towers(move)
        if self.starter is None:
            return NotYourTurn(say("The dealer must first pick who starts."), "TD-2")
        if not self.towers:
            return NotYourTurn(say("The dealer must first stand the towers."), "TD-1")
        if isinstance(move, Peek):
            return self._why_no_peek(move)
        return self._why_no_mark(move)

    def _why_not_first(self, move: First) -> GameError | None:
        if self.starter is not None:
            return IllegalMove(say("Who starts the first round is picked already."), "TD-2")
        settled = self.options.first
        if move.beginner not in (0, 1) or settled not in ("random", move.beginner):
            return IllegalMove(
                say("Seat {seat} cannot start this match.", seat=move.beginner), "TD-2"
            )
        return None

    def _why_not_towers(self, move: Towers) -> GameError | None:
        if self.starter is None:
            return NotYourTurn(say("The dealer must first pick who starts."), "TD-1")
        if self.towers:
            return NotYourTurn(say("The towers of this round stand already."), "TD-1")
        if {KIND_OF[beads] for beads in move.beads} != set(range(len(KINDS))):
            return IllegalMove(
                say("These are not the six towers: each ring of four beads stands once."), "TD-1"
            )
        if len(move.missing) != self.options.missing_tower:
            return IllegalMove(
                say("Exactly one tower must stay in the bag.")
                if self.options.missing_tower
                else say("In this match no tower stays in the bag."),
                "TD-10",
            )
        return None

    def _why_no_peek(self, move: Peek) -> GameError | None:
        if len(self.peeks) == 2:
            return NotYourTurn(say("Peeking is over in this round."), "TD-3")
        if self.to_move != (move.seat,):
            return NotYourTurn(
                say("It is seat {seat}'s turn to peek.", seat=self.to_move[0]), "TD-3"
            )
        if move.place is None:
            if self.options.must_peek:
                return IllegalMove(say("In this match a seat may not decline to peek."), "TD-3")
            return None
        if move.place not in PLACES:
            return _no_such_place(move.place)
        if move.place == self.missing:
            return IllegalMove(
                say("Nobody can peek at place {place}: its tower is in the bag.", place=move.place),
                "TD-10",
            )
        if self.peeks and move.place == self.peeks[0].place:
            return IllegalMove(
                say(
                    "Seat {seat} has peeked at tower {place}; choose another one.",
                    seat=self.peeks[0].seat,
                    place=move.place,
                ),
                "TD-3",
            )
        return None

    def _why_no_mark(self, move: Mark) -> GameError | None:
        if len(self.peeks) < 2:
            return NotYourTurn(say("Nobody marks before both seats have peeked."), "TD-3")
        if self.to_move != (move.seat,):
            if _owned(self.stacks, move.seat) == OWNED:
                return NotYourTurn(
                    say("Seat {seat} owns two towers and is skipped.", seat=move.seat), "TD-6"
                )
            return NotYourTurn(
                say("It is seat {seat}'s turn to mark.", seat=self.to_move[0]), "TD-4"
            )
        if move.place not in PLACES:
            return _no_such_place(move.place)
        if len(self.stacks[move.place - 1]) == CLOSED:
            return IllegalMove(
                say("Tower {place} is closed: it bears two markers.", place=move.place), "TD-4"
            )
        return None

    # What becomes of it

    def play(self, move: Move) -> State:
        """Make the move. Raises what `why_illegal` tells."""
        error = self.why_illegal(move)
        if error is not None:
            raise error
        if isinstance(move, Mark):
            return self._marked(move)
        if isinstance(move, Peek):
            return self._peeked(move)
        if isinstance(move, Towers):
            missing = move.missing[0] if move.missing else None
            return self._with(_BY_SEAT[self.starter == 1], move.beads, missing)
        if isinstance(move, First):
            return State(self.options, starter=move.beginner)
        return self._given_up(move)

    def _peeked(self, move: Peek) -> State:
        # TD-3: the starter, then the other; TD-4: then the starter marks first.
        following = _BY_SEAT[1 - move.seat]
        return self._with(following, self.towers, self.missing, (*self.peeks, move))

    def _marked(self, move: Mark) -> State:
        seat, at = move.seat, move.place - 1
        stacks = self.stacks
        stacks = (*stacks[:at], stacks[at] + str(seat), *stacks[at + 1 :])
        marks = (*self.marks, move)
        if _owned(stacks, 1 - seat) < OWNED:
            following = _BY_SEAT[1 - seat]
        elif _owned(stacks, seat) < OWNED:
            following = _BY_SEAT[seat]  # TD-6: the other owns two and is skipped
        else:
            return self._round_over(marks, stacks)  # TD-7
        return self._with(following, self.towers, self.missing, self.peeks, marks, stacks)

    def _round_over(self, marks: tuple[Mark, ...], stacks: tuple[str, ...]) -> State:
        starter = self.peeks[0].seat
        verdict = judge([value_of(beads) for beads in self.towers], _owners(stacks))
        winner = verdict.winner
        finished = Round(starter, self.towers, self.missing, self.peeks, marks, verdict)
        points = (self.points[0] + (winner == 0), self.points[1] + (winner == 1))
        rounds = (*self.rounds, finished)
        if points[winner] == self.options.points:  # TD-9
            return State(
                self.options,
                _NOBODY,
                self.round,
                points,
                starter,
                self.towers,
                self.missing,
                self.peeks,
                marks,
                stacks,
                rounds,
            )
        # TD-2: more point tokens; if level, the winner of the last round.
        leader = winner if points[0] == points[1] else points.index(max(points))
        return State(self.options, _BY_DEALER, self.round + 1, points, leader, rounds=rounds)

    def _given_up(self, move: Forfeit) -> State:
        return State(
            self.options,
            _NOBODY,
            self.round,
            self.points,
            self.starter,
            self.towers,
            self.missing,
            self.peeks,
            self.marks,
            self.stacks,
            self.rounds,
            move,
        )

    def _with(
        self,
        to_move: tuple[Seat, ...],
        towers: tuple[str, ...],
        missing: int | None,
        peeks: tuple[Peek, ...] = (),
        marks: tuple[Mark, ...] = (),
        stacks: tuple[str, ...] = NO_MARKERS,
    ) -> State:
        """The same match, another position of the round."""
        return State(
            self.options,
            to_move,
            self.round,
            self.points,
            self.starter,
            towers,
            missing,
            peeks,
            marks,
            stacks,
            self.rounds,
            self.forfeit,
        )

    # The dealer

    def chances(self) -> Sequence[tuple[Move, Fraction]]:
        """Who starts, or every deal, listed lazily."""
        if self.to_move != _BY_DEALER:
            return ()
        if self.starter is not None:
            return Deals(missing_tower=self.options.missing_tower)
        if self.options.first == "random":
            return tuple((First(seat), Fraction(1, 2)) for seat in (0, 1))
        return ((First(int(self.options.first)), Fraction(1)),)

    def draw(self, source: Source) -> Move:
        """Sample who starts (unless the options settle it) or a deal."""
        if self.starter is not None:
            return draw_towers(source, missing_tower=self.options.missing_tower)
        if self.options.first == "random":
            return First(source.below(2))
        return First(int(self.options.first))

    # How it stands

    def scores(self) -> tuple[int, ...]:
        """The point tokens."""
        return self.points

    def outcome(self) -> Outcome | None:
        """How the match ended (TD-9), or None while it goes on."""
        if self.to_move:
            return None
        if self.forfeit is not None:
            return forfeited(self.forfeit, self.points)
        return Outcome(self.points, (self.points.index(self.options.points),), "match")

    def owners(self) -> tuple[Seat | None, ...]:
        """Per place the seat that owns its tower (TD-5)."""
        return _owners(self.stacks)

    def truth(self) -> Mapping[str, Json]:
        """Everything, for the referee."""
        return {
            "round": self.round,
            "points": list(self.points),
            "starter": self.starter,
            "marks": list(self.stacks),
            "owners": list(_owners(self.stacks)),
            "rounds": [
                {
                    "winner": finished.verdict.winner,
                    "sums": list(finished.verdict.sums),
                    "two_twos": finished.verdict.two_twos,
                }
                for finished in self.rounds
            ],
        }

    # What a viewer knows

    def view(self, viewer: Viewer) -> View:
        """All that the viewer may know."""
        shown = not self.to_move
        return View(
            viewer,
            self.options,
            self.to_move,
            self.round,
            self.points,
            self.starter,
            bool(self.towers),
            self.missing,
            self._faces(viewer),
            self.towers if shown else (),
            tuple(
                Peeked(
                    peek.seat,
                    peek.place,
                    self._value(peek) if shown or peek.seat == viewer else None,
                )
                for peek in self.peeks
            ),
            self.marks,
            self.stacks,
            _owners(self.stacks),
            self.rounds,
            self.outcome(),
            () if viewer is None else tuple(self.legal_moves(viewer)),
        )

    def _faces(self, viewer: Viewer) -> tuple[str, ...]:
        """Per place the two beads that the viewer sees (TD-1); none of a tower in the bag."""
        if viewer is None or not self.towers:
            return (UNSEEN,) * len(PLACES)
        return tuple(
            UNSEEN if place == self.missing else faces_of(beads, viewer)
            for place, beads in enumerate(self.towers, start=1)
        )

    def redeal(self, viewer: Viewer, rng: Random) -> State:
        """Other towers that the viewer cannot tell apart from these, all such deals alike."""
        if not self.towers or not self.to_move:
            return self
        peeked = None
        for peek in self.peeks:
            value = self._value(peek)
            if peek.seat == viewer and peek.place is not None and value is not None:
                peeked = (peek.place, value)
        towers = sample(self._faces(viewer), viewer or 0, peeked, rng)
        return self._with(self.to_move, towers, self.missing, self.peeks, self.marks, self.stacks)

    def seen(self, move: Move, viewer: Viewer) -> str:
        """The notation of a legal move as the viewer may see it, `?` for hidden beads."""
        return seen(move, viewer)

    def tell(self, move: Move, viewer: Viewer) -> tuple[Sentence, ...]:
        """The log in words: what the viewer is told of a move made here, with its results."""
        own = isinstance(move, Peek) and move.seat == viewer
        return tell(self, move, self.play(move), own=own)

    def _value(self, peek: Peek) -> int | None:
        """What a seat finds when it peeks."""
        return None if peek.place is None else value_of(self.towers[peek.place - 1])


def _owned(stacks: tuple[str, ...], seat: Seat) -> int:
    """How many towers a seat owns: its marker is on top (TD-5)."""
    top = str(seat)
    return sum(stack.endswith(top) for stack in stacks)


def _owners(stacks: tuple[str, ...]) -> tuple[Seat | None, ...]:
    return tuple(int(stack[-1]) if stack else None for stack in stacks)


def _no_such_place(place: int) -> GameError:
    return IllegalMove(
        say("There is no place {place}: the places are 1 to 6.", place=place), "TD-1"
    )
