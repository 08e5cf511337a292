"""`stalas view`: what a seat may know, and no byte more."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from stalas.core.game import Viewer
from stalas.core.records import Record
from stalas.games import SHELF, find

Run = Callable[..., tuple[int, str]]
MakeRecord = Callable[..., Record]
Save = Callable[..., Path]


def _viewers(name: str) -> list[tuple[str, Viewer]]:
    return [("spectator", None), *((str(seat), seat) for seat in range(find(name).seats.start))]


@pytest.mark.parametrize("name", SHELF)
def test_worlds_that_a_viewer_cannot_tell_apart_print_the_same_bytes(
    name: str, run: Run, save: Save, play: MakeRecord
) -> None:
    game = find(name)
    differed = 0
    for seed, (word, viewer) in enumerate(_viewers(name) * 2):
        record = play(name, seed, plies=8 + 4 * seed)
        moves = [game.parse(text) for text in record.moves]
        twin = game.twin(game.start(len(record.seats)), moves, viewer, Random(seed))
        other = Record(name, record.seats, {}, tuple(map(str, twin)))
        differed += other != record
        for plies in {0, 1, 2, 3, len(moves) // 2, len(moves)}:
            for form in ((), ("--text",)):
                cut = [replace(r, moves=r.moves[:plies]) for r in (record, other)]
                printed = [run("view", save(r), "--seat", word, *form) for r in cut]
                assert printed[0] == printed[1]
                assert printed[0][0] == 0
    assert differed or name == "china-gold", "the twins must differ in what is hidden"


@pytest.mark.parametrize("name", SHELF)
def test_a_view_says_whose_it_is(name: str, run: Run, save: Save, play: MakeRecord) -> None:
    record = save(play(name, plies=6))
    for word, viewer in _viewers(name):
        _, out = run("view", record, "--seat", word)
        view = json.loads(out)
        assert out.count("\n") == 1
        assert view["game"] == name
        assert view["seat"] == ("spectator" if viewer is None else viewer)


@pytest.mark.parametrize("seat", ["2", "-1", "x", "", "٣", "1.0", "9" * 9999])
def test_a_seat_that_is_not_there(seat: str, run: Run, save: Save, play: MakeRecord) -> None:
    status, out = run("view", save(play("tower-of-doubt", plies=2)), f"--seat={seat}")
    assert status == 2
    assert json.loads(out)["error"]["index"] is None


def test_a_bad_record_has_no_view(run: Run, save: Save) -> None:
    record = Record("tower-of-doubt", ("a", "b"), {}, ("* first 7",))
    status, out = run("view", save(record), "--seat", 0)
    assert status == 2
    assert json.loads(out)["error"]["index"] == 0
