"""Stick Collection on the shelf: its name, options and rules, how it is started and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from stalas.core.errors import RecordError
from stalas.core.game import Json, Rule, Viewer
from stalas.core.moves import First, Flag, Resign
from stalas.core.options import Option, number, read_options, whole
from stalas.core.words import Say, Sentence, say
from stalas.games.stick_collection import text
from stalas.games.stick_collection.moves import Bid, Move, Pass, Stick, Sticks, parse
from stalas.games.stick_collection.pieces import Terms
from stalas.games.stick_collection.rules import RULES
from stalas.games.stick_collection.state import State, first_state
from stalas.games.stick_collection.tracks import TRACKS, chosen_track, why_no_choice
from stalas.games.stick_collection.view import View


class StickCollection:
    """The game: an auction of sticks whose lengths are judged by eye."""

    name: str = "stick-collection"
    title: Sentence = say("Stick Collection")
    credit: Sentence = say(
        "Stick Collection is a game by Yoshihisa Itsubaki, published by itten (2021). This is an"
        " unofficial implementation."
    )
    seats: range = range(2, 6)
    rules_version: int = 1
    options: tuple[Option, ...] = (
        Option(
            "track",
            TRACKS[0],
            why_no_choice,
            say("the money track: one that comes with the game, or your own as a table"),
            TRACKS,
        ),
        Option(
            "shortest_mm",
            50,
            whole(10, 1000),
            say("the length of the shortest stick in millimetres"),
        ),
        Option(
            "eye_mm",
            2.5,
            number(0, 100),
            say("how far off the eye is: the standard deviation of a glimpse in millimetres"),
            (0, 1.5, 2.5, 4.0),
        ),
    )
    rules: tuple[Rule, ...] = RULES
    quiet: tuple[type, ...] = (Bid, Pass)

    def start(self, seats: int, options: Mapping[str, Json] | None = None) -> State:
        """The first position. Raises RecordError naming a wrong seat count, option or value."""
        if seats not in self.seats:
            raise RecordError(
                say("Stick Collection is a game for two to five seats, not {seats}.", seats=seats)
            )
        values = read_options(self.options, options)
        track = chosen_track(values["track"])
        return first_state(Terms(values["shortest_mm"], values["eye_mm"], track), seats)

    def parse(self, text: str) -> Move:
        """Read a move's notation. Raises BadNotation."""
        return parse(text)

    def words(self, move: Move) -> Sentence:
        """A move in words, for a button or a list."""
        match move:
            case Bid():
                return say("bid {bid}", bid=move.amount)
            case Pass():
                return say("pass")
            case Sticks():
                return say("draw the starting sticks")
            case Stick():
                return say("stand a stick in the stand")
            case First():
                return say("let seat {seat} be First Player", seat=move.beginner)
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

        Calls are public, so only the dealer's moves are other ones. What agrees with all that the
        viewer knows in the end agrees with what it knew at each ply before.
        """
        state = start
        for move in moves:
            state = state.play(move)
        other = state.redeal(viewer, rng)
        auctions = [sold.auction for sold in other.sold]
        if other.auction is not None:
            auctions.append(other.auction)
        stood = iter(auctions)
        twins: list[Move] = []
        for move in moves:
            if isinstance(move, Sticks):
                twins.append(Sticks(tuple(row[0] for row in other.rows)))
            elif isinstance(move, Stick):
                auction = next(stood)
                twins.append(Stick(auction.length, auction.errors))
            else:
                twins.append(move)
        return tuple(twins)


GAME: Final = StickCollection()
