"""Tower of Doubt on the shelf: its name, options and rules, how it is started and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from stalas.core.errors import RecordError
from stalas.core.game import Json, Rule, Viewer
from stalas.core.moves import First, Flag, Resign
from stalas.core.options import Option, first_option, flag, read_options, whole
from stalas.core.words import Say, Sentence, say
from stalas.games.tower_of_doubt import text
from stalas.games.tower_of_doubt.moves import Mark, Move, Peek, Towers, parse
from stalas.games.tower_of_doubt.pieces import Options
from stalas.games.tower_of_doubt.rules import RULES
from stalas.games.tower_of_doubt.state import State
from stalas.games.tower_of_doubt.view import View


class TowerOfDoubt:
    """The game: six towers, each seat sees another half of every tower."""

    name: str = "tower-of-doubt"
    title: Sentence = say("Tower of Doubt")
    credit: Sentence = say(
        "Tower of Doubt is a game by Susumu Kawasaki (2012), published by itten (2023); the sheet's"
        " credit line names Yoshihisa Itsubaki. This is an unofficial implementation."
    )
    seats: range = range(2, 3)
    rules_version: int = 1
    options: tuple[Option, ...] = (
        first_option(say("who starts the first round")),
        flag("must_peek", False, say("a seat may not decline to peek")),
        Option("points", 3, whole(1, 99), say("point tokens that win the match"), (1, 2, 3, 5)),
        flag("missing_tower", False, say("one tower stays in the bag")),
    )
    rules: tuple[Rule, ...] = RULES
    quiet: tuple[type, ...] = (Mark,)

    def start(self, seats: int, options: Mapping[str, Json] | None = None) -> State:
        """The first position. Raises RecordError naming a wrong seat count, option or value."""
        if seats not in self.seats:
            raise RecordError(say("Tower of Doubt is a game for two seats."))
        return State(Options(**read_options(self.options, options)))

    def parse(self, text: str) -> Move:
        """Read a move's notation. Raises BadNotation."""
        return parse(text)

    def words(self, move: Move) -> Sentence:
        """A move in words, for a button or a list."""
        match move:
            case Peek(place=place):
                if place is None:
                    return say("decline to peek")
                return say("peek at tower {place}", place=place)
            case Mark():
                return say("mark tower {place}", place=move.place)
            case Towers():
                return say("stand the towers")
            case First():
                return say("seat {seat} starts", seat=move.beginner)
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

        Finished rounds are shown to all, so only the towers that still stand can be others.
        """
        state = start
        last_deal = 0
        for index, move in enumerate(moves):
            if isinstance(move, Towers):
                last_deal = index
            state = state.play(move)
        other = state.redeal(viewer, rng)
        if other.towers == state.towers:
            return tuple(moves)
        missing = () if other.missing is None else (other.missing,)
        dealt = Towers(other.towers, missing)
        return (*moves[:last_deal], dealt, *moves[last_deal + 1 :])


GAME: Final = TowerOfDoubt()
