"""Draws a view for a terminal: mountains walled off, rivers by number, markers as discs."""

from __future__ import annotations

from typing import Final

from stalas.core.game import DEALER
from stalas.core.words import Say, Sentence, say, say_many
from stalas.games.china_gold.board import Board
from stalas.games.china_gold.pieces import DISCS, MOUNTAINS, RIVERS
from stalas.games.china_gold.view import View

_HALF: Final = 3
"""Columns from the middle of a site to its wall."""
_LEFT: Final = 4
"""Columns before the board, where the letters of the rows stand."""
_WALLS: Final = {
    "": " ",
    "U": "│",
    "D": "│",
    "L": "─",
    "R": "─",
    "UD": "│",
    "LR": "─",
    "UL": "┘",
    "UR": "└",
    "DL": "┐",
    "DR": "┌",
    "UDL": "┤",
    "UDR": "├",
    "ULR": "┴",
    "DLR": "┬",
    "UDLR": "┼",
}
"""The piece of wall that goes up, down, left and right from a corner."""

FACE_DOWN: Final = "●"
FACE_UP: Final = "○"
CLAIMED: Final = "·"


def draw(view: View, language: Say) -> str:
    """Draw the board, then whose turn it is and what the discs show; at most 78 columns."""
    lines = [language(_title(view)), "", *draw_board(view.board, view.face_down, view.face_up)]
    lines += ["", language(_legend()), language(_gold(view)), language(_turn(view))]
    return "\n".join(line.rstrip() for line in lines)


def draw_board(board: Board, face_down: int, face_up: int) -> list[str]:
    """Draw the sites, row `a` at the bottom, with a wall wherever two mountains meet."""
    return _Drawing(board).lines(face_down, face_up)


class _Drawing:
    """Where the sites, the walls and the labels of a board stand."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._side = board.grid.side
        self._number = {place: i for i, place in enumerate(board.grid.places)}
        self._rows = 2 * self._side - 1

    def lines(self, face_down: int, face_up: int) -> list[str]:
        drawn = [self._border(self._rows)]
        for row in reversed(range(self._rows)):
            drawn.append(self._sites(row, face_down, face_up))
            drawn.append(self._border(row))
        drawn.append(self._numbers())
        return ["".join(line) for line in drawn]

    def _middle(self, row: int, number: int) -> int:
        """The column in which the middle of a site stands."""
        return _LEFT + _HALF * (2 * number - row + self._side - 2)

    def _mountain(self, row: int, number: int) -> int:
        """The mountain of a place, −1 beyond the edge of the board."""
        site = self._number.get((row, number))
        return -1 if site is None else self._board.area_of[MOUNTAINS][site]

    def _blank(self) -> list[str]:
        return [" "] * (_LEFT + _HALF * 2 * (self._rows + 1) + 4)

    def _span(self, row: int) -> range:
        """The diagonal numbers around which a row of sites can have walls."""
        return range(max(1, row - self._side + 2) - 1, min(self._rows, row + self._side) + 2)

    def _sites(self, row: int, face_down: int, face_up: int) -> list[str]:
        line = self._blank()
        last = 0
        for number in self._span(row):
            middle = self._middle(row, number)
            site = self._number.get((row, number))
            if self._mountain(row, number - 1) != self._mountain(row, number):
                line[middle - _HALF] = "│"
            if site is None:
                continue
            last = number
            river = f"{self._board.area_of[RIVERS][site] + 1:>2}"
            bit = 1 << site
            marker = FACE_DOWN if bit & face_down else FACE_UP if bit & face_up else CLAIMED
            line[middle - 1 : middle + 2] = [*(river if marker != CLAIMED else "  "), marker]
        first = self._middle(row, max(1, row - self._side + 2))
        line[first - _HALF - 2] = "abcdefghijk"[row]
        # The number of the diagonal that begins beyond this row's right end.
        if row < self._side - 1:
            _write(line, self._middle(row, last + 1) - 1, str(last + 1))
        return line

    def _border(self, above: int) -> list[str]:
        """The line between row `above` and the row below it."""
        line = self._blank()
        below = above - 1
        walls: dict[int, str] = {}

        def wall(column: int, arms: str) -> None:
            walls[column] = "".join(sorted(walls.get(column, "") + arms, key="UDLR".index))

        for number in range(self._rows + 2):
            upper = self._mountain(above, number)
            middle = self._middle(above, number)
            # Below a site lie, to its left and right, the sites of the same and the lower number.
            for other, column in ((number - 1, middle - _HALF), (number, middle)):
                if upper != self._mountain(below, other):
                    line[column + 1 : column + _HALF] = "─" * (_HALF - 1)
                    wall(column, "R")
                    wall(column + _HALF, "L")
            if upper != self._mountain(above, number - 1):
                wall(middle - _HALF, "U")
            if self._mountain(below, number - 1) != self._mountain(below, number):
                wall(middle, "D")
        for column, arms in walls.items():
            line[column] = _WALLS[arms]
        return line

    def _numbers(self) -> list[str]:
        line = self._blank()
        for number in range(1, self._side + 1):
            _write(line, self._middle(-1, number) - 1, str(number))
        return line


def _write(line: list[str], column: int, text: str) -> None:
    line[column : column + len(text)] = text


def _title(view: View) -> Sentence:
    return say("China Gold on {map}", map=view.board.map.name)


def _legend() -> Sentence:
    return say(
        "{down} face down, {up} face up, {claimed} claimed;"
        " walls around mountains, numbers of rivers.",
        down=FACE_DOWN,
        up=FACE_UP,
        claimed=CLAIMED,
    )


def _gold(view: View) -> Sentence:
    return say(
        "Gold: mountains {mountains}, rivers {rivers}; {left} still to be claimed.",
        mountains=view.scores[MOUNTAINS],
        rivers=view.scores[RIVERS],
        left=(view.face_down | view.face_up).bit_count(),
    )


def _turn(view: View) -> Sentence:
    if view.outcome is not None:
        if view.outcome.winners == (MOUNTAINS,):
            return say("The mountains have won.")
        return say("The rivers have won.")
    if view.turn is None:
        return say("The dealer picks who begins.")
    side = say("mountains") if view.turn == MOUNTAINS else say("rivers")
    if view.to_move == (DEALER,):
        discs = ", ".join(f"{low}/{high}" for low, high in DISCS[view.stage])
        return say("Next: {side}; the dealer throws the discs {discs}.", side=side, discs=discs)
    if view.throw is None:
        return say("To move: {side}; the final stage, dig one or two.", side=side)
    return say_many(
        "To move: {side}; dig {count} marker, or bury one.",
        "To move: {side}; dig {count} markers, or bury one.",
        view.throw.sum,
        side=side,
    )
