"""A view drawn for a terminal."""

from __future__ import annotations

from typing import Final

from stalas.core.game import DEALER, Seat
from stalas.core.words import Say, Sentence, say
from stalas.games.gold_hunting.log import tell_outcome
from stalas.games.gold_hunting.pieces import HELD, HILLS, RUSHED, SAFE, SPENT, nuggets
from stalas.games.gold_hunting.view import View

_NUGGET: Final = "●"
_HIDDEN: Final = "○"
_FATES: Final = {
    HELD: say("held"),
    RUSHED: say("kept, +2"),
    SPENT: say("spent"),
    SAFE: say("in the box"),
}
_WAITING: Final = {True: say("stacked, ready"), False: say("not stacked yet")}
_BAR: Final = 28
"""Columns for a hill."""


def draw(view: View, language: Say) -> str:
    """Draw both seats' hills, lying on their side: bottom left, top right; the viewer's below."""
    near: Seat = view.seat or 0
    lines = [*_seat(view, 1 - near, language), "", *_seat(view, near, language)]
    lines += [
        "",
        language(say("bottom left, top right; ● nugget, │ joint, ○ nugget with joints hidden")),
    ]
    lines += ["", language(_next(view))]
    return "\n".join(lines)


def _seat(view: View, seat: Seat, language: Say) -> list[str]:
    """A seat's hills and what it owns."""
    title = say("Seat {seat}'s hills (yours)", seat=seat)
    if seat != view.seat:
        title = say("Seat {seat}'s hills", seat=seat)
    lines = [language(title)]
    if view.heights[seat] or view.hills[seat]:
        lines += [_hill(view, seat, hill, language) for hill in range(HILLS)]
    else:
        lines.append("  " + language(_WAITING[view.ready[seat]]))
    pile, safe = view.piles[seat], view.safes[seat]
    number = view.tokens[seat]
    parts = [
        language(say("pile {pile}", pile=_ingots(pile))),
        language(say("safe {safe}", safe=_ingots(safe))),
        language(
            say(
                "token {number} ({fate})",
                number="?" if number is None else number,
                fate=_FATES[view.fates[seat]],
            )
        ),
        language(say("score {score}", score=view.scores[seat])),
    ]
    return [*lines, "  " + " · ".join(parts)]


def _hill(view: View, seat: Seat, hill: int, language: Say) -> str:
    known = view.hills[seat]
    if known:
        height = nuggets(known[hill])
        bar = "│".join(_NUGGET * int(ingot) for ingot in known[hill])
    else:
        height = view.heights[seat][hill]
        bar = _HIDDEN * height
    bar = f"▕{bar}▏" if bar else "▕▏"
    line = f"  {hill + 1} {bar:<{_BAR}} {height:>2}"
    lifted = view.lifted[seat][hill] if view.lifted[seat] else ""
    if lifted:
        line += "   " + language(say("lifted: {sizes}", sizes=" ".join(lifted)))
    return line.rstrip()


def _ingots(ingots: str) -> str:
    """Nuggets and the ingots they come from: `6 (123)`."""
    return f"{nuggets(ingots)} ({ingots})" if ingots else "0"


def _next(view: View) -> Sentence:
    """What happens next, or how it ended."""
    if view.outcome is not None:
        return tell_outcome(view.outcome)
    if view.to_move == (DEALER,):
        return (
            say("The dealer picks who begins.")
            if all(view.ready)
            else say("The dealer deals the tokens.")
        )
    if len(view.to_move) > 1:
        return say("Both seats stack their hills.")
    seat = view.to_move[0]
    if view.starter is None:
        return say("Seat {seat} is still to stack its hills.", seat=seat)
    if view.must_dig:
        return say("Seat {seat} digs after its Safe.", seat=seat)
    return say("It is seat {seat}'s turn.", seat=seat)
