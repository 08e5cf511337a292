"""The `stalas` command: judge, view and check records, play, rate, solve."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from stalas import __version__

__all__ = ["main"]

COMMANDS: Final = (
    "play",
    "serve",
    "new",
    "referee",
    "view",
    "verify",
    "move",
    "perft",
    "map",
    "ladder",
    "solve",
)
"""Every command is the module of that name here, loaded only when it is needed."""

INTERRUPTED: Final = 130
FAULT: Final = 70


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and give the exit status: 0, 2 for bad input, 130 after Ctrl-C."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us; this one stays open to the end
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        args = _parser(arguments).parse_args(arguments)
        status = int(args.run(args))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has left: nothing is wrong, and nothing more can be said there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"stalas: {error.strerror or error}", file=sys.stderr)
        return 2
    except Exception as error:
        if os.environ.get("STALAS_DEBUG"):
            raise
        print(
            f"stalas: this is a fault of the program, not yours ({type(error).__name__}: {error});"
            " set STALAS_DEBUG=1 for the details.",
            file=sys.stderr,
        )
        return FAULT
    return status


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Make the parser with the command that is asked for, or with all of them."""
    parser = argparse.ArgumentParser(
        prog="stalas",
        description="Gold Hunting, China Gold, Tower of Doubt and Stick Collection: "
        "play them, judge records of them, rate players.",
    )
    parser.add_argument("--version", action="version", version=f"stalas {__version__}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    named = arguments[0] if arguments else ""
    for name in (named,) if named in COMMANDS else COMMANDS:
        import_module(f"{__name__}.{name}").add_parser(subparsers)
    return parser
