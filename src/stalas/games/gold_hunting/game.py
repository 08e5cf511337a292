"""Gold Hunting on the shelf: its name, options and rules, how it is started and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from stalas.core.errors import RecordError
from stalas.core.game import Json, Rule, Viewer
from stalas.core.moves import First, Flag, Resign
from stalas.core.options import Option, first_option, flag, one_of, read_options
from stalas.core.words import Say, Sentence, say
from stalas.games.gold_hunting import text
from stalas.games.gold_hunting.moves import Dig, Move, Rush, Safe, Stack, Tokens, parse
from stalas.games.gold_hunting.pieces import Options, size_in_words
from stalas.games.gold_hunting.rules import RULES
from stalas.games.gold_hunting.state import State
from stalas.games.gold_hunting.view import View


class GoldHunting:
    """The game: hide ten ingots in four hills, dig those of the other side."""

    name: str = "gold-hunting"
    title: Sentence = say("Gold Hunting")
    credit: Sentence = say(
        "Gold Hunting is a game by Naotaka Shimamoto, published by itten (2021). This is an"
        " unofficial implementation."
    )
    seats: range = range(2, 3)
    rules_version: int = 1
    options: tuple[Option, ...] = (
        first_option(say("who begins to dig")),
        Option(
            "bust_from",
            3,
            one_of(3, 2),
            say("from how many nuggets on a pile can be lost"),
            (3, 2),
        ),
        flag("empty_hills", False, say("a hill may be left empty when stacking")),
        flag("safe_ends_turn", False, say("a Safe takes the whole turn")),
        flag("tie_counts_safe", True, say("ingots set aside count when a tie is broken")),
    )
    rules: tuple[Rule, ...] = RULES
    quiet: tuple[type, ...] = (Stack, Safe)

    def start(self, seats: int, options: Mapping[str, Json] | None = None) -> State:
        """The first position. Raises RecordError naming a wrong seat count, option or value."""
        if seats not in self.seats:
            raise RecordError(say("Gold Hunting is a game for two seats."))
        return State(Options(**read_options(self.options, options)))

    def parse(self, text: str) -> Move:
        """Read a move's notation. Raises BadNotation."""
        return parse(text)

    def words(self, move: Move) -> Sentence:
        """A move in words, for a button or a list."""
        match move:
            case Dig():
                return say(
                    "dig hill {hill}, announcing {size}",
                    hill=move.hill,
                    size=size_in_words(move.size),
                )
            case Rush():
                return say("Gold Rush at hill {hill}", hill=move.hill)
            case Safe():
                return say("put your pile into the safe, giving up your token")
            case Stack():
                return say("stack {hills}", hills="/".join(move.hills))
            case Tokens():
                return say("deal the tokens")
            case First():
                return say("seat {seat} begins", seat=move.beginner)
            case Resign():
                return say("resign")
            case Flag():
                return say("run out of time")

    def draw(self, view: View, language: Say) -> str:
        """A view as text for a terminal."""
        return text.draw(view, language)

    def twin(
        self, start: State, moves: Sequence[Move], viewer: Viewer, rng: Random
    ) -> tuple[Move, ...]:
        """The same match in another world: moves that the viewer cannot tell apart at any ply.

        What a match shows when it is over settles everything, so only one that goes on has twins.
        """
        state = start
        for move in moves:
            state = state.play(move)
        other = state.redeal(viewer, rng)
        return tuple(_dealt_anew(move, other) for move in moves)


def _dealt_anew(move: Move, other: State) -> Move:
    """The move as it was made in another world."""
    if isinstance(move, Tokens):
        return Tokens((other.tokens[0], other.tokens[1]))
    if isinstance(move, Stack):
        return Stack(move.seat, other.stacks[move.seat])
    return move


GAME: Final = GoldHunting()
