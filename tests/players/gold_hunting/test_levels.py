"""The levels of Gold Hunting: fair, repeatable, legal under every option, and in order."""

from random import Random

import pytest

from stalas.games.gold_hunting import GAME
from stalas.games.gold_hunting.moves import Stack
from stalas.games.gold_hunting.pieces import nuggets
from stalas.players import levels
from stalas.players.gold_hunting import expert, steady, turns
from stalas.players.gold_hunting.beliefs import tops
from stalas.players.gold_hunting.expert import Expert, worths
from stalas.players.gold_hunting.hiding import best_profiles
from stalas.players.match import Fixture, play_match, rotations
from stalas.solvers.gold_hunting.stackings import alike, profile_of, stackings
from tests.games.gold_hunting.playing import after, digging, random_moves

NAMES = ("novice", "club", "steady", "expert")


@pytest.mark.parametrize("name", NAMES)
def test_swapping_what_it_cannot_know_changes_nothing(name: str) -> None:
    player, luck = levels("gold-hunting")[name].make(), Random(4)
    for seed in range(1):
        state = GAME.start(2)
        for move in random_moves(seed, {}):
            for seat in state.to_move:
                if seat >= 0:
                    view, other = state.view(seat), state.redeal(seat, luck).view(seat)
                    decisions = [player.decide(v, Random(seed)) for v in (view, other, view)]
                    assert decisions[0] == decisions[1] == decisions[2]
                    assert state.why_illegal(decisions[0].move) is None
            state = state.play(move)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "options", [{"bust_from": 2}, {"safe_ends_turn": True}, {"empty_hills": True}]
)
def test_it_plays_whole_matches_under_every_option(name: str, options: dict[str, int]) -> None:
    for opponent in ("random", name):
        result = play_match(Fixture("gold-hunting", (opponent, name), "deal 7", options))
        assert result.outcome.reason in ("points", "tie-break", "draw")


def test_stacks_of_the_solution_are_drawn_from_its_best_profiles() -> None:
    state = after("* tokens 2 1")
    profiles = {kept.heights: kept for kept in best_profiles(3)}
    for seed in range(40):
        stack = Expert().decide(state.view(0), Random(seed)).move
        assert isinstance(stack, Stack)
        assert state.why_illegal(stack) is None
        heights, places = profile_of(stack.hills)
        hidden = alike(heights, tuple(stack.hills[place] for place in places))
        assert profiles[heights].stackings[stackings(heights).index(hidden)] > 0


def test_beliefs_count_every_order_that_agrees() -> None:
    counts = tops(digging().view(0), 1)
    heights = digging().view(0).first_heights[1]
    assert len({sizes.total() for sizes in counts}) == 1
    for height, sizes in zip(heights, counts, strict=True):
        if height == 1:
            assert set(sizes) == {1}
        assert sum(map(bool, sizes.values())) == len(sizes)


def test_a_worth_is_the_chance_to_beat_the_other() -> None:
    assert worths([0.25, 0, 0.5, 0.25])[:6] == [0.125, 0.25, 0.5, 0.875, 1, 1]


def test_the_expert_knows_when_it_has_won() -> None:
    # Whatever happens, one lift of a single cannot undo a lead of many nuggets.
    result = play_match(Fixture("gold-hunting", ("expert", "random"), "deal 1", {}))
    state = GAME.start(2)
    last = None
    for text in result.moves:
        move = GAME.parse(text)
        if move.seat == 0 and not isinstance(move, Stack):
            last = Expert().decide(state.view(0), Random(1))
        state = state.play(move)
    assert last is not None
    lead = state.scores()[0] - state.scores()[1]
    if lead > 0:
        assert last.reasons[0].value > 0.5


@pytest.mark.parametrize("name", ["club", "steady", "expert"])
def test_without_numpy_it_looks_one_lift_ahead(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (turns, steady, expert):
        monkeypatch.setattr(module, "CAN_PLAN", False)
    player = levels("gold-hunting")[name].make()
    state = digging(tokens="1 2")
    decision = player.decide(state.view(0), Random(1))
    assert state.why_illegal(decision.move) is None
    assert nuggets("".join(state.view(0).lifted[1])) == 0
    result = play_match(Fixture("gold-hunting", (name, "random"), "deal 3", {}))
    assert result.outcome.scores[0] > 0


def test_the_expert_wins_more_than_its_share() -> None:
    won = sum(
        play_match(Fixture("gold-hunting", seating, f"deal {deal}", {})).share(
            seating.index("expert")
        )
        for deal in range(6)
        for seating in rotations(("expert", "random"))
    )
    assert won > 9
