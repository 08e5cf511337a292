"""`stalas move`: the move that a level would play after a record."""

from __future__ import annotations

import argparse
from random import Random
from typing import TYPE_CHECKING

from stalas.cli import files, numbers
from stalas.core.errors import GameError, GameOver, NotYourTurn
from stalas.core.records import Record, ReplayError
from stalas.core.words import say

if TYPE_CHECKING:
    from stalas.core.game import Seat
    from stalas.players.player import Decision


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to `stalas`."""
    parser = subparsers.add_parser(
        "move",
        help="the move a level would play",
        description="Print the move a level would play for the seat to move, from its view alone.",
    )
    files.add_record(parser)
    parser.add_argument("--player", required=True, metavar="LEVEL")
    parser.add_argument(
        "--seat", type=int, metavar="N", help="which one, where several seats may act"
    )
    parser.add_argument(
        "--budget", type=numbers.seconds, default=1.0, metavar="S", help="seconds (1)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of its random source (0)")
    parser.add_argument("--json", action="store_true", help="with its top moves and their values")
    files.add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the move, or with `--json` also the reasons."""
    try:
        record = files.load_record(args.file)
        seat, decision = decide(record, args.player, args.seat, args.seed, args.budget)
    except (GameError, ReplayError) as error:
        return files.refuse(error, files.chosen_language(args.lang))
    if not args.json:
        print(decision.move)
        return 0
    files.print_json(
        {
            "move": str(decision.move),
            "seat": seat,
            "reasons": [
                {
                    "move": str(weighed.move),
                    "value": weighed.value,
                    "probability": weighed.probability,
                }
                for weighed in decision.reasons
            ],
        }
    )
    return 0


def decide(
    record: Record, player: str, seat: Seat | None, seed: int, budget: float
) -> tuple[Seat, Decision]:
    """Give the seat to move and what the level decides there.

    Raises GameError if no seat is to move or there is no such level.
    """
    from stalas.core.records import last_state
    from stalas.games import find
    from stalas.players import find_level

    level = find_level(record.game, player)
    state = last_state(find(record.game), record)
    if not state.to_move:
        raise GameOver(say("The match is over."))
    if state.to_move[0] < 0:
        raise NotYourTurn(say("The dealer is to move, not a seat."))
    if seat is None:
        seat = state.to_move[0]
    elif seat not in state.to_move:
        raise NotYourTurn(say("Seat {seat} is not to move.", seat=seat))
    return seat, level.make().decide(state.view(seat), Random(seed), budget)
