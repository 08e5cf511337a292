"""The conformance kit: a sound game passes, and every planted fault is caught.

The faults stand in one file, a class each, beside the law that must catch them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from stalas.core.chance import Source
from stalas.core.conformance import LawBroken, check_game, check_leaks, check_twin
from stalas.core.errors import BadNotation, GameError, IllegalMove
from stalas.core.game import DEALER, Json, Outcome, Rule, Seat, Viewer
from stalas.core.moves import First
from stalas.core.options import Option, one_of
from stalas.core.words import Say, Sentence, say
from tests.core.toy import DEALS, TOY, Bid, Deal, Move, State, Toy, View, random_moves


def test_a_sound_game_passes() -> None:
    check_game(TOY, matches=60, seed=1, options=[{}, {"most": 9}])


def test_options_and_seats_are_gone_through() -> None:
    asked: list[tuple[int, Any]] = []

    class Asked(Toy):
        def start(self, seats: int, options: Mapping[str, Json] | None = None) -> State:
            asked.append((seats, options))
            return super().start(2, options)

    check_game(Asked(), matches=6, seed=1, seats=[2, 2], options=[{}, {"most": 5}, {"most": 7}])
    assert [options for _seats, options in asked] == [
        {}, {}, {"most": 5}, {"most": 5}, {"most": 7}, {"most": 7}
    ]  # fmt: skip


# Planted faults: each class breaks one law.


class Endless(State):
    def outcome(self) -> Outcome | None:
        return None


class Silent(State):
    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        return () if self.bids else super().legal_moves(seat)


class Talkative(State):
    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        return (Bid(seat, 1),) if self.cards and not self.over else ()


class Backwards(State):
    @property
    def to_move(self) -> tuple[Seat, ...]:
        return (1, 0) if self.cards and not self.over else super().to_move

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        return (Bid(seat, 1),) if seat in self.to_move else ()


class Twice(State):
    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        return (*super().legal_moves(seat), *super().legal_moves(seat))


class Shuffled(State):
    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        legal = list(super().legal_moves(seat))
        _luck.shuffle(legal)
        return legal


_luck = Random(0)


class TooMany(State):
    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        legal = super().legal_moves(seat)
        return (*legal, Bid(seat, 9)) if legal else ()


class Other(State):
    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        return tuple(Bid(1 - seat, 1) for _ in super().legal_moves(seat)[:1])


class Lenient(State):
    def why_illegal(self, move: Move) -> GameError | None:
        error = super().why_illegal(move)
        return None if isinstance(move, Bid) and not self.over else error


class LenientPlay(State):
    def play(self, move: Move) -> State:
        if isinstance(move, Deal):
            return replace(self, cards=move.cards)
        return super().play(move)


class Ruleless(State):
    def why_illegal(self, move: Move) -> GameError | None:
        error = super().why_illegal(move)
        return error and IllegalMove(error.sentence)


class Speechless(State):
    def why_illegal(self, move: Move) -> GameError | None:
        error = super().why_illegal(move)
        return error and IllegalMove(say("No."), "TOY-2")


class TwoVoices(State):
    def play(self, move: Move) -> State:
        if self.why_illegal(move) is not None:
            raise IllegalMove(say("Somehow this is not right."), "TOY-2")
        return super().play(move)


class Stubborn(State):
    def why_illegal(self, move: Move) -> GameError | None:
        error = super().why_illegal(move)
        if error is None and str(move).endswith(("resign", "flag")) and not self.cards:
            return IllegalMove(say("Nobody gives up before the deal."), "TOY-4")
        return error


class Loaded(State):
    def chances(self) -> Sequence[tuple[Move, Fraction]]:
        return tuple((move, Fraction(1, 5)) for move, _chance in super().chances())


class Rounded(State):
    def chances(self) -> Sequence[tuple[Any, Any]]:
        return tuple((move, float(chance)) for move, chance in super().chances())


class Impossible(State):
    def chances(self) -> Sequence[tuple[Move, Fraction]]:
        some = super().chances()
        return (*some, (Deal((2, 2)), Fraction(0))) if some else ()


class Unlisted(State):
    def chances(self) -> Sequence[tuple[Move, Fraction]]:
        return ((Deal((0, 1)), Fraction(1)),) if super().chances() else ()


class Late(State):
    def chances(self) -> Sequence[tuple[Move, Fraction]]:
        return ((Deal((0, 1)), Fraction(1)),)


class Cheat(State):
    def draw(self, source: Source) -> Move:
        return Deal((2, 2))


class Odd(State):
    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome and replace(outcome, scores=(7, 7))


class Upside(State):
    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome and replace(outcome, winners=outcome.winners[::-1] * 2)


class Unreasoned(State):
    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome and replace(outcome, reason="")


class Unfair(State):
    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        if outcome is None or outcome.reason != "points":
            return outcome
        return replace(outcome, winners=(0, 1))


class Forgetful(State):
    """Equal positions that hash apart."""

    def __hash__(self) -> int:
        return id(self)


class Changing(State):
    """Play leaves a mark on the position that it is made in."""

    def play(self, move: Move) -> State:
        following = super().play(move)
        object.__setattr__(self, "most", self.most + 1)
        return following


@dataclass(frozen=True)
class Restless(State):
    """Made twice, a move leads to two positions."""

    number: int = 0

    def play(self, move: Move) -> State:
        return replace(super().play(move), number=_luck.randrange(10**9))  # type: ignore[call-arg]


@dataclass(frozen=True)
class Leaky(View):
    """Has an innocent-looking total of hidden cards, in its JSON or only in itself."""

    total: int = 0


@dataclass(frozen=True)
class LeakyJson(Leaky):
    def to_json(self) -> Mapping[str, Json]:
        return {**super().to_json(), "total": self.total}


def _leaky(state: State, view: View, kind: type[Leaky]) -> Leaky:
    return kind(**vars(view), total=sum(state.cards))


class LeakyFields(State):
    def view(self, viewer: Viewer) -> View:
        return _leaky(self, super().view(viewer), Leaky)


class LeakyViews(State):
    def view(self, viewer: Viewer) -> View:
        return _leaky(self, super().view(viewer), LeakyJson)


class LeakyOnlyToTheWatchers(State):
    def view(self, viewer: Viewer) -> View:
        view = super().view(viewer)
        return _leaky(self, view, LeakyJson) if viewer is None else view


class LeakyNotation(State):
    def seen(self, move: Move, viewer: Viewer) -> str:
        return str(move)


class LeakyWords(State):
    def tell(self, move: Move, viewer: Viewer) -> tuple[Sentence, ...]:
        if isinstance(move, Bid) and self.cards[1 - move.seat] > self.cards[move.seat]:
            return (say("Seat {seat} bids boldly.", seat=move.seat),)
        return super().tell(move, viewer)


class LeakyRefusals(State):
    def why_illegal(self, move: Move) -> GameError | None:
        error = super().why_illegal(move)
        if error is not None and isinstance(move, Bid) and not self.over and self.cards:
            return IllegalMove(say("Not against a {card}.", card=max(self.cards)), "TOY-3")
        return error


class LeakyLegality(State):
    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        legal = super().legal_moves(seat)
        return legal[:1] if self.cards and self.cards[1 - seat] == 2 else legal

    def why_illegal(self, move: Move) -> GameError | None:
        error = super().why_illegal(move)
        if error is None and isinstance(move, Bid) and move not in self.legal_moves(move.seat):
            return IllegalMove(say("Not against that card."), "TOY-3")
        return error


class AnotherView(State):
    def redeal(self, viewer: Viewer, rng: Random) -> State:
        return replace(self, bids=()) if len(self.bids) == 1 else super().redeal(viewer, rng)


class StrangerView(State):
    def view(self, viewer: Viewer) -> View:
        return super().view(None)


class NotJson(State):
    def view(self, viewer: Viewer) -> View:
        view = super().view(viewer)
        return NotJsonView(**vars(view))


class NotJsonView(View):
    def to_json(self) -> Mapping[str, Any]:
        return {**super().to_json(), "mean": float("nan")}


class Unordered(State):
    def view(self, viewer: Viewer) -> View:
        return UnorderedView(**vars(super().view(viewer)))


class UnorderedView(View):
    def to_json(self) -> Mapping[str, Json]:
        return dict(sorted(super().to_json().items()))


STATES: dict[type[State], str] = {
    Endless: "outcome None, yet to move: ()",
    Silent: "has no legal move",
    Talkative: "has legal moves",
    Backwards: "rising order",
    Twice: "stands twice",
    Shuffled: "order|other legal moves|the JSON",
    TooMany: "listed.*, but",
    Other: "listed or drawn for seat",
    Lenient: "not refused",
    LenientPlay: "play makes it",
    Ruleless: "without a rule",
    Speechless: "without a sentence",
    TwoVoices: "why_illegal says",
    Stubborn: "resigning",
    Loaded: "sum to 6/5",
    Rounded: "not exact",
    Impossible: "the chance of",
    Unlisted: "not among its chances",
    Late: "although the dealer is not to move",
    Cheat: "listed or drawn for the dealer",
    Odd: "the outcome says",
    Upside: "the winners are not seats in rising order",
    Unreasoned: "no reason",
    Unfair: "won by points",
    Forgetful: "hash|changed|two positions",
    Changing: "changed the position",
    Restless: "two positions",
    LeakyFields: "the view leaks",
    LeakyViews: "the JSON leaks",
    LeakyOnlyToTheWatchers: "the JSON leaks to a spectator",
    LeakyNotation: "the notation",
    LeakyWords: "sentences",
    LeakyRefusals: "leaks by its refusal",
    LeakyLegality: "leaks",
    AnotherView: "redealing|leaks",
    StrangerView: "says that it is",
    NotJson: "not plain JSON",
    Unordered: "the JSON begins with",
}


@pytest.mark.parametrize("fault", STATES, ids=lambda fault: fault.__name__)
def test_a_planted_fault_of_positions_is_caught(fault: type[State]) -> None:
    with pytest.raises(LawBroken, match=STATES[fault]):
        check_game(Toy(fault), matches=200, seed=1)


class Illiterate(Toy):
    def parse(self, text: str) -> Move:
        if text.endswith("bid 2"):
            raise BadNotation(say("What?"))
        return super().parse(text)


class Mishearing(Toy):
    def parse(self, text: str) -> Move:
        move = super().parse(text)
        return Bid(move.seat, 1) if isinstance(move, Bid) else move


class Wordless(Toy):
    def words(self, move: Move) -> Sentence:
        return say("")


class Blank(Toy):
    def draw(self, view: Any, language: Say) -> str:
        return ""


class Wide(Toy):
    def draw(self, view: Any, language: Say) -> str:
        return "-" * 79


class LeakyDrawing(Toy):
    """Draws by what JSON and fields do not show."""

    def start(self, seats: int, options: Mapping[str, Json] | None = None) -> State:
        return _Remembered()

    def draw(self, view: Any, language: Say) -> str:
        return f"{view.secret}"


class _Remembered(State):
    def view(self, viewer: Viewer) -> View:
        view = super().view(viewer)
        object.__setattr__(view, "secret", self.cards)
        return view


class NoTwin(Toy):
    """Deals the viewer's own card anew, too."""

    def twin(
        self, start: State, moves: Sequence[Move], viewer: Viewer, rng: Random
    ) -> tuple[Move, ...]:
        return tuple(Deal(rng.choice(DEALS)) if isinstance(m, Deal) else m for m in moves)


class ShortTwin(Toy):
    def twin(
        self, start: State, moves: Sequence[Move], viewer: Viewer, rng: Random
    ) -> tuple[Move, ...]:
        return tuple(moves[:-1])


class IllegalTwin(Toy):
    def twin(
        self, start: State, moves: Sequence[Move], viewer: Viewer, rng: Random
    ) -> tuple[Move, ...]:
        return tuple(First(0) if m.seat == DEALER else m for m in moves)


class NumberedTwice(Toy):
    rules = (*Toy.rules, Rule("TOY-1", say("Again"), say("Again.")))


class OddOption(Toy):
    options = (Option("most", 2, one_of(3, 4), say("the highest bid")),)


GAMES: dict[type[Toy], str] = {
    Illiterate: "does not parse back",
    Mishearing: "parses back to another move",
    Wordless: "has no words",
    Blank: "the drawing is empty",
    Wide: "79 columns wide",
    LeakyDrawing: "the drawing leaks",
    NoTwin: "leak",
    ShortTwin: "plies, not",
    IllegalTwin: "the twin's move is illegal",
    NumberedTwice: "stands twice",
    OddOption: "refuses its own value",
}


@pytest.mark.parametrize("fault", GAMES, ids=lambda fault: fault.__name__)
def test_a_planted_fault_of_games_is_caught(fault: Callable[[], Toy]) -> None:
    with pytest.raises(LawBroken, match=GAMES[fault]):  # type: ignore[index]
        check_game(fault(), matches=60, seed=1)


def test_single_laws_can_be_held_alone() -> None:
    moves = random_moves(1, TOY.start(2))
    state = TOY.start(2).play(moves[0])
    check_leaks(TOY, state, 0, Random(1))
    check_twin(TOY, TOY.start(2), moves, None, Random(1))
    leaky = LeakyViews().play(moves[0])
    caught = 0
    for number in range(20):
        try:
            check_leaks(TOY, leaky, 0, Random(number))
        except LawBroken:
            caught += 1
    assert caught > 3
