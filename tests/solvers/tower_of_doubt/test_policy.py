"""The shipped policies: as good as they say, and sound wherever the law can lead."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from stalas.core.chance import RandomSource
from stalas.games import find
from stalas.players.tower_of_doubt.perfect import Perfect, knowledge
from stalas.solvers.tower_of_doubt.deals import RINGS, all_deals
from stalas.solvers.tower_of_doubt.hands import counts
from stalas.solvers.tower_of_doubt.policy import Knowledge, Policy
from stalas.solvers.tower_of_doubt.solve import best_reply, finished, measure, solve
from stalas.solvers.tower_of_doubt.store import BadPolicy, load, save, shipped_policy

SEEN = (0, 1, 1, 2, 1, 2)


@pytest.mark.parametrize("missing_tower", [False, True])
def test_a_best_response_gains_next_to_nothing(missing_tower: bool) -> None:
    policy = shipped_policy(missing_tower=missing_tower)
    found = measure(policy)
    assert found.exploitability < 5e-5
    assert found.exploitability == pytest.approx(policy.notes["exploitability"], abs=1e-9)
    assert found.value == pytest.approx(policy.notes["value"], abs=1e-9)
    forced = measure(shipped_policy(missing_tower=missing_tower, must_peek=True))
    assert forced.exploitability == pytest.approx(
        policy.notes["exploitability_must_peek"], abs=1e-9
    )
    assert forced.exploitability < 5e-5


def test_a_best_reply_gains_what_the_measurement_says() -> None:
    policy = shipped_policy()
    reply = best_reply(policy)
    gain = 0.0
    for seat in (0, 1):
        strategies = [policy.strategies[0], policy.strategies[1]]
        strategies[seat] = reply.strategies[seat]
        gain += (1, -1)[seat] * measure(Policy(policy.layout, strategies)).value / 2
    assert gain == pytest.approx(policy.notes["exploitability"], abs=1e-9)


def test_probabilities_follow_a_renaming_of_the_places() -> None:
    policy = shipped_policy()
    known = Knowledge(1, SEEN, (3, 4), 3, (3,))
    order = [4, 2, 0, 5, 3, 1]
    renamed = Knowledge(
        1,
        tuple(SEEN[order.index(place)] for place in range(6)),
        (order[3], order[4]),
        3,
        (order[3],),
    )
    chances = policy.probabilities(known)
    assert {order[p]: c for p, c in chances.items() if p is not None} == pytest.approx(
        policy.probabilities(renamed)
    )


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (Knowledge(1, SEEN), "not to move"),
        (Knowledge(0, (2, 2, 2, 2, 2, 2)), "no deal"),
        (Knowledge(0, SEEN[:5]), "places do not fit"),
        (Knowledge(0, (*SEEN[:5], None)), "places do not fit"),
        (Knowledge(1, SEEN, (2, 2)), "not a legal course"),
        (Knowledge(0, SEEN, (2, 3), 1, (1, 1, 1)), "not a legal course"),
        (Knowledge(0, SEEN, (2, 3)), "not given"),
        (Knowledge(0, SEEN, (2, 3), 4), "does not agree"),
    ],
)
def test_impossible_situations_are_refused(known: Knowledge, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        shipped_policy().probabilities(known)


@pytest.mark.parametrize("missing_tower", [False, True])
@pytest.mark.parametrize("must_peek", [False, True])
def test_the_policy_answers_wherever_the_law_leads(missing_tower: bool, must_peek: bool) -> None:
    rng = Random(7)
    game = find("tower-of-doubt")
    options = {"missing_tower": missing_tower, "must_peek": must_peek, "points": 3}
    policy = shipped_policy(missing_tower=missing_tower, must_peek=must_peek)
    for _ in range(20):
        state = game.start(2, options)
        while state.to_move:
            seat = state.to_move[0]
            if seat < 0:
                state = state.play(state.draw(RandomSource(rng)))
                continue
            view = state.view(seat)
            known = knowledge(view)
            chances = policy.probabilities(known)
            places = [move.place for move in view.legal]
            assert sorted(chances, key=str) == sorted(
                (None if place is None else place - 1 for place in places), key=str
            )
            assert sum(chances.values()) == pytest.approx(1)
            assert all(-1 <= value <= 1 for value in policy.values(known).values())
            state = state.play(rng.choice(view.legal))


def test_rounds_by_the_law_are_worth_what_the_solution_says() -> None:
    rng = Random(11)
    game = find("tower-of-doubt")
    player = Perfect()
    won = rounds = 0
    while rounds < 3000:
        state = game.start(2, {"points": 99})
        while state.to_move and rounds < 3000:
            seat = state.to_move[0]
            if seat < 0:
                state = state.play(state.draw(RandomSource(rng)))
                continue
            before = len(state.rounds)
            state = state.play(player.decide(state.view(seat), rng).move)
            if len(state.rounds) > before:
                rounds += 1
                last = state.rounds[-1]
                won += last.verdict.winner == last.starter
    share = (1 + shipped_policy().notes["value"]) / 2
    assert won / rounds == pytest.approx(share, abs=4 * (share * (1 - share) / rounds) ** 0.5)


def test_the_values_of_the_actions_agree_with_the_value_of_the_round() -> None:
    policy = shipped_policy()
    sizes = policy.layout.table.sizes[0]
    hands = policy.layout.table.hands[0]
    worth = 0.0
    chance = _hand_chances()
    for (_, rest), _size in zip(hands, sizes, strict=True):
        row = tuple(bead for bead in range(3) for _ in range(rest[bead]))
        known = Knowledge(0, row)
        values = policy.values(known)
        chances = policy.probabilities(known)
        worth += chance[rest] * sum(chances[a] * values.get(a, 0.0) for a in chances)
    assert worth == pytest.approx(policy.notes["value"], abs=0.006)


def _hand_chances() -> dict[tuple[int, ...], float]:
    """How often the starter sees so many places with 0, 1 and 2 white beads."""
    chances: dict[tuple[int, ...], float] = {}
    for deal in all_deals(RINGS, missing=False):
        key = counts(pair[0] for pair in deal.pairs)
        chances[key] = chances.get(key, 0.0) + float(deal.chance)
    return chances


def test_a_saved_policy_comes_back_as_it_was(tmp_path: Path) -> None:
    rough = finished(solve(limit=3, towers=RINGS[1:5]).policy, {"iterations": 3})
    path = tmp_path / "rough.policy"
    save(rough, path)
    again = load(path.read_bytes())
    assert again.notes == rough.notes
    known = Knowledge(0, (0, 1, 1, 2))
    assert again.probabilities(known) == rough.probabilities(known)
    assert again.values(known) == rough.values(known)
    assert measure(again).exploitability == pytest.approx(rough.notes["exploitability"], abs=1e-9)


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]\n", b"\xff\n", b'{"format": "other"}\n'])
def test_what_is_no_policy_is_refused(data: bytes) -> None:
    with pytest.raises(BadPolicy):
        load(data)


def test_a_policy_that_is_cut_short_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "small.policy"
    save(finished(solve(limit=1, towers=("bbbb", "bbbb", "bbbw"), own=1).policy), path)
    with pytest.raises(BadPolicy, match="short"):
        load(path.read_bytes()[:-1])
