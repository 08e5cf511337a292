"""Pinned counts of the game tree: a change that alters any of them changes the game.

Where the dealer's sticks and eye errors cannot be listed a path stops and counts as one, so these
are the ways in which an auction can go on.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from stalas.core.perft import divide, perft
from tests.games.stick_collection.playing import after, begun, stand

PINNED = [
    line.split("|")
    for line in (Path(__file__).parent / "perft.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize("line", PINNED, ids=lambda line: " ".join(part.strip() for part in line))
def test_the_tree_has_the_pinned_number_of_paths(line: list[str]) -> None:
    lengths, calls, depth, count = (part.strip() for part in line)
    state = stand(begun(lengths), 5, *(call for call in calls.split(", ") if call))
    assert perft(state, int(depth)) == int(count)


def test_the_first_player_is_one_of_the_seats() -> None:
    assert perft(after("* sticks 5 3 9"), 1) == 3
    assert perft(after(), 1) == 1


def test_divide_sums_to_perft() -> None:
    state = stand(begun("5 3"), 4)
    assert sum(count for _move, count in divide(state, 4)) == perft(state, 4)


def test_an_auction_of_two_seats_has_a_path_for_every_rising_sequence() -> None:
    # Nobody bids; or the bids are a set of numbers that has 10 in it, or has not and is passed.
    assert perft(stand(begun("5 3"), 4), 12) == 1 + 2**9 + (2**9 - 1)
