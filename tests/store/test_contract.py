"""The contract that every store keeps, whatever it is made of."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from stalas.table.errors import NoSuchTable, VersionClash
from stalas.table.events import Event, MovePlayed, SeatReady
from stalas.table.storage import NewTable, Store, Summary

Make = Callable[[], Store]
SUMMARY = Summary("tower-of-doubt", 2, 1, "Ona", "open", True, False)
PLAYING = Summary("tower-of-doubt", 2, 2, "Ona", "playing", True, True)


def new(table: str, count: int = 2) -> NewTable:
    return NewTable(table, events(1, count), bytes(32), SUMMARY)


def events(at: int, count: int = 1) -> list[Event]:
    return [MovePlayed(at + number, f"0 mark {number} ž") for number in range(count)]


class TestStore:
    """One class for all back ends."""

    def story(self, run: Any, make_store: Make, story: Callable[[Store], Any]) -> None:
        async def told() -> None:
            store = make_store()
            try:
                await story(store)
            finally:
                await store.close()

        run(told())

    def test_events_come_back_in_order(self, run: Any, make_store: Make) -> None:
        async def story(store: Store) -> None:
            assert await store.create(new("a")) == 2
            assert await store.append("a", 2, events(3, 3)) == 5
            assert await store.read("a") == [*events(1, 2), *events(3, 3)]
            assert await store.read("a", 4) == events(3, 3)[2:]
            assert await store.read("a", 5) == []
            assert await store.read("nowhere") == []

        self.story(run, make_store, story)

    def test_a_table_is_created_once(self, run: Any, make_store: Make) -> None:
        async def story(store: Store) -> None:
            await store.create(new("a"))
            with pytest.raises(VersionClash):
                await store.create(new("a", 5))
            assert len(await store.read("a")) == 2

        self.story(run, make_store, story)

    def test_only_the_expected_version_can_be_appended_to(self, run: Any, make_store: Make) -> None:
        async def story(store: Store) -> None:
            await store.create(new("a"))
            for wrong in (0, 1, 3, 99):
                with pytest.raises(VersionClash):
                    await store.append("a", wrong, events(9))
            with pytest.raises(NoSuchTable):
                await store.append("nowhere", 0, events(9))
            assert len(await store.read("a")) == 2

        self.story(run, make_store, story)

    def test_of_racing_appends_exactly_one_wins(self, run: Any, make_store: Make) -> None:
        async def story(store: Store) -> None:
            await store.create(new("a"))
            version = 2
            for race in range(50):
                answers = await asyncio.gather(
                    *(store.append("a", version, events(racer, 2)) for racer in range(5)),
                    return_exceptions=True,
                )
                won = [answer for answer in answers if isinstance(answer, int)]
                lost = [answer for answer in answers if isinstance(answer, VersionClash)]
                version += 2
                assert (won, len(lost)) == ([version], 4), race
            assert len(await store.read("a")) == version

        self.story(run, make_store, story)

    def test_many_tables_at_once_do_not_disturb_each_other(
        self, run: Any, make_store: Make
    ) -> None:
        async def story(store: Store) -> None:
            rng = Random(1)
            names = [f"t{number}" for number in range(20)]
            written: dict[str, list[Event]] = {}

            async def one(name: str) -> None:
                start = new(name)
                await store.create(start)
                written[name] = list(start.events)
                for at in range(20):
                    more = events(at, rng.randrange(1, 5))
                    expected = len(written[name])
                    with pytest.raises(VersionClash):
                        await store.append(name, expected - 1, more)
                    summary = PLAYING if rng.random() < 0.3 else None
                    await store.append(name, expected, more, summary=summary)
                    written[name] += more

            await asyncio.gather(*map(one, names))
            for name in names:
                assert await store.read(name) == written[name]

        self.story(run, make_store, story)

    def test_a_second_table_is_created_in_the_same_breath_or_not_at_all(
        self, run: Any, make_store: Make
    ) -> None:
        async def story(store: Store) -> None:
            await store.create(new("a"))
            with pytest.raises(VersionClash):
                await store.append("a", 1, events(3), also=new("b"))
            assert await store.read("b") == []
            await store.append("a", 2, events(3), also=new("b"))
            assert len(await store.read("b")) == 2
            with pytest.raises(VersionClash):
                await store.append("a", 3, events(3), also=new("b"))
            assert len(await store.read("a")) == 3
            await store.append("a", 3, events(4))

        self.story(run, make_store, story)

    def test_secrets_are_kept_apart(self, run: Any, make_store: Make) -> None:
        async def story(store: Store) -> None:
            await store.create(NewTable("a", events(1), b"\x07" * 32, SUMMARY))
            assert await store.secret("a") == b"\x07" * 32
            with pytest.raises(NoSuchTable):
                await store.secret("b")

        self.story(run, make_store, story)

    def test_lists_show_the_newest_first_and_can_be_narrowed(
        self, run: Any, make_store: Make
    ) -> None:
        async def story(store: Store) -> None:
            for name in ("a", "b", "c", "d"):
                await store.create(new(name))
            await store.append("b", 2, [SeatReady(77, 1)], summary=PLAYING)
            assert [listing.table for listing in await store.listings()] == list("dcba")
            (playing,) = await store.listings(status="playing")
            assert (playing.table, playing.summary, playing.changed_at) == ("b", PLAYING, 77)
            assert [listing.table for listing in await store.listings(wakes=True)] == ["b"]
            opened = await store.listings(status="open", listed=True, limit=2)
            assert [listing.table for listing in opened] == ["d", "c"]
            rest = await store.listings(status="open", after="c")
            assert [listing.table for listing in rest] == ["a"]
            assert await store.listings(listed=False) == []

        self.story(run, make_store, story)

    def test_the_last_sign_of_life_is_remembered(self, run: Any, make_store: Make) -> None:
        async def story(store: Store) -> None:
            assert await store.last_beat() is None
            await store.beat(5)
            await store.beat(1_800_000_000_000)
            assert await store.last_beat() == 1_800_000_000_000

        self.story(run, make_store, story)
