"""The log of a match: notation and sentences, as a viewer may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stalas.core.game import Outcome, Seat, Viewer
from stalas.core.moves import First, Flag, Resign, tell_forfeit
from stalas.core.words import Sentence, say, say_many
from stalas.games.gold_hunting.history import Lift, Saved
from stalas.games.gold_hunting.moves import Move, Stack, Tokens
from stalas.games.gold_hunting.pieces import SIZES, nuggets

if TYPE_CHECKING:
    from stalas.games.gold_hunting.state import State


def seen(move: Move, viewer: Viewer) -> str:
    """The notation of a move as the viewer may see it: only its own token and its own stack."""
    if isinstance(move, Tokens):
        shown = [str(number) if seat == viewer else "?" for seat, number in enumerate(move.numbers)]
        return "* tokens " + " ".join(shown)
    if isinstance(move, Stack) and move.seat != viewer:
        return f"{move.seat} stack ?"
    return str(move)


def tell(before: State, move: Move, after: State, viewer: Viewer) -> tuple[Sentence, ...]:
    """Put a move and its results into words."""
    if isinstance(move, Resign | Flag):
        return tell_forfeit(move)
    if isinstance(move, First):
        return (say("Seat {seat} begins.", seat=move.beginner),)
    if isinstance(move, Tokens):
        return _tell_tokens(move, viewer)
    if isinstance(move, Stack):
        return _tell_stack(move.seat, after)
    act = after.acts[-1]
    told = _tell_safe(act, after) if isinstance(act, Saved) else _tell_lift(act, before, after)
    return (*told, *_tell_what_follows(move.seat, after))


def _tell_tokens(move: Tokens, viewer: Viewer) -> tuple[Sentence, ...]:
    told = say("The dealer gives each seat a Gold Rush token, face down.")
    if viewer is None:
        return (told,)
    return told, say("Seat {seat} has token {token}.", seat=viewer, token=move.numbers[viewer])


def _tell_stack(seat: Seat, after: State) -> tuple[Sentence, ...]:
    told = say("Seat {seat} has stacked its hills.", seat=seat)
    if not all(after.stacks):
        return (told,)
    return told, *(
        say(
            "The hills of seat {seat} are {heights} nuggets high.",
            seat=owner,
            heights=", ".join(str(nuggets(hill)) for hill in hills),
        )
        for owner, hills in enumerate(after.stacks)
    )


def _tell_lift(lift: Lift, before: State, after: State) -> tuple[Sentence, ...]:
    seat, hill, lifted = lift.seat, lift.hill, SIZES[lift.size]
    if lift.rush:
        told = say(
            "Seat {seat} turns up token {token} for a Gold Rush and lifts {lifted} from hill"
            " {hill}.",
            seat=seat,
            token=lift.announced,
            lifted=lifted,
            hill=hill,
        )
    else:
        told = say(
            "Seat {seat} announces {announced} and lifts {lifted} from hill {hill}.",
            seat=seat,
            announced=SIZES[lift.announced],
            lifted=lifted,
            hill=hill,
        )
    if lift.success:
        return told, _success(lift, nuggets(after.piles[seat]))
    if lift.bust:
        return told, say_many(
            "A bust: the pile of {count} nugget is lost, and the ingot just lifted is kept.",
            "A bust: the pile of {count} nuggets is lost, and the ingot just lifted is kept.",
            nuggets(before.piles[seat]),
        )
    return told, say("A failure: the ingot goes to the box.")


def _success(lift: Lift, pile: int) -> Sentence:
    if lift.rush:
        return say_many(
            "A success: the pile is now {count} nugget, and the token stays, worth 2 at the end.",
            "A success: the pile is now {count} nuggets, and the token stays, worth 2 at the end.",
            pile,
        )
    return say_many(
        "A success: the pile is now {count} nugget.",
        "A success: the pile is now {count} nuggets.",
        pile,
    )


def _tell_safe(saved: Saved, after: State) -> tuple[Sentence, ...]:
    return (
        say_many(
            "Seat {seat} gives up its token for a Safe: {count} nugget is set aside.",
            "Seat {seat} gives up its token for a Safe: {count} nuggets are set aside.",
            nuggets(saved.ingots),
            seat=saved.seat,
        ),
    )


def _tell_what_follows(seat: Seat, after: State) -> tuple[Sentence, ...]:
    outcome = after.outcome()
    if outcome is not None:
        return (tell_outcome(outcome),)
    if after.to_move == (seat,) and not after.must_dig:
        return (say("Seat {seat} has nothing left to dig and is skipped.", seat=1 - seat),)
    return ()


def tell_outcome(outcome: Outcome) -> Sentence:
    """Say who won, and by what (GH-13)."""
    winner = outcome.winners[0]
    own, theirs = outcome.scores[winner], outcome.scores[1 - winner]
    match outcome.reason:
        case "points":
            return say("Seat {seat} wins, {own} to {theirs}.", seat=winner, own=own, theirs=theirs)
        case "tie-break":
            return say(
                "Both score {own}; seat {seat} wins by owning more triples, or else more doubles.",
                own=own,
                seat=winner,
            )
        case "draw":
            return say("Both score {own} and own alike: a draw.", own=own)
        case _:
            return say("Seat {seat} wins the match.", seat=winner)
