"""China Gold as a thing that can be listed, started and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from stalas.core.errors import RecordError
from stalas.core.game import Json, Rule, Viewer
from stalas.core.moves import First, Flag, Resign
from stalas.core.options import Option, first_option, flag, one_of, read_options, whole
from stalas.core.words import Say, Sentence, say, say_many
from stalas.games.china_gold import text
from stalas.games.china_gold.board import board
from stalas.games.china_gold.maps import HOUSE_MAPS, chosen_map, why_no_choice
from stalas.games.china_gold.moves import Bury, Dig, Move, Throw, parse
from stalas.games.china_gold.pieces import grid
from stalas.games.china_gold.rules import RULES
from stalas.games.china_gold.state import State, Terms, first_state
from stalas.games.china_gold.view import View

_WIDE: Final = grid(6)
"""The larger grid holds every line that the smaller one has, with the same names and lengths."""


class ChinaGold:
    """The rules of China Gold."""

    name: str = "china-gold"
    title: Sentence = say("China Gold")
    credit: Sentence = say(
        "China Gold was designed by Günter Cornett and published by Bambus Spieleverlag in 2004."
        " This is an unofficial version with maps of its own."
    )
    seats: range = range(2, 3)
    rules_version: int = 1
    options: tuple[Option, ...] = (
        Option(
            "map",
            HOUSE_MAPS[0],
            why_no_choice,
            say("The map: one of the house maps, or a map of your own as a table."),
            HOUSE_MAPS,
        ),
        first_option(say("Who begins.")),
        flag("bury_in_final", False, say("Markers may be buried in the final stage too.")),
        Option(
            "repeat",
            3,
            whole(0, 99),
            say("A burial may not bring a position about this many times; 0 sets no limit."),
            (3, 2, 0),
        ),
        Option(
            "river_turn",
            0,
            whole(0, 5),
            say("Turn the sheet of rivers clockwise by so many sixths before the match."),
            tuple(range(6)),
        ),
        Option(
            "river_flip",
            False,
            one_of(False, True),
            say("Flip the sheet of rivers left to right, before it is turned."),
            (False, True),
        ),
    )
    rules: tuple[Rule, ...] = RULES
    quiet: tuple[type, ...] = (Dig, Bury)

    def start(self, seats: int, options: Mapping[str, Json] | None = None) -> State:
        """The first position. Raises RecordError naming a wrong seat count, option or value."""
        if seats not in self.seats:
            raise RecordError(say("China Gold is played by two seats, not {seats}.", seats=seats))
        values = read_options(self.options, options)
        placed = chosen_map(values["map"]).placed(values["river_turn"], values["river_flip"])
        first = values["first"]
        return first_state(
            Terms(
                board=board(placed),
                first=None if first == "random" else first,
                bury_in_final=values["bury_in_final"],
                repeat=values["repeat"],
                options=values,
            )
        )

    def parse(self, text: str) -> Move:
        """Read a move's notation. Raises BadNotation."""
        return parse(text)

    def words(self, move: Move) -> Sentence:
        """A move in words, for a button or a list."""
        match move:
            case First():
                return say("let seat {seat} begin", seat=move.beginner)
            case Throw():
                faces = " + ".join(map(str, move.faces))
                return say("throw {faces} = {sum}", faces=faces, sum=move.sum)
            case Dig():
                if move.start == move.end:
                    return say("dig {site}", site=move.start)
                line = _WIDE.between.get((move.start, move.end))
                return say_many(
                    "dig {count} marker, {start} to {end}",
                    "dig {count} markers, {start} to {end}",
                    0 if line is None else line.length,
                    start=move.start,
                    end=move.end,
                )
            case Bury():
                return say("bury {site}", site=move.site)
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
        """The same moves: nothing in this game is hidden, so there is no other world."""
        return tuple(moves)


GAME: Final = ChinaGold()
