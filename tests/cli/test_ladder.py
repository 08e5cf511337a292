"""`stalas ladder`: standings in words, JSON and a picture; one sentence for what is wrong."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from stalas.cli import main

from .conftest import Run

QUICK = ("--players", "random,greedy", "--matches", 4, "--budget", 0.02, "--jobs", 1)


def test_standings_are_printed_and_drawn(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "ratings.svg"
    status, printed = run("ladder", "tower-of-doubt", *QUICK, "--plot", picture)
    assert status == 0
    assert "tower-of-doubt: 4 matches" in printed
    assert "random – greedy" in printed
    drawn = set(ElementTree.fromstring(picture.read_text()).itertext())  # noqa: S314
    assert {"random", "greedy"} < drawn


def test_standings_as_json(run: Run) -> None:
    status, printed = run("ladder", "tower-of-doubt", *QUICK, "--json")
    assert status == 0
    assert json.loads(printed)["scores"][0]["matches"] == 4


@pytest.mark.parametrize(
    "arguments",
    [
        ("chess", *QUICK),
        ("china-gold", "--players", "random,grandmaster"),
        ("china-gold", "--players", "random"),
        ("china-gold", *QUICK, "--options", "{"),
        ("china-gold", *QUICK, "--options", "[]"),
        ("china-gold", *QUICK, "--seats", 5),
        ("china-gold", *QUICK, "--budget", -1),
        ("china-gold", *QUICK, "--save", "/no/such/folder/ladder.jsonl"),
        ("china-gold", *QUICK, "--plot", "/no/such/folder/ratings.svg"),
        ("china-gold", *QUICK[:-1], 0),
        ("china-gold", *QUICK[:-1], -3),
        ("china-gold", "--players", "random,json:nothing"),
        ("china-gold", "--players", "random,no_such_module:nothing"),
    ],
)
def test_what_cannot_be_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[object, ...]
) -> None:
    try:
        status = main(["ladder", *map(str, arguments)])
    except SystemExit as ended:
        status = int(ended.code or 0)
    assert status == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("stalas ladder: ")
