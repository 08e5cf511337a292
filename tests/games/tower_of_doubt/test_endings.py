"""A finished record for every way in which a match can end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stalas.core.records import last_state, read_record
from stalas.games.tower_of_doubt import GAME

FOLDER = Path(__file__).parent / "records"
ENDINGS: dict[str, dict[str, Any]] = {
    "match": {"winners": (0,), "reason": "match", "scores": (3, 1)},
    "match-missing-tower": {"winners": (1,), "reason": "match", "scores": (1, 2)},
    "match-by-both-twos": {"winners": (0,), "reason": "match", "scores": (1, 0)},
    "match-by-higher-lower-tower": {"winners": (1,), "reason": "match", "scores": (0, 1)},
    "resigned": {"winners": (0,), "reason": "resigned", "scores": (0, 1)},
    "time": {"winners": (1,), "reason": "time", "scores": (0, 0)},
}


@pytest.mark.parametrize("name", ENDINGS)
def test_a_match_can_end_so(name: str) -> None:
    record = read_record((FOLDER / f"{name}.json").read_bytes())
    outcome = last_state(GAME, record).outcome()
    assert outcome is not None
    assert {
        "winners": outcome.winners,
        "reason": outcome.reason,
        "scores": outcome.scores,
    } == ENDINGS[name]


def test_every_kept_record_is_tested() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(ENDINGS)


def test_the_last_rounds_were_won_as_the_names_say() -> None:
    def last(name: str) -> Any:
        record = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        state = last_state(GAME, read_record(json.dumps(record)))
        return state.truth()["rounds"][-1]  # type: ignore[index]

    assert last("match-by-both-twos") == {"winner": 0, "sums": [4, 7], "two_twos": True}
    assert last("match-by-higher-lower-tower") == {
        "winner": 1,
        "sums": [5, 5],
        "two_twos": False,
    }
