"""A tiny game with hidden cards, for tests of the kit: two seats, one card each, higher bid plays.

The dealer deals two of the cards 0, 1 and 2. Seat 0 bids 1 or 2, then seat 1. Each seat's score
is its card times its bid; the higher score wins.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any, TypeAlias

from stalas.core.chance import RandomSource, Source
from stalas.core.errors import GameError, IllegalMove, NotYourTurn, RecordError
from stalas.core.game import DEALER, Json, Outcome, Rule, Seat, Viewer
from stalas.core.moves import (
    First,
    Flag,
    Forfeit,
    Resign,
    forfeited,
    parse_shared,
    refuse_early,
    split_actor,
    tell_forfeit,
    unreadable,
)
from stalas.core.options import Option, read_options, whole
from stalas.core.words import Say, Sentence, say

DEALS = tuple(permutations((0, 1, 2), 2))


@dataclass(frozen=True, slots=True)
class Deal:
    cards: tuple[int, ...]

    @property
    def seat(self) -> Seat:
        return DEALER

    def __str__(self) -> str:
        return f"* deal {self.cards[0]} {self.cards[1]}"


@dataclass(frozen=True, slots=True)
class Bid:
    seat: Seat
    amount: int

    def __str__(self) -> str:
        return f"{self.seat} bid {self.amount}"


Move: TypeAlias = Deal | Bid | First | Forfeit


@dataclass(frozen=True)
class View:
    seat: Viewer
    to_move: tuple[Seat, ...]
    scores: tuple[int, ...]
    outcome: Outcome | None
    legal: Sequence[Move]
    cards: tuple[int | None, ...]
    bids: tuple[int, ...]

    def to_json(self) -> Mapping[str, Json]:
        outcome = self.outcome
        return {
            "game": "toy",
            "seat": "spectator" if self.seat is None else self.seat,
            "to_move": ["*" if seat == DEALER else seat for seat in self.to_move],
            "over": outcome is not None,
            "scores": list(self.scores),
            "winners": None if outcome is None else list(outcome.winners),
            "reason": None if outcome is None else outcome.reason,
            "cards": list(self.cards),
            "bids": list(self.bids),
            "legal": [str(move) for move in self.legal],
        }


@dataclass(frozen=True)
class State:
    most: int = 2
    cards: tuple[int, ...] = ()
    bids: tuple[int, ...] = ()
    forfeit: Forfeit | None = None

    @property
    def over(self) -> bool:
        return self.forfeit is not None or len(self.bids) == 2

    @property
    def to_move(self) -> tuple[Seat, ...]:
        if self.over:
            return ()
        return (len(self.bids),) if self.cards else (DEALER,)

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        if seat == DEALER or self.to_move != (seat,):
            return ()
        return tuple(Bid(seat, amount) for amount in range(1, self.most + 1))

    def why_illegal(self, move: Move) -> GameError | None:
        early = refuse_early(move, 2, self.outcome(), "TOY-4")
        if early is not None or isinstance(move, Resign | Flag):
            return early
        if move.seat not in self.to_move:
            return NotYourTurn(say("It is not your turn."), "TOY-2")
        if isinstance(move, First) or (isinstance(move, Deal) and move.cards not in DEALS):
            return IllegalMove(say("That cannot be dealt."), "TOY-1")
        if isinstance(move, Bid) and not 1 <= move.amount <= self.most:
            return IllegalMove(say("Bid from 1 to {most}.", most=self.most), "TOY-3")
        return None

    def play(self, move: Move) -> State:
        error = self.why_illegal(move)
        if error is not None:
            raise error
        if isinstance(move, Deal):
            return replace(self, cards=move.cards)
        if isinstance(move, Bid):
            return replace(self, bids=(*self.bids, move.amount))
        assert isinstance(move, Resign | Flag)
        return replace(self, forfeit=move)

    def chances(self) -> Sequence[tuple[Move, Fraction]]:
        if self.to_move != (DEALER,):
            return ()
        return tuple((Deal(cards), Fraction(1, 6)) for cards in DEALS)

    def draw(self, source: Source) -> Move:
        return Deal(DEALS[source.below(6)])

    def scores(self) -> tuple[int, ...]:
        if not self.over:
            return (0, 0)
        bids = (*self.bids, 0, 0)
        return tuple(card * bid for card, bid in zip(self.cards or (0, 0), bids, strict=False))

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        scores = self.scores()
        if self.forfeit is not None:
            return forfeited(self.forfeit, scores)
        winners = tuple(seat for seat in (0, 1) if scores[seat] == max(scores))
        return Outcome(scores, winners, "points")

    def view(self, viewer: Viewer) -> View:
        return View(
            viewer,
            self.to_move,
            self.scores(),
            self.outcome(),
            () if viewer is None else self.legal_moves(viewer),
            tuple(
                card if self.over or viewer == seat else None
                for seat, card in enumerate(self.cards)
            ),
            self.bids,
        )

    def redeal(self, viewer: Viewer, rng: Random) -> State:
        if not self.cards or self.over:
            return self
        possible = [
            cards for cards in DEALS if viewer is None or cards[viewer] == self.cards[viewer]
        ]
        return replace(self, cards=rng.choice(possible))

    def seen(self, move: Move, viewer: Viewer) -> str:
        if not isinstance(move, Deal):
            return str(move)
        return "* deal " + " ".join(
            str(card) if seat == viewer else "?" for seat, card in enumerate(move.cards)
        )

    def tell(self, move: Move, viewer: Viewer) -> tuple[Sentence, ...]:
        if isinstance(move, Resign | Flag):
            return tell_forfeit(move)
        if isinstance(move, Bid):
            return (say("Seat {seat} bids {amount}.", seat=move.seat, amount=move.amount),)
        return (say("The cards are dealt."),)

    def truth(self) -> Mapping[str, Json]:
        return {"cards": list(self.cards), "bids": list(self.bids)}


class Toy:
    name: str = "toy"
    title: Sentence = say("Toy")
    credit: Sentence = say("Nobody's game.")
    seats: range = range(2, 3)
    rules_version: int = 1
    options: tuple[Option, ...] = (Option("most", 2, whole(2, 9), say("the highest bid")),)
    rules: tuple[Rule, ...] = (
        Rule("TOY-1", say("Deal"), say("Each seat gets one card.")),
        Rule("TOY-2", say("Turns"), say("Seat 0 bids first.")),
    )
    quiet: tuple[type, ...] = (Bid,)

    def __init__(self, state: type[State] = State) -> None:
        self.state = state

    def start(self, seats: int, options: Mapping[str, Json] | None = None) -> State:
        if seats != 2:
            raise RecordError(say("Two seats."))
        return self.state(**read_options(self.options, options))

    def parse(self, text: str) -> Move:
        seat, rest = split_actor(text)
        if seat == DEALER and (deal := re.fullmatch("deal ([0-9]) ([0-9])", rest)):
            return Deal((int(deal[1]), int(deal[2])))
        if seat != DEALER and (bid := re.fullmatch("bid ([0-9])", rest)):
            return Bid(seat, int(bid[1]))
        shared = parse_shared(seat, rest)
        if shared is None:
            raise unreadable(text, "0 bid 1")
        return shared

    def words(self, move: Move) -> Sentence:
        return say("move")

    def draw(self, view: Any, language: Say) -> str:
        return f"cards {view.cards} bids {view.bids}"

    def twin(
        self, start: State, moves: Sequence[Move], viewer: Viewer, rng: Random
    ) -> tuple[Move, ...]:
        state = start
        for move in moves:
            state = state.play(move)
        other = state.redeal(viewer, rng)
        return tuple(Deal(other.cards) if isinstance(move, Deal) else move for move in moves)


TOY = Toy()


def random_moves(seed: int, start: State) -> list[Move]:
    rng = Random(seed)
    state, moves = start, list[Move]()
    while state.to_move:
        seat = state.to_move[0]
        moves.append(
            state.draw(RandomSource(rng)) if seat == DEALER else rng.choice(state.legal_moves(seat))
        )
        state = state.play(moves[-1])
    return moves
