"""The kernel plays the game of the law, compiled or not."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any, TypeVar

import pytest

from stalas.core import compiled as compiling
from stalas.games.stick_collection import GAME, pieces
from stalas.games.stick_collection.moves import Bid, Pass
from stalas.games.stick_collection.scoring import CHAINS
from stalas.games.stick_collection.state import State
from stalas.players.stick_collection import kernel
from stalas.players.stick_collection.expert import _box
from stalas.players.stick_collection.tables import (
    array,
    cares,
    chains_table,
    gains_table,
    limits_table,
    position,
)
from tests.games.stick_collection.playing import begun, random_moves, stand

F = TypeVar("F", bound=Callable[..., Any])


@pytest.fixture(scope="module")
def plain() -> ModuleType:
    """The kernel as plain Python."""
    spec = importlib.util.spec_from_file_location("plain_kernel", kernel.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)

    def not_compiled(function: F) -> F:
        return function

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiling, "compiled", not_compiled)
        spec.loader.exec_module(module)
    return module


def test_the_kernel_has_the_numbers_of_the_rules() -> None:
    for name in ("ALIKE", "CHAIN_POINTS", "FULL_ROW", "HIGHEST_BID", "LENGTHS", "MONEY_POINTS"):
        assert getattr(kernel, name) == getattr(pieces, name)
    assert len(CHAINS) == kernel.SETS


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_sales_scores_and_endings_are_those_of_the_law(seats: int) -> None:
    for seed in range(40):
        state = GAME.start(seats)
        at: Any = None
        for move in random_moves(seed, seats, {}):
            before, state = state, state.play(move)
            if state.first_player is not None and at is None:
                at = array(position(state.rows, state.money, state.first_player), whole=True)
            if len(state.sold) == len(before.sold):
                continue
            sold = state.sold[-1]
            squares = array(state.terms.track.squares, whole=True)
            auction = sold.auction
            kernel.take(at, seats, sold.winner, auction.length, auction.high, squares)
            _same(at, state)


def _same(at: Any, state: State) -> None:
    seats = len(state.money)
    expected = position(state.rows, state.money, state.first_player or 0)
    expected[1] = int(not state.to_move)
    expected[2 + 3 * seats : 2 + 4 * seats] = [
        int(number) for number in at[2 + 3 * seats : 2 + 4 * seats]
    ]
    assert [int(number) for number in at] == expected
    scores = [kernel.score(at, seats, seat, chains_table()) for seat in range(seats)]
    assert tuple(scores) == state.scores()
    outcome = state.outcome()
    if outcome is None:
        return
    only_shares = cares().copy()
    only_shares[5] = 1.0
    for seat in range(seats):
        share = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
        assert kernel.value(at, seats, seat, chains_table(), only_shares) == pytest.approx(share)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_auctions_go_as_the_law_has_them(seats: int) -> None:
    rng = Random(seats)
    for _ in range(200):
        first = rng.randrange(seats)
        limits = [rng.choice([0, 0, rng.randrange(11)]) for _ in range(seats)]
        state = stand(begun(" ".join(map(str, range(1, seats + 1))), first=first), 9)
        at = position(state.rows, state.money, first)
        at[2 + 3 * seats : 2 + 4 * seats] = limits
        sale = kernel.outbid(array(at, whole=True), seats, first, 0, 0, 0)
        while state.auction is not None:
            seat, high = state.to_move[0], state.auction.high
            state = state.play(Bid(seat, high + 1) if limits[seat] > high else Pass(seat))
        sold = state.sold[-1]
        assert (sale % 16, sale // 16) == (sold.winner, sold.auction.high)


def test_plain_and_compiled_kernels_agree(plain: ModuleType) -> None:
    state = stand(begun("5 3 9"), 6, "1 bid 2")
    numbers = position(state.rows, state.money, 0)
    box = _box(list(state.rows), 6)
    squares = state.terms.track.squares
    tables = (gains_table(), limits_table(), chains_table(), cares())
    totals = array([0.0] * kernel.PLANS**2, whole=False)
    weight = kernel.weigh_world(
        array(numbers, whole=True),
        3,
        2,
        6,
        2,
        1,
        0,
        10,
        array([0, 2, 0], whole=True),
        array(box, whole=True),
        1234,
        25,
        array(squares, whole=True),
        *tables,
        totals,
    )
    plainly = [0.0] * kernel.PLANS**2
    lists = [[number.item() if hasattr(number, "item") else number for number in t] for t in tables]
    plain_weight = plain.weigh_world(
        numbers, 3, 2, 6, 2, 1, 0, 10, [0, 2, 0], box, 1234, 25, list(squares), *lists, plainly
    )
    assert weight == pytest.approx(plain_weight)
    assert list(totals) == pytest.approx(plainly)
    assert max(plainly) > 0
