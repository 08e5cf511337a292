"""A finished record for every way in which a match can end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stalas.core.records import last_state, read_record
from stalas.games.stick_collection import GAME
from stalas.games.stick_collection.state import State

FOLDER = Path(__file__).parent / "records"
ENDINGS: dict[str, dict[str, Any]] = {
    "eight-sticks": {
        "winners": (0,),
        "reason": "points",
        "scores": (72, 32),
        "sticks": (8, 1),
        "money": (50, 50),
    },
    "four-alike": {
        "winners": (0,),
        "reason": "four-alike",
        "scores": (32, 32, 32),
        "sticks": (5, 1, 1),
        "money": (50, 50, 50),
    },
    "no-money": {
        "winners": (1,),
        "reason": "points",
        "scores": (20, 32),
        "sticks": (6, 3),
        "money": (0, 40),
    },
    "shared": {
        "winners": (0, 1),
        "reason": "shared",
        "scores": (32, 32, 32, 20),
        "sticks": (2, 2, 1, 6),
        "money": (40, 40, 50, 0),
    },
    "tie-by-money": {
        "winners": (1,),
        "reason": "tie-break",
        "scores": (20, 32, 32),
        "sticks": (6, 2, 2),
        "money": (0, 43, 40),
    },
    "tie-by-sticks": {
        "winners": (1,),
        "reason": "tie-break",
        "scores": (32, 32),
        "sticks": (1, 8),
        "money": (50, 50),
    },
    "resigned": {
        "winners": (0,),
        "reason": "resigned",
        "scores": (52, 32),
        "sticks": (3, 2),
        "money": (46, 49),
    },
    "time": {
        "winners": (1,),
        "reason": "time",
        "scores": (52, 32),
        "sticks": (3, 2),
        "money": (46, 49),
    },
}


@pytest.mark.parametrize("name", ENDINGS)
def test_a_match_can_end_so(name: str) -> None:
    record = read_record((FOLDER / f"{name}.json").read_bytes())
    state = last_state(GAME, record)
    assert isinstance(state, State)
    outcome = state.outcome()
    assert outcome is not None
    assert {
        "winners": outcome.winners,
        "reason": outcome.reason,
        "scores": outcome.scores,
        "sticks": tuple(map(len, state.rows)),
        "money": state.money,
    } == ENDINGS[name]


def test_every_kept_record_is_tested() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(ENDINGS)
