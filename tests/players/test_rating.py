"""Ratings: known strengths are found again, and certainty is not claimed too soon."""

from random import Random

import pytest

from stalas.players.rating import Scored, elo, evidence, ratings, wilson


def _matches(strengths: dict[str, float], seats: int, count: int, rng: Random) -> list[Scored]:
    """Matches as Luce's model has them."""
    found = []
    for _ in range(count):
        seating = tuple(rng.sample(sorted(strengths), seats))
        winner = rng.choices(range(seats), [strengths[name] for name in seating])[0]
        found.append((seating, tuple(float(seat == winner) for seat in range(seats))))
    return found


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_known_strengths_are_found(seats: int) -> None:
    strengths = {"a": 10.0**0.5, "b": 1.0, "c": 1.0, "d": 1.0, "e": 10.0**-0.5}
    found = elo(_matches(strengths, seats, 6_000, Random(seats)), sorted(strengths))
    assert sum(found.values()) == pytest.approx(0, abs=1e-6)
    for name, expected in {"a": 200, "b": 0, "c": 0, "d": 0, "e": -200}.items():
        assert found[name] == pytest.approx(expected, abs=30)


def test_intervals_hold_the_rating_and_shrink_with_matches() -> None:
    rng = Random(1)
    wide, narrow = (
        ratings([[match] for match in _matches({"a": 2.0, "b": 1.0}, 2, n, rng)], ["a", "b"])["a"]
        for n in (100, 1_600)
    )
    for rating in (wide, narrow):
        assert rating.low <= rating.elo <= rating.high
    assert narrow.high - narrow.low < (wide.high - wide.low) / 2


def test_who_wins_everything_keeps_a_finite_rating() -> None:
    found = elo([(("a", "b"), (1.0, 0.0))] * 50, ["a", "b"])
    assert 400 < found["a"] < 1_500


def test_a_wilson_interval_holds_its_share() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(1.0, 20)[1] == pytest.approx(1.0)
    low, high = wilson(0.5, 400)
    assert low == pytest.approx(0.4512, abs=1e-3)
    assert high == pytest.approx(0.5488, abs=1e-3)


def test_a_difference_becomes_certain() -> None:
    rng = Random(1)
    assert evidence([float(rng.random() < 0.8) for _ in range(150)]) > 1_000
    assert evidence([float(rng.random() < 0.55) for _ in range(150)], fair=0.2) > 1_000


def test_without_a_difference_certainty_is_as_rare_as_promised() -> None:
    """Ville's inequality: at most one sequence in twenty ever comes to twenty to one."""
    rng = Random(1)
    wrong = sum(
        evidence([rng.choice((0.0, 0.5, 1.0)) for _ in range(300)]) > 20 for _ in range(200)
    )
    assert wrong <= 20
