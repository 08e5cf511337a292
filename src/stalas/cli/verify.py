"""`stalas verify`: check the dealer's draws in a record."""

from __future__ import annotations

import argparse

from stalas.cli import files
from stalas.core.errors import GameError, RecordError
from stalas.core.records import ReplayError
from stalas.core.words import say


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to `stalas`."""
    parser = subparsers.add_parser(
        "verify",
        help="check the dealer's draws in a record",
        description="Repeat every draw from the seed that the dealer had committed to.",
    )
    files.add_record(parser)
    files.add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print how many draws agree, or the first that differs."""
    from stalas.core.dealer import verify
    from stalas.games import find

    language = files.chosen_language(args.lang)
    try:
        record = files.load_record(args.file)
        verdict = verify(find(record.game), record)
        if verdict.differs is not None:
            index = verdict.differs
            raise ReplayError(
                index,
                record.moves[index],
                RecordError(
                    say(
                        "The dealer's seed gives “{expected}” here.",
                        expected=verdict.expected or "",
                    )
                ),
            )
    except (GameError, ReplayError) as error:
        return files.refuse(error, language)
    files.print_json({"verified": True, "draws": verdict.draws})
    return 0
