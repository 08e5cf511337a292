"""Maps: which site belongs to which mountain and which river.

No public source tells the printed board's areas, so the maps here are this project's own. A map is
a TOML file; a player may bring one of their own printed board.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, TypeAlias

from stalas.core.errors import RecordError
from stalas.core.game import Json
from stalas.core.words import Sentence, say, say_many
from stalas.games.china_gold.pieces import (
    LARGEST_AREA,
    SIDES,
    SMALLEST_AREA,
    Grid,
    grid,
    site_name,
)

HOUSE_MAPS: Final = ("house-61", "house-91")
"""The maps that come with the game, the default first."""
LONGEST_NAME: Final = 60

Areas: TypeAlias = tuple[tuple[str, ...], ...]
"""The sites of each area; a river's in the order of its line."""

_KEYS: Final = ("name", "side", "mountains", "rivers")
_LARGEST_FILE: Final = 100_000
"""Bytes; a map needs about two thousand."""


@dataclass(frozen=True, slots=True)
class Map:
    """The areas of a board, checked: every site is in exactly one mountain and one river."""

    name: str
    side: int
    mountains: Areas
    rivers: Areas

    def to_json(self) -> dict[str, Json]:
        """Give the map as the table that the option `map` holds."""
        return {
            "name": self.name,
            "side": self.side,
            "mountains": [list(area) for area in self.mountains],
            "rivers": [list(area) for area in self.rivers],
        }

    def to_toml(self) -> str:
        """Give the map as the text of its file."""

        def listed(areas: Areas) -> str:
            rows = (", ".join(f'"{site}"' for site in area) for area in areas)
            return "".join(f"  [{row}],\n" for row in rows)

        return (
            f"name = {_toml_text(self.name)}\n"
            f"side = {self.side}\n"
            f"mountains = [\n{listed(self.mountains)}]\n"
            f"rivers = [\n{listed(self.rivers)}]\n"
        )

    def placed(self, turn: int, flip: bool) -> Map:
        """Lay the sheet of rivers anew: flip it left to right, then turn it clockwise by sixths.

        Raises RecordError if a river then equals a mountain.
        """
        if not turn and not flip:
            return self
        rivers = tuple(
            tuple(moved(site, self.side, turn, flip) for site in river) for river in self.rivers
        )
        board = grid(self.side)
        reason = _same_area(board, self.mountains, rivers)
        if reason is not None:
            raise RecordError(
                say(
                    "With “river_turn” {turn} and “river_flip” {flip}: {reason}.",
                    turn=turn,
                    flip=str(flip).lower(),
                    reason=reason,
                )
            )
        return Map(self.name, self.side, self.mountains, rivers)


def moved(site: str, side: int, turn: int, flip: bool) -> str:
    """Where a site comes to lie when the sheet is flipped left to right, then turned clockwise."""
    row, number = grid(side).places[grid(side).index[site]]
    up, right = row - (side - 1), number - side
    if flip:
        right = up - right
    for _ in range(turn):
        up, right = up - right, up
    return site_name((up + side - 1, right + side))


def why_no_map(table: object) -> Sentence | None:
    """Say what is wrong with a map's table, naming the site or area; None if it can be used."""
    if not isinstance(table, Mapping):
        return say("a map is a table with {keys}", keys=", ".join(_KEYS))
    for key in table:
        if key not in _KEYS:
            return say("the map has an unknown key “{key}”", key=str(key)[:40])
    for key in _KEYS:
        if key not in table:
            return say("the map has no “{key}”", key=key)
    name, side = table["name"], table["side"]
    if not (isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable()):
        return say("the map's name must be a text of 1 to {most} letters", most=LONGEST_NAME)
    if type(side) is not int or side not in SIDES:
        return say("the map's side must be {low} or {high}", low=SIDES[0], high=SIDES[1])
    board = grid(side)
    for kind in ("mountains", "rivers"):
        reason = _why_no_areas(board, kind, table[kind])
        if reason is not None:
            return reason
    return _same_area(board, table["mountains"], table["rivers"])


def read_map(table: Mapping[str, Any]) -> Map:
    """Make a map of its table. Raises RecordError naming the site or area that is wrong."""
    reason = why_no_map(table)
    if reason is not None:
        raise RecordError(say("The map cannot be used: {reason}.", reason=reason))
    return Map(
        table["name"],
        table["side"],
        tuple(tuple(area) for area in table["mountains"]),
        tuple(tuple(area) for area in table["rivers"]),
    )


def parse_map(data: bytes) -> Map:
    """Read a map from the bytes of its TOML file. Raises RecordError."""
    try:
        if len(data) > _LARGEST_FILE:
            raise RecordError(
                say("The file is larger than {size} bytes; that is no map.", size=_LARGEST_FILE)
            )
        table = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise RecordError(say("The file is not UTF-8 text.")) from None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        reason = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise RecordError(say("The file is not TOML: {reason}.", reason=reason)) from None
    return read_map(table)


@cache
def house_map(name: str) -> Map:
    """Give one of the maps that come with the game; its name is among `HOUSE_MAPS`."""
    file = resources.files("stalas.games.china_gold").joinpath("maps", f"{name}.toml")
    return parse_map(file.read_bytes())


def why_no_choice(value: object) -> Sentence | None:
    """Say why the option `map` may not have a value: neither a house map's name nor a map."""
    if isinstance(value, str):
        if value in HOUSE_MAPS:
            return None
        return say(
            "there is no map “{name}”; there are: {known}",
            name=value[:40],
            known=", ".join(HOUSE_MAPS),
        )
    return why_no_map(value)


def chosen_map(value: str | Mapping[str, Any]) -> Map:
    """Give the map that a checked value of the option `map` names or holds."""
    return house_map(value) if isinstance(value, str) else read_map(value)


def area_name(kind: str, number: int) -> Sentence:
    """Name the area: `mountain 3`; kinds as in the file, numbers from 0."""
    if kind == "mountains":
        return say("mountain {number}", number=number + 1)
    return say("river {number}", number=number + 1)


def is_connected(board: Grid, sites: set[int]) -> bool:
    """Whether one can walk between all of the sites without leaving them."""
    reached = {min(sites)}
    edge = list(reached)
    while edge:
        for other in board.neighbours[edge.pop()]:
            if other in sites and other not in reached:
                reached.add(other)
                edge.append(other)
    return reached == sites


def _why_no_areas(board: Grid, kind: str, areas: object) -> Sentence | None:
    if not (
        isinstance(areas, list)
        and all(isinstance(area, list) for area in areas)
        and all(isinstance(site, str) for area in areas for site in area)
    ):
        return say("the map's “{kind}” must be a list of lists of site names", kind=kind)
    owner: dict[str, int] = {}
    for number, area in enumerate(areas):
        here = area_name(kind, number)
        for site in area:
            if site not in board.index:
                return say(
                    "{area} has “{site}”, which is no site of a board with {side} a side",
                    area=here,
                    site=site[:20],
                    side=board.side,
                )
            if owner.get(site) == number:
                return say("site {site} stands twice in {area}", site=site, area=here)
            if site in owner:
                first = area_name(kind, owner[site])
                return say(
                    "site {site} is in two areas: {first} and {second}",
                    site=site,
                    first=first,
                    second=here,
                )
            owner[site] = number
    for site in board.sites:
        if site not in owner:
            missing = say("mountain") if kind == "mountains" else say("river")
            return say("site {site} is in no area of the kind: {kind}", site=site, kind=missing)
    for number, area in enumerate(areas):
        if not SMALLEST_AREA <= len(area) <= LARGEST_AREA:
            return say_many(
                "{area} has {count} site, and it must have {low} to {high}",
                "{area} has {count} sites, and it must have {low} to {high}",
                len(area),
                area=area_name(kind, number),
                low=SMALLEST_AREA,
                high=LARGEST_AREA,
            )
        if not is_connected(board, {board.index[site] for site in area}):
            return say(
                "{area} is not connected: {sites}",
                area=area_name(kind, number),
                sites=", ".join(area),
            )
    return None


def _same_area(board: Grid, mountains: Any, rivers: Any) -> Sentence | None:
    of_sites = {board.mask(tuple(area)): number for number, area in enumerate(mountains)}
    for number, area in enumerate(rivers):
        same = of_sites.get(board.mask(tuple(area)))
        if same is not None:
            return say(
                "{mountain} and {river} have the same sites",
                mountain=area_name("mountains", same),
                river=area_name("rivers", number),
            )
    return None


def _toml_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
