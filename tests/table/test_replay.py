"""Replays: ply by ply as one seat knew it, and everything after the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stalas.core.errors import GameError
from stalas.core.records import Record, last_state, read_record
from stalas.games import SHELF, find
from stalas.table.errors import NotSeated, TableError
from stalas.table.export import record
from stalas.table.replay import Replay


@pytest.mark.parametrize("game", SHELF)
def test_a_finished_match_can_be_taken_home_and_replayed(make_script: Any, game: str) -> None:
    script = make_script(game)
    script.play_on(Random(4))
    whole = record(script.table, None)
    read = read_record(whole.dumps())
    assert read == whole
    assert last_state(find(game), read) == script.table.state
    replay = Replay.of_record(read)
    assert replay.plies == len(script.table.plies)
    for viewer in (0, 1, None):
        last = replay.frame(replay.plies, viewer)
        assert last.view == script.table.state.view(viewer)
    assert replay.everything(replay.plies).truth == script.table.state.truth()
    assert replay.frame(0, 0).seat is None
    assert replay.everything(0).text is None


def test_a_running_match_is_seen_from_ones_own_seat_only(make_script: Any) -> None:
    script = make_script(options={"first": 0})
    script.play("0 peek 1")
    replay = Replay.of_table(script.table, 0)
    assert [replay.frame(ply, 0).text for ply in range(4)] == [
        None,
        *(ply.before.seen(ply.move, 0) for ply in script.table.plies),
    ]
    for viewer in (1, None):
        with pytest.raises(NotSeated):
            replay.frame(1, viewer)
    with pytest.raises(TableError, match="over"):
        replay.everything(1)
    with pytest.raises(TableError, match="no ply 9"):
        replay.frame(9, 0)


def test_a_running_record_says_whose_it_is_and_hides_the_rest(make_script: Any) -> None:
    script = make_script(options={"first": 0})
    script.play("0 peek 1")
    mine, theirs = record(script.table, 0), record(script.table, 1)
    assert mine.meta["seen_by"] == 0
    assert mine.moves != theirs.moves
    assert "seed" not in str(mine.meta)
    assert record(script.table, None).meta["seen_by"] == "spectator"
    assert mine.seats == ("Player 0", "Player 1")


def test_there_is_no_record_before_the_match(make_script: Any) -> None:
    with pytest.raises(TableError, match="not begun"):
        record(make_script(alone=True).table, 0)


def test_a_record_that_cannot_be_replayed_is_refused() -> None:
    with pytest.raises(GameError):
        Replay.of_record(Record("chess", ("a", "b")))
