"""The laws that every reachable position obeys."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from stalas.core.conformance import check_game
from stalas.core.game import DEALER
from stalas.games.china_gold import GAME
from tests.games.china_gold.playing import OPTION_SETS, random_moves

seeds = st.integers(0, 2**32)
option_sets = st.sampled_from(OPTION_SETS)


def test_the_game_conforms() -> None:
    check_game(GAME, matches=4, seed=1, options=OPTION_SETS)


@given(seeds, option_sets)
@settings(max_examples=8, deadline=None)
def test_markers_are_conserved_and_stages_follow_the_lines(
    seed: int, options: dict[str, Any]
) -> None:
    state = GAME.start(2, options)
    whole = len(state.board.grid.sites)
    final = False
    for move in random_moves(seed, options):
        state = state.play(move)
        assert state.remaining.bit_count() + sum(state.gold) == whole
        assert state.face_down & ~state.remaining == 0
        for areas in state.board.areas:
            for area in areas:
                left = area & state.remaining
                assert not left or left & state.face_down, "a finished area was not claimed"
        if state.outcome() is None and state.turn is not None:
            final = final or state.stage == 1
            assert not final or (state.stage == 1 and state.to_move != (DEALER,))
    assert state.remaining == 0


@given(seeds)
@settings(max_examples=5, deadline=None)
def test_nothing_is_hidden(seed: int) -> None:
    state = GAME.start(2)
    for move in random_moves(seed, {})[:30]:
        state = state.play(move)
        for viewer in (0, 1, None):
            assert state.redeal(viewer, Random(seed)) == state
