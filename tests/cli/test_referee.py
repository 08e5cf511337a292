"""`stalas referee`: its answer, its errors, and that nothing makes it stumble."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from stalas.core.records import Record
from stalas.games import SHELF, find

Run = Callable[..., tuple[int, str]]
MakeRecord = Callable[..., Record]
Save = Callable[..., Path]

GAME = "tower-of-doubt"
DEAL = "* towers wwbw bbbb wwww bwbb bbww wbwb"


def whole(**changes: Any) -> dict[str, Any]:
    """A good record with something changed."""
    record = {"format": "stalas/1", "game": GAME, "seats": ["Ona", "Jonas"], "options": {}}
    return {**record, "moves": ["* first 1", DEAL], **changes}


@pytest.mark.parametrize("name", SHELF)
def test_the_answer_has_the_keys_of_the_contract(
    name: str, run: Run, save: Save, play: MakeRecord
) -> None:
    record = play(name)
    status, out = run("referee", save(record))
    answer = json.loads(out)
    assert status == 0
    assert out.count("\n") == 1
    assert list(answer) == [
        "game", "plies", "to_move", "over", "scores", "winners", "reason", "truth"
    ]  # fmt: skip
    assert answer["plies"] == len(record.moves)
    assert answer["over"]
    assert answer["to_move"] == []
    assert answer["winners"]
    assert answer["reason"]


@pytest.mark.parametrize("name", SHELF)
def test_moves_adds_every_legal_move(name: str, run: Run, save: Save, play: MakeRecord) -> None:
    for plies in range(8):
        record = play(name, plies=plies)
        _, out = run("referee", save(record), "--moves")
        answer = json.loads(out)
        if answer["to_move"] == ["*"]:
            assert answer["legal"] == ["* …"]
        elif answer["legal"] == ["stack …"]:
            assert name == "gold-hunting"
        else:
            for move in answer["legal"]:
                after = Record(name, record.seats, {}, (*record.moves, move))
                assert run("referee", save(after))[0] == 0


@pytest.mark.parametrize("act", ["resign", "flag"])
def test_a_match_of_two_can_be_given_up(act: str, run: Run, save: Save) -> None:
    _, out = run("referee", save(whole(moves=["* first 1", DEAL, f"0 {act}"])))
    answer = json.loads(out)
    assert answer["over"]
    assert answer["winners"] == [1]
    assert answer["reason"] == {"resign": "resigned", "flag": "time"}[act]
    _, out = run("referee", save(whole(moves=["* first 1", DEAL, f"0 {act}", "1 resign"])))
    assert json.loads(out)["error"]["index"] == 3


@pytest.mark.parametrize(
    ("moves", "index", "rule"),
    [
        (["* first 1", DEAL, "1 mark 1"], 2, "TD-3"),
        (["* first 1", DEAL, "1 peek 3", "0 peek 3"], 3, "TD-3"),
        (["* first 1", "nonsense"], 1, None),
        (["* first 1", DEAL, "1 реек 3"], 2, None),
        (["* first 1", DEAL, "1 peek 3 "], 2, None),
        (["* first 1", DEAL, "7 peek 3"], 2, None),
        ([""], 0, None),
        (["\x00" * 100], 0, None),
        (["9" * 100_000], 0, None),
    ],
)
def test_a_refused_move_is_named(
    moves: list[str], index: int, rule: str | None, run: Run, save: Save
) -> None:
    status, out = run("referee", save(whole(moves=moves)))
    error = json.loads(out)["error"]
    assert status == 2
    assert list(error) == ["index", "move", "rule", "message"]
    assert (error["index"], error["move"], error["rule"]) == (index, moves[index], rule)
    assert 10 < len(error["message"]) < 400


def test_a_look_alike_letter_is_named(run: Run, save: Save) -> None:
    _, out = run("referee", save(whole(moves=["* first 1", DEAL, "1 pеek 3"])))
    assert "CYRILLIC SMALL LETTER IE" in json.loads(out)["error"]["message"]


NO_RECORDS: dict[str, Any] = {
    "nothing": b"",
    "junk": bytes(range(256)) * 40,
    "NULs": b"\0" * 1000,
    "ten megabytes": b"[" + b"1," * 5_000_000,
    "ten megabytes of braces": b"{" * 10_000_000,
    "deeply nested": b"[" * 100_000 + b"]" * 100_000,
    "deeply nested within a record": json.dumps(whole())[:-1].encode()
    + b', "meta": {"a": '
    + b"[" * 50_000
    + b"]" * 50_000
    + b"}}",
    "truncated": json.dumps(whole())[:-7],
    "UTF-16": json.dumps(whole()).encode("utf-16"),
    "Latin letters": json.dumps(whole(seats=["Ž", "b"]), ensure_ascii=False).encode("cp1257"),
    "a lone surrogate": json.dumps(whole(seats=["\ud800", "b"])),
    "NaN": json.dumps(whole(meta={"a": float("nan")})),
    "Infinity": json.dumps(whole(meta={"a": float("inf")})),
    "a number of five thousand digits": json.dumps(whole(meta={"a": 0})).replace(
        '"a": 0', '"a": ' + "9" * 5000
    ),
    "a key twice": json.dumps(whole()).replace("{", '{"game": "gold-hunting", ', 1),
    "a list": [],
    "a number": 7,
    "null": None,
    "no format": {k: v for k, v in whole().items() if k != "format"},
    "another format": whole(format="stalas/2"),
    "format a number": whole(format=1),
    "no game": {k: v for k, v in whole().items() if k != "game"},
    "unknown game": whole(game="chess"),
    "game a list": whole(game=[]),
    "a path as the game": whole(game="../../etc"),
    "no seats": whole(seats=[]),
    "one seat": whole(seats=["a"]),
    "a thousand seats": whole(seats=["a"] * 1000),
    "seats a text": whole(seats="ab"),
    "seat names that are numbers": whole(seats=[1, 2]),
    "moves a text": whole(moves="* first 1"),
    "moves an object": whole(moves={}),
    "moves that are numbers": whole(moves=[1]),
    "options a list": whole(options=[]),
    "unknown option": whole(options={"colour": "red"}),
    "wrong option": whole(options={"points": 2.5}),
    "an infinite option": json.dumps(whole(options={"points": 0})).replace(": 0", ": 1e999"),
    "true for a number": whole(options={"points": True}),
    "a number for true": whole(options={"missing_tower": 1}),
    "meta a list": whole(meta=[]),
    "unknown key": whole(comment="hello"),
}  # fmt: skip


@pytest.mark.parametrize("content", [pytest.param(c, id=name) for name, c in NO_RECORDS.items()])
def test_what_is_no_record_gets_one_sentence(content: Any, run: Run, save: Save) -> None:
    status, out = run("referee", save(content))
    error = json.loads(out)["error"]
    assert status == 2
    assert (error["index"], error["move"], error["rule"]) == (None, None, None)
    assert 10 < len(error["message"]) < 400
    assert "\n" not in error["message"]


def test_a_byte_order_mark_is_no_fault(run: Run, save: Save) -> None:
    assert run("referee", save(b"\xef\xbb\xbf" + json.dumps(whole()).encode()))[0] == 0


@pytest.mark.parametrize("name", ["missing.json", ".", "a\0b", "x" * 5000])
def test_a_file_that_cannot_be_read(name: str, run: Run, tmp_path: Path) -> None:
    status, out = run("referee", tmp_path / name if name != "a\0b" else name)
    assert status == 2
    assert json.loads(out)["error"]["index"] is None


def test_lines_answers_each_line_in_order(run: Run, save: Save) -> None:
    good = json.dumps(whole())
    lines = [good, "", "junk", json.dumps(whole(moves=["* first 9"])), "[" * 9000, good, good]
    status, out = run("referee", save("\n".join(lines)), "--lines")
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [answer.get("plies") for answer in answers] == [2, None, None, None, None, 2, 2]
    assert [answer["error"]["index"] for answer in answers if "error" in answer] == [
        None, None, 0, None
    ]  # fmt: skip


def test_lines_too_long_to_be_records_stay_one_line(run: Run, save: Save) -> None:
    good = json.dumps(whole()).encode()
    status, out = run("referee", save(b"x" * 10_000_000 + b"\n" + good + b"\r\n"), "--lines")
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert "larger than" in answers[0]["error"]["message"]
    assert answers[1]["plies"] == 2
    assert len(answers) == 2


def test_a_dash_reads_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.dumps(whole()).encode()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    assert run("referee", "-")[0] == 0
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data + b"\n" + data)))
    status, out = run("referee", "-", "--lines")
    assert status == 0
    assert out.count("\n") == 2


def test_messages_can_be_read_in_lithuanian(run: Run, save: Save) -> None:
    _, out = run("referee", save("junk"), "--lang", "lt")
    assert "ne JSON" in json.loads(out)["error"]["message"]


def test_output_is_utf_8_in_any_locale_and_a_reader_may_leave(save: Save) -> None:
    record = save(whole(moves=["* first 1", DEAL, "1 реек 3"]))
    environment = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "stalas.cli", "referee"]
    done = subprocess.run(
        [*command, record], env=environment, capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert done.stderr == b""
    assert json.loads(done.stdout.decode("utf-8"))["error"]["move"] == "1 реек 3"
    lines = save((json.dumps(whole()) + "\n") * 3000, "lines")
    with subprocess.Popen(
        [*command, lines, "--lines"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


@pytest.mark.parametrize("name", SHELF)
def test_unknown_options_and_seats_are_named(name: str, run: Run, save: Save) -> None:
    game = find(name)
    many = ["x"] * (game.seats.stop + 1)
    for record in (
        Record(name, ("a", "b"), {"colour": 1}),
        Record(name, tuple(many)),
        Record(name, ("a", "b"), {"first": [[]]}),
    ):
        status, out = run("referee", save(record))
        assert status == 2
        assert json.loads(out)["error"]["index"] is None
