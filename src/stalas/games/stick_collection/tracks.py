"""Money tracks: which squares are lucky, and where their arrows point (SC-5).

The published rules document one pair only. A player may bring a track of their own as a TOML file:

    name = "Ours"
    lucky = [[29, 31], [17, 19]]
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from stalas.core.errors import RecordError
from stalas.core.game import Json
from stalas.core.words import Sentence, say

TRACKS: Final = ("house", "sheet")
"""The tracks that come with the game, the default first."""

TOP: Final = 50
"""The highest square; the lowest is 0, which ends the match and is never lucky."""

_LONGEST_NAME: Final = 60
_KEYS: Final = ("name", "lucky")


@dataclass(frozen=True, slots=True)
class Track:
    """A money track, checked."""

    name: str
    lucky: tuple[tuple[int, int], ...]
    """Each lucky square with the square its arrow points to."""
    squares: tuple[int, ...]
    """Where a marker stands that lands on each square from 0."""
    known_as: str | None = None
    """Its name in the option `track` if it comes with the game."""

    def to_json(self) -> Json:
        """Give what the option `track` holds: a name, or the whole table."""
        if self.known_as is not None:
            return self.known_as
        return {"name": self.name, "lucky": [list(pair) for pair in self.lucky]}


def why_no_track(table: object) -> Sentence | None:
    """Say what is wrong with a track's table, naming the square; None if it can be used."""
    if not isinstance(table, Mapping):
        return say("a track is a table with {keys}", keys=", ".join(_KEYS))
    for key in table:
        if key not in _KEYS:
            return say("the track has an unknown key “{key}”", key=str(key)[:40])
    for key in _KEYS:
        if key not in table:
            return say("the track has no “{key}”", key=key)
    name, lucky = table["name"], table["lucky"]
    if not (isinstance(name, str) and 0 < len(name) <= _LONGEST_NAME and name.isprintable()):
        return say("the track's name must be a text of 1 to {most} letters", most=_LONGEST_NAME)
    if not (
        isinstance(lucky, list)
        and all(isinstance(pair, list) and len(pair) == 2 for pair in lucky)
        and all(type(square) is int for pair in lucky for square in pair)
    ):
        return say("the track's “lucky” must be a list of pairs of squares")
    return _why_no_pairs(lucky)


def _why_no_pairs(lucky: list[list[int]]) -> Sentence | None:
    seen: set[int] = set()
    for square, target in lucky:
        if not 0 < square < TOP:
            return say(
                "square {square} cannot be lucky: lucky squares are {low} to {high}",
                square=_short(square),
                low=1,
                high=TOP - 1,
            )
        if not square < target <= TOP:
            return say(
                "the arrow of square {square} must point up, to {top} at most, not to {target}",
                square=square,
                top=TOP,
                target=_short(target),
            )
        if square in seen:
            return say("square {square} is lucky twice", square=square)
        seen.add(square)
    for square, target in lucky:
        if target in seen:
            return say(
                "the arrow of square {square} points to {target}, which is lucky itself",
                square=square,
                target=target,
            )
    return None


def _short(number: int) -> str:
    return str(number) if abs(number) < 10**9 else "…"


def read_track(table: Mapping[str, Any], known_as: str | None = None) -> Track:
    """Make a track of its table. Raises RecordError naming the square that is wrong."""
    reason = why_no_track(table)
    if reason is not None:
        raise RecordError(say("The track cannot be used: {reason}.", reason=reason))
    lucky = tuple((square, target) for square, target in table["lucky"])
    arrows = dict(lucky)
    squares = tuple(arrows.get(square, square) for square in range(TOP + 1))
    return Track(table["name"], lucky, squares, known_as)


@cache
def house_track(name: str) -> Track:
    """Give one of the tracks that come with the game; its name is among `TRACKS`."""
    file = resources.files("stalas.games.stick_collection").joinpath("tracks", f"{name}.toml")
    return read_track(tomllib.loads(file.read_text(encoding="utf-8")), name)


def why_no_choice(value: object) -> Sentence | None:
    """Say why the option `track` may not have a value: neither a known name nor a track."""
    if isinstance(value, str):
        if value in TRACKS:
            return None
        return say(
            "there is no track “{name}”; there are: {known}",
            name=value[:40],
            known=", ".join(TRACKS),
        )
    return why_no_track(value)


def chosen_track(value: str | Mapping[str, Any]) -> Track:
    """Give the track that a checked value of the option `track` names or holds."""
    return house_track(value) if isinstance(value, str) else read_track(value)
