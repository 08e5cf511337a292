"""Small versions, solved also by Gambit and OpenSpiel from a plain tree, and by a slow method."""

from __future__ import annotations

import io
from functools import cache

import pygambit
import pyspiel
import pytest

from stalas.solvers.tower_of_doubt.policy import Action, Knowledge, Policy
from stalas.solvers.tower_of_doubt.solve import Solution, measure, solve
from tests.solvers.tower_of_doubt.plain import Efg, Round, Version, best_response, efg, expected

THREE = [
    Version(("bbbb", "bbbb", "bbbw"), own=1, sides=False),
    Version(("bbbb", "bbbw", "bbbw"), own=1, must_peek=True, sides=False),
    Version(("bbbb", "bbbb", "bbbw"), own=1, missing=True, sides=False),
    Version(("bbbw", "bbbw", "bbww"), own=1, must_peek=True, sides=False),
]


@cache
def solved(version: Version, limit: int = 2000) -> Solution:
    return solve(
        towers=version.towers,
        own=version.own,
        missing_tower=version.missing,
        must_peek=version.must_peek,
        target=1e-5,
        limit=limit,
    )


def knowledge(state: Round) -> Knowledge:
    role = state.mover()
    assert role is not None
    _, faces, empty, peeks, value, marks = state.known(role)
    seen = tuple(None if p == empty else face.count("w") for p, face in enumerate(faces))
    return Knowledge(role, seen, peeks, value, tuple(place for _, place in marks))


class Lookup:
    """A policy's probabilities in a plain position, remembered."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.found: dict[Knowledge, dict[Action, float]] = {}

    def __call__(self, state: Round) -> dict[Action, float]:
        key = knowledge(state)
        if key not in self.found:
            self.found[key] = self.policy.probabilities(key)
        return self.found[key]


@pytest.mark.parametrize("towers", [("bbbb", "bbbw"), ("bbbw", "bbbw")])
def test_two_towers_have_gambits_exact_value(towers: tuple[str, ...]) -> None:
    version = Version(towers, own=1, must_peek=True, sides=False)
    game = pygambit.read_efg(io.StringIO(efg(version)))
    exact = pygambit.nash.lcp_solve(game, rational=True).equilibrium.payoffs["starter"]
    assert solved(version).value == pytest.approx(float(exact), abs=1e-4)


@pytest.mark.parametrize("version", THREE)
def test_three_towers_have_the_value_that_openspiel_finds(version: Version) -> None:
    game = pyspiel.load_efg_game(efg(version))
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    value = pyspiel.expected_returns(game.new_initial_state(), average, -1, False)[0]
    bound = pyspiel.exploitability(game, average)
    ours = solved(version)
    assert ours.value == pytest.approx(value, abs=2 * (bound + ours.exploitability))
    assert bound < 0.01


def test_left_and_right_do_not_matter() -> None:
    version = Version(("bbbb", "bbbb", "bbww"), own=1, must_peek=True, sides=True)
    game = pyspiel.load_efg_game(efg(version))
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    value = pyspiel.expected_returns(game.new_initial_state(), solver.average_policy(), -1, False)[
        0
    ]
    assert solved(version).value == pytest.approx(value, abs=0.003)


def test_gambit_gives_the_policy_the_same_payoff() -> None:
    version = THREE[1]
    text, tree = efg(version), Efg([], 0)
    game = pygambit.read_efg(io.StringIO(text))
    lookup = Lookup(solved(version).policy)
    profile = game.mixed_behavior_profile()
    # Gambit lists a player's information sets in the order in which the file first names them.
    places = [game.get_infosets(player) for player in ("starter", "other")]
    for seat, state in tree.positions(version):
        history = places[seat][tree.sets[state.known(seat)] - 1]
        profile[pygambit.H.path(*history.actions)] = {
            str(action): chance for action, chance in lookup(state).items()
        }
    assert profile.payoffs["starter"] == pytest.approx(solved(version).value, abs=1e-9)


@pytest.mark.parametrize(
    "version",
    [
        *THREE,
        Version(("bbbb", "bbbb", "bbbb", "bbbw"), own=1, must_peek=True, sides=False),
        Version(("bbbb", "bbbb", "bbbw"), own=1, missing=True),
    ],
)
def test_best_responses_are_those_of_a_slow_method(version: Version) -> None:
    # Few iterations, so that there is something to gain.
    rough = solved(version, limit=5)
    lookup = Lookup(rough.policy)
    found = measure(rough.policy)
    assert found.value == pytest.approx(expected(version, lookup), abs=1e-9)
    for seat, sign in ((0, 1), (1, -1)):
        best = best_response(version, seat, lookup)
        assert found.gains[seat] == pytest.approx(best - sign * found.value, abs=1e-9)
    assert found.exploitability > 0.01


def test_two_of_four_towers_to_own() -> None:
    version = Version(("bbbb", "bbbb", "bbbb", "bbbw"), own=2, must_peek=True, sides=False)
    rough = solved(version, limit=5)
    lookup = Lookup(rough.policy)
    found = measure(rough.policy)
    best = best_response(version, 1, lookup)
    assert found.gains[1] == pytest.approx(best + found.value, abs=1e-9)
