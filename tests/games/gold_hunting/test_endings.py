"""A finished record for every way in which a match can end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stalas.core.records import last_state, read_record
from stalas.games.gold_hunting import GAME
from tests.games.gold_hunting.naive import Naive

FOLDER = Path(__file__).parent / "records"
ENDINGS: dict[str, dict[str, Any]] = {
    "points": {"winners": [0], "reason": "points", "scores": [5, 3]},
    "points-with-a-skipped-seat": {"winners": [0], "reason": "points", "scores": [1, 0]},
    "tie-break-by-triples": {"winners": [1], "reason": "tie-break", "scores": [3, 3]},
    "tie-break-by-doubles": {"winners": [1], "reason": "tie-break", "scores": [2, 2]},
    "draw": {"winners": [0, 1], "reason": "draw", "scores": [1, 1]},
    "draw-without-the-safe": {"winners": [0, 1], "reason": "draw", "scores": [3, 3]},
    "resigned": {"winners": [1], "reason": "resigned", "scores": [6, 2]},
    "time-while-stacking": {"winners": [0], "reason": "time", "scores": [0, 0]},
}


@pytest.mark.parametrize("name", ENDINGS)
def test_a_match_can_end_so(name: str) -> None:
    record = read_record((FOLDER / f"{name}.json").read_bytes())
    outcome = last_state(GAME, record).outcome()
    assert outcome is not None
    assert {
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "scores": list(outcome.scores),
    } == ENDINGS[name]


@pytest.mark.parametrize("name", ENDINGS)
def test_a_second_reading_of_the_rules_ends_it_alike(name: str) -> None:
    record = read_record((FOLDER / f"{name}.json").read_bytes())
    naive = Naive(dict(record.options))
    for text in record.moves:
        naive.play(text)
    answer = naive.answer()
    assert {key: answer[key] for key in ("winners", "reason", "scores")} == ENDINGS[name]


def test_every_kept_record_is_tested() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(ENDINGS)


def test_the_safe_makes_the_difference_between_two_of_them() -> None:
    one, two = (
        read_record((FOLDER / f"{name}.json").read_bytes())
        for name in ("tie-break-by-triples", "draw-without-the-safe")
    )
    assert one.moves == two.moves
    assert (one.options, two.options) == ({}, {"tie_counts_safe": False})
