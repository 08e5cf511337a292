"""What commands read and print: records in, one line of JSON out."""

from __future__ import annotations

import errno
import json
import os
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from stalas.core.errors import GameError, RecordError
from stalas.core.records import MAX_BYTES, Record, ReplayError, read_record
from stalas.core.words import Say, english, say

if TYPE_CHECKING:
    import argparse

    from stalas.core.game import Json


def add_record(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names a record."""
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the option for the language of sentences."""
    parser.add_argument("--lang", choices=("en", "lt"), help="the language of sentences")


def read_bytes(name: str) -> bytes:
    """Read a file, or standard input for `-`, no further than a record may be long.

    Raises RecordError with one sentence if it cannot be read.
    """
    try:
        if name == "-":
            return standard_input().read(MAX_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from None


def standard_input() -> IO[bytes]:
    """Give standard input as bytes. Raises OSError if it is closed."""
    # Python's own types do not know that a closed stream is None.
    stream: Any = sys.stdin
    if stream is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    found: IO[bytes] = stream.buffer
    return found


def unreadable(name: str, error: OSError | ValueError) -> RecordError:
    """Make the error for a file that cannot be read."""
    reason = error.strerror if isinstance(error, OSError) else None
    return RecordError(
        say("Cannot read {file}: {reason}.", file=printable(name), reason=reason or str(error))
    )


def printable(name: str) -> str:
    """Give a file's name so that it can be written anywhere."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def load_record(name: str) -> Record:
    """Read a record. Raises RecordError."""
    return read_record(read_bytes(name))


def print_json(value: Any) -> None:
    """Print JSON on one line."""
    print(json.dumps(value, ensure_ascii=False))


def refusal(error: GameError | ReplayError, language: Say = english) -> dict[str, Json]:
    """Give an error as the contract has it: which move, which rule, and the sentence."""
    if isinstance(error, ReplayError):
        index, move, reason = error.index, error.move, error.error
    else:
        index, move, reason = None, None, error
    return {
        "error": {
            "index": index,
            "move": move,
            "rule": reason.rule,
            "message": language(reason.sentence),
        }
    }


def refuse(error: GameError | ReplayError, language: Say = english) -> int:
    """Print an error as JSON and give the exit status 2."""
    print_json(refusal(error, language))
    return 2


def chosen_language(lang: str | None) -> Say:
    """Give the language of what programs read: English unless another is asked for."""
    if lang in (None, "en"):
        return english
    from stalas.locale import language

    return language(lang)
