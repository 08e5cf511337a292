"""`stalas solve gold-hunting`: what it prints and what it refuses."""

import json
from pathlib import Path

import pytest

from stalas.cli import main


def test_json_holds_value_and_bounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["solve", "gold-hunting", "--heights", "15,1,1,1", "--target", "0.1", "--json"]
    assert main(command) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["heights"] == [1, 1, 1, 15]
    assert found["lower"] <= found["value"] <= found["upper"] <= found["lower"] + 0.1
    assert found["iterations"] > 10
    assert found["seconds"] > 0


def test_a_profile_in_the_archive_is_not_solved_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = tmp_path / "some.zip"
    command = ["solve", "gold-hunting", "--heights", "1,1,1,15", "--target", "0.2"]
    command += ["--output", str(archive), "--json"]
    answers = []
    for _ in range(2):
        assert main(command) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert archive.exists()
    assert answers[0]["iterations"] == answers[1]["iterations"]
    archive.write_bytes(b"junk")
    assert main(command) == 2
    assert "no archive of solutions" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("heights", "why"),
    [("3,5,5", "4 heights"), ("0,6,6,6", "at least 1"), ("3,5,5,6", "18"), ("3,5,x,5", "3,5,x,5")],
)
def test_heights_that_cannot_be_are_refused(
    heights: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["solve", "gold-hunting", "--heights", heights])
    assert stopped.value.code == 2
    assert why in capsys.readouterr().err
