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

from stalas.core.conformance import LawBroken, check_game, check_leaks, positions
from stalas.core.game import Json, Viewer
from stalas.core.words import english
from stalas.games.gold_hunting import GAME
from stalas.games.gold_hunting.game import GoldHunting
from stalas.games.gold_hunting.history import Lift, Saved
from stalas.games.gold_hunting.pieces import HELD, INGOTS, SAFE, Options, nuggets, without
from stalas.games.gold_hunting.stackings import Stackings, orders
from stalas.games.gold_hunting.state import State
from stalas.games.gold_hunting.text import draw
from stalas.games.gold_hunting.view import View
from stalas.games.gold_hunting.worlds import ways
from stalas.locale import language
from tests.games.gold_hunting.playing import OPTION_SETS, after, digging, random_moves

VIEWERS: tuple[Viewer, ...] = (0, 1, None)

seeds = st.integers(0, 2**32)
option_sets = st.sampled_from(OPTION_SETS)


def reached(seed: int, options: dict[str, Any]) -> list[State]:
    states: list[Any] = list(positions(GAME.start(2, options), random_moves(seed, options)))
    return states


def test_the_laws_hold_in_random_matches() -> None:
    check_game(GAME, matches=24, seed=1, options=OPTION_SETS)


@given(seeds, option_sets)
@settings(max_examples=25, deadline=None)
def test_ingots_are_conserved(seed: int, options: dict[str, Any]) -> None:
    for state in reached(seed, options):
        for seat in (0, 1):
            stacked, left = state.stacks[seat], state.hills[seat]
            if not stacked:
                assert not left
                continue
            assert sorted("".join(stacked)) == list(INGOTS)
            assert all(hill.startswith(rest) for hill, rest in zip(stacked, left, strict=True))
            lifts = [act for act in state.acts if isinstance(act, Lift) and act.seat != seat]
            assert len(lifts) == 10 - sum(map(len, left))
            gained = Counter(str(act.size) for act in lifts if act.success or act.bust)
            owned = Counter(state.piles[1 - seat] + state.safes[1 - seat])
            assert owned <= gained


@given(seeds, option_sets)
@settings(max_examples=25, deadline=None)
def test_piles_follow_from_what_was_lifted(seed: int, options: dict[str, Any]) -> None:
    bust_from = options.get("bust_from", 3)
    for state in reached(seed, options):
        piles, safes = ["", ""], ["", ""]
        for act in state.acts:
            if isinstance(act, Saved):
                assert act.ingots == piles[act.seat] != ""
                safes[act.seat], piles[act.seat] = piles[act.seat], ""
                continue
            pile = sum(map(int, piles[act.seat]))
            busts = act.announced != act.size < pile >= bust_from
            assert act.bust == busts
            if act.success:
                piles[act.seat] += str(act.size)
            elif busts:
                piles[act.seat] = str(act.size)
        assert (tuple(piles), tuple(safes)) == (state.piles, state.safes)


@given(seeds, option_sets)
@settings(max_examples=25, deadline=None)
def test_a_token_is_used_once(seed: int, options: dict[str, Any]) -> None:
    for state in reached(seed, options):
        for seat in (0, 1):
            uses = [
                act
                for act in state.acts
                if act.seat == seat and (isinstance(act, Saved) or act.rush)
            ]
            assert len(uses) == (state.fates[seat] != HELD)
            assert (state.fates[seat] == SAFE) == any(isinstance(act, Saved) for act in uses)


@given(seeds, option_sets)
@settings(max_examples=25, deadline=None)
def test_a_view_has_perfect_recall(seed: int, options: dict[str, Any]) -> None:
    """From its acts alone a viewer could work out everything else that is public."""
    for state in reached(seed, options):
        if not all(state.stacks):
            continue
        for viewer in VIEWERS:
            view = state.view(viewer)
            lifted = [["", "", "", ""], ["", "", "", ""]]
            for act in view.acts:
                if isinstance(act, Lift):
                    lifted[1 - act.seat][act.hill - 1] += str(act.size)
            assert view.lifted == tuple(map(tuple, lifted))
            for owner in (0, 1):
                assert view.left(owner) == without("".join(lifted[owner]))
                assert view.heights[owner] == tuple(
                    height - nuggets(gone)
                    for height, gone in zip(view.first_heights[owner], lifted[owner], strict=True)
                )


def test_views_show_no_joints_of_others() -> None:
    for seed in range(20):
        for state in reached(seed, OPTION_SETS[seed % len(OPTION_SETS)]):
            if not state.to_move:
                continue
            for viewer in VIEWERS:
                view = state.view(viewer)
                for owner in (0, 1):
                    if owner != viewer:
                        assert view.stacks[owner] == view.hills[owner] == ()


# Redealing


def samples(state: State, viewer: Viewer, owner: int, draws: int) -> Counter[tuple[str, ...]]:
    rng = Random(11)
    return Counter(state.redeal(viewer, rng).hills[owner] for _ in range(draws))


ENDING = (
    "0 dig 1@1", "1 dig 1@1", "0 dig 1@2", "1 dig 2@1", "0 dig 1@3", "1 dig 2@1", "0 dig 3@4",
    "1 dig 1@2", "0 dig 3@4",
)  # fmt: skip


@pytest.mark.parametrize("viewer", VIEWERS)
def test_redeal_draws_every_consistent_stacking_alike(viewer: Viewer) -> None:
    state = digging(*ENDING)
    for owner in (0, 1):
        if owner == viewer:
            assert set(samples(state, viewer, owner, 40)) == {state.hills[owner]}
            continue
        heights = tuple(nuggets(hill) for hill in state.hills[owner])
        lifted = "".join(
            hill[len(left) :]
            for hill, left in zip(state.stacks[owner], state.hills[owner], strict=True)
        )
        possible = {
            tuple(hills) for order in orders(without(lifted)) for hills in cut(order, heights)
        }
        assert len(possible) == ways(heights, without(lifted)) > 4
        draws = 60 * len(possible)
        drawn = samples(state, viewer, owner, draws)
        assert set(drawn) == possible
        assert all(abs(count - 60) < 6 * 60**0.5 for count in drawn.values())


def cut(order: str, heights: tuple[int, ...]) -> list[list[str]]:
    """The one way, or none, to cut a row of ingots into hills of these heights."""
    hills: list[str] = []
    for height in heights:
        hill = ""
        while nuggets(hill) < height:
            hill, order = hill + order[0], order[1:]
        if nuggets(hill) > height:
            return []
        hills.append(hill)
    return [hills]


def test_ways_counts_all_stacks_by_their_heights() -> None:
    by_heights = Counter(tuple(map(nuggets, stack.hills)) for stack in Stackings(0, False))
    assert sum(by_heights.values()) == 264_600
    for heights, count in by_heights.items():
        assert ways(heights, (4, 4, 2)) == count
    assert len({tuple(sorted(heights)) for heights in by_heights}) == 47


def test_redeal_keeps_the_own_token_and_varies_the_others() -> None:
    state = digging("0 dig 1@1", tokens="3 1")

    def tokens(viewer: Viewer, state: State) -> set[tuple[int, ...]]:
        return {state.redeal(viewer, Random(seed)).tokens for seed in range(80)}

    assert tokens(0, state) == {(3, 1), (3, 2)}
    assert tokens(1, state) == {(3, 1), (2, 1)}
    assert len(tokens(None, state)) == 6
    shown = state.play(GAME.parse("1 rush@1"))
    assert tokens(0, shown) == {(3, 1)}
    assert tokens(1, shown) == {(3, 1), (2, 1)}
    assert tokens(None, shown) == {(3, 1), (2, 1)}


def test_before_both_have_stacked_any_stack_is_possible() -> None:
    state = after("* tokens 2 1", "1 stack 1/1/1/1222233")
    rng = Random(5)
    drawn = {state.redeal(0, rng).stacks[1] for _ in range(200)}
    assert len(drawn) > 190
    assert state.redeal(1, rng).stacks == state.stacks
    assert {len(hills) for hills in drawn} == {4}


# Planted leaks


@dataclass(frozen=True, slots=True)
class Leaky(View):
    """A view with an innocent-looking total: the singles that top the other seat's hills."""

    total: int = 0

    def to_json(self) -> Mapping[str, Json]:
        return {**View.to_json(self), "total": self.total}


class LeakyState(State):
    __slots__ = ()

    def view(self, viewer: Viewer) -> View:
        view = State.view(self, viewer)
        fields = {name: getattr(view, name) for name in View.__slots__}
        return Leaky(**fields, total=_tops(self, viewer))

    def redeal(self, viewer: Viewer, rng: Random) -> State:
        other: State = leaky(State.redeal(self, viewer, rng))
        return other


def _tops(state: State, viewer: Viewer) -> int:
    hills = state.hills[1 - (viewer or 0)] if state.to_move else ()
    return sum(hill.endswith("1") for hill in hills)


def leaky(state: State) -> Any:
    return LeakyState(**{name: getattr(state, name) for name in State.__slots__})


def test_a_planted_leak_is_caught() -> None:
    state = digging("0 dig 3@4", "1 dig 2@2")
    check_leaks(GAME, state, 0, Random(1))
    leaks = [leak(leaky(state), seed) for seed in range(30)]
    assert sum("the JSON leaks to seat 0" in text for text in leaks) > 5


def leak(state: Any, seed: int) -> str:
    try:
        check_leaks(GAME, state, 0, Random(seed))
    except LawBroken as broken:
        return str(broken)
    return ""


class LeakyLog(GoldHunting):
    def start(self, seats: int, options: Mapping[str, Json] | None = None) -> State:
        return LoudState(GoldHunting.start(self, seats, options).options)


class LoudState(State):
    """Its log shows the stacks, while stacking only."""

    __slots__ = ()

    def play(self, move: Any) -> State:
        following = State.play(self, move)
        fields = {name: getattr(following, name) for name in State.__slots__}
        return LoudState(**fields)

    def redeal(self, viewer: Viewer, rng: Random) -> State:
        other = State.redeal(self, viewer, rng)
        return LoudState(**{name: getattr(other, name) for name in State.__slots__})

    def seen(self, move: Any, viewer: Viewer) -> str:
        return str(move)


def test_a_planted_leak_of_the_log_is_caught() -> None:
    with pytest.raises(LawBroken, match="notation"):
        check_game(LeakyLog(), matches=20, seed=1)


# Drawing


@pytest.mark.parametrize("code", ["en", "lt"])
def test_the_widest_drawing_fits_a_terminal(code: str) -> None:
    state = digging("0 dig 3@4", stacks=("1/1/1/1222233", "1/1/1/1222233"))
    everything = State(
        Options(),
        (0,),
        state.tokens,
        state.stacks,
        state.hills,
        0,
        ("1111222233", "1111222"),
        ("", "233"),
        ("rushed", "safe"),
    )
    emptied = State(
        Options(),
        (1,),
        state.tokens,
        state.stacks,
        (state.hills[0], ("", "", "", "")),
        0,
        ("1" * 4 + "2222", ""),
        ("33", "1111222233"),
        ("safe", "safe"),
    )
    for position in (state, everything, emptied):
        for viewer in VIEWERS:
            say = english if code == "en" else language(code)
            assert max(map(len, draw(position.view(viewer), say).splitlines())) <= 78


def test_the_drawing_tells_joints_to_their_owner_only() -> None:
    state = digging()
    assert "▕●│●│●●▏" in draw(state.view(0), english)
    for viewer in (1, None):
        text = draw(state.view(viewer), english)
        assert "▕●│●│●●▏" not in text
        assert "▕○○○○▏" in text


def test_positions_hash_and_compare_by_content() -> None:
    for a, b in zip(reached(5, {}), reached(5, {}), strict=True):
        assert a == b
        assert hash(a) == hash(b)


def test_the_json_lists_no_stacks() -> None:
    view = after("* tokens 2 1").view(1)
    assert len(view.legal) == 264_600
    assert json.loads(json.dumps(view.to_json()))["legal"] == ["1 stack …"]
