"""A picture of a view: mountains as tinted ranges with walls, rivers winding through the sites."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import sqrt
from typing import Final

from stalas.core.drawing import Svg, element, group, number, picture
from stalas.core.words import Say, say
from stalas.games.china_gold.board import Board
from stalas.games.china_gold.moves import Bury, Dig, Move
from stalas.games.china_gold.view import View

_STEP: Final = 20.0
"""From one site to the next."""
_RADIUS: Final = _STEP / sqrt(3)
_CORNERS: Final = tuple(
    (_RADIUS * x, _RADIUS * y)
    for x, y in (
        (sqrt(3) / 2, -0.5),
        (0.0, -1.0),
        (-sqrt(3) / 2, -0.5),
        (-sqrt(3) / 2, 0.5),
        (0.0, 1.0),
        (sqrt(3) / 2, 0.5),
    )
)
"""The corners of a site's cell, from the upper right, counter-clockwise."""
_SIDES: Final = ((5, 0), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5))
"""The corners between which the cell meets its neighbour in each of the six directions."""
_AROUND: Final = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
_TINTS: Final = 4


def draw(view: View, language: Say) -> str:
    """Draw the board as the viewer sees it; each site is a target named by its place."""
    board = view.board
    places = board.grid.places
    half = _STEP * board.grid.side * 1.02
    marks = [
        _site(view, index, name, *_centre(board, places[index]), language)
        for index, name in enumerate(board.grid.sites)
    ]
    down = view.face_down.bit_count()
    up = view.face_up.bit_count()
    left = say(
        "{down} markers face down, {up} face up; gold: mountains {mountains}, rivers {rivers}.",
        down=down,
        up=up,
        mountains=view.scores[0],
        rivers=view.scores[1],
    )
    return picture(
        language(say("The board")),
        language(left),
        -half - 4,
        -half + 6,
        2 * half + 8,
        2 * half - 12,
        _ground(board),
        group(*marks, class_="cg-sites"),
        _caption(view, half, language),
    )


def picks(move: Move) -> tuple[str, ...]:
    """The targets that select a move: a line's two ends, a single site, a marker to bury."""
    if isinstance(move, Dig):
        return (move.start,) if move.start == move.end else (move.start, move.end)
    return (move.site,) if isinstance(move, Bury) else ()


def _centre(board: Board, place: tuple[int, int]) -> tuple[float, float]:
    row, along = place
    middle = board.grid.side - 1
    x = (along - 1 - middle) - (row - middle) / 2
    return _STEP * x, -_STEP * sqrt(3) / 2 * (row - middle)


@lru_cache(maxsize=32)
def _ground(board: Board) -> Svg:
    """What never changes on a map: cells, walls, rivers and the names along the rim."""
    places = board.grid.places
    numbered = {place: index for index, place in enumerate(places)}
    tint = _tints(board)
    cells, walls, names = [], [], []
    for index, place in enumerate(places):
        x, y = _centre(board, place)
        mountain = board.area_of[0][index]
        corners = " ".join(f"{number(x + dx)},{number(y + dy)}" for dx, dy in _CORNERS)
        cells.append(element("polygon", points=corners, class_=f"cg-cell cg-tint-{tint[mountain]}"))
        for (up, right), (a, b) in zip(_AROUND, _SIDES, strict=True):
            other = numbered.get((place[0] + up, place[1] + right))
            if other is None or board.area_of[0][other] != mountain:
                (ax, ay), (bx, by) = _CORNERS[a], _CORNERS[b]
                walls.append(
                    f"M{number(x + ax)} {number(y + ay)}L{number(x + bx)} {number(y + by)}"
                )
    rivers = [
        element(
            "polyline",
            points=" ".join(
                ",".join(map(number, _centre(board, places[board.grid.index[site]])))
                for site in river
            ),
            class_="cg-river",
        )
        for river in board.map.rivers
    ]
    for name, place in zip(board.grid.sites, places, strict=True):
        x, y = _centre(board, place)
        if (place[0], place[1] - 1) not in numbered:
            names.append(_label(name[0], x - _STEP * 0.82, y + 2))
        if (place[0] - 1, place[1]) not in numbered:
            names.append(_label(name[1:], x + _STEP * 0.42, y + _STEP * 0.78 + 2))
    return group(
        group(*cells),
        element("path", d="".join(walls), class_="cg-wall"),
        group(*rivers),
        group(*names, aria_hidden="true"),
        class_="cg-ground",
    )


def _label(text: str, x: float, y: float) -> Svg:
    return element("text", text, x=x, y=y, class_="cg-name")


def _tints(board: Board) -> Mapping[int, int]:
    """A tint for each mountain, another one than its neighbours' where four suffice."""
    touching: dict[int, set[int]] = {}
    for index, around in enumerate(board.grid.neighbours):
        for other in around:
            here, there = board.area_of[0][index], board.area_of[0][other]
            if here != there:
                touching.setdefault(here, set()).add(there)
    tint: dict[int, int] = {}
    for mountain in range(len(board.areas[0])):
        used = {tint[other] for other in touching.get(mountain, ()) if other in tint}
        free = [colour for colour in range(_TINTS) if colour not in used]
        tint[mountain] = free[0] if free else mountain % _TINTS
    return tint


def _site(view: View, index: int, name: str, x: float, y: float, language: Say) -> Svg:
    bit = 1 << index
    river = view.board.area_of[1][index] + 1
    mountain = view.board.area_of[0][index] + 1
    if view.face_down & bit:
        state, what = "down", say("face down")
    elif view.face_up & bit:
        state, what = "up", say("face up")
    else:
        state, what = "gone", say("claimed")
    label = say(
        "{site}: {what}, mountain {mountain}, river {river}",
        site=name,
        what=what,
        mountain=mountain,
        river=river,
    )
    marks = [element("title", language(label))]
    if state == "gone":
        marks.append(element("circle", r=2, class_="cg-gone"))
    else:
        marks.append(element("circle", r=6.6, class_=f"cg-marker cg-{state}"))
        if state == "up":
            marks.append(
                element(
                    "path", d="M0-4 1.2-1.2 4 0 1.2 1.2 0 4-1.2 1.2-4 0-1.2-1.2Z", class_="cg-gold"
                )
            )
        else:
            marks.append(element("path", d="M-3.2 1.6 0-3 3.2 1.6", class_="cg-peak"))
    return group(
        *marks,
        transform=f"translate({number(x)} {number(y)})",
        data_key=f"site-{name}",
        data_target=name,
        class_="cg-site",
    )


def _caption(view: View, half: float, language: Say) -> Svg:
    """The number to dig, where the eye finds it."""
    if view.throw is not None:
        text = say("Dig {count}", count=view.throw.sum)
    elif view.stage == 1 and view.outcome is None and view.turn is not None:
        text = say("Dig 1 or 2")
    else:
        return Svg("")
    return element("text", language(text), x=-half + 2, y=-half + 20, class_="cg-throw")
