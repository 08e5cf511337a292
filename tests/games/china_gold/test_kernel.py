"""The kernel is the same game as the law."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stalas.core.compiled import select
from stalas.core.game import DEALER
from stalas.games.china_gold import GAME, kernel
from stalas.games.china_gold.maps import HOUSE_MAPS, house_map
from stalas.games.china_gold.pieces import grid
from stalas.games.china_gold.playout import RandomPlay


def text_of(tables: kernel.Tables, names: tuple[str, ...], number: int, seat: int) -> str:
    """The notation of a kernel's move."""
    if number >= kernel.BURY:
        return f"{seat} bury {names[number - kernel.BURY]}"
    rest, start = number >> 7, number & 127
    length, direction = rest // 3, rest % 3
    first = names[tables.site_at[direction, start]]
    last = names[tables.site_at[direction, start + length - 1]]
    return f"{seat} dig {first}" if length == 1 else f"{seat} dig {first}-{last}"


def throw_of(stage: int, total: int) -> str:
    """A throw of the stage with that sum."""
    for bits in range(8):
        faces = [bits & 1, bits & 2, 1 + (bits >> 2)]
        if stage == 4:
            faces = faces[1:]
        elif stage == 3:
            faces = [faces[0], faces[2]]
        if sum(faces) == total:
            return "* throw " + "+".join(map(str, faces))
    raise AssertionError((stage, total))


@pytest.mark.parametrize("name", HOUSE_MAPS)
@pytest.mark.parametrize("repeat", [3, 1, 0])
def test_random_matches_are_legal_and_end_alike(name: str, repeat: int) -> None:
    board = house_map(name)
    tables = kernel.make_tables(board)
    play = RandomPlay(board)
    names = grid(board.side).sites
    luck = np.array([88172645463325252], np.uint64)
    log = np.empty(kernel.MOST_PLIES, np.int64)
    for match in range(12):
        position = kernel.start_position(tables)
        first = match & 1
        plies = play.match(position, first, luck, repeat, log)
        options: dict[str, Any] = {"map": name, "repeat": repeat}
        state = GAME.start(2, options).play(GAME.parse(f"* first {first}"))
        for number in log[:plies]:
            if number < 0:
                assert state.to_move == (DEALER,)
                text = throw_of(state.stage, -int(number))
            else:
                text = text_of(tables, names, int(number), state.to_move[0])
            state = state.play(GAME.parse(text))
        assert state.outcome() is not None
        assert state.scores() == (int(position[8]), int(position[9]))


def test_every_legal_move_is_equally_likely() -> None:
    """The first throw of three gives as many digs as there are lines, and no burial."""
    board = house_map("house-61")
    tables, play = kernel.make_tables(board), RandomPlay(board)
    log, luck = np.empty(kernel.MOST_PLIES, np.int64), np.array([7], np.uint64)
    found: Counter[int] = Counter()
    for _ in range(40_000):
        play.match(kernel.start_position(tables), 0, luck, 3, log)
        if log[0] == -3:
            found[int(log[1])] += 1
    lines = int(kernel.count_lines(tables, kernel.start_position(tables), 3))
    assert len(found) == lines
    mean = found.total() / lines
    # Chi-squared with lines − 1 degrees of freedom, five deviations above its mean.
    assert sum((n - mean) ** 2 for n in found.values()) / mean < lines + 5 * (2 * lines) ** 0.5


def test_many_matches_are_one_after_the_other() -> None:
    board = house_map("house-91")
    tables, play = kernel.make_tables(board), RandomPlay(board)
    luck, again = np.array([3], np.uint64), np.array([3], np.uint64)
    gold = np.zeros(2, np.int64)
    plies = play.matches(luck, 20, gold)
    for number in range(20):
        position = kernel.start_position(tables)
        plies -= play.match(position, number & 1, again)
        gold -= position[8:].astype(np.int64)
    assert plies == 0
    assert not gold.any()
    assert luck[0] == again[0]


@given(st.integers(1, 2**64 - 1), st.data())
def test_a_bit_is_selected_by_its_rank(word: int, data: st.DataObject) -> None:
    bits = [bit for bit in range(64) if word >> bit & 1]
    rank = data.draw(st.integers(0, len(bits) - 1))
    assert select(np.uint64(word), np.uint64(rank)) == bits[rank]


def test_the_kernel_lists_the_laws_moves() -> None:
    board = house_map("house-61")
    tables = kernel.make_tables(board)
    names = grid(board.side).sites
    state = GAME.start(2, {"first": 0, "repeat": 0}).play(GAME.parse("* first 0"))
    moves = np.empty(kernel.MOST_MOVES, np.int64)
    for text in ("* throw 1+2+2", "0 dig e3-e7", "* throw 0+0+1", "1 dig a1", "* throw 0+2+1"):
        state = state.play(GAME.parse(text))
        if state.to_move == (DEALER,):
            continue
        position = kernel.make_position(tables, state.face_down, state.remaining, state.gold)
        number = state.throw.sum if state.throw is not None else 0
        count = kernel.list_moves(tables, position, state.stage, number, moves)
        seat = state.to_move[0]
        listed = {text_of(tables, names, int(move), seat) for move in moves[:count]}
        assert listed == {str(move) for move in state.legal_moves(seat)}
        assert len(listed) == count


def test_without_numba_the_kernel_is_the_same_plain_python() -> None:
    script = """
import sys
sys.modules["numba"] = None
import stalas.core.compiled as c
c_compiled = c.COMPILED
from stalas.games.china_gold import kernel
from stalas.games.china_gold.maps import house_map
from stalas.games.china_gold.playout import RandomPlay
import numpy
tables = kernel.make_tables(house_map("house-61"))
start = kernel.start_position(tables)
gold = numpy.zeros(2, numpy.int64)
plies = RandomPlay(house_map("house-91")).matches(numpy.array([5], numpy.uint64), 2, gold)
print(c_compiled, kernel.perft(tables, start, 0, 5, 3), plies, *gold)
"""
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=False
    )
    tables = kernel.make_tables(house_map("house-61"))
    count = kernel.perft(tables, kernel.start_position(tables), 0, 5, 3)
    gold = np.zeros(2, np.int64)
    plies = RandomPlay(house_map("house-91")).matches(np.array([5], np.uint64), 2, gold)
    assert plain.stdout == f"False {count} {plies} {gold[0]} {gold[1]}\n", plain.stderr[-500:]


def test_compiled_kernels_load_again_from_the_disk() -> None:
    script = """
import random
from stalas.games import find
from stalas.players import levels
view = None
game = find("china-gold")
state = game.start(2, {"first": 0})
for text in ("* first 0", "* throw 0+0+1"):
    state = state.play(game.parse(text))
print(levels("china-gold")["expert"].make().decide(state.view(0), random.Random(1), 0.05).move)
"""
    said = [
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert said[0] == said[1] != ""
