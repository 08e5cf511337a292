"""`stalas perft`: count the paths of the game tree after a record."""

from __future__ import annotations

import argparse
from time import perf_counter

from stalas.cli import files
from stalas.core.errors import GameError
from stalas.core.records import ReplayError


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to `stalas`."""
    parser = subparsers.add_parser(
        "perft",
        help="count the paths of the game tree",
        description="Count the paths of exactly so many plies after a record.",
    )
    files.add_record(parser)
    parser.add_argument("--depth", required=True, type=depth, metavar="N", help="in plies")
    parser.add_argument("--divide", action="store_true", help="count each move's paths too")
    files.add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the count as JSON."""
    from stalas.core.perft import divide, perft
    from stalas.core.records import last_state
    from stalas.games import find

    try:
        record = files.load_record(args.file)
        state = last_state(find(record.game), record)
    except (GameError, ReplayError) as error:
        return files.refuse(error, files.chosen_language(args.lang))
    began = perf_counter()
    if args.divide and args.depth > 0:
        counts = {str(move): count for move, count in divide(state, args.depth)}
        answer = {"depth": args.depth, "paths": sum(counts.values()), "moves": counts}
    else:
        answer = {"depth": args.depth, "paths": perft(state, args.depth)}
    files.print_json({**answer, "seconds": round(perf_counter() - began, 3)})
    return 0


def depth(text: str) -> int:
    """Read a depth, a whole number from 0 to 99."""
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise argparse.ArgumentTypeError("the depth is a whole number from 0 to 99")
    return int(text)
