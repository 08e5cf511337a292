"""The law of China Gold: what a position is, what may be done in it, and what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from stalas.core.chance import Source, pick
from stalas.core.errors import GameError, IllegalMove, NotYourTurn
from stalas.core.game import DEALER, Json, Outcome, Seat, Viewer
from stalas.core.moves import First, Flag, Forfeit, Resign, forfeited, refuse_early
from stalas.core.words import Sentence, say, say_many
from stalas.games.china_gold.board import Board
from stalas.games.china_gold.history import NO_HISTORY, History
from stalas.games.china_gold.moves import Bury, Dig, Move, Throw
from stalas.games.china_gold.pieces import DISCS, FINAL, LONGEST
from stalas.games.china_gold.scoring import claims, result
from stalas.games.china_gold.tell import tell
from stalas.games.china_gold.view import View


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before the match: the board and the options."""

    board: Board
    first: Seat | None
    """Who begins, if that was settled beforehand (CG-1)."""
    bury_in_final: bool
    """Whether markers may be buried in the final stage too (CG-5)."""
    repeat: int
    """A burial may not bring a position about for this time; 0 sets no limit (CG-6)."""
    options: Mapping[str, Any] = field(compare=False, repr=False)
    """Every option with its value, as a record writes it."""


@dataclass(frozen=True, slots=True)
class State:
    """A position of a match. Markers are bits, one a site in the order of the grid."""

    terms: Terms = field(repr=False)
    face_down: int
    remaining: int
    """The markers on the board, face down or up."""
    gold: tuple[int, int]
    turn: Seat | None
    """Whose turn it is; None until the dealer has picked who begins."""
    stage: int
    """5, 4 or 3 by the lines that were left when the turn began; 1 is the final one (CG-2)."""
    throw: Throw | None
    """What the discs show, once thrown in this turn."""
    history: History = field(repr=False)
    forfeit: Forfeit | None = None

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self.terms.board

    @property
    def face_up(self) -> int:
        """The markers that lie face up on the board."""
        return self.remaining & ~self.face_down

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seat whose turn it is; the dealer before the first turn and before a throw."""
        if self.forfeit is not None or not self.remaining:
            return ()
        if self.turn is None or (self.throw is None and self.stage != FINAL):
            return (DEALER,)
        return (self.turn,)

    @property
    def may_bury(self) -> bool:
        """Whether the seat to move may bury at all: with discs only, unless agreed (CG-5)."""
        return self.stage != FINAL or self.terms.bury_in_final

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """Digs by their line, the shorter first, then burials by their site."""
        if self.to_move != (seat,):
            return ()
        if seat == DEALER:
            return tuple(move for move, _ in self.chances())
        lengths = (1, 2) if self.throw is None else (self.throw.sum,)
        face_down = self.face_down
        moves: list[Move] = [
            move
            for length in lengths
            for mask, move in self.board.digs[seat][length]
            if mask & face_down == mask
        ]
        if self.may_bury:
            face_up = self.face_up
            moves += [
                move
                for bit, move in self.board.burials[seat]
                if bit & face_up and not self._goes_round(seat, bit)
            ]
        return tuple(moves)

    def why_illegal(self, move: Move) -> GameError | None:
        """Give the error that `play` would raise, with the rule it rests on."""
        early = refuse_early(move, 2, self.outcome(), "CG-9")
        if early is not None or isinstance(move, Resign | Flag):
            return early
        if isinstance(move, First):
            return self._why_not_first(move)
        if isinstance(move, Throw):
            return self._why_not_thrown(move)
        if self.turn is None:
            return NotYourTurn(say("The dealer picks who begins first."), "CG-1")
        if self.throw is None and self.stage != FINAL:
            return NotYourTurn(say("The dealer throws the discs first."), "CG-3")
        if move.seat != self.turn:
            return NotYourTurn(say("It is the other seat's turn."), "CG-1")
        if isinstance(move, Dig):
            return self._why_not_dug(move)
        return self._why_not_buried(move)

    def play(self, move: Move) -> State:
        """Make the move. Raises what `why_illegal` tells."""
        error = self.why_illegal(move)
        if error is not None:
            raise error
        match move:
            case First():
                return self._next_turn(move.beginner, self.face_down, NO_HISTORY)
            case Throw():
                return State(
                    self.terms,
                    self.face_down,
                    self.remaining,
                    self.gold,
                    self.turn,
                    self.stage,
                    move,
                    self.history,
                )
            case Dig():
                return self._dug(move)
            case Bury():
                # CG-8: a burial claims nothing.
                bit = 1 << self.board.grid.index[move.site]
                return self._next_turn(1 - move.seat, self.face_down | bit, self.history)
            case Resign() | Flag():
                return State(
                    self.terms,
                    self.face_down,
                    self.remaining,
                    self.gold,
                    self.turn,
                    self.stage,
                    self.throw,
                    self.history,
                    move,
                )

    def chances(self) -> Sequence[tuple[Move, Fraction]]:
        """Who begins, or what the discs show: each disc falls on either face alike (CG-3)."""
        if self.to_move != (DEALER,):
            return ()
        if self.turn is None:
            seats = (0, 1) if self.terms.first is None else (self.terms.first,)
            return tuple((First(seat), Fraction(1, len(seats))) for seat in seats)
        discs = DISCS[self.stage]
        each = Fraction(1, 2 ** len(discs))
        return tuple((Throw(faces), each) for faces in product(*discs))

    def draw(self, source: Source) -> Move:
        """Pick who begins, or throw the discs."""
        if self.turn is None:
            first = self.terms.first
            return First(source.below(2) if first is None else first)
        return Throw(tuple(pick(source, disc) for disc in DISCS[self.stage]))

    def scores(self) -> tuple[int, ...]:
        """The gold of each seat."""
        return self.gold

    def outcome(self) -> Outcome | None:
        """How the match ended: no marker is left (CG-9), or a seat gave up."""
        if self.forfeit is not None:
            return forfeited(self.forfeit, self.gold)
        return None if self.remaining else result(self.gold)

    def view(self, viewer: Viewer) -> View:
        """Everything: nothing in this game is hidden."""
        to_move = self.to_move
        return View(
            seat=viewer,
            to_move=to_move,
            scores=self.gold,
            outcome=self.outcome(),
            legal=() if viewer is None else self.legal_moves(viewer),
            options=self.terms.options,
            board=self.board,
            face_down=self.face_down,
            face_up=self.face_up,
            turn=self.turn,
            stage=self.stage,
            throw=self.throw,
            may_bury=self.may_bury,
            repeat=self.terms.repeat,
            history=self.history,
        )

    def redeal(self, viewer: Viewer, rng: Random) -> State:
        """The very same position: nothing in it is hidden from anybody."""
        return self

    def seen(self, move: Move, viewer: Viewer) -> str:
        """The whole notation: everybody sees every move."""
        return str(move)

    def tell(self, move: Move, viewer: Viewer) -> tuple[Sentence, ...]:
        """Put the move and what follows from it into words, the same for everybody."""
        after = self.play(move)
        claimed = (0, 0)
        if isinstance(move, Dig):
            face_down = after.face_down
            claimed = claims(self.board, move.seat, face_down, self.remaining)
        return tell(self.board, move, claimed, (self.stage, after.stage), after.outcome())

    def truth(self) -> Mapping[str, Json]:
        """Everything, for the referee."""
        grid = self.board.grid
        return {
            "face_down": grid.names(self.face_down),
            "face_up": grid.names(self.face_up),
            "gold": list(self.gold),
            "stage": self.stage,
            "throw": None if self.throw is None else list(self.throw.faces),
        }

    def _next_turn(self, turn: Seat, face_down: int, history: History) -> State:
        """Start a turn on the same markers: find its stage and keep the position in mind."""
        return State(
            self.terms,
            face_down,
            self.remaining,
            self.gold,
            turn,
            # CG-2: the final stage, once reached, stays.
            FINAL if self.stage == FINAL else self.board.grid.stage(face_down),
            None,
            history.with_position(face_down, turn),
        )

    def _dug(self, move: Dig) -> State:
        face_down = self.face_down & ~self.board.grid.between[move.start, move.end].mask
        taken = claims(self.board, move.seat, face_down, self.remaining)
        turn = 1 - move.seat
        if taken == (0, 0):
            return self._next_turn(turn, face_down, self.history)
        return State(
            self.terms,
            face_down,
            self.remaining & ~(taken[0] | taken[1]),
            (self.gold[0] + taken[0].bit_count(), self.gold[1] + taken[1].bit_count()),
            turn,
            FINAL if self.stage == FINAL else self.board.grid.stage(face_down),
            None,
            NO_HISTORY.with_position(face_down, turn),
        )

    def _goes_round(self, seat: Seat, bit: int) -> bool:
        """Whether burying there brings a position about once too often (CG-6)."""
        limit = self.terms.repeat
        return limit > 0 and self.history.times(self.face_down | bit, 1 - seat) >= limit - 1

    def _why_not_first(self, move: First) -> GameError | None:
        settled = self.terms.first
        if self.turn is not None:
            return IllegalMove(say("Who begins has been picked already."), "CG-1")
        if move.beginner > 1:
            return IllegalMove(
                say("Only seat 0 or 1 can begin, not {seat}.", seat=move.beginner), "CG-1"
            )
        if settled is not None and move.beginner != settled:
            return IllegalMove(say("It was agreed that seat {seat} begins.", seat=settled), "CG-1")
        return None

    def _why_not_thrown(self, move: Throw) -> GameError | None:
        if self.turn is None:
            return IllegalMove(say("Nothing is thrown before somebody begins."), "CG-3")
        if self.stage == FINAL:
            return IllegalMove(say("In the final stage no discs are thrown."), "CG-7")
        if self.throw is not None:
            return IllegalMove(say("The discs have been thrown already."), "CG-3")
        discs = DISCS[self.stage]
        if len(move.faces) != len(discs):
            return IllegalMove(
                say_many("{count} disc is in play.", "{count} discs are in play.", len(discs)),
                "CG-3",
            )
        for face, disc in zip(move.faces, discs, strict=True):
            if face not in disc:
                return IllegalMove(
                    say(
                        "The disc {low}/{high} cannot show {face}.",
                        low=disc[0],
                        high=disc[1],
                        face=face,
                    ),
                    "CG-3",
                )
        return None

    def _why_not_dug(self, move: Dig) -> GameError | None:
        grid = self.board.grid
        for site in (move.start, move.end):
            if site not in grid.index:
                return IllegalMove(say("This board has no site {site}.", site=site), "CG-4")
        line = grid.between.get((move.start, move.end))
        if line is None:
            return IllegalMove(
                say(
                    "{start} and {end} do not lie in one straight line.",
                    start=move.start,
                    end=move.end,
                ),
                "CG-4",
            )
        if self.throw is None:
            if line.length > 2:
                return IllegalMove(
                    say(
                        "In the final stage you dig one marker or two adjacent ones, not {count}.",
                        count=line.length,
                    ),
                    "CG-7",
                )
        elif line.length != self.throw.sum:
            return IllegalMove(
                say_many(
                    "The discs show {count}: dig exactly {count} marker, not {dug}.",
                    "The discs show {count}: dig exactly {count} markers, not {dug}.",
                    self.throw.sum,
                    dug=line.length,
                ),
                "CG-4",
            )
        missing = line.mask & ~self.face_down
        if missing:
            site = grid.names(missing)[0]
            return IllegalMove(say("There is no face-down marker on {site}.", site=site), "CG-4")
        return None

    def _why_not_buried(self, move: Bury) -> GameError | None:
        grid = self.board.grid
        if not self.may_bury:
            return IllegalMove(say("In the final stage nothing is buried any more."), "CG-5")
        number = grid.index.get(move.site)
        if number is None:
            return IllegalMove(say("This board has no site {site}.", site=move.site), "CG-5")
        bit = 1 << number
        if not bit & self.face_up:
            return IllegalMove(say("There is no face-up marker on {site}.", site=move.site), "CG-5")
        if self._goes_round(move.seat, bit):
            return IllegalMove(
                say(
                    "Burying {site} would bring a position about once too often: by burying,"
                    " none may come about {limit} times.",
                    site=move.site,
                    limit=self.terms.repeat,
                ),
                "CG-6",
            )
        return None


def first_state(terms: Terms) -> State:
    """Give the position before the dealer picks who begins: all markers face down (CG-1)."""
    every = terms.board.grid.all
    return State(terms, every, every, (0, 0), None, LONGEST, None, NO_HISTORY)
