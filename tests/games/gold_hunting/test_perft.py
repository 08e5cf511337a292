"""Pinned counts of the game tree: a change that alters any of them changes the game."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from stalas.core.perft import divide, perft
from stalas.games.gold_hunting import GAME
from tests.games.gold_hunting.naive import Naive, Refused
from tests.games.gold_hunting.playing import STACKS, after

DUG = (
    "0 dig 1@1, 1 dig 1@1, 0 dig 1@2, 1 rush@2, 0 dig 1@3, 1 dig 3@2, 0 dig 3@4, 1 dig 2@3,"
    " 0 dig 3@4, 1 dig 3@4, 0 dig 3@4, 1 dig 3@4"
)
"""Twelve lifts, after which seat 0 still holds its token."""

PINNED = [
    line.split("|")
    for line in (Path(__file__).parent / "perft.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize("line", PINNED, ids=lambda line: " ".join(part.strip() for part in line))
def test_the_tree_has_the_pinned_number_of_paths(line: list[str]) -> None:
    option, moves, depth, count = (part.strip() for part in line)
    begun = ", ".join(["* tokens 2 1", *STACKS, "* first 0"])
    moves = moves.replace("BEGUN", begun).replace("DUG", DUG)
    options = {} if option == "-" else {option: True}
    texts = [text for text in moves.split(", ") if text]
    assert perft(after(*texts, **options), int(depth)) == int(count)


def test_divide_sums_to_perft() -> None:
    state = after("* tokens 2 1", *STACKS, "* first 0")
    parts = [count for _move, count in divide(state, 3)]
    assert len(parts) == 16
    assert sum(parts) == perft(state, 3)


def test_the_first_position_has_six_continuations() -> None:
    assert [str(move) for move, _count in divide(GAME.start(2), 1)] == [
        f"* tokens {a} {b}" for a in (1, 2, 3) for b in (1, 2, 3) if a != b
    ]


EVERY_TURN = [
    f"{seat} {act}"
    for seat in (0, 1)
    for act in (
        *(f"dig {size}@{hill}" for size in (1, 2, 3) for hill in (1, 2, 3, 4)),
        *(f"rush@{hill}" for hill in (1, 2, 3, 4)),
        "safe",
    )
]


def naive_perft(naive: Naive, depth: int) -> int:
    if depth == 0:
        return 1
    paths = 0
    for text in EVERY_TURN:
        following = deepcopy(naive)
        try:
            following.play(text)
        except Refused:
            continue
        paths += naive_perft(following, depth - 1)
    return paths


@pytest.mark.parametrize("dug", ["", DUG])
@pytest.mark.parametrize("safe_ends_turn", [False, True])
def test_a_second_reading_of_the_rules_counts_alike(dug: str, safe_ends_turn: bool) -> None:
    naive = Naive({"safe_ends_turn": safe_ends_turn})
    texts = ["* tokens 2 1", *STACKS, "* first 0", *(text for text in dug.split(", ") if text)]
    for text in texts:
        naive.play(text)
    depth = 4 if dug else 2
    counted = naive_perft(naive, depth)
    assert counted == perft(after(*texts, safe_ends_turn=safe_ends_turn), depth) > 200
