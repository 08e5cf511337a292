"""The smaller commands: new, verify, move, perft, and how the command line behaves as a whole."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import stalas.cli
from stalas.cli import COMMANDS, main
from stalas.core.dealer import Dealer
from stalas.core.game import DEALER, AnyState
from stalas.core.records import Record, read_record
from stalas.games import SHELF, find
from stalas.players import levels

Run = Callable[..., tuple[int, str]]
MakeRecord = Callable[..., Record]
Save = Callable[..., Path]


@pytest.mark.parametrize("name", SHELF)
def test_new_makes_an_empty_record(name: str, run: Run, save: Save) -> None:
    status, out = run("new", name, "--seats", "Ona", "Jonas", "--options", "{}")
    record = read_record(out)
    assert status == 0
    assert (record.game, record.seats, record.moves) == (name, ("Ona", "Jonas"), ())
    assert run("referee", save(out))[0] == 0


def test_new_takes_options_by_name(run: Run) -> None:
    _, out = run("new", "tower-of-doubt", "--options", "points=2", "must_peek=true", "first=random")
    assert read_record(out).options == {"points": 2, "must_peek": True, "first": "random"}
    assert run("new", "tower-of-doubt", "--seats", "2")[0] == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("chess",),
        ("tower-of-doubt", "--seats", "3"),
        ("tower-of-doubt", "--seats", "a", "b", "c"),
        ("tower-of-doubt", "--options", "points"),
        ("tower-of-doubt", "--options", "colour=red"),
        ("tower-of-doubt", "--options", "{"),
        ("china-gold", "--options", "map=missing.toml"),
        ("china-gold", "--options", "map=nowhere"),
    ],
)
def test_new_refuses_in_one_sentence(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1


def test_new_refuses_a_map_that_is_not_toml(save: Save, capsys: pytest.CaptureFixture[str]) -> None:
    for content in (b"name = ", b"\xff\xfe", b"a = " + b"[" * 100_000):
        path = save(content, "own.toml")
        assert main(["new", "china-gold", "--options", f"map={path}"]) == 2
        assert "TOML" in capsys.readouterr().err


def _dealt(name: str) -> Record:
    """A match whose draws are the dealer's."""
    game = find(name)
    dealer = Dealer(b"s" * 32, ("salt", ""))
    state: AnyState = game.start(2)
    moves: list[str] = []
    while state.to_move:
        seat = state.to_move[0]
        move = (
            state.draw(dealer.source(len(moves))) if seat == DEALER else state.legal_moves(seat)[0]
        )
        state = state.play(move)
        moves.append(str(move))
    meta = {"dealer": dealer.to_meta(reveal=True)}
    return Record(name, ("Ona", "Jonas"), {}, tuple(moves), meta)


@pytest.mark.parametrize("name", SHELF)
def test_verify_finds_the_first_draw_that_differs(name: str, run: Run, save: Save) -> None:
    record = _dealt(name)
    status, out = run("verify", save(record))
    draws = sum(move.startswith("*") for move in record.moves)
    assert status == 0
    assert json.loads(out) == {"verified": True, "draws": draws}
    index = next(i for i, move in enumerate(record.moves) if move.startswith("* first"))
    other = "* first 1" if record.moves[index] == "* first 0" else "* first 0"
    moves = (*record.moves[:index], other)
    status, out = run("verify", save(Record(name, record.seats, {}, moves, record.meta)))
    assert status == 2
    assert json.loads(out)["error"]["index"] == index
    assert record.moves[index] in json.loads(out)["error"]["message"]


@pytest.mark.parametrize(
    "dealer", [None, [], {}, {"seed": "00", "commitment": "00"}, {"seed": "0" * 64}, "x"]
)
def test_verify_needs_the_dealers_seed(dealer: object, run: Run, save: Save) -> None:
    record = json.loads(_dealt("tower-of-doubt").dumps())
    status, out = run("verify", save({**record, "meta": {"dealer": dealer}}))
    assert status == 2
    assert json.loads(out)["error"]["index"] is None
    status, _ = run("verify", save({**record, "meta": {}}))
    assert status == 2


@pytest.mark.parametrize("name", SHELF)
def test_move_gives_each_levels_move_with_reasons(
    name: str, run: Run, save: Save, play: MakeRecord
) -> None:
    record = play(name, plies=1)
    while json.loads(run("referee", save(record))[1])["to_move"] == ["*"]:
        record = play(name, plies=len(record.moves) + 1)
    for level in list(levels(name))[:2]:
        command = ("move", save(record), "--player", level, "--seed", "3", "--budget", "0.1")
        status, out = run(*command)
        assert status == 0
        after = Record(name, record.seats, {}, (*record.moves, out.strip()))
        status, out = run(*command, "--json")
        answer = json.loads(out)
        assert list(answer) == ["move", "seat", "reasons"]
        assert answer["move"] == after.moves[-1], "the same seed gives the same move"
        for reason in answer["reasons"]:
            assert list(reason) == ["move", "value", "probability"]
        assert run("referee", save(after))[0] == 0


@pytest.mark.parametrize(
    ("plies", "more", "word"),
    [
        (1, (), "dealer"),
        (2, ("--seat", "7"), "not to move"),
        (None, (), "over"),
        (2, ("--player", "nobody"), "no level"),
        (2, ("--player", "no.such:thing"), "cannot be loaded"),
    ],
)
def test_move_says_why_there_is_none(
    plies: int | None, more: tuple[str, ...], word: str, run: Run, save: Save, play: MakeRecord
) -> None:
    record = play("tower-of-doubt", plies=plies)
    status, out = run("move", save(record), "--player", "random", *more)
    assert status == 2
    assert word in json.loads(out)["error"]["message"]


def test_perft_counts_and_divides(run: Run, save: Save, play: MakeRecord) -> None:
    record = save(play("tower-of-doubt", plies=2))
    status, out = run("perft", record, "--depth", 2, "--divide")
    answer = json.loads(out)
    assert status == 0
    assert answer["paths"] == sum(answer["moves"].values()) == 6 * 6 + 7
    assert json.loads(run("perft", record, "--depth", 0)[1])["paths"] == 1
    assert run("perft", save("junk"), "--depth", 1)[0] == 2


@pytest.mark.parametrize("depth", ["-1", "x", "1e3", "100", "9" * 5000])
def test_perft_refuses_a_depth_that_is_none(depth: str, run: Run) -> None:
    with pytest.raises(SystemExit) as refused:
        run("perft", "-", f"--depth={depth}")
    assert refused.value.code == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        main([command, "--help"])
    assert done.value.code == 0
    assert command in capsys.readouterr().out


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys, stalas.cli\n"
        "try: stalas.cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'numba', 'textual', 'starlette', 'asyncio', 'stalas.players.ladder'}\n"
        "sys.exit(bool(heavy & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 0


def test_ctrl_c_ends_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "stalas.cli", "referee", "-", "--lines"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"junk\n")
        process.stdin.flush()
        process.stdout.readline()  # it runs now
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr.read() == b""


def test_a_full_disk_is_said_in_one_sentence(save: Save, play: MakeRecord) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "stalas.cli", "referee", save(play("tower-of-doubt"))],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
    assert done.returncode == 2
    assert done.stderr.decode().count("\n") == 1
    assert "Traceback" not in done.stderr.decode()


def test_closed_streams_are_no_fault(save: Save, play: MakeRecord) -> None:
    command = f"{sys.executable} -m stalas.cli referee"
    record = save(play("tower-of-doubt", plies=2))
    for line, status, out in (
        (f"{command} - <&-", 2, b'"error"'),
        (f"{command} - --lines <&-", 2, b'"error"'),
        (f"{command} {record} >&-", 0, b""),
        (f"{command} {record} 2>&-", 0, b'"plies": 2'),
    ):
        done = subprocess.run(["sh", "-c", line], capture_output=True, timeout=60, check=False)
        assert (done.returncode, done.stderr) == (status, b"")
        assert out in done.stdout


def test_a_fault_of_the_program_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, save: Save, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("stalas.cli.referee.judge", broken)
    monkeypatch.delenv("STALAS_DEBUG", raising=False)
    record = save(Record("tower-of-doubt", ("a", "b")))
    assert main(["referee", str(record)]) == stalas.cli.FAULT
    assert "ZeroDivisionError: oops" in capsys.readouterr().err
    monkeypatch.setenv("STALAS_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["referee", str(record)])
