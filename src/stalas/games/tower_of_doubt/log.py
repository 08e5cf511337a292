"""The log of a match: notation and sentences, as a viewer may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stalas.core.game import Viewer
from stalas.core.moves import First, Flag, Resign, tell_forfeit
from stalas.core.words import Sentence, say, say_many
from stalas.games.tower_of_doubt.moves import Mark, Move, Peek, Towers
from stalas.games.tower_of_doubt.pieces import faces_of, value_of
from stalas.games.tower_of_doubt.scoring import Round

if TYPE_CHECKING:
    from stalas.games.tower_of_doubt.state import State


def seen(move: Move, viewer: Viewer) -> str:
    """The notation of a move as the viewer may see it: of a deal its own faces, else `?`."""
    if not isinstance(move, Towers):
        return str(move)
    return "* towers " + " ".join(
        "?????" if place in move.missing else _half(beads, viewer)
        for place, beads in enumerate(move.beads, start=1)
    )


def _half(beads: str, viewer: Viewer) -> str:
    if viewer is None:
        return "????"
    shown = faces_of(beads, viewer)
    return f"{shown}??" if viewer == 0 else f"??{shown}"


def tell(before: State, move: Move, after: State, *, own: bool) -> tuple[Sentence, ...]:
    """Put a move and its results into words; `own` tells the value that a peek found."""
    match move:
        case Resign() | Flag():
            return tell_forfeit(move)
        case First():
            return (say("Seat {seat} starts the first round.", seat=move.beginner),)
        case Towers():
            return _tell_deal(after)
        case Peek():
            return _tell_peek(before, move, own=own)
        case Mark():
            return _tell_mark(before, move, after)


def _tell_deal(after: State) -> tuple[Sentence, ...]:
    told = say("The dealer stands the towers for round {round}.", round=after.round)
    if after.missing is None:
        return (told,)
    return told, say("The tower of place {place} stays in the bag.", place=after.missing)


def _tell_peek(before: State, move: Peek, *, own: bool) -> tuple[Sentence, ...]:
    if move.place is None:
        return (say("Seat {seat} declines to peek.", seat=move.seat),)
    told = say("Seat {seat} peeks at tower {place}.", seat=move.seat, place=move.place)
    if not own:
        return (told,)
    value = value_of(before.towers[move.place - 1])
    return told, say("The value of tower {place} is {value}.", place=move.place, value=value)


def _tell_mark(before: State, move: Mark, after: State) -> tuple[Sentence, ...]:
    seat, other, place = move.seat, 1 - move.seat, move.place
    match before.stacks[place - 1]:
        case "":
            told = say("Seat {seat} marks tower {place}.", seat=seat, place=place)
        case below if below == str(seat):
            told = say(
                "Seat {seat} covers its own marker on tower {place}.", seat=seat, place=place
            )
        case _:
            told = say(
                "Seat {seat} takes tower {place} from seat {other}.",
                seat=seat,
                place=place,
                other=other,
            )
    if len(after.rounds) > len(before.rounds):
        return told, *_tell_round(after.rounds[-1], after)
    if after.to_move == (seat,):
        return told, say("Seat {seat} owns two towers and is skipped.", seat=other)
    return (told,)


def _tell_round(finished: Round, after: State) -> tuple[Sentence, ...]:
    winner, loser = finished.verdict.winner, 1 - finished.verdict.winner
    values = ", ".join(str(value_of(beads)) for beads in finished.towers)
    tokens = after.points[winner]
    return (
        say(
            "Round {round} is over. The values of places 1 to 6: {values}.",
            round=len(after.rounds),
            values=values,
        ),
        tell_verdict(finished),
        say_many(
            "Seat {seat} has {count} point token, seat {other} has {theirs}.",
            "Seat {seat} has {count} point tokens, seat {other} has {theirs}.",
            tokens,
            seat=winner,
            other=loser,
            theirs=after.points[loser],
        ),
        say("Seat {seat} wins the match.", seat=winner)
        if not after.to_move
        else say("Seat {seat} starts round {round}.", seat=after.starter or 0, round=after.round),
    )


def tell_verdict(finished: Round) -> Sentence:
    """Say who won a round, and by what (TD-8)."""
    verdict = finished.verdict
    winner, own = verdict.winner, verdict.sums[verdict.winner]
    theirs = verdict.sums[1 - winner]
    if verdict.two_twos:
        return say(
            "Seat {seat} owns both 2s and wins the round outright, {own} to {theirs}.",
            seat=winner,
            own=own,
            theirs=theirs,
        )
    if own == theirs:
        return say(
            "The sums are equal, {own} each; seat {seat} wins the round by its higher lower tower.",
            own=own,
            seat=winner,
        )
    return say(
        "Seat {seat} wins the round, {own} to {theirs}.", seat=winner, own=own, theirs=theirs
    )
