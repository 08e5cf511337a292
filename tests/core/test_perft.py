"""Perft counts the paths of the tree, and divide says where they go."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from stalas.core.perft import divide, perft
from tests.core.toy import TOY, Move, State, Toy


@pytest.mark.parametrize(("depth", "paths"), [(0, 1), (1, 6), (2, 12), (3, 24), (4, 0)])
def test_the_toy_has_so_many_paths(depth: int, paths: int) -> None:
    assert perft(TOY.start(2), depth) == paths


def test_options_widen_the_tree() -> None:
    assert perft(TOY.start(2, {"most": 5}), 3) == 6 * 5 * 5


def test_divide_sums_to_perft() -> None:
    parts = list(divide(TOY.start(2), 3))
    assert [str(move) for move, _count in parts][:2] == ["* deal 0 1", "* deal 0 2"]
    assert [count for _move, count in parts] == [4] * 6
    assert sum(count for _move, count in parts) == perft(TOY.start(2), 3)


class Unlisted(State):
    """Its deals are too many to list."""

    def chances(self) -> Sequence[tuple[Move, Fraction]]:
        return ()


def test_deals_that_cannot_be_listed_end_the_path_as_one() -> None:
    assert perft(Toy(Unlisted).start(2), 0) == 1
    assert perft(Toy(Unlisted).start(2), 3) == 1
    assert list(divide(Toy(Unlisted).start(2), 3)) == []


class Both(State):
    """After the deal both seats may bid first."""

    @property
    def to_move(self) -> tuple[int, ...]:
        return (0, 1) if self.cards and not self.bids else super().to_move

    def legal_moves(self, seat: int) -> Sequence[Move]:
        return tuple(TOY.parse(f"{seat} bid {n}") for n in (1, 2)) if seat in self.to_move else ()


def test_a_choice_of_several_seats_counts_for_each() -> None:
    assert perft(Toy(Both).start(2), 2) == 6 * (2 + 2)
