"""How a table is to be: chosen by its host, checked before anything is written."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from stalas.core.dealer import MAX_ENTROPY
from stalas.core.game import Json
from stalas.core.words import say
from stalas.games import find
from stalas.players import levels
from stalas.table.clock import DAY, MINUTE, SECOND, TimeControl
from stalas.table.errors import BadSetup

MAX_NAME: Final = 24
"""The longest name, in characters."""

STAND_IN: Final = "greedy"
"""The level that plays on for a person."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What the host chooses."""

    game: str
    seats: int = 2
    options: Mapping[str, Json] = field(default_factory=dict)
    control: TimeControl | None = None
    listed: bool = False
    """Whether the lobby shows the table; otherwise only its address leads there."""
    same_device: bool = False
    """Whether one key may hold several seats."""
    wait_ready: bool = False
    """Whether each person must say that it is ready, with time to add entropy before."""
    leave_after: int | None = 5 * MINUTE
    """Milliseconds after which a seat that left may be claimed or handed to a bot; None: never."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who wants a seat. The key is its secret; tables keep its hash."""

    name: str
    key: str
    entropy: str = ""


def hash_key(key: str) -> str:
    """Give the SHA-256 of a key in hex. Keys are long and random, so no salt is needed."""
    return hashlib.sha256(key.encode()).hexdigest()


def check_setup(setup: Setup) -> None:
    """Refuse a setup that no table can have. Raises BadSetup, or RecordError from the game."""
    game = find(setup.game)
    game.start(setup.seats, setup.options)
    control = setup.control
    if control is not None:
        _check_control(control)
    wait = setup.leave_after
    if wait is not None and not 10 * SECOND <= wait <= 30 * DAY:
        raise BadSetup(
            say("A seat that left may be claimed after 10 seconds at least and 30 days at most.")
        )


def check_level(game: str, level: str) -> None:
    """Refuse a level that the game does not have. Raises BadSetup."""
    if level not in levels(game):
        raise BadSetup(
            say(
                "There is no level “{level}”; there are: {known}.",
                level=level[:40],
                known=", ".join(levels(game)),
            )
        )


def clean_name(name: str) -> str:
    """Give a name as it is shown: one line, no control or format characters. Raises BadSetup."""
    name = unicodedata.normalize("NFC", name[: 8 * MAX_NAME])
    kept = "".join(" " if c.isspace() else c for c in name)
    kept = "".join(c for c in kept if unicodedata.category(c)[0] != "C")
    kept = " ".join(kept.split())
    if not kept:
        raise BadSetup(say("A name needs at least one letter."))
    if len(kept) > MAX_NAME:
        raise BadSetup(say("A name may have {most} characters at most.", most=MAX_NAME))
    return kept


def check_entropy(text: str) -> None:
    """Refuse entropy that is too long or not printable. Raises BadSetup."""
    if len(text) > MAX_ENTROPY:
        raise BadSetup(say("Entropy may have {most} characters at most.", most=MAX_ENTROPY))
    if not text.isprintable():
        raise BadSetup(say("Entropy is one line of letters, digits and signs."))


def _check_control(control: TimeControl) -> None:
    if control.kind == "live":
        if not (10 * SECOND <= control.main <= 180 * MINUTE):
            raise BadSetup(say("A live clock has 10 seconds at least and 180 minutes at most."))
        if not 0 <= control.increment <= 180 * SECOND:
            raise BadSetup(say("The increment is 0 seconds at least and 180 at most."))
    elif control.kind == "days":
        if not DAY // 24 <= control.main <= 30 * DAY:
            raise BadSetup(say("Each decision has an hour at least and 30 days at most."))
    else:
        raise BadSetup(say("A clock is live or counts days."))
