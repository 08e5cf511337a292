"""The laws that every reachable position obeys, hidden information first among them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stalas.core.conformance import LawBroken, check_game
from stalas.core.game import DEALER, Json, Viewer
from stalas.core.words import english
from stalas.games.tower_of_doubt import GAME
from stalas.games.tower_of_doubt.moves import Move, Towers
from stalas.games.tower_of_doubt.pieces import KIND_OF, faces_of, value_of
from stalas.games.tower_of_doubt.state import State
from stalas.games.tower_of_doubt.view import View
from tests.games.tower_of_doubt.playing import BAG, DEAL, OPTION_SETS, in_play, random_moves

VIEWERS: tuple[Viewer, ...] = (0, 1, None)

seeds = st.integers(0, 2**32)
option_sets = st.sampled_from(OPTION_SETS)


def positions(seed: int, options: dict[str, Any]) -> list[State]:
    state = GAME.start(2, options)
    states = [state]
    for move in random_moves(seed, options):
        state = state.play(move)
        states.append(state)
    return states


def shown(view: View) -> bytes:
    """Everything that is made from a view."""
    return (json.dumps(view.to_json()) + GAME.draw(view, english)).encode()


def test_the_game_conforms() -> None:
    check_game(GAME, matches=20, seed=1, options=OPTION_SETS)


@given(seeds, option_sets)
@settings(max_examples=20, deadline=None)
def test_over_means_an_outcome_and_no_legal_moves(seed: int, options: dict[str, Any]) -> None:
    for state in positions(seed, options):
        over = state.outcome() is not None
        assert over == (state.to_move == ())
        for seat in (0, 1):
            legal = state.legal_moves(seat)
            assert bool(legal) == (state.to_move == (seat,))
            assert len(set(legal)) == len(legal)
            for move in legal:
                assert state.why_illegal(move) is None
                assert GAME.parse(str(move)) == move
            assert tuple(legal) == state.view(seat).legal
        assert bool(state.chances()) == (state.to_move == (DEALER,))


@given(seeds, option_sets)
@settings(max_examples=20, deadline=None)
def test_pieces_and_points_are_conserved(seed: int, options: dict[str, Any]) -> None:
    needed = options.get("points", 3)
    for state in positions(seed, options):
        assert sum(state.points) == len(state.rounds)
        assert max(state.points) <= needed
        assert state.points == tuple(
            sum(r.verdict.winner == seat for r in state.rounds) for seat in (0, 1)
        )
        for seat in (0, 1):
            assert sum(mark.seat == seat for mark in state.marks) <= 5
            assert state.owners().count(seat) <= 2
        assert sorted("".join(state.stacks)) == sorted(str(mark.seat) for mark in state.marks)
        for towers in (state.towers, *(r.towers for r in state.rounds)):
            assert not towers or sorted(KIND_OF[beads] for beads in towers) == list(range(6))
        for finished in state.rounds:
            assert 4 <= len(finished.marks) <= 7


@given(seeds, option_sets, seeds)
@settings(max_examples=20, deadline=None)
def test_the_leak_law(seed: int, options: dict[str, Any], luck: int) -> None:
    rng = Random(luck)
    for state in positions(seed, options):
        for viewer in VIEWERS:
            other = state.redeal(viewer, rng)
            assert other.view(viewer) == state.view(viewer)
            assert shown(other.view(viewer)) == shown(state.view(viewer))
            for seat in state.to_move:
                for move in state.legal_moves(seat):
                    assert other.seen(move, viewer) == state.seen(move, viewer)
                    if seat != viewer and not _ends_round(state, move):
                        assert other.tell(move, viewer) == state.tell(move, viewer)


def _ends_round(state: State, move: Move) -> bool:
    return len(state.play(move).rounds) > len(state.rounds)


@given(seeds, option_sets, seeds, st.booleans(), st.data())
@settings(max_examples=40, deadline=None)
def test_twin_matches_cannot_be_told_apart_at_any_ply(
    seed: int, options: dict[str, Any], luck: int, resigned: bool, data: st.DataObject
) -> None:
    moves = random_moves(seed, options)
    moves = moves[: data.draw(st.integers(0, len(moves)))]
    if resigned:
        state = GAME.start(2, options)
        for move in moves:
            state = state.play(move)
        if state.to_move:
            moves.append(GAME.parse("1 resign"))
    for viewer in VIEWERS:
        start = GAME.start(2, options)
        twin = GAME.twin(start, moves, viewer, Random(luck))
        one = two = start
        for a, b in zip(moves, twin, strict=True):
            assert one.seen(a, viewer) == two.seen(b, viewer)
            assert one.tell(a, viewer) == two.tell(b, viewer)
            one, two = one.play(a), two.play(b)
            assert shown(one.view(viewer)) == shown(two.view(viewer))
            assert one.view(viewer) == two.view(viewer)


def test_redeal_keeps_the_own_peek_and_varies_what_the_other_saw() -> None:
    state = in_play("0 peek 3", "1 peek 1")
    rng = Random(1)
    assert {value_of(state.redeal(1, rng).towers[0]) for _ in range(200)} == {2}
    assert len({value_of(state.redeal(0, rng).towers[0]) for _ in range(200)}) > 1
    assert {value_of(state.redeal(0, rng).towers[2]) for _ in range(200)} == {4}
    assert len({state.redeal(None, rng).towers for _ in range(200)}) > 190


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("deal", [DEAL, BAG])
def test_redeal_samples_every_consistent_deal_alike(viewer: Viewer, deal: str) -> None:
    options = {"missing_tower": deal == BAG}
    state = in_play("0 peek 1", "1 peek 2", deal=deal, **options)
    view = state.view(viewer)
    before = GAME.parse("* first 0")
    dealing = GAME.start(2, options).play(before)
    peeked = {0: (1, 2), 1: (2, 0), None: None}[viewer]

    def consistent(towers: Towers) -> bool:
        if viewer is None:
            return not towers.missing or towers.missing == (6,)
        seen = tuple(
            "" if place in towers.missing else faces_of(beads, viewer)
            for place, beads in enumerate(towers.beads, start=1)
        )
        return seen == view.faces and (
            peeked is None or value_of(towers.beads[peeked[0] - 1]) == peeked[1]
        )

    possible = {
        move.beads
        for move, _chance in dealing.chances()
        if isinstance(move, Towers) and consistent(move)
    }
    rng = Random(7)
    if viewer is None:
        assert len(possible) == 92_160
        assert all(state.redeal(None, rng).towers in possible for _ in range(300))
        return
    draws = 60 * len(possible)
    drawn = Counter(state.redeal(viewer, rng).towers for _ in range(draws))
    assert set(drawn) == possible
    assert all(abs(count - 60) < 6 * 60**0.5 for count in drawn.values())


@dataclass(frozen=True, slots=True)
class LeakyView(View):
    """A view with an innocent-looking total: the white beads of the towers marked so far."""

    total: int = 0

    def to_json(self) -> Mapping[str, Json]:
        return {**View.to_json(self), "total": self.total}


@dataclass(frozen=True, slots=True)
class LeakyState(State):
    def play(self, move: Move) -> LeakyState:
        return leaky(State.play(self, move))

    def redeal(self, viewer: Viewer, rng: Random) -> LeakyState:
        return leaky(State.redeal(self, viewer, rng))

    def view(self, viewer: Viewer) -> LeakyView:
        view = State.view(self, viewer)
        total = sum(value_of(self.towers[mark.place - 1]) for mark in self.marks)
        fields = {name: getattr(view, name) for name in View.__dataclass_fields__}
        return LeakyView(**fields, total=total)


def leaky(state: State) -> LeakyState:
    return LeakyState(**{name: getattr(state, name) for name in State.__dataclass_fields__})


def test_a_planted_leak_is_caught() -> None:
    rng = Random(3)
    caught = looked = 0
    for seed in range(30):
        for state in positions(seed, {}):
            if state.marks and state.to_move:
                looked += 1
                other = leaky(state.redeal(0, rng))
                caught += shown(other.view(0)) != shown(leaky(state).view(0))
                assert State.view(other, 0) == state.view(0)
    assert caught > looked // 4


def test_the_conformance_kit_catches_the_planted_leak() -> None:
    class Leaking(type(GAME)):  # type: ignore[misc]
        def start(self, seats: int, options: Mapping[str, Json] | None = None) -> State:
            return leaky(GAME.start(seats, options))

    with pytest.raises(LawBroken):
        check_game(Leaking(), matches=20, seed=1)


def test_positions_hash_and_compare_by_content() -> None:
    for a, b in zip(positions(5, {}), positions(5, {}), strict=True):
        assert a == b
        assert hash(a) == hash(b)
