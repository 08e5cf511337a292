"""The law of Gold Hunting: what may be done, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random
from typing import Final, TypeVar

from stalas.core.chance import Source, pick
from stalas.core.errors import GameError, IllegalMove, NotYourTurn
from stalas.core.game import DEALER, Json, Outcome, Seat, Viewer
from stalas.core.moves import First, Flag, Forfeit, Resign, forfeited, refuse_early
from stalas.core.words import Sentence, say
from stalas.games.gold_hunting.history import Act, Lift, Saved
from stalas.games.gold_hunting.log import seen, tell
from stalas.games.gold_hunting.moves import (
    DIGS,
    RUSHES,
    SAFES,
    Dig,
    Move,
    Rush,
    Safe,
    Stack,
    Tokens,
)
from stalas.games.gold_hunting.pieces import (
    HELD,
    HILLS,
    RUSHED,
    SAFE,
    SIZES,
    SPENT,
    Hills,
    Options,
    nuggets,
    without,
)
from stalas.games.gold_hunting.scoring import judge, score
from stalas.games.gold_hunting.stackings import Stackings, why_no_stack
from stalas.games.gold_hunting.view import View, heights_of, known_tokens, view_of
from stalas.games.gold_hunting.worlds import DEALS, deals, sample

T = TypeVar("T")

_BY_DEALER: Final = (DEALER,)
_BY_SEAT: Final = ((0,), (1,))
_BY_BOTH: Final = (0, 1)
_NOBODY: Final = ()
_NO_HILLS: Final[tuple[Hills, Hills]] = ((), ())


@dataclass(frozen=True, slots=True)
class State:
    """A position of a match."""

    options: Options
    to_move: tuple[Seat, ...] = _BY_DEALER
    tokens: tuple[int, ...] = ()
    """Each seat's token (GH-1); empty before they are dealt."""
    stacks: tuple[Hills, Hills] = _NO_HILLS
    """Each seat's hills as it stacked them (GH-2); empty before."""
    hills: tuple[Hills, Hills] = _NO_HILLS
    """What is left of them."""
    starter: Seat | None = None
    """Who begins (GH-4); None before the dealer has picked."""
    piles: tuple[str, str] = ("", "")
    """The ingots on each seat's pile, in the order gained."""
    safes: tuple[str, str] = ("", "")
    """The ingots each seat has set aside."""
    fates: tuple[str, str] = (HELD, HELD)
    """What became of each token."""
    acts: tuple[Act, ...] = ()
    """Lifts and Safes in the order in which they happened."""
    must_dig: bool = False
    """Whether the seat to move has used its Safe in this very turn (GH-11)."""
    forfeit: Forfeit | None = None

    # What may be done

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """All stacks; or the digs, hills and sizes rising, then the rushes, then the Safe."""
        if seat == DEALER or seat not in self.to_move:
            return ()
        if self.starter is None:
            return Stackings(seat, self.options.empty_hills)
        hills = self.hills[1 - seat]
        holding = tuple(hill != "" for hill in hills)
        held = self.fates[seat] == HELD
        return _turns(seat, holding, held, held and self.piles[seat] != "")

    def why_illegal(self, move: Move) -> GameError | None:
        """The error that `play` would raise, or None if the move is legal."""
        early = refuse_early(move, 2, self.outcome(), "GH-12")
        if early is not None or isinstance(move, Resign | Flag):
            return early
        if isinstance(move, Dig | Rush | Safe):
            return self._why_no_turn(move)
        if isinstance(move, Tokens):
            return self._why_no_tokens(move)
        if isinstance(move, First):
            return self._why_not_first(move)
        if not self.tokens:
            return NotYourTurn(say("The dealer must first deal the tokens."), "GH-1")
        if self.stacks[move.seat]:
            return NotYourTurn(say("Seat {seat} has stacked already.", seat=move.seat), "GH-2")
        wrong = why_no_stack(move.hills, empty_hills=self.options.empty_hills)
        return None if wrong is None else IllegalMove(wrong, "GH-2")

    def _why_no_turn(self, move: Dig | Rush | Safe) -> GameError | None:
        seat = move.seat
        if self.to_move != _BY_SEAT[seat] or self.starter is None:
            return self._why_not_now(seat)
        held = self.fates[seat] == HELD
        if isinstance(move, Dig):
            if move.size not in SIZES:
                return IllegalMove(
                    say("There is no ingot of size {size}: announce 1, 2 or 3.", size=move.size),
                    "GH-6",
                )
        elif isinstance(move, Rush):
            if not held:
                return IllegalMove(
                    say("A Gold Rush needs your token, and it has been used."), "GH-10"
                )
        else:
            if not held:
                return IllegalMove(say("A Safe needs your token, and it has been used."), "GH-11")
            if not self.piles[seat]:
                return IllegalMove(
                    say("There is nothing to put into the safe: your pile is empty."), "GH-11"
                )
            return None
        if not 1 <= move.hill <= HILLS:
            return IllegalMove(
                say("There is no hill {hill}: the hills are 1 to 4.", hill=move.hill), "GH-6"
            )
        if not self.hills[1 - seat][move.hill - 1]:
            return IllegalMove(say("Hill {hill} is empty.", hill=move.hill), "GH-6")
        return None

    def _why_not_now(self, seat: Seat) -> GameError:
        """Why a seat may not dig, rush or save: something else comes first, or somebody."""
        if not self.tokens:
            return NotYourTurn(say("The dealer must first deal the tokens."), "GH-1")
        if not all(self.stacks):
            return NotYourTurn(say("Nobody digs before both seats have stacked."), "GH-2")
        if self.starter is None:
            return NotYourTurn(say("The dealer must first pick who begins."), "GH-4")
        if not any(self.hills[1 - seat]):
            return NotYourTurn(
                say("Seat {seat} has nothing left to dig and is skipped.", seat=seat), "GH-5"
            )
        if self.must_dig:
            return NotYourTurn(say("Seat {seat} still digs after its Safe.", seat=1 - seat), "GH-5")
        return NotYourTurn(say("It is seat {seat}'s turn.", seat=1 - seat), "GH-5")

    def _why_no_tokens(self, move: Tokens) -> GameError | None:
        if self.tokens:
            return NotYourTurn(say("The tokens are dealt already."), "GH-1")
        if move.numbers not in DEALS:
            return IllegalMove(
                say("The seats get two different ones of the tokens 1, 2 and 3."), "GH-1"
            )
        return None

    def _why_not_first(self, move: First) -> GameError | None:
        if not all(self.stacks):
            return NotYourTurn(say("Who begins is picked once both seats have stacked."), "GH-4")
        if self.starter is not None:
            return NotYourTurn(say("Who begins is picked already."), "GH-4")
        settled = self.options.first
        if move.beginner not in (0, 1) or settled not in ("random", move.beginner):
            return IllegalMove(
                say("Seat {seat} cannot begin this match.", seat=move.beginner), "GH-4"
            )
        return None

    # What becomes of it

    def play(self, move: Move) -> State:
        """Make the move. Raises what `why_illegal` tells."""
        error = self.why_illegal(move)
        if error is not None:
            raise error
        if isinstance(move, Dig):
            return self._lifted(move.seat, move.size, move.hill, rush=False)
        if isinstance(move, Rush):
            # GH-10: the token's number is the announcement.
            return self._lifted(move.seat, self.tokens[move.seat], move.hill, rush=True)
        if isinstance(move, Safe):
            return self._saved(move.seat)
        if isinstance(move, Stack):
            return self._stacked(move)
        if isinstance(move, Tokens):
            return State(self.options, _BY_BOTH, move.numbers)
        if isinstance(move, First):
            return State(
                self.options,
                _BY_SEAT[move.beginner],
                self.tokens,
                self.stacks,
                self.hills,
                move.beginner,
            )
        return self._given_up(move)

    def _stacked(self, move: Stack) -> State:
        # GH-2: both seats stack at the same time, whoever is ready first.
        stacks = _replaced(self.stacks, move.seat, move.hills)
        following = _BY_DEALER if all(stacks) else _BY_SEAT[1 - move.seat]
        return State(self.options, following, self.tokens, stacks, stacks)

    def _lifted(self, seat: Seat, announced: int, hill: int, *, rush: bool) -> State:
        left = self.hills[1 - seat]
        ingot = left[hill - 1][-1]
        size = int(ingot)
        pile, fate, bust = self.piles[seat], self.fates[seat], False
        if size == announced:
            pile += ingot  # GH-7
        elif size < (owned := nuggets(pile)) and owned >= self.options.bust_from:
            pile, bust = ingot, True  # GH-9
        # Otherwise the pile stays and the ingot goes to the box (GH-8).
        if rush:
            fate = RUSHED if size == announced else SPENT  # GH-10
        left = (*left[: hill - 1], left[hill - 1][:-1], *left[hill:])
        hills = _replaced(self.hills, 1 - seat, left)
        return State(
            self.options,
            _following(seat, hills),
            self.tokens,
            self.stacks,
            hills,
            self.starter,
            _replaced(self.piles, seat, pile),
            self.safes,
            _replaced(self.fates, seat, fate) if rush else self.fates,
            (*self.acts, Lift(seat, announced, hill, size, rush, bust)),
        )

    def _saved(self, seat: Seat) -> State:
        # GH-11: the pile is set aside, a new one begins, and the seat digs in the same turn.
        ends_turn = self.options.safe_ends_turn
        pile = self.piles[seat]
        return State(
            self.options,
            _following(seat, self.hills) if ends_turn else self.to_move,
            self.tokens,
            self.stacks,
            self.hills,
            self.starter,
            _replaced(self.piles, seat, ""),
            _replaced(self.safes, seat, pile),
            _replaced(self.fates, seat, SAFE),
            (*self.acts, Saved(seat, pile)),
            not ends_turn,
        )

    def _given_up(self, move: Forfeit) -> State:
        return State(
            self.options,
            _NOBODY,
            self.tokens,
            self.stacks,
            self.hills,
            self.starter,
            self.piles,
            self.safes,
            self.fates,
            self.acts,
            self.must_dig,
            move,
        )

    # The dealer

    def chances(self) -> Sequence[tuple[Move, Fraction]]:
        """The six ways to deal the tokens, or who begins."""
        if self.to_move != _BY_DEALER:
            return ()
        if not self.tokens:
            return tuple((Tokens(deal), Fraction(1, len(DEALS))) for deal in DEALS)
        if self.options.first == "random":
            return tuple((First(seat), Fraction(1, 2)) for seat in (0, 1))
        return ((First(int(self.options.first)), Fraction(1)),)

    def draw(self, source: Source) -> Move:
        """Sample the tokens, or who begins unless the options settle it."""
        if not self.tokens:
            return Tokens(pick(source, DEALS))
        if self.options.first == "random":
            return First(source.below(2))
        return First(int(self.options.first))

    # How it stands

    def scores(self) -> tuple[int, ...]:
        """Each seat's score as if the match ended now (GH-12)."""
        piles, safes, fates = self.piles, self.safes, self.fates
        return (score(piles[0], safes[0], fates[0]), score(piles[1], safes[1], fates[1]))

    def outcome(self) -> Outcome | None:
        """How the match ended (GH-13), or None while it goes on."""
        if self.to_move:
            return None
        scores = self.scores()
        if self.forfeit is not None:
            return forfeited(self.forfeit, scores)
        counted = self.options.tie_counts_safe
        return judge(scores, self.piles, self.safes, tie_counts_safe=counted)

    def truth(self) -> Mapping[str, Json]:
        """Everything, for the referee."""
        return {
            "hills": [list(hills) or None for hills in self.hills],
            "piles": [nuggets(pile) for pile in self.piles],
            "safes": [nuggets(safe) for safe in self.safes],
            "tokens": list(self.fates),
        }

    # What a viewer knows

    def view(self, viewer: Viewer) -> View:
        """All that the viewer may know."""
        return view_of(self, viewer)

    def redeal(self, viewer: Viewer, rng: Random) -> State:
        """Other hills and tokens that the viewer cannot tell apart from these, all alike."""
        if not self.tokens or not self.to_move:
            return self
        possible = deals(known_tokens(self, viewer))
        tokens = possible[rng.randrange(len(possible))]
        one, two = self._redealt(0, viewer, rng), self._redealt(1, viewer, rng)
        return State(
            self.options,
            self.to_move,
            tokens,
            (one[0], two[0]),
            (one[1], two[1]),
            self.starter,
            self.piles,
            self.safes,
            self.fates,
            self.acts,
            self.must_dig,
        )

    def _redealt(self, owner: Seat, viewer: Viewer, rng: Random) -> tuple[Hills, Hills]:
        """A seat's hills as stacked and as left, in another world."""
        stacked, left = self.stacks[owner], self.hills[owner]
        if owner == viewer or not stacked:
            return stacked, left
        if not self.stacks[1 - owner]:
            # Nothing shows yet (GH-3): any stack is possible.
            every = Stackings(owner, self.options.empty_hills)
            hills = every[rng.randrange(len(every))].hills
            return hills, hills
        tops = [hill[len(rest) :] for hill, rest in zip(stacked, left, strict=True)]
        hills = sample(heights_of(left), without("".join(tops)), rng)
        return tuple(map(str.__add__, hills, tops)), hills

    def seen(self, move: Move, viewer: Viewer) -> str:
        """The notation of a legal move as the viewer may see it, `?` for what stays hidden."""
        return seen(move, viewer)

    def tell(self, move: Move, viewer: Viewer) -> tuple[Sentence, ...]:
        """The log in words: what the viewer is told of a move made here, with its results."""
        return tell(self, move, self.play(move), viewer)


def _following(seat: Seat, hills: tuple[Hills, Hills]) -> tuple[Seat, ...]:
    """Who moves after a seat's turn: the other, unless it has nothing left to dig (GH-5)."""
    if any(hills[seat]):
        return _BY_SEAT[1 - seat]
    return _BY_SEAT[seat] if any(hills[1 - seat]) else _NOBODY


@cache
def _turns(seat: Seat, holding: tuple[bool, ...], held: bool, can_save: bool) -> tuple[Move, ...]:
    """A seat's moves in its turn, given which hills still hold ingots."""
    moves: list[Move] = []
    for hill, holds in enumerate(holding):
        if holds:
            moves += DIGS[seat][hill]
    if held:
        moves += [rush for rush, holds in zip(RUSHES[seat], holding, strict=True) if holds]
    if can_save:
        moves.append(SAFES[seat])
    return tuple(moves)


def _replaced(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    """The same for both seats but for one of them."""
    return (pair[0], value) if seat else (value, pair[1])
