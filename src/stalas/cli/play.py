"""`stalas play`: sit down in the terminal."""

from __future__ import annotations

import argparse
import signal
import sys
from importlib.util import find_spec

from stalas.cli import files
from stalas.cli.new import add_options, read_options
from stalas.core.errors import GameError


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to `stalas`."""
    parser = subparsers.add_parser(
        "play",
        help="play in the terminal",
        description="Sit down to a match against bots; without GAME, choose in a menu.",
    )
    parser.add_argument("game", nargs="?", metavar="GAME")
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="where you sit (0)")
    parser.add_argument("--seats", type=int, metavar="N", help="how many play")
    parser.add_argument(
        "--against", default="greedy", metavar="LEVEL", help="the bots' level (greedy)"
    )
    parser.add_argument(
        "--seed", type=int, metavar="S", help="repeat the dealer and the bots, to try things out"
    )
    add_options(parser)
    files.add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Open the terminal client."""
    from stalas.locale import language, preferred

    if find_spec("textual") is None:
        print(
            "stalas play: the terminal client needs Textual: pip install 'stalas[terminal]'",
            file=sys.stderr,
        )
        return 2
    from stalas.terminal.match import Setup

    if hasattr(signal, "SIGHUP"):  # a client whose terminal is gone must not go on without one
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    setup = None
    try:
        if args.game is not None:
            from stalas.games import find

            seats = args.seats or find(args.game).seats.start
            options = read_options(args.options)
            setup = Setup(args.game, args.against, seats, args.seat, options, args.seed)
            setup.check()
    except GameError as error:
        sentence = language(preferred(args.lang))(error.sentence)
        print(f"stalas play: {sentence}", file=sys.stderr)
        return 2
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print("stalas play: this needs a terminal.", file=sys.stderr)
        return 2
    from stalas.terminal.app import StalasApp, Wishes

    StalasApp(Wishes(setup, args.lang)).run()
    return 0
