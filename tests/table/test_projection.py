"""The twin test: what a viewer is shown depends on nothing that the viewer cannot know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any
from zlib import crc32

import pytest

from stalas.core.errors import GameError
from stalas.core.game import Viewer
from stalas.games import SHELF
from stalas.table import project as projecting
from stalas.table.commands import AnswerUndo, AskUndo, Command, OfferRematch, Play
from stalas.table.decide import decide
from stalas.table.events import ChanceFell, Event, MovePlayed
from stalas.table.evolve import fold
from stalas.table.export import record
from stalas.table.project import Entry, Log, project
from stalas.table.replay import Replay
from stalas.table.table import Ply, Table

SEED = bytes(range(32))


def twin_events(script: Any, viewer: Viewer, rng: Random) -> list[Event]:
    """The events of the same match in another world that the viewer cannot tell apart."""
    table = script.table
    start = table.plies[0].before
    moves = [ply.move for ply in table.plies]
    texts = iter([str(move) for move in table.game.twin(start, moves, viewer, rng)])
    return [
        replace(event, text=next(texts)) if isinstance(event, MovePlayed | ChanceFell) else event
        for event in script.events
    ]


def channels(table: Table, viewer: Viewer, now: int) -> Iterator[str]:
    """Everything that the viewer can be shown or told, as text."""
    shown = project(table, viewer, now)
    yield repr(replace(shown, view=None, log=()))
    if shown.view is not None:
        yield repr(shown.view)
        yield repr(shown.view.to_json())
        yield record(table, viewer).dumps()
        replay = Replay.of_table(table, viewer)
        yield repr(replay.frame(replay.plies, viewer))
    for entry in shown.log:
        yield repr(entry)
        yield from map(str, entry.sentences)
    if viewer is not None:
        tried = [f"{viewer} resign", f"{1 - viewer} mark 1", "junk", f"{viewer} dig 1@1"]
        tried += [f"{viewer} mark {place}" for place in range(1, 7)]
        tried += [f"{viewer} bid 1", f"{viewer} pass", f"{viewer} safe", f"{viewer} rush@2"]
        commands: list[Command] = [Play(viewer, text, table.version) for text in tried]
        for command in (*commands, AskUndo(viewer, table.version)):
            try:
                decided = decide(table, command, now, SEED)
            except GameError as error:
                yield f"{type(error).__name__} {error.rule} {error}"
            else:
                yield " ".join(type(event).__name__ for event in decided.events[:1])


def differences(make_script: Callable[..., Any], game: str, matches: int) -> tuple[int, int]:
    """Compare twin tables event by event; gives differences, and how many twins differed."""
    found = others = 0
    for match in range(matches):
        rng = Random(match)
        plies = rng.randrange(1, 30)
        script = make_script(game)
        script.play_on(rng, lambda table, plies=plies: len(table.plies) >= plies)
        if script.table.status == "ended":
            continue
        for viewer in (0, 1, None):
            events = twin_events(script, viewer, rng)
            others += events != script.events
            for upto in range(max(1, len(events) - 3), len(events) + 1):
                one, two = fold(script.events[:upto]), fold(events[:upto])
                pairs = zip(
                    channels(one, viewer, script.now),
                    channels(two, viewer, script.now),
                    strict=True,
                )
                found += sum(a != b for a, b in pairs)
    return found, others


@pytest.mark.parametrize("game", SHELF)
def test_twin_tables_look_the_same(make_script: Any, game: str) -> None:
    found, others = differences(make_script, game, matches=6)
    assert found == 0
    assert others > 0 or game == "china-gold"


def test_an_unfiltered_log_line_is_caught(
    make_script: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaky(number: int, ply: Ply, viewer: Viewer) -> Entry:
        return Entry(ply.version, ply.at, number, ply.move.seat, ply.text, ())

    monkeypatch.setattr(projecting, "move_entry", leaky)
    found, _ = differences(make_script, "tower-of-doubt", matches=4)
    assert found > 0


def test_a_state_in_the_projection_is_caught(
    make_script: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = projecting.project

    def leaky(table: Table, viewer: Viewer, now: int, log: Log | None = None) -> Any:
        total = crc32(repr(table.state).encode())
        return replace(plain(table, viewer, now, log), next_table=str(total))

    monkeypatch.setitem(globals(), "project", leaky)
    found, _ = differences(make_script, "tower-of-doubt", matches=4)
    assert found > 0


def test_keys_are_shown_to_nobody(make_script: Any) -> None:
    script = make_script()
    script.play_on(Random(1))
    hashes = [sitter.key_hash for sitter in script.table.sitters]
    for viewer in (0, 1, None):
        shown = repr(project(script.table, viewer, script.now))
        shown += record(script.table, viewer).dumps()
        assert not any(key_hash in shown for key_hash in hashes)


def test_the_seed_is_shown_only_after_the_end(make_script: Any) -> None:
    script = make_script()
    shown = project(script.table, 0, script.now)
    assert shown.seed is None
    assert SEED.hex() not in repr(shown) + record(script.table, 0).dumps()
    script.play("0 resign")
    assert project(script.table, None, script.now).seed == SEED.hex()


def test_a_log_kept_up_to_date_equals_one_told_anew(make_script: Any) -> None:
    script = make_script(options={"first": 0})
    kept = Log(0)
    rng = Random(3)
    for text in ("0 peek 1", "1 peek 2", "0 mark 3"):
        script.play(text)
        assert kept.entries(script.table) == Log(0).entries(script.table)
    script.do(AskUndo(0, script.table.version))
    script.do(AnswerUndo(1, True, script.table.version))
    assert kept.entries(script.table) == Log(0).entries(script.table)
    while script.table.to_move:
        script.play_any(rng)
        assert kept.entries(script.table) == Log(0).entries(script.table)


def test_the_rematch_is_told_to_seats_only(make_script: Any) -> None:
    script = make_script(bots={1: "greedy"})
    script.play("0 resign")
    script.do(OfferRematch(0, "secret-table"))
    assert project(script.table, 0, script.now).next_table == "secret-table"
    assert "secret-table" not in repr(project(script.table, None, script.now))


def test_before_the_match_there_is_nothing_to_see(make_script: Any) -> None:
    script = make_script(alone=True)
    shown = project(script.table, None, script.now)
    assert shown.view is None
    assert [seat.kind for seat in shown.seats] == ["person", None]
