"""The laws that every reachable position obeys, hidden information first among them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import exp, prod
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stalas.core.conformance import check_game
from stalas.core.game import DEALER, Json, Viewer
from stalas.core.words import english
from stalas.games.stick_collection import GAME
from stalas.games.stick_collection import worlds as worlds_module
from stalas.games.stick_collection.moves import Stick
from stalas.games.stick_collection.state import State
from stalas.games.stick_collection.view import View
from stalas.games.stick_collection.worlds import Sampler, Unknown, error_variance
from tests.games.stick_collection.playing import (
    OPTION_SETS,
    after,
    begun,
    give,
    random_moves,
    stand,
)

seeds = st.integers(0, 2**32)
setups = st.sampled_from(OPTION_SETS)


def viewers(state: State) -> list[Viewer]:
    return [None, *range(len(state.money))]


def positions(seed: int, setup: tuple[int, dict[str, Any]]) -> list[State]:
    state = GAME.start(*setup)
    states = [state]
    for move in random_moves(seed, *setup):
        state = state.play(move)
        states.append(state)
    return states


def shown(view: View) -> bytes:
    """Everything that is made from a view."""
    return (json.dumps(view.to_json()) + GAME.draw(view, english)).encode()


@pytest.mark.parametrize(("seats", "options"), OPTION_SETS)
def test_every_law_of_the_house(seats: int, options: dict[str, Any]) -> None:
    check_game(GAME, matches=2, seed=seats, seats=[seats], options=[options])


@given(seeds, setups)
@settings(max_examples=8, deadline=None)
def test_over_means_an_outcome_and_no_legal_moves(
    seed: int, setup: tuple[int, dict[str, Any]]
) -> None:
    for state in positions(seed, setup):
        over = state.outcome() is not None
        assert over == (state.to_move == ())
        for seat in range(len(state.money)):
            legal = state.legal_moves(seat)
            assert bool(legal) == (state.to_move == (seat,))
            assert len(set(legal)) == len(legal)
            for move in legal:
                assert state.why_illegal(move) is None
                assert GAME.parse(str(move)) == move
            assert tuple(legal) == state.view(seat).legal
        if state.chances():
            assert sum(chance for _move, chance in state.chances()) == 1
            assert state.to_move == (DEALER,)


@given(seeds, setups)
@settings(max_examples=8, deadline=None)
def test_sticks_and_money_are_conserved(seed: int, setup: tuple[int, dict[str, Any]]) -> None:
    paid = [0] * setup[0]
    before = None
    for state in positions(seed, setup):
        out = sum(map(len, state.rows)) + (state.auction is not None)
        assert state.in_box() == 36 - out == sum(state.box())
        assert min(state.box()) >= 0
        if state.rows[0]:
            assert len(state.sold) == sum(len(row) - 1 for row in state.rows)
        for sold in state.sold:
            assert state.rows[sold.winner][sold.place] == sold.auction.length
        if before is not None and len(state.sold) > len(before.sold):
            last = state.sold[-1]
            square = before.money[last.winner] - last.auction.high
            if last.auction.high:
                square = state.terms.track.squares[square]
            assert state.money[last.winner] == square
            paid[last.winner] += last.auction.high
        assert all(0 <= money <= 50 for money in state.money)
        assert all(money >= 50 - spent for money, spent in zip(state.money, paid, strict=True))
        if state.to_move:
            assert min(state.money) > 0
            assert max(map(len, state.rows)) < 8
        before = state


@given(seeds, setups)
@settings(max_examples=8, deadline=None)
def test_scores_are_what_steps_tell(seed: int, setup: tuple[int, dict[str, Any]]) -> None:
    for state in positions(seed, setup):
        for viewer in viewers(state):
            assert state.view(viewer).scores == state.scores()
        outcome = state.outcome()
        if outcome is not None:
            assert outcome.scores == state.scores()


@given(seeds, setups, seeds)
@settings(max_examples=8, deadline=None)
def test_the_leak_law(seed: int, setup: tuple[int, dict[str, Any]], luck: int) -> None:
    rng = Random(luck)
    for state in positions(seed, setup):
        for viewer in viewers(state):
            other = state.redeal(viewer, rng)
            assert other.view(viewer) == state.view(viewer)
            assert shown(other.view(viewer)) == shown(state.view(viewer))
            for seat in state.to_move:
                for move in state.legal_moves(seat):
                    assert other.seen(move, viewer) == state.seen(move, viewer)
                    # A move that ends the match shows everything.
                    if state.play(move).to_move and other.play(move).to_move:
                        assert other.tell(move, viewer) == state.tell(move, viewer)


@given(seeds, setups, seeds, st.data())
@settings(max_examples=12, deadline=None)
def test_twin_matches_cannot_be_told_apart_at_any_ply(
    seed: int, setup: tuple[int, dict[str, Any]], luck: int, data: st.DataObject
) -> None:
    moves = random_moves(seed, *setup)
    moves = moves[: data.draw(st.integers(0, len(moves)))]
    start = GAME.start(*setup)
    for viewer in viewers(start):
        twin = GAME.twin(start, moves, viewer, Random(luck))
        one = two = start
        for a, b in zip(moves, twin, strict=True):
            assert one.seen(a, viewer) == two.seen(b, viewer)
            assert one.tell(a, viewer) == two.tell(b, viewer)
            one, two = one.play(a), two.play(b)
            assert shown(one.view(viewer)) == shown(two.view(viewer))
            assert one.view(viewer) == two.view(viewer)


@given(seeds, setups)
@settings(max_examples=8, deadline=None)
def test_equal_positions_hash_alike(seed: int, setup: tuple[int, dict[str, Any]]) -> None:
    for a, b in zip(positions(seed, setup), positions(seed, setup), strict=True):
        assert a == b
        assert hash(a) == hash(b)


def test_a_view_has_own_lengths_others_steps_and_glimpses() -> None:
    state = give(begun("5 3 9"), 1, 7)
    state = stand(state, 4, errors="+1.2 -0.4 +2.1")
    view = state.view(0)
    assert view.own == (70,)
    assert view.steps == ((0,), (0, 4), (0,))
    assert view.lengths == ()
    assert view.auction is not None
    assert view.auction.glimpse == 662
    assert view.auctions[0].glimpse == 800
    spectator = state.view(None)
    assert spectator.own == ()
    assert spectator.auction is not None
    assert spectator.auction.glimpse is None
    assert spectator.steps == view.steps


def test_everything_is_shown_after_the_end() -> None:
    state = begun("1 2 3")
    for _ in range(3):
        state = give(state, 0, 1)
    for viewer in (0, 1, 2, None):
        view = state.view(viewer)
        assert view.lengths == state.rows
        assert [auction.length for auction in view.auctions] == [1, 1, 1]
        assert view.auctions[0].glimpses == (500, 500, 500)


def test_redeal_really_varies_what_is_hidden() -> None:
    state = stand(give(begun("5 3 9"), 1, 4), 6)
    rng = Random(2)
    others = [state.redeal(0, rng) for _ in range(300)]
    assert {other.rows[0] for other in others} == {(5,)}
    assert len({other.rows[1] for other in others}) >= 3
    assert len({other.rows[2] for other in others}) == 9
    assert len({other.auction.length for other in others if other.auction}) >= 3
    assert len({other.sold[0].auction.errors[2] for other in others}) > 50
    assert len({other.rows for other in (state.redeal(None, rng) for _ in range(300))}) > 150


def _exact(
    left: list[int], unknowns: list[Unknown], variance: float
) -> dict[tuple[int, ...], float]:
    """The chances of all combinations of bases, by the plainest way there is."""
    found = {}
    for bases in product(range(1, 10), repeat=len(unknowns)):
        lengths = [
            base + step
            for base, unknown in zip(bases, unknowns, strict=True)
            for step in unknown.steps
        ]
        if max(lengths) > 9:
            continue
        ways = prod(
            prod(left[length - 1] - taken for taken in range(lengths.count(length)))
            for length in set(lengths)
        )
        likelihood = 1.0
        for base, unknown in zip(bases, unknowns, strict=True):
            if unknown.glimpses:
                mean = unknown.excess / unknown.glimpses
                off = mean - 50 * (base - 1)
                likelihood *= exp(-unknown.glimpses * off * off / (2 * variance))
        if ways > 0 and likelihood > 0:
            found[bases] = ways * likelihood
    whole = sum(found.values())
    return {bases: weight / whole for bases, weight in found.items()}


@pytest.mark.parametrize("few", [0, 10**9], ids=["rejection", "listing"])
def test_samples_have_the_exact_chances(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds_module, "_FEW", few)
    left = [4, 4, 3, 2, 4, 1, 4, 4, 3]
    unknowns = [
        Unknown((0, 0, 3)).seen(3, 330.0).seen(0, 130.0),
        Unknown((0, 2)).seen(0, 190.0),
        Unknown((0,)).seen(0, 215.0),
    ]
    variance = error_variance(3.0)
    exact = _exact(left, unknowns, variance)
    rng = Random(5)
    draws = 4000
    sampler = Sampler(left, unknowns, variance)
    drawn = Counter(tuple(sampler.draw(rng)) for _ in range(draws))
    assert set(drawn) <= set(exact)
    for bases, chance in exact.items():
        deviation = (chance * (1 - chance) / draws) ** 0.5
        assert abs(drawn[bases] / draws - chance) < 5 * deviation + 2 / draws


def test_impossible_glimpses_still_have_a_world() -> None:
    state = begun("5 3", eye_mm=0)
    for length, errors in ((4, "+999999999999.0 -3.0"), (6, "-77.7 +0.0"), (1, "+4.9 -9.9")):
        state = stand(state, length, errors=errors)
        state = state.play(GAME.parse(f"{state.to_move[0]} pass"))
    for viewer in viewers(state):
        assert state.redeal(viewer, Random(1)).view(viewer) == state.view(viewer)
        assert shown(state.view(viewer))


@dataclass(frozen=True, slots=True)
class Leaky:
    """A view with an innocent-looking total: how long all sticks on the table are together."""

    view: View
    total: int

    def to_json(self) -> Mapping[str, Json]:
        return {**self.view.to_json(), "total": self.total}


def test_a_planted_leak_is_caught() -> None:
    rng = Random(3)
    caught = looked = 0
    for seed in range(6):
        for state in positions(seed, (3, {})):
            if state.rows[0] and state.to_move:
                looked += 1
                other = state.redeal(0, rng)
                leaks = [Leaky(s.view(0), sum(map(sum, s.rows))).to_json() for s in (state, other)]
                caught += leaks[0] != leaks[1]
                assert other.view(0).to_json() == state.view(0).to_json()
    assert caught > looked // 4


def test_minus_nought_is_nought() -> None:
    stick = GAME.parse("* stick 5 -0.0 +0.0 -1.0")
    assert stick == Stick(5, (0, 0, -10))
    assert after("* sticks 1 2 3", "* first 0").play(stick).auction is not None
