"""Options of a game: which there are, what they allow, and reading them from a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from stalas.core.errors import RecordError
from stalas.core.words import Sentence, say

Check: TypeAlias = Callable[[Any], Sentence | None]
"""Why a value is not allowed, or None."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game's rules."""

    name: str
    default: Any
    check: Check
    meaning: Sentence
    """What it changes, for players."""
    choices: tuple[Any, ...] = ()
    """The values a form offers; empty when it takes others."""


def one_of(*values: bool | int | float | str) -> Check:
    """Allow just these values; `true` is not 1 and 1.0 is not 1."""

    def check(value: object) -> Sentence | None:
        if any(type(value) is type(allowed) and value == allowed for allowed in values):
            return None
        listed = ", ".join(_written(allowed) for allowed in values)
        return say("it must be one of {values}", values=listed)

    return check


def whole(low: int, high: int) -> Check:
    """Allow whole numbers from low to high."""

    def check(value: object) -> Sentence | None:
        if type(value) is int and low <= value <= high:
            return None
        return say("it must be a whole number from {low} to {high}", low=low, high=high)

    return check


def number(low: float, high: float) -> Check:
    """Allow numbers from low to high."""

    def check(value: object) -> Sentence | None:
        if isinstance(value, int | float) and type(value) is not bool and low <= value <= high:
            return None
        return say("it must be a number from {low} to {high}", low=f"{low:g}", high=f"{high:g}")

    return check


def flag(name: str, default: bool, meaning: Sentence) -> Option:
    """Make an option that is true or false."""
    return Option(name, default, one_of(False, True), meaning, (False, True))


def first_option(meaning: Sentence) -> Option:
    """Make the option `first`: who begins, drawn by the dealer or settled beforehand."""
    return Option("first", "random", one_of("random", 0, 1), meaning, ("random", 0, 1))


def read_options(options: tuple[Option, ...], given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Give every option its value, defaults included.

    Raises RecordError that names the unknown option or the wrong value.
    """
    values = {option.name: option.default for option in options}
    known = {option.name: option for option in options}
    for name, value in (given or {}).items():
        option = known.get(name)
        if option is None:
            raise RecordError(
                say(
                    "There is no option “{name}”; this game has: {known}.",
                    name=name[:40],
                    known=", ".join(known),
                )
            )
        reason = option.check(value)
        if reason is not None:
            raise RecordError(say("Option “{name}”: {reason}.", name=name, reason=reason))
        values[name] = value
    return values


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
