"""What a China Gold position promises, learned from self-play.

Every remaining marker lies in a mountain and a river, and one of the two seats will take it. How
likely which one is depends mostly on how near both areas are to being dug up: how many of their
markers are face down, and whether one dig could turn them all. The areas so fall into classes, and
a table holds, for each stage and each pair of classes, what a marker is worth to the seat to move:
between +1 (surely its own) and −1 (surely the other's). The sum over the markers and the gold so
far is the expected final difference. The table was learned by `training`.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from stalas.core.compiled import compiled, lowest
from stalas.games.china_gold.kernel import Tables, make_tables, whole
from stalas.games.china_gold.maps import Map
from stalas.games.china_gold.pieces import grid

CLASSES: Final = 13
"""0: nothing face down; then by the number face down and whether they lie in one line."""
STAGES: Final = 4
"""Five, four, three and the final one, numbered 3, 2, 1 and 0."""

Ints: TypeAlias = npt.NDArray[np.int64]
Weights: TypeAlias = npt.NDArray[np.float64]
"""[stage, class of the mover's area, class of the other's]: a marker's worth to the mover."""


class Shapes(NamedTuple):
    """What evaluation needs of a map."""

    tables: Tables
    index_in: Ints
    """[seat, site]: the site's number within its area."""
    kind: Ints
    """[seat, area, face-down markers as bits]: the area's class."""


def make_shapes(board: Map) -> Shapes:
    """Give a map's shapes."""
    tables = make_tables(board)
    board_grid = grid(board.side)
    index_in = np.zeros((2, len(board_grid.sites)), np.int64)
    kind = np.zeros((2, tables.areas.shape[1], 256), np.int64)
    straight = {line.mask for lines in board_grid.lines.values() for line in lines}
    for seat, owned in enumerate((board.mountains, board.rivers)):
        for a, names in enumerate(owned):
            for i, name in enumerate(names):
                index_in[seat, board_grid.index[name]] = i
            for bits in range(1 << len(names)):
                down = [name for i, name in enumerate(names) if bits >> i & 1]
                kind[seat, a, bits] = _class(len(down), board_grid.mask(tuple(down)) in straight)
    return Shapes(tables, index_in, kind)


def _class(down: int, in_line: bool) -> int:
    if down <= 1:
        return down
    if down <= 5:
        return 2 * down - 2 if in_line else 2 * down - 1
    return min(down + 4, CLASSES - 1)


@cache
def load_weights() -> Weights:
    """Give the learned table that comes with the package."""
    file = resources.files("stalas.players.china_gold").joinpath("weights.txt")
    numbers = [float(word) for word in file.read_text("ascii").split() if word[0] != "#"]
    return np.array(numbers).reshape(STAGES, CLASSES, CLASSES)


@compiled
def stage_index(stage: int) -> int:
    """Number a stage for the table."""
    return 0 if stage < 3 else stage - 2


@compiled
def classify(shapes: Shapes, position: Any, kinds: Any) -> None:
    """Fill `kinds` [seat, area] with the class of every area."""
    kinds[:] = 0
    for word in range(2):
        bits = position[word]
        while bits:
            site = 64 * word + whole(lowest(bits))
            bits &= bits - np.uint64(1)
            for seat in range(2):
                area = shapes.tables.area_of[seat, site]
                kinds[seat, area] |= 1 << shapes.index_in[seat, site]
    for seat in range(2):
        for area in range(kinds.shape[1]):
            kinds[seat, area] = shapes.kind[seat, area, kinds[seat, area]]


@compiled
def evaluate(
    shapes: Shapes, weights: Any, position: Any, seat: int, stage: int, kinds: Any
) -> float:
    """The final difference in gold that the seat to move may expect; `kinds` is scratch."""
    classify(shapes, position, kinds)
    value = np.float64(position[8 + seat]) - np.float64(position[9 - seat])
    row = stage_index(stage)
    for word in range(2):
        bits = position[6 + word]
        while bits:
            site = 64 * word + whole(lowest(bits))
            bits &= bits - np.uint64(1)
            mine = kinds[seat, shapes.tables.area_of[seat, site]]
            theirs = kinds[1 - seat, shapes.tables.area_of[1 - seat, site]]
            value += weights[row, mine, theirs]
    return value
