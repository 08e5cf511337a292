"""Records: a whole match as one JSON object, format `stalas/1`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from stalas.core.errors import GameError, RecordError
from stalas.core.game import AnyGame, AnyMove, AnyState, Json
from stalas.core.words import say

FORMAT: Final = "stalas/1"
MAX_BYTES: Final = 4 * 1024 * 1024
"""A record larger than this is refused unread."""

_KEYS: Final = ("format", "game", "seats", "options", "moves", "meta")


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that happened in a match, and nothing else."""

    game: str
    seats: tuple[str, ...]
    """The names of those who sat there."""
    options: Mapping[str, Json] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    meta: Mapping[str, Json] = field(default_factory=dict)
    """What is not the match itself: dates, the dealer's commitment and seed, clocks."""

    def dumps(self) -> str:
        """Give the record as JSON text of one line."""
        whole: dict[str, Json] = {
            "format": FORMAT,
            "game": self.game,
            "seats": list(self.seats),
            "options": self.options,
            "moves": list(self.moves),
        }
        if self.meta:
            whole["meta"] = self.meta
        return json.dumps(whole, ensure_ascii=False)


class ReplayError(Exception):
    """A record whose move `index` is refused; `error` says why."""

    def __init__(self, index: int, move: str, error: GameError) -> None:
        super().__init__(index, move, error)
        self.index = index
        self.move = move
        self.error = error


def read_record(data: bytes | str) -> Record:
    """Read a record's JSON and check its shape.

    Raises RecordError with a sentence that says what is wrong. Games, options and moves are
    checked by `replay`, which knows the game.
    """
    whole = read_json(data)
    if not isinstance(whole, dict):
        raise RecordError(say("A record is a JSON object."))
    for key in whole:
        if key not in _KEYS:
            raise RecordError(
                say(
                    "Unknown key “{key}” in the record; more keys belong under “meta”.",
                    key=key[:40],
                )
            )
    for key in ("format", "game", "seats", "moves"):
        if key not in whole:
            raise RecordError(say("The record has no “{key}”.", key=key))
    if whole["format"] != FORMAT:
        raise RecordError(say("The record's format is not “{format}”.", format=FORMAT))
    return Record(
        game=_text(whole["game"], "game"),
        seats=_texts(whole["seats"], "seats"),
        options=_mapping(whole.get("options", {}), "options"),
        moves=_texts(whole["moves"], "moves"),
        meta=_mapping(whole.get("meta", {}), "meta"),
    )


def read_json(data: bytes | str) -> Any:
    """Read JSON strictly: UTF-8, no repeated keys, no NaN, no lone surrogates, bounded size.

    Raises RecordError.
    """
    try:
        if len(data) > MAX_BYTES:
            raise RecordError(
                say("The file is larger than {size} bytes; that is no record.", size=MAX_BYTES)
            )
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
        if isinstance(data, str) or "\\u" in text:  # only so can a lone surrogate come in
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeError:
        raise RecordError(say("The file is not UTF-8 text.")) from None
    except RecursionError:
        raise RecordError(say("The JSON is nested too deeply.")) from None
    except json.JSONDecodeError as error:
        raise RecordError(
            say(
                "The file is not JSON: line {line}, column {column}.",
                line=error.lineno,
                column=error.colno,
            )
        ) from None
    except ValueError:
        raise RecordError(say("The JSON holds a number that is out of range.")) from None
    return value


def start(game: AnyGame, record: Record) -> AnyState:
    """Give a record's first position. Raises RecordError for wrong seats or options."""
    first: AnyState = game.start(len(record.seats), record.options)
    return first


def replay(game: AnyGame, record: Record) -> Iterator[tuple[AnyMove, AnyState]]:
    """Give each move with the position after it.

    Raises RecordError before the first move, ReplayError at a move that is refused.
    """
    state = start(game, record)
    for index, text in enumerate(record.moves):
        try:
            move = game.parse(text)
            state = state.play(move)
        except GameError as error:
            raise ReplayError(index, text, error) from None
        yield move, state


def last_state(game: AnyGame, record: Record) -> AnyState:
    """Give the position after the whole record. Raises like `replay`."""
    state: AnyState | None = None
    for _move, after in replay(game, record):
        state = after
    return start(game, record) if state is None else state


def _unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise RecordError(say("The key “{key}” stands twice in one object.", key=key[:40]))
            seen.add(key)
    return found


def _no_constant(name: str) -> Any:
    raise RecordError(say("“{name}” is not a JSON value.", name=name))


def _text(value: object, key: str) -> str:
    if isinstance(value, str):
        return value
    raise RecordError(say("“{key}” must be a text.", key=key))


def _texts(value: object, key: str) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise RecordError(say("“{key}” must be a list of texts.", key=key))


def _mapping(value: object, key: str) -> Mapping[str, Json]:
    if isinstance(value, dict):
        return value
    raise RecordError(say("“{key}” must be an object.", key=key))
