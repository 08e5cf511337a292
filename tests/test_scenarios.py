"""Cases: records with what the referee must say of them, judged as the command line does it."""

import json
from pathlib import Path
from typing import Any

import pytest

from stalas.cli import main
from stalas.games import SHELF

FOLDER = Path(__file__).parent / "scenarios"
CASES: list[dict[str, Any]] = [
    case
    for game in SHELF
    for case in json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])
def test_the_referee_says_what_the_scenario_expects(
    case: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "record.json"
    record.write_text(json.dumps(case["record"]), encoding="utf-8")
    status = main(["referee", str(record)])
    answer = json.loads(capsys.readouterr().out)
    assert status == (2 if "error" in case["expect"] else 0)
    assert _part(answer, case["expect"]) == case["expect"]


def _part(answer: Any, wanted: Any) -> Any:
    """The part of an answer that is about what is wanted."""
    if isinstance(wanted, dict) and isinstance(answer, dict):
        return {key: _part(answer[key], value) for key, value in wanted.items() if key in answer}
    return answer
