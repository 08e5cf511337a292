"""`stalas solve tower-of-doubt`: what it prints, keeps and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Run


def test_json_and_checkpoint(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "work"
    command = ("solve", "tower-of-doubt", "--target", "0.5", "--checkpoint", kept)
    status, printed = run(*command, "--json")
    found = json.loads(printed)
    assert status == 0
    assert found["value"] == pytest.approx(-0.241, abs=0.01)
    assert 0 < found["exploitability"] <= 0.5
    assert found["iterations"] == 100
    assert found["seconds"] > 0
    status, printed = run(*command)
    assert status == 0
    assert "value of the round for the starter" in printed
    assert "2 : 1" in printed


def test_a_file_that_is_no_checkpoint_is_refused(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "work"
    kept.write_text("junk")
    assert run("solve", "tower-of-doubt", "--checkpoint", kept)[0] == 2


@pytest.mark.parametrize("target", ["0", "-1", "nan", "inf", "much"])
def test_a_bad_target_is_refused(run: Run, target: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        run("solve", "tower-of-doubt", "--target", target)
