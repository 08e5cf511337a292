"""The log in words: what everybody is told of a move and of what followed."""

from __future__ import annotations

from stalas.core.game import Outcome
from stalas.core.moves import First, Flag, Resign, tell_forfeit
from stalas.core.words import Sentence, say, say_many
from stalas.games.china_gold.board import Board
from stalas.games.china_gold.moves import Bury, Dig, Move, Throw
from stalas.games.china_gold.pieces import DISCS, FINAL, MOUNTAINS


def tell(
    board: Board,
    move: Move,
    claimed: tuple[int, int],
    stages: tuple[int, int],
    outcome: Outcome | None,
) -> tuple[Sentence, ...]:
    """Tell a move, the claims that it led to, a change of discs, and the end.

    `claimed` holds the markers taken by each seat, as bits; `stages` the stage before and after.
    """
    match move:
        case First():
            return (say("Seat {seat} begins.", seat=move.beginner),)
        case Throw():
            faces = " + ".join(map(str, move.faces))
            return (say("The discs show {faces} = {sum}.", faces=faces, sum=move.sum),)
        case Resign() | Flag():
            return tell_forfeit(move)
        case Dig():
            told = [_dug(board, move)]
            for seat in (move.seat, 1 - move.seat):
                if claimed[seat]:
                    told.append(_claimed(board, seat, claimed[seat]))
            return (*told, *_followed(stages, outcome))
        case Bury():
            buried = say("Seat {seat} buries {site} again.", seat=move.seat, site=move.site)
            return (buried, *_followed(stages, outcome))


def _followed(stages: tuple[int, int], outcome: Outcome | None) -> tuple[Sentence, ...]:
    if outcome is not None:
        return (_ended(outcome),)
    if stages[0] != stages[1]:
        return (_discs(stages[1]),)
    return ()


def _dug(board: Board, move: Dig) -> Sentence:
    count = board.grid.between[move.start, move.end].length
    sites = move.start if count == 1 else f"{move.start}-{move.end}"
    return say_many(
        "Seat {seat} digs {count} marker: {sites}.",
        "Seat {seat} digs {count} markers: {sites}.",
        count,
        seat=move.seat,
        sites=sites,
    )


def _claimed(board: Board, seat: int, taken: int) -> Sentence:
    areas = ", ".join(
        str(number + 1) for number, area in enumerate(board.areas[seat]) if area & taken
    )
    if seat == MOUNTAINS:
        return say_many(
            "Seat {seat} claims {count} nugget (mountains: {areas}).",
            "Seat {seat} claims {count} nuggets (mountains: {areas}).",
            taken.bit_count(),
            seat=seat,
            areas=areas,
        )
    return say_many(
        "Seat {seat} claims {count} nugget (rivers: {areas}).",
        "Seat {seat} claims {count} nuggets (rivers: {areas}).",
        taken.bit_count(),
        seat=seat,
        areas=areas,
    )


def _discs(stage: int) -> Sentence:
    if stage == FINAL:
        return say("The final stage begins: no discs, dig one marker or two adjacent ones.")
    discs = ", ".join(f"{low}/{high}" for low, high in DISCS[stage])
    return say("Discs in play from now on: {discs}.", discs=discs)


def _ended(outcome: Outcome) -> Sentence:
    winner = outcome.winners[0]
    return say(
        "No marker is left: seat {seat} wins with {most} gold to {least}.",
        seat=winner,
        most=outcome.scores[winner],
        least=outcome.scores[1 - winner],
    )
