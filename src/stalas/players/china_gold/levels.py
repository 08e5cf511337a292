"""Novice, club and expert: the same kernel, three ways of looking."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from stalas.core.compiled import COMPILED
from stalas.core.game import Seat
from stalas.games.china_gold.kernel import (
    BURY,
    Ints,
    make_position,
)
from stalas.games.china_gold.maps import Map
from stalas.games.china_gold.moves import Bury, Dig
from stalas.games.china_gold.pieces import FINAL, LONGEST, grid
from stalas.games.china_gold.view import View
from stalas.players.china_gold.evaluation import (
    CLASSES,
    STAGES,
    Shapes,
    Weights,
    load_weights,
    make_shapes,
)
from stalas.players.china_gold.search import search_root
from stalas.players.player import DEFAULT_BUDGET, Decision, Weighed
from stalas.solvers.china_gold.ending import MOST_MARKERS, solve_ending

Floats: TypeAlias = npt.NDArray[np.float64]

EVALUATIONS_A_SECOND: Final = 400_000 if COMPILED else 1_000
"""What a slow core does; budgets are counted in it, so that decisions do not hang on the clock."""
NODES_A_SECOND: Final = 1_000_000 if COMPILED else 2_000
"""The same for the exact solver of endings."""
WIDTH: Final = 6
"""How many moves of a turn are searched deeper, inside the tree."""
ROOT_WIDTHS: Final = (24, 10, 5)
"""How many moves are looked at one, two and three turns ahead."""
_CLEAR: Final = 1e-9


class Known(NamedTuple):
    """A map as the kernel needs it, kept from one decision to the next."""

    shapes: Shapes
    number: Mapping[tuple[str, str], int]
    """The kernel's number of the dig between two ends."""


@lru_cache(maxsize=16)
def known(placed: Map) -> Known:
    """Prepare a map."""
    shapes = make_shapes(placed)
    sites = grid(placed.side).sites
    site_at = shapes.tables.site_at
    number = {}
    for line in (line for length in range(1, LONGEST + 1) for line in _lines(placed, length)):
        start, end = sites.index(line[0]), sites.index(line[1])
        for d in range(3):
            bit = list(site_at[d]).index(start)
            last = bit + line[2] - 1
            if last < len(sites) and site_at[d][last] == end:
                number[line[0], line[1]] = (3 * line[2] + d << 7) + bit
                break
    return Known(shapes, number)


def _lines(placed: Map, length: int) -> list[tuple[str, str, int]]:
    return [(line.start, line.end, length) for line in grid(placed.side).lines[length]]


def novice_weights() -> Weights:
    """A table that sees how near the own areas are, and nothing of the other's."""
    nearness = np.array([0.0, 0.9, 0.7, 0.6, 0.5, 0.4, 0.35, 0.3, 0.3, 0.2, 0.15, 0.1, 0.05])
    table = np.zeros((CLASSES, CLASSES)) - nearness[None, :]
    return np.repeat(table[None], STAGES, axis=0)


class Novice:
    """Digs for its own areas and does not see what it opens to the other seat.

    Values are in gold.
    """

    def decide(self, view: View, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose the move after which its own areas are nearest to being dug up."""
        values = _promises(view, novice_weights(), _numbers(view), 0, 1 << 40)
        return _decision(view, values, rng)


class Club:
    """Weighs every move by what the learned table promises after it, for both seats.

    Values are in gold: the final difference it expects.
    """

    def decide(self, view: View, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose the move with the best promise."""
        return _decision(view, _promises(view, load_weights(), _numbers(view), 0, 1 << 40), rng)


class Expert:
    """Looks up to three turns ahead, over all throws, and solves the final stage exactly.

    Values are in gold: the final difference it expects.
    """

    def decide(self, view: View, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose the move with the best promise at the greatest depth that the budget allows."""
        exact = _solved(view, budget)
        if exact is not None:
            return exact
        weights, numbers = load_weights(), _numbers(view)
        allowed = int(budget * EVALUATIONS_A_SECOND)
        values = _promises(view, weights, numbers, 0, allowed)
        spent = len(numbers)
        for depth, width in enumerate(ROOT_WIDTHS, 1):
            candidates = np.argsort(-values, kind="stable")[:width]
            deeper = _promises(view, weights, numbers[candidates], depth, allowed - spent)
            if deeper.min() < -1e8:
                break  # out of budget: what was not finished is not mixed with what was
            # What is left behind stays below what was looked at more closely.
            values = values - 1000.0
            values[candidates] = deeper
            spent += _cost(view, depth, width)
            if spent >= allowed:
                break
        return _decision(view, values, rng)


def _cost(view: View, depth: int, width: int) -> int:
    """Roughly the evaluations that a depth takes; exact counts are kept inside the search."""
    branches = len(view.legal)
    inside: int = (5 * WIDTH) ** (depth - 1)
    return width * branches * inside


def _numbers(view: View) -> Ints:
    """The kernel's numbers of the viewer's legal moves."""
    prepared = known(view.board.map)
    return np.array(
        [
            prepared.number[move.start, move.end]
            if isinstance(move, Dig)
            else BURY + view.board.grid.index[move.site]
            for move in view.legal
            if isinstance(move, Dig | Bury)
        ],
        np.int64,
    )


def _promises(view: View, weights: Weights, numbers: Ints, depth: int, allowed: int) -> Floats:
    """What each move promises the viewer, `depth` turns past it; −1e9 where the budget ended."""
    prepared = known(view.board.map)
    seat = _seat(view)
    position = make_position(
        prepared.shapes.tables, view.face_down, view.face_down | view.face_up, view.scores
    )
    values = np.zeros(len(numbers), np.float64)
    work = np.array([0, allowed], np.int64)
    search_root(
        prepared.shapes, weights, position, seat, view.stage, numbers, values, depth, WIDTH, work
    )
    return values


def _seat(view: View) -> Seat:
    if view.seat is None:
        raise ValueError("a spectator has no move to decide")
    return view.seat


def _decision(view: View, values: Floats, rng: Random) -> Decision:
    order = np.argsort(-values, kind="stable")
    equals = int((values > values[order[0]] - _CLEAR).sum())
    chosen = rng.randrange(equals)
    weighed = [
        Weighed(view.legal[i], round(float(values[i]), 3))
        for rank, i in enumerate(order)
        if rank == chosen or values[i] > -500
    ]
    return Decision.among(weighed, weighed[chosen])


def _solved(view: View, budget: float) -> Decision | None:
    """The exact decision in the final stage, if the solver finishes within the budget."""
    if view.stage != FINAL or view.face_down.bit_count() > MOST_MARKERS or view.may_bury:
        return None
    names = view.board.grid.names
    seat = _seat(view)
    solved = solve_ending(
        view.board.map,
        names(view.face_down),
        names(view.face_up),
        seat,
        int(budget * NODES_A_SECOND),
    )
    if solved is None or solved.best is None:
        return None
    for move in view.legal:
        if isinstance(move, Dig) and (move.start, move.end) == solved.best:
            value = float(view.scores[seat] - view.scores[1 - seat] + solved.value)
            return Decision(move, (Weighed(move, value),))
    return None
