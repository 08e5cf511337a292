"""A view drawn for a terminal: bars of true length, rows of others with their feet hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stalas.core.game import DEALER, Seat
from stalas.core.words import Say, Sentence, say, say_many
from stalas.games.stick_collection.log import tell_outcome
from stalas.games.stick_collection.pieces import LENGTHS, STEP_MM, Terms
from stalas.games.stick_collection.scoring import chain
from stalas.games.stick_collection.view import SeenAuction, View

_WIDTH: Final = 72
"""Columns of the longest bar that is drawn."""
_COLUMN: Final = 15
"""Columns of a seat's row among others."""
_EIGHTHS: Final = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
_LEVELS: Final = " ▁▂▃▄▅▆▇█"
_MARGIN_MM: Final = 10
"""How much longer than the longest stick a glimpse may look before its bar is cut off."""


def draw(view: View, language: Say) -> str:
    """Draw the table as the viewer sees it."""
    lines = [language(_headline(view))]
    if view.auction is not None:
        lines += ["", *_stand(view, view.auction, language)]
    if view.lengths:
        lines += ["", *_revealed(view, language)]
    elif any(view.steps):
        if view.seat is not None:
            lines += ["", *_own_row(view, view.seat, language)]
        others = [seat for seat in range(len(view.money)) if seat != view.seat]
        lines += ["", *_other_rows(view, others, language)]
    lines += ["", *(language(sentence) for sentence in _next(view))]
    return "\n".join(lines)


def _headline(view: View) -> Sentence:
    if view.first_player is None:
        return say_many("{count} stick in the box", "{count} sticks in the box", view.box)
    return say_many(
        "{count} stick in the box · First Player: seat {seat}",
        "{count} sticks in the box · First Player: seat {seat}",
        view.box,
        seat=view.first_player,
    )


def _stand(view: View, auction: SeenAuction, language: Say) -> list[str]:
    lines = [language(say("In the stand, as it looks to you:"))]
    if auction.length is not None:
        lines = [language(say("In the stand: a stick of length {length}", length=auction.length))]
    elif auction.glimpse is None:
        lines = [language(say("A stick stands in the stand."))]
    else:
        lines.append("  " + _bar(auction.glimpse, view.terms))
    said = language(say("No bid yet"))
    if auction.by is not None:
        said = language(say("Last bid: {bid} by seat {seat}", bid=auction.high, seat=auction.by))
    if auction.passed:
        seats = ", ".join(map(str, auction.passed))
        said += " · " + language(say("passed: {seats}", seats=seats))
    return [*lines, said]


def _own_row(view: View, seat: Seat, language: Say) -> list[str]:
    lines = [
        language(
            say(
                "Your row, seat {seat} · money {money} · points {points}",
                seat=seat,
                money=view.money[seat],
                points=view.scores[seat],
            )
        )
    ]
    return lines + ["  " + _bar(10 * mm, view.terms) for mm in sorted(view.own)]


def _bar(tenths: int, terms: Terms) -> str:
    """A bar of a length in tenths of a millimetre, in true proportion to all others."""
    longest = 10 * (terms.shortest_mm + STEP_MM * (LENGTHS - 1) + _MARGIN_MM)
    eighths = round(8 * _WIDTH * max(0, min(tenths, longest)) / longest)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8]


def _other_rows(view: View, seats: Sequence[Seat], language: Say) -> list[str]:
    """Rows side by side; only the steps show, for the feet of the sticks are hidden."""
    heads = [
        language(say("seat {seat}", seat=seat)) + (" ◂" if view.to_move == (seat,) else "")
        for seat in seats
    ]
    money = [language(say("money {money}", money=view.money[seat])) for seat in seats]
    points = [language(say("points {points}", points=view.scores[seat])) for seat in seats]
    upper, lower, feet = [], [], []
    for seat in seats:
        row = sorted(view.steps[seat])
        upper.append(" ".join(_LEVELS[max(0, 2 * step - 8)] for step in row))
        lower.append(" ".join(_LEVELS[min(8, 2 * step)] for step in row))
        feet.append(" ".join("▒" for _ in row))
    return [_columns(cells) for cells in (heads, money, points, upper, lower, feet)]


def _columns(cells: Sequence[str]) -> str:
    return " ".join(f"{cell:<{_COLUMN}}" for cell in cells).rstrip()


def _revealed(view: View, language: Say) -> list[str]:
    """Every row as length numbers, the shortest first."""
    rows = []
    for seat, row in enumerate(view.lengths):
        rows.append(
            (
                language(say("seat {seat}", seat=seat)),
                " ".join(map(str, sorted(row))),
                language(say("chain {chain}", chain=chain(row))),
                language(say("money {money}", money=view.money[seat])),
                language(say("points {points}", points=view.scores[seat])),
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _next(view: View) -> list[Sentence]:
    """What happens next, or how it ended."""
    if view.outcome is not None:
        return tell_outcome(view.outcome)
    actor = view.to_move[0]
    if actor != DEALER:
        return [say("Seat {seat} is to bid or pass.", seat=actor)]
    if not any(view.steps):
        return [say("The dealer draws the starting sticks.")]
    if view.first_player is None:
        return [say("The dealer picks the First Player.")]
    return [say("The dealer draws a stick for the stand.")]
