"""Pinned counts of the game tree, by the law and by the kernel."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stalas.core.perft import divide, perft
from stalas.games.china_gold import GAME, kernel
from stalas.games.china_gold.maps import house_map
from stalas.games.china_gold.pieces import FINAL

PINNED = [
    tuple(part.strip() for part in line.split("|"))
    for line in (Path(__file__).parent / "perft.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
LAW_CAN = 100_000
"""Paths that the law counts within a second; the kernel counts all of them."""


@pytest.mark.parametrize("line", PINNED, ids=" ".join)
def test_the_tree_has_the_pinned_number_of_paths(line: tuple[str, ...]) -> None:
    name, depth, count = line[0], int(line[1]), int(line[2])
    tables = kernel.make_tables(house_map(name))
    start = kernel.start_position(tables)
    assert kernel.perft(tables, start, 0, kernel.stage_of(tables, start), depth) == count
    if count <= LAW_CAN:
        options: dict[str, Any] = {"map": name, "first": 0}
        state = GAME.start(2, options).play(GAME.parse("* first 0"))
        assert perft(state, depth) == count


def test_divide_sums_to_perft() -> None:
    state = GAME.start(2).play(GAME.parse("* first 0"))
    parts = [count for _move, count in divide(state, 2)]
    assert len(parts) == 8
    assert sum(parts) == perft(state, 2)


def test_the_final_stage_is_counted_alike() -> None:
    record = json.loads(
        (Path(__file__).parents[2] / "scenarios" / "china-gold.json").read_text(encoding="utf-8")
    )
    case = next(c for c in record if c["name"] == "china-gold: to the final stage")["record"]
    state = GAME.start(2, case["options"])
    for text in case["moves"]:
        state = state.play(GAME.parse(text))
    tables = kernel.make_tables(state.board.map)
    position = kernel.make_position(tables, state.face_down, state.remaining, state.gold)
    for depth in (1, 2, 3):
        assert kernel.perft(tables, position, 0, FINAL, depth) == perft(state, depth)
