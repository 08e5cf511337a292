"""`stalas new`: an empty record with seats and options."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from stalas.cli import files
from stalas.core.errors import GameError, RecordError
from stalas.core.records import Record, read_json
from stalas.core.words import say


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to `stalas`."""
    parser = subparsers.add_parser(
        "new", help="make an empty record", description="Print a record with no moves yet."
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--seats", nargs="+", metavar="NAME", help="who sits there, or just how many seats"
    )
    add_options(parser)
    files.add_language(parser)
    parser.set_defaults(run=run)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the argument for a game's options."""
    parser.add_argument(
        "--options",
        nargs="+",
        default=[],
        metavar="NAME=VALUE",
        help="options of the game, or one JSON object; a value that ends in .toml is a file",
    )


def run(args: argparse.Namespace) -> int:
    """Print the record."""
    from stalas.core.records import start
    from stalas.games import find

    try:
        game = find(args.game)
        record = Record(
            game.name, seat_names(args.seats, game.seats.start), read_options(args.options)
        )
        start(game, record)
        print(record.dumps())
    except GameError as error:
        print(f"stalas new: {files.chosen_language(args.lang)(error.sentence)}", file=sys.stderr)
        return 2
    return 0


def seat_names(given: Sequence[str] | None, fewest: int) -> tuple[str, ...]:
    """Give the names of the seats, from names or from their number."""
    if given is None:
        given = [str(fewest)]
    if len(given) == 1 and given[0].isascii() and given[0].isdigit() and len(given[0]) == 1:
        return tuple(f"Seat {seat}" for seat in range(int(given[0])))
    return tuple(files.printable(name) for name in given)


def read_options(given: Sequence[str]) -> dict[str, Any]:
    """Read a game's options from NAME=VALUE texts or one JSON object. Raises RecordError.

    >>> read_options(["bust_from=2", "first=random", "empty_hills=true"])
    {'bust_from': 2, 'first': 'random', 'empty_hills': True}
    """
    if len(given) == 1 and given[0].lstrip().startswith("{"):
        whole: dict[str, Any] = read_json(given[0])
        return whole
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise RecordError(
                say("“{text}” is no option; write NAME=VALUE.", text=files.printable(text)[:60])
            )
        options[name] = _value(value)
    return options


def _value(text: str) -> Any:
    if text.endswith(".toml"):
        return _table(text)
    try:
        return json.loads(text)
    except ValueError:
        return files.printable(text)


def _table(name: str) -> dict[str, Any]:
    """A map or a track of one's own, which is written whole into the record."""
    import tomllib

    try:
        return tomllib.loads(files.read_bytes(name).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeError, RecursionError) as error:
        raise RecordError(
            say("{file} is not TOML: {reason}.", file=files.printable(name), reason=str(error))
        ) from None
