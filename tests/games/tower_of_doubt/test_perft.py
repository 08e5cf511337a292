"""Pinned counts of the game tree: a change that alters any of them changes the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from stalas.core.perft import divide, perft
from stalas.games.tower_of_doubt import GAME
from stalas.games.tower_of_doubt.state import State
from tests.games.tower_of_doubt.playing import BAG, DEAL, after

BY_LENGTH = [0, 0, 0, 0, 360, 2160, 5400, 5400]
"""How many sequences of marks, by their number, end a round."""

PINNED = [
    line.split("|")
    for line in (Path(__file__).parent / "perft.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize("line", PINNED, ids=lambda line: " ".join(part.strip() for part in line))
def test_the_tree_has_the_pinned_number_of_paths(line: list[str]) -> None:
    option, moves, depth, count = (part.strip() for part in line)
    texts = [DEAL if m == "DEAL" else BAG if m == "BAG" else m for m in moves.split(", ") if m]
    options = {} if option == "-" else {option: True}
    assert perft(after(*texts, **options), int(depth)) == int(count)


def test_divide_sums_to_perft() -> None:
    state = after("* first 0", DEAL)
    parts = [count for _move, count in divide(state, 4)]
    assert len(parts) == 7
    assert sum(parts) == perft(state, 4)


def test_the_first_position_has_two_continuations() -> None:
    assert [str(move) for move, _count in divide(GAME.start(2), 1)] == ["* first 0", "* first 1"]


def test_a_round_can_be_marked_in_so_many_ways() -> None:
    by_length = [0] * 8
    _count_rounds(after("* first 0", DEAL, "0 peek -", "1 peek -"), by_length)
    assert by_length == BY_LENGTH


def _count_rounds(state: State, by_length: list[int]) -> None:
    for move in state.legal_moves(state.to_move[0]):
        following = state.play(move)
        if following.rounds:
            by_length[len(following.rounds[0].marks)] += 1
        else:
            _count_rounds(following, by_length)
