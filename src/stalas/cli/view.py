"""`stalas view`: what one seat, or a spectator, may know after a record."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from stalas.cli import files
from stalas.core.errors import GameError, RecordError
from stalas.core.records import ReplayError
from stalas.core.words import say

if TYPE_CHECKING:
    from stalas.core.game import Viewer


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to `stalas`."""
    parser = subparsers.add_parser(
        "view",
        help="show what a seat may know after a record",
        description="Print what a seat or a spectator may know after a record.",
    )
    files.add_record(parser)
    parser.add_argument("--seat", required=True, metavar="N", help="a seat, or spectator")
    parser.add_argument("--text", action="store_true", help="draw it instead")
    files.add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the view."""
    from stalas.core.records import last_state
    from stalas.games import find

    language = files.chosen_language(args.lang)
    try:
        record = files.load_record(args.file)
        game = find(record.game)
        state = last_state(game, record)
        view = state.view(_viewer(args.seat, len(record.seats)))
    except (GameError, ReplayError) as error:
        return files.refuse(error, language)
    if args.text:
        print(game.draw(view, language))
    else:
        files.print_json(view.to_json())
    return 0


def _viewer(text: str, seats: int) -> Viewer:
    if text == "spectator":
        return None
    if text.isascii() and text.isdigit() and len(text) == 1 and int(text) < seats:
        return int(text)
    raise RecordError(say("There is no seat {seat} in this match.", seat=text[:40]))
