"""A picture of a view: the stick in the stand as it looked, the rows, and the money track.

The stick in the stand is as long as the viewer's glimpse, in the same scale as its own row. Of
other rows the feet are hidden: only their steps show. There is no ruler and no grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from stalas.core.drawing import Svg, element, group, number, picture
from stalas.core.game import Seat
from stalas.core.words import Say, say
from stalas.games.stick_collection.moves import Move
from stalas.games.stick_collection.tracks import Track
from stalas.games.stick_collection.view import View

_WIDE: Final = 360
_LONGEST: Final = 100.0
"""The height at which the longest stick there can be is drawn."""
_TALL: Final = 132
"""The height of the part with the stand and the own row."""
_ROW: Final = 74
"""The height of another seat's row."""
_HIDDEN: Final = 22.0
"""How much is drawn of the shortest stick of a row whose feet are hidden, whatever its length."""
_TRACK: Final = 78
_SQUARE: Final = 13


def draw(view: View, language: Say) -> str:
    """Draw the table as the viewer sees it."""
    others = [seat for seat in range(len(view.money)) if seat != view.seat]
    height = _TALL + _ROW * ((len(others) + 1) // 2) + _TRACK + 8
    parts = [_stand(view, language)]
    if view.seat is not None:
        parts.append(_own(view, view.seat, language))
    for place, seat in enumerate(others):
        parts.append(_other(view, seat, 180 * (place % 2), _TALL + _ROW * (place // 2), language))
    parts.append(_track(view, height - _TRACK, language))
    return picture(
        language(say("The table")),
        language(say("{box} sticks are in the box.", box=view.box)),
        0,
        0,
        _WIDE,
        height,
        *parts,
    )


def picks(move: Move) -> tuple[str, ...]:
    """Bids are made by their buttons."""
    del move
    return ()


def _stand(view: View, language: Say) -> Svg:
    """The stand with the stick as it looked, or empty."""
    floor = _TALL - 18
    parts = [element("path", d=f"M14 {floor}h44l6 10h-56z", class_="sc-stand")]
    auction = view.auction
    if auction is not None:
        said = say("no bid yet") if not auction.high else say("{bid} bid", bid=auction.high)
        parts.append(element("text", language(said), x=36, y=_TALL - 1, class_="sc-label sc-mid"))
        if auction.glimpse is not None:
            parts.append(
                _stick(36, floor, auction.glimpse / 10 * _scale(view), "sc-stick", "stand")
            )
        else:
            parts.append(element("text", "?", x=36, y=floor - 20, class_="sc-money"))
    return group(element("title", language(say("The stand"))), *parts, data_key="stand")


def _scale(view: View) -> float:
    """Units a millimetre."""
    return _LONGEST / (view.terms.tenths(9) / 10)


def _own(view: View, seat: Seat, language: Say) -> Svg:
    """The viewer's own row, feet on the table."""
    floor = _TALL - 18
    order = sorted(range(len(view.own)), key=lambda place: view.own[place])
    parts = [
        _stick(
            112 + 26 * at, floor, view.own[place] * _scale(view), "sc-stick sc-mine", f"own-{place}"
        )
        for at, place in enumerate(order)
    ]
    label = say("Your row, seat {seat}", seat=seat)
    return group(
        element("path", d=f"M96 {floor}h256", class_="sc-floor"),
        *parts,
        element("text", language(label), x=98, y=_TALL - 4, class_="sc-label"),
        data_key="row-own",
    )


def _other(view: View, seat: Seat, left: int, top: int, language: Say) -> Svg:
    """Another seat's row, feet hidden behind a screen: only the steps show."""
    floor = top + _ROW - 20
    steps: Sequence[int] = sorted(view.steps[seat])
    parts = [
        _stick(left + 14 + 20 * at, floor, (_HIDDEN + 5 * step) * 0.8, "sc-stick", f"{seat}-{at}")
        for at, step in enumerate(steps)
    ]
    screen = element(
        "rect", x=left + 4, y=floor - 10, width=168, height=14, rx=2, class_="sc-screen"
    )
    label = say("Seat {seat}", seat=seat)
    return group(
        *parts,
        screen,
        element("text", language(label), x=left + 6, y=top + _ROW - 4, class_="sc-label"),
        data_key=f"row-{seat}",
    )


def _stick(x: float, floor: float, tall: float, kind: str, key: str) -> Svg:
    return element(
        "rect",
        x=x - 4.5,
        y=floor - tall,
        width=9,
        height=tall,
        rx=2,
        class_=kind,
        data_key=f"stick-{key}",
    )


def _square(money: int, top: float) -> tuple[float, float]:
    """Where a square of the track lies: two rows of 26, 50 at the upper left."""
    at = 50 - money
    row, column = divmod(at, 26)
    return 8 + _SQUARE * column + _SQUARE / 2, top + 16 + row * 32


@lru_cache(maxsize=64)
def _squares(track: Track, top: float) -> Svg:
    """The squares and the arrows of the lucky ones, which never change."""
    lucky = dict(track.lucky)
    parts = []
    for money in range(50, -1, -1):
        x, y = _square(money, top)
        kind = "sc-square sc-lucky" if money in lucky else "sc-square"
        parts.append(
            element(
                "rect",
                x=x - _SQUARE / 2 + 0.5,
                y=y - 6,
                width=_SQUARE - 1,
                height=12,
                rx=2,
                class_=kind,
            )
        )
        parts.append(element("text", str(money), x=x, y=y + 2.5, class_="sc-number"))
        if money in lucky:
            to, _ = _square(lucky[money], top)
            bow = (
                f"M{number(x)} {number(y + 7)}Q{number((x + to) / 2)} {number(y + 14)} "
                f"{number(to)} {number(y + 7)}"
            )
            parts.append(element("path", d=bow, class_="sc-arrow"))
    return group(*parts)


def _track(view: View, top: float, language: Say) -> Svg:
    """The money track with everybody's money."""
    pawns = []
    stacked: dict[int, int] = {}
    for seat, money in enumerate(view.money):
        x, y = _square(money, top)
        up = stacked.get(money, 0)
        stacked[money] = up + 1
        said = say("Seat {seat} has {money} money", seat=seat, money=money)
        pawns.append(
            group(
                element("title", language(said)),
                element("circle", cx=x, cy=y - 9 - 5 * up, r=5, class_=f"seat-{seat}"),
                element("text", str(seat), x=x, y=y - 6.5 - 5 * up, class_="on-seat sc-pawn"),
                data_key=f"money-{seat}",
            )
        )
    return group(_squares(view.terms.track, top), *pawns, data_key="track")
