"""A finished record for every way in which a match can end."""

from __future__ import annotations

from pathlib import Path

import pytest

from stalas.core.records import last_state, read_record
from stalas.games.china_gold import GAME

FOLDER = Path(__file__).parent / "records"
ENDINGS = {
    "points-mountains": ("points", (0,)),
    "points-rivers": ("points", (1,)),
    "resigned": ("resigned", (1,)),
    "time": ("time", (0,)),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_a_match_can_end_so(name: str) -> None:
    record = read_record((FOLDER / f"{name}.json").read_bytes())
    outcome = last_state(GAME, record).outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ENDINGS[name]
    if outcome.reason == "points":
        assert sum(outcome.scores) == 61


def test_every_kept_record_is_tested() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(ENDINGS)
