"""The levels of China Gold: legal in every stage, repeatable, and exact in the final one."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from stalas.core.chance import RandomSource
from stalas.core.game import DEALER
from stalas.games.china_gold import GAME
from stalas.games.china_gold.moves import Bury, Dig
from stalas.games.china_gold.pieces import FINAL
from stalas.players import levels
from stalas.players.china_gold.levels import known
from stalas.players.fairness import positions
from stalas.players.match import Fixture, play_match
from stalas.solvers.china_gold.ending import solve_ending

NAMES = ("greedy", "novice", "club", "expert")
BUDGET = 0.02


def _endings(seed: int, most: int) -> list[tuple[Any, int]]:
    """Positions of the final stage with at most so many markers face down."""
    every: Any = positions("china-gold", Random(seed))
    found = (
        (state, seat)
        for state, seat in every
        if state.view(seat).stage == FINAL and state.face_down.bit_count() <= most
    )
    return list(islice(found, 12))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("options", [{}, {"map": "house-91"}, {"repeat": 2}])
def test_it_plays_whole_matches_in_every_stage(name: str, options: dict[str, Any]) -> None:
    result = play_match(Fixture("china-gold", ("random", name), "a deal", options, BUDGET))
    assert result.outcome.reason in ("points", "draw")


@pytest.mark.parametrize("name", NAMES)
def test_the_same_view_seed_and_budget_give_the_same_decision(name: str) -> None:
    for number, (state, seat) in enumerate(islice(positions("china-gold", Random(7)), 0, 200, 25)):
        view = state.view(seat)
        once, again = (
            levels("china-gold")[name].make().decide(view, Random(number), BUDGET) for _ in range(2)
        )
        assert once == again
        assert state.why_illegal(once.move) is None
        assert isinstance(once.move, Dig | Bury)
        assert once.reasons
        values = [weighed.value for weighed in once.reasons]
        assert once.reasons[0].move == once.move
        assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("name", ["greedy", "novice", "club"])
def test_gold_at_once_is_taken_where_nothing_else_is_left(name: str) -> None:
    """With one marker face down there is one dig."""
    for state, seat in _endings(3, 1):
        [only] = state.view(seat).legal
        assert levels("china-gold")[name].make().decide(state.view(seat), Random(0)).move == only


def test_expert_plays_the_final_stage_exactly() -> None:
    """Its dig keeps the value that the solver gives the position before it."""
    expert = levels("china-gold")["expert"].make()
    for number, (state, seat) in enumerate(_endings(11, 12)):
        decision = expert.decide(state.view(seat), Random(number), BUDGET)
        assert decision.reasons[0].value == _worth(state, seat)
        after = state.play(decision.move)
        assert _worth(after, seat) == _worth(state, seat)


def _worth(state: Any, seat: int) -> int:
    """The exact final difference in gold for a seat."""
    mine: int = state.gold[seat] - state.gold[1 - seat]
    if not state.to_move:
        return mine
    mover = state.to_move[0]
    names = state.board.grid.names
    solved = solve_ending(
        state.board.map,
        names(state.face_down),
        names(state.remaining & ~state.face_down),
        mover,
    )
    assert solved is not None
    return mine + (solved.value if mover == seat else -solved.value)


def test_expert_finds_its_way_out_of_a_budget() -> None:
    state: Any = GAME.start(2)
    rng = RandomSource(Random(5))
    while state.to_move[0] == DEALER:
        state = state.play(state.draw(rng))
    view = state.view(state.to_move[0])
    decision = levels("china-gold")["expert"].make().decide(view, Random(0), 1e-6)
    assert state.why_illegal(decision.move) is None


def test_every_dig_has_a_number_in_the_kernel() -> None:
    for state, seat in islice(positions("china-gold", Random(2)), 0, 120, 30):
        view = state.view(seat)
        digs = [move for move in view.legal if isinstance(move, Dig)]
        numbers = known(view.board.map).number
        assert len({numbers[dig.start, dig.end] for dig in digs}) == len(digs)
