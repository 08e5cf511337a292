"""A picture of a view: the other seat's hills to dig, and one's own with their joints."""

from __future__ import annotations

from typing import Final

from stalas.core.drawing import Svg, element, group, number, picture
from stalas.core.game import Seat
from stalas.core.words import Say, say
from stalas.games.gold_hunting.moves import Dig, Move, Rush, Safe
from stalas.games.gold_hunting.pieces import HELD, RUSHED, SIZES, nuggets
from stalas.games.gold_hunting.view import View

_NUGGET: Final = 9
"""The height of a nugget."""
_WIDTH: Final = 46
_ROOM: Final = 126
"""The height that hills have."""
_PANEL: Final = 96
"""The width of what stands beside the hills."""


def draw(view: View, language: Say) -> str:
    """Draw both seats' hills; what the viewer may dig and announce are targets."""
    near = view.seat if view.seat is not None else 0
    far = 1 - near
    return picture(
        language(say("The hills")),
        language(say("Scores {first} to {second}.", first=view.scores[0], second=view.scores[1])),
        0,
        0,
        4 * 56 + _PANEL + 12,
        2 * (_ROOM + 44),
        _side(view, far, 0, language, dug=view.seat is not None),
        _side(view, near, _ROOM + 44, language, dug=False),
    )


def picks(move: Move) -> tuple[str, ...]:
    """The targets that select a move: a hill, and the size or the token; the pile for a Safe."""
    if isinstance(move, Dig):
        return f"hill-{move.hill}", f"size-{move.size}"
    if isinstance(move, Rush):
        return f"hill-{move.hill}", "token"
    return ("pile",) if isinstance(move, Safe) else ()


def _side(view: View, seat: Seat, top: int, language: Say, *, dug: bool) -> Svg:
    """One seat's hills with its pile, safe and token beside them."""
    floor = top + _ROOM + 14
    known = view.hills[seat]
    heights = view.heights[seat]
    parts = [
        element(
            "text",
            language(say("Hills of seat {seat}", seat=seat)),
            x=4,
            y=top + 12,
            class_="gh-label",
        ),
        element("path", d=f"M2 {floor}h{4 * 56}", class_="gh-floor"),
    ]
    for hill in range(4):
        high = heights[hill] if heights else nuggets(known[hill]) if known else None
        lifted = view.lifted[seat][hill] if view.lifted[seat] else ""
        parts.append(
            _hill(
                hill + 1,
                30 + 56 * hill,
                floor,
                high,
                known[hill] if known else None,
                lifted,
                language,
                target=dug,
            )
        )
    if not heights and not known:
        said = say("stacked, ready") if view.ready[seat] else say("not stacked yet")
        parts.append(element("text", language(said), x=30, y=floor - 30, class_="gh-label"))
    parts.append(_panel(view, seat, top, language))
    if dug:
        parts.append(_sizes(top, language))
    return group(*parts, data_key=f"side-{seat}")


def _hill(
    name: int,
    x: int,
    floor: int,
    high: int | None,
    ingots: str | None,
    lifted: str,
    language: Say,
    *,
    target: bool,
) -> Svg:
    parts = [
        element(
            "title",
            language(
                say(
                    "Hill {hill}: {high} nuggets", hill=name, high=high if high is not None else "?"
                )
            ),
        )
    ]
    if high:
        parts.append(
            element(
                "rect",
                x=-_WIDTH / 2,
                y=-high * _NUGGET,
                width=_WIDTH,
                height=high * _NUGGET,
                rx=3,
                class_="gh-hill",
            )
        )
        rows = "".join(
            f"M{number(-_WIDTH / 2 + 4)} {-row * _NUGGET}h{_WIDTH - 8}" for row in range(1, high)
        )
        parts.append(element("path", d=rows, class_="gh-row"))
        joint = 0
        joints = ""
        for ingot in (ingots or "")[:-1]:
            joint += int(ingot)
            joints += f"M{number(-_WIDTH / 2)} {-joint * _NUGGET}h{_WIDTH}"
        if joints:
            parts.append(element("path", d=joints, class_="gh-joint"))
        parts.append(element("text", str(high), y=-high * _NUGGET - 3, class_="gh-count"))
    parts.append(element("text", str(name), y=12, class_="gh-name"))
    if lifted:
        parts.append(element("text", " ".join(lifted), y=23, class_="gh-lifted"))
    return group(
        *parts,
        transform=f"translate({x} {floor})",
        data_key=f"hill-{name}",
        data_target=f"hill-{name}" if target else None,
        class_="gh-spot",
    )


def _sizes(top: int, language: Say) -> Svg:
    """What may be announced: an ingot of each size."""
    parts = []
    for size in (1, 2, 3):
        parts.append(
            group(
                element("title", language(say("Announce {size}", size=SIZES[size]))),
                element(
                    "rect",
                    x=0,
                    y=-size * _NUGGET,
                    width=22,
                    height=size * _NUGGET,
                    rx=3,
                    class_="gh-hill",
                ),
                element("text", str(size), x=11, y=12, class_="gh-name"),
                transform=f"translate({4 * 56 + 8 + 30 * (size - 1)} {top + _ROOM + 14})",
                data_key=f"size-{size}",
                data_target=f"size-{size}",
                class_="gh-spot",
            )
        )
    return group(*parts)


def _panel(view: View, seat: Seat, top: int, language: Say) -> Svg:
    """A seat's pile, safe and token; one's own are targets."""
    mine = seat == view.seat
    x = 4 * 56 + 8
    pile, safe = nuggets(view.piles[seat]), nuggets(view.safes[seat])
    token = view.tokens[seat]
    fate = view.fates[seat]
    state = {
        HELD: say("held"),
        RUSHED: say("kept, +2"),
        "spent": say("spent"),
        "safe": say("in the box"),
    }[fate]
    return group(
        group(
            element(
                "text",
                language(say("pile {pile}", pile=pile)),
                x=x,
                y=top + 16,
                class_="gh-label gh-pile",
            ),
            element(
                "text", " ".join(view.piles[seat]), x=x, y=top + 28, class_="gh-lifted gh-left"
            ),
            data_target="pile" if mine else None,
            class_="gh-spot",
        ),
        element(
            "text", language(say("safe {safe}", safe=safe)), x=x, y=top + 42, class_="gh-label"
        ),
        group(
            element("circle", cx=x + 9, cy=top + 58, r=9, class_="gh-token"),
            element(
                "text", "?" if token is None else str(token), x=x + 9, y=top + 62, class_="gh-name"
            ),
            element("text", language(state), x=x + 22, y=top + 62, class_="gh-label"),
            data_target="token" if mine else None,
            class_="gh-spot",
        ),
    )
