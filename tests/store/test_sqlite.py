"""What only a store on disk must show: durability, full disks, migrations, other processes."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest

from stalas.store import SqliteStore, data_folder, database_path, schema
from stalas.store.writer import store_error
from stalas.table.errors import StoreError, VersionClash
from stalas.table.events import Event, MovePlayed
from stalas.table.storage import NewTable, Summary

SUMMARY = Summary("tower-of-doubt", 2, 1, "Ona", "open", True, False)


def events(count: int = 1, text: str = "0 mark 1") -> list[Event]:
    return [MovePlayed(number, text) for number in range(count)]


def new(name: str) -> NewTable:
    return NewTable(name, events(2), bytes(32), SUMMARY)


def test_what_was_answered_is_there_after_reopening(run: Any, tmp_path: Path) -> None:
    async def story() -> None:
        path = database_path(tmp_path)
        store = SqliteStore(path)
        await store.create(new("a"))
        await store.append("a", 2, events(5))
        await store.close()
        await store.close()
        store = SqliteStore(path)
        assert len(await store.read("a")) == 7
        assert await store.check() == []
        await store.close()
        with pytest.raises(StoreError, match="closed"):
            await store.append("a", 7, events())
        with pytest.raises(StoreError, match="closed"):
            await store.read("a")

    run(story())


def test_every_commit_is_synced(run: Any, tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(database_path(tmp_path))
        assert store._writing.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._writing.execute("PRAGMA synchronous").fetchone() == (2,)
        await store.close()

    run(story())


def test_appends_that_wait_share_a_commit(run: Any, tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(database_path(tmp_path))
        commits: list[str] = []
        for number in range(100):
            await store.create(new(f"t{number}"))
        store._writing.set_trace_callback(
            lambda statement: commits.append(statement) if statement == "COMMIT" else None
        )
        await asyncio.gather(*(store.append(f"t{n}", 2, events(3)) for n in range(100)))
        await asyncio.gather(*(store.append(f"t{n}", 5, events(3)) for n in range(100)))
        assert len(commits) < 100
        for number in range(100):
            assert len(await store.read(f"t{number}")) == 8
        await store.close()

    run(story())


def test_a_full_disk_says_so_and_writes_no_half_move(run: Any, tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(database_path(tmp_path))
        for name in "ab":
            await store.create(new(name))
        (pages,) = store._writing.execute("PRAGMA page_count").fetchone()
        store._writing.execute(f"PRAGMA max_page_count = {pages + 1}")
        long = events(40, "0 mark 1" * 100)
        answers = await asyncio.gather(
            store.append("a", 2, long), store.append("b", 2, long), return_exceptions=True
        )
        assert all(isinstance(answer, StoreError) for answer in answers)
        assert "full" in str(answers[0])
        assert [len(await store.read(name)) for name in "ab"] == [2, 2]
        store._writing.execute("PRAGMA max_page_count = 1000000")
        assert await store.append("a", 2, long) == 42
        assert await store.check() == []
        await store.close()

    run(story())


def test_a_database_that_cannot_be_written_to_says_so(run: Any, tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(database_path(tmp_path))
        await store.create(new("a"))
        store._writing.execute("PRAGMA query_only = ON")
        for refused in (store.append("a", 2, events()), store.create(new("b"))):
            with pytest.raises(StoreError, match="cannot be written to"):
                await refused
        assert len(await store.read("a")) == 2
        await store.close()

    run(story())


def test_two_processes_may_share_the_file(run: Any, tmp_path: Path) -> None:
    async def story() -> None:
        one, two = (SqliteStore(database_path(tmp_path)) for _ in range(2))
        await one.create(new("a"))
        await one.append("a", 2, events())
        await two.append("a", 3, events())
        # The first remembers version 3 and must find out that it is outdated.
        with pytest.raises(VersionClash) as clash:
            await one.append("a", 3, events())
        assert clash.value.found == 4
        await one.append("a", 4, events(2))
        with pytest.raises(VersionClash):
            await two.append("a", 4, events(3))
        assert len(await two.read("a")) == 6
        await one.close()
        await two.close()

    run(story())


def test_a_clash_in_a_group_leaves_the_others_alone(run: Any, tmp_path: Path) -> None:
    async def story() -> None:
        one, two = (SqliteStore(database_path(tmp_path)) for _ in range(2))
        for name in "abc":
            await one.create(new(name))
            await one.append(name, 2, events())
        await two.append("b", 3, events())
        answers = await asyncio.gather(
            *(one.append(name, 3, events(2)) for name in "abc"), return_exceptions=True
        )
        assert answers[0] == answers[2] == 5
        assert isinstance(answers[1], VersionClash)
        await one.close()
        await two.close()

    run(story())


def test_a_new_file_gets_the_present_shape(tmp_path: Path) -> None:
    path = database_path(tmp_path)
    connection = sqlite3.connect(path, isolation_level=None)
    schema.migrate(connection)
    schema.migrate(connection)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(schema.MIGRATIONS),)
    connection.close()


def test_an_older_file_is_brought_up_step_by_step(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        store = SqliteStore(database_path(tmp_path))
        await store.create(new("a"))
        await store.close()
        later = (*schema.MIGRATIONS, ("CREATE TABLE more (x INTEGER) STRICT",))
        monkeypatch.setattr(schema, "MIGRATIONS", later)
        store = SqliteStore(database_path(tmp_path))
        assert len(await store.read("a")) == 2
        assert store._writing.execute("SELECT count(*) FROM more").fetchone() == (0,)
        await store.close()

    run(story())


def test_a_step_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = database_path(tmp_path)
    connection = sqlite3.connect(path, isolation_level=None)
    schema.migrate(connection)
    later = (*schema.MIGRATIONS, ("CREATE TABLE more (x INTEGER) STRICT", "NONSENSE"))
    monkeypatch.setattr(schema, "MIGRATIONS", later)
    with pytest.raises(sqlite3.Error):
        schema.migrate(connection)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(later) - 1,)
    assert not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'more'").fetchall()
    connection.close()


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = database_path(tmp_path)
    connection = sqlite3.connect(path, isolation_level=None)
    schema.migrate(connection)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="newer version"):
        SqliteStore(path)


def test_files_of_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "theirs.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (x)")
    connection.close()
    with pytest.raises(StoreError, match="another program"):
        SqliteStore(path)
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreError, match="not a database"):
        SqliteStore(path)


def test_a_gap_in_the_events_is_found(run: Any, tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(database_path(tmp_path))
        await store.create(new("a"))
        await store.append("a", 2, events(2))
        store._writing.execute("DELETE FROM events WHERE version = 3")
        assert await store.check() == ["table a: events are missing"]
        await store.close()

    run(story())


def test_unknown_errors_have_a_sentence_too() -> None:
    assert "odd" in str(store_error(sqlite3.OperationalError("something odd")))


def test_the_folder_is_the_users_and_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "stalas"
    path = database_path()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local" / "share" / "stalas"


def test_a_folder_that_cannot_be_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="cannot be kept"):
        database_path(tmp_path / "file")
