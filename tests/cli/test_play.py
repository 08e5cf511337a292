"""`stalas play` up to the terminal client: what it refuses, and how."""

import subprocess
import sys

import pytest

from stalas.cli import main


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("chess",), "chess"),
        (("tower-of-doubt", "--against", "nobody"), "nobody"),
        (("tower-of-doubt", "--seat", "2"), "2"),
        (("tower-of-doubt", "--seats", "3"), "two seats"),
        (("tower-of-doubt", "--options", "colour=red"), "colour"),
        (("tower-of-doubt", "--options", "points=many"), "points"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(
    arguments: tuple[str, ...], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *arguments, "--lang", "en"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert word in printed.err


def test_refusals_speak_the_readers_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "lt_LT.UTF-8")
    assert main(["play", "chess"]) == 2
    assert "nėra" in capsys.readouterr().err


def test_it_needs_a_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "stalas.cli", "play"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.decode().count("\n") == 1


def test_it_says_which_extra_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("stalas.cli.play.find_spec", lambda _: None)
    assert main(["play"]) == 2
    assert "stalas[terminal]" in capsys.readouterr().err
