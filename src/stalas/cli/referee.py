"""`stalas referee`: replay records and say how they stand, or what is wrong with them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import IO, TYPE_CHECKING, Final

from stalas.cli import files
from stalas.core.errors import GameError
from stalas.core.records import MAX_BYTES, Record, ReplayError, read_record

if TYPE_CHECKING:
    from stalas.core.game import AnyState, Json
    from stalas.core.words import Say

MANY: Final = 10_000
"""So many legal moves are not listed but hinted at: `stack …`."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to `stalas`."""
    parser = subparsers.add_parser(
        "referee",
        help="replay a record and judge it",
        description="Replay a record and print one JSON object: how it stands, or its error.",
    )
    files.add_record(parser)
    parser.add_argument("--moves", action="store_true", help="list the legal moves too")
    parser.add_argument(
        "--lines", action="store_true", help="each line is a record; answer one line each"
    )
    files.add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Judge the record or the lines."""
    language = files.chosen_language(args.lang)
    if args.lines:
        return _judge_lines(args.file, args.moves, language)
    try:
        answer = judge(files.load_record(args.file), moves=args.moves)
    except (GameError, ReplayError) as error:
        return files.refuse(error, language)
    files.print_json(answer)
    return 0


def judge(record: Record, *, moves: bool = False) -> dict[str, Json]:
    """Replay a record and give the referee's answer. Raises RecordError or ReplayError."""
    from stalas.core.records import last_state
    from stalas.games import find

    state = last_state(find(record.game), record)
    outcome = state.outcome()
    answer: dict[str, Json] = {
        "game": record.game,
        "plies": len(record.moves),
        "to_move": ["*" if seat < 0 else seat for seat in state.to_move],
        "over": outcome is not None,
        "scores": list(state.scores()),
        "winners": None if outcome is None else list(outcome.winners),
        "reason": None if outcome is None else outcome.reason,
    }
    if moves:
        answer["legal"] = list(legal_texts(state))
    answer["truth"] = state.truth()
    return answer


def legal_texts(state: AnyState) -> list[str]:
    """The text of every legal move; the dealer's and those beyond number only hinted at."""
    texts: list[str] = []
    for seat in state.to_move:
        if seat < 0:
            return ["* …"]
        legal = state.legal_moves(seat)
        if len(legal) < MANY:
            texts += map(str, legal)
        else:
            verb = str(legal[0]).split()[1]
            if (hint := f"{verb} …") not in texts:
                texts.append(hint)
    return texts


def _judge_lines(name: str, moves: bool, language: Say) -> int:
    """Answer every line, blank ones too, so that the n-th answer belongs to the n-th line."""
    answers = 0
    began = reported = monotonic()
    try:
        with files.standard_input() if name == "-" else Path(name).open("rb") as source:
            for line in _lines(source):
                try:
                    answer = judge(read_record(line), moves=moves)
                except (GameError, ReplayError) as error:
                    answer = files.refusal(error, language)
                sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
                answers += 1
                if name == "-" or answers % 64 == 0:
                    sys.stdout.flush()
                    if sys.stderr.isatty() and (now := monotonic()) - reported > 1:
                        rate = answers / (now - began)
                        print(f"\r{answers} records, {rate:.0f} a second", end="", file=sys.stderr)
                        reported = now
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        return files.refuse(files.unreadable(name, error), language)
    if reported != began:
        print(file=sys.stderr)
    return 0


def _lines(source: IO[bytes]) -> Iterator[bytes]:
    """The lines, of which one too long to be a record is cut but stays one line."""
    while line := source.readline(MAX_BYTES + 1):
        yield line.removesuffix(b"\n")
        while line and not line.endswith(b"\n") and len(line) > MAX_BYTES:
            line = source.readline(MAX_BYTES + 1)
