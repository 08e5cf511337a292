"""A picture of a view: six towers corner-on with the two faces that the viewer sees."""

from __future__ import annotations

from typing import Final

from stalas.core.drawing import Svg, element, group, number, picture
from stalas.core.words import Say, Sentence, say
from stalas.games.tower_of_doubt.moves import Mark, Move, Peek
from stalas.games.tower_of_doubt.pieces import value_of
from stalas.games.tower_of_doubt.view import View

_COLUMN: Final = 60
_MIDDLE: Final = 96
_BEADS: Final = {"w": say("white"), "b": say("black")}


def draw(view: View, language: Say) -> str:
    """Draw the places as the viewer sees them; each is a target named by its number."""
    return picture(
        language(say("The towers")),
        language(
            say(
                "Round {round}; points {first} to {second}.",
                round=view.round,
                first=view.points[0],
                second=view.points[1],
            )
        ),
        0,
        0,
        6 * _COLUMN,
        196,
        *(_place(view, place, language) for place in range(1, 7)),
    )


def picks(move: Move) -> tuple[str, ...]:
    """The target that selects a move: its place; declining has none."""
    if isinstance(move, Mark) or (isinstance(move, Peek) and move.place is not None):
        return (str(move.place),)
    return ()


def _place(view: View, place: int, language: Say) -> Svg:
    marks = [element("title", language(_said(view, place)))]
    marks.append(element("rect", x=-27, y=24, width=54, height=150, rx=6, class_="td-place"))
    shown = view.towers[place - 1] if view.towers else ""
    faces = view.faces[place - 1] if view.faces else ""
    if view.missing == place and not shown:
        marks.append(element("path", d="M-20 62h40v68h-40z", class_="td-empty"))
        marks.append(element("text", "?", y=104, class_="td-value"))
    elif view.dealt or shown:
        marks += _tower(shown or faces)
    marks += _markers(view.stacks[place - 1] if view.stacks else "")
    for peek in view.peeks:
        if peek.place == place:
            marks.append(_pawn(peek.seat, peek.value, below=peek.seat == (view.seat or 0)))
    marks.append(element("text", str(place), y=191, class_="td-number"))
    return group(
        *marks,
        transform=f"translate({number(_COLUMN * (place - 0.5))} 0)",
        data_key=f"place-{place}",
        data_target=str(place),
        class_="td-spot",
    )


def _tower(beads: str) -> list[Svg]:
    """A tower seen on its corner: two faces; all four beads, above one another, when shown."""
    parts = [
        element("path", d="M-20 66 0 74v58l-20-8zM20 66 0 74v58l20-8z", class_="td-faces"),
        element("path", d="M-20 66 0 58l20 8L0 74z", class_="td-top"),
    ]
    spots: tuple[tuple[int, int], ...]
    if len(beads) == 4:
        spots = ((-10, 88), (10, 88), (10, 110), (-10, 110))
        parts.append(element("text", f"= {value_of(beads)}", y=148, class_="td-value"))
    elif len(beads) == 2:
        spots = ((-10, 100), (10, 100))
    else:
        return [*parts, element("text", "?", y=106, class_="td-value")]
    for bead, (x, y) in zip(beads, spots, strict=False):
        parts.append(
            element("ellipse", cx=x, cy=y, rx=6, ry=7, class_=f"td-bead td-{_NAMES[bead]}")
        )
    return parts


_NAMES: Final = {"w": "white", "b": "black"}


def _markers(stack: str) -> list[Svg]:
    """Markers on top of a tower, the lower one below: round for seat 0, square for seat 1."""
    parts = []
    for level, seat in enumerate(stack):
        y = 50 - 15 * level
        shape = (
            element("circle", cy=y, r=8, class_="seat-0")
            if seat == "0"
            else element("rect", x=-8, y=y - 8, width=16, height=16, rx=2, class_="seat-1")
        )
        parts.append(group(shape, element("text", seat, y=y + 4, class_="on-seat")))
    return parts


def _pawn(seat: int, value: int | None, *, below: bool) -> Svg:
    y = 160 if below else 14
    said = f"{seat}" if value is None else f"{seat}: {value}"
    return group(
        element("path", d=f"M-16 {y + 7}h32l-4-14h-24z", class_=f"seat-{seat}"),
        element("text", said, y=y + 4, class_="on-seat"),
        data_key=f"pawn-{seat}",
    )


def _said(view: View, place: int) -> Sentence:
    """A place in words, for who does not see the picture."""
    faces = view.faces[place - 1] if view.faces else ""
    stack = view.stacks[place - 1] if view.stacks else ""
    if view.missing == place:
        what = say("no tower stands here")
    elif len(faces) == 2:
        what = say("you see {left} and {right}", left=_BEADS[faces[0]], right=_BEADS[faces[1]])
    else:
        what = say("you see no bead")
    return say(
        "Place {place}: {what}; markers from below: {markers}",
        place=place,
        what=what,
        markers=", ".join(stack) or "–",
    )
