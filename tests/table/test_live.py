"""Live tables: one command after another, written before it is seen, on injected time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from random import Random
from typing import Any

import pytest

from stalas.core.errors import GameError
from stalas.core.words import say
from stalas.store import MemoryStore
from stalas.table import live as live_module
from stalas.table.bots import Bots
from stalas.table.clock import TimeControl
from stalas.table.commands import (
    AskUndo,
    BeReady,
    ClaimWin,
    CloseTable,
    HandOver,
    Play,
    SeatBot,
    TakeBack,
    Tick,
)
from stalas.table.errors import (
    BadSetup,
    NoSuchTable,
    NotSeated,
    StaleCommand,
    StoreError,
    VersionClash,
)
from stalas.table.events import BotFailed, ClockResumed, Event, SeatLeft, Undone
from stalas.table.evolve import fold
from stalas.table.feed import FeedClosed
from stalas.table.presence import AWAY_AFTER
from stalas.table.setup import Person, Setup, hash_key
from stalas.table.storage import NewTable, Summary
from stalas.table.tables import Tables

MINUTE = 60_000
ONA, JONAS = Person("Ona", "Ona's key"), Person("Jonas", "Jonas's key")
Settle = Callable[[], Awaitable[None]]


async def opened(server: Any, game: str = "tower-of-doubt", **setup: Any) -> str:
    """Open a table with two persons."""
    name: str = await server.tables.open(Setup(game, **setup), host=ONA)
    await server.tables.sit(name, 1, JONAS)
    return name


def key(seat: int) -> str:
    return (ONA, JONAS)[seat].key


async def any_move(server: Any, name: str, rng: Random) -> Play:
    """Give a legal move of whoever is to move."""
    table = (await server.tables.live(name)).table
    legal = table.state.legal_moves(table.to_move[0])
    return Play(table.to_move[0], str(rng.choice(legal)), table.version)


def test_a_move_is_stored_and_wakes_those_who_follow(run: Any, make_server: Any) -> None:
    async def story() -> None:
        server = make_server()
        name = await opened(server)
        before = (await server.tables.projection(name, None)).version
        async with server.tables.follow(name, None) as stream:
            waiting = asyncio.create_task(stream.next(before))
            move = await any_move(server, name, Random(1))
            version = await server.tables.act(name, move, key(move.seat))
            assert await waiting == version
        events = await server.store.read(name)
        assert len(events) == version
        assert fold(events) == (await server.tables.live(name)).table

    run(story())


def test_a_follower_that_is_ahead_or_behind_is_answered_at_once(run: Any, make_server: Any) -> None:
    async def story() -> None:
        server = make_server()
        name = await opened(server)
        version = (await server.tables.projection(name, 0)).version
        async with server.tables.follow(name, 0) as stream:
            assert await stream.next(version - 1) == version
            assert await stream.next(version + 5) == version
            assert await stream.next(version, within=0) is None
            await server.tables.close()
            with pytest.raises(FeedClosed):
                await stream.next(version)

    run(story())


def test_only_whoever_holds_the_key_may_command(run: Any, make_server: Any) -> None:
    async def story() -> None:
        server = make_server()
        name = await opened(server)
        tables = server.tables
        assert await tables.seats(name, ONA.key) == (0,)
        assert await tables.seats(name, "stranger") == ()
        assert await tables.seats(name, None) == ()
        assert await tables.hosts(name, ONA.key)
        assert not await tables.hosts(name, JONAS.key)
        refused = [
            (HandOver(0), JONAS.key),
            (HandOver(1), "stranger"),
            (CloseTable(), JONAS.key),
            (SeatBot(1, "greedy"), JONAS.key),
            (Tick(), ONA.key),
            (Play(0, "0 mark 1", 1, by_bot=True), ONA.key),
        ]
        for command, secret in refused:
            with pytest.raises(NotSeated):
                await tables.act(name, command, secret)
        with pytest.raises(NotSeated):
            await tables.rematch(name, 0, JONAS.key)
        with pytest.raises(NoSuchTable):
            await tables.projection("nowhere", None)

    run(story())


@pytest.mark.parametrize("seed", range(4))
def test_of_racing_clicks_exactly_one_wins(run: Any, make_server: Any, seed: int) -> None:
    """250 races at a time: double clicks, other moves from the same page, stale pages."""

    async def story() -> None:
        server, rng, races = make_server(), Random(seed), 0
        name = await opened(server)
        while races < 250:
            live = await server.tables.live(name)
            if live.table.status == "ended":
                name = await opened(server)
                continue
            state, seat = live.table.state, live.table.to_move[0]
            legal = state.legal_moves(seat)
            version, plies = live.table.version, len(live.table.plies)
            clicks = [Play(seat, str(rng.choice(legal)), version) for _ in range(5)]
            clicks.append(Play(seat, clicks[0].text, version - 1))
            rng.shuffle(clicks)
            answers = await asyncio.gather(
                *(server.tables.act(name, click, key(seat)) for click in clicks),
                return_exceptions=True,
            )
            won = [answer for answer in answers if isinstance(answer, int)]
            lost = [answer for answer in answers if not isinstance(answer, int)]
            assert len(won) == 1
            assert all(isinstance(answer, GameError) and str(answer) for answer in lost)
            played = [ply for ply in live.table.plies[plies:] if ply.move.seat >= 0]
            assert len(played) == 1
            races += 1
        assert fold(await server.store.read(name)) == (await server.tables.live(name)).table

    run(story())


def test_of_racing_servers_exactly_one_wins(run: Any, make_server: Any) -> None:
    """Two servers on one store: the unique version decides, the other decides anew."""

    async def story() -> None:
        store = MemoryStore()
        one, two = make_server(store), make_server(store)
        name = await opened(one)
        rng = Random(2)
        while (await one.tables.live(name)).table.status == "playing":
            move = await any_move(one, name, rng)
            answers = await asyncio.gather(
                one.tables.act(name, move, key(move.seat)),
                two.tables.act(name, move, key(move.seat)),
                return_exceptions=True,
            )
            assert sum(isinstance(answer, int) for answer in answers) == 1
            assert sum(isinstance(answer, GameError) for answer in answers) == 1
            # Whoever lost has seen what the other did.
            ahead, behind = (await one.tables.live(name)), (await two.tables.live(name))
            if ahead.table.version != behind.table.version:
                slow = min(ahead, behind, key=lambda live: live.table.version)
                with pytest.raises(GameError):
                    await slow.submit(Play(0, "junk", 0))
        assert (await one.tables.live(name)).table.plies

    run(story())


# Bots


def test_bots_play_to_the_end_by_themselves(run: Any, make_server: Any, quiet: Settle) -> None:
    async def story() -> None:
        server = make_server()
        name = await server.tables.open(
            Setup("tower-of-doubt"), host=None, bots={0: "greedy", 1: "random"}
        )
        for _ in range(100):
            await quiet()
        live = await server.tables.live(name)
        assert live.table.status == "ended"
        assert live.idle(server.time.at)

    run(story())


class Wrong(Executor):
    """Answers every question with the same text, or breaks, or never answers."""

    def __init__(self, text: str | None = None, *, breaks: bool = False) -> None:
        self.text = text
        self.breaks = breaks
        self.asked: list[Sequence[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.asked.append(args)
        if self.breaks:
            raise BrokenExecutor
        future: Future[Any] = Future()
        if self.text is not None:
            future.set_result(self.text)
        return future


def troubles(events: list[Event]) -> list[tuple[str, str]]:
    return [(event.trouble, event.instead) for event in events if isinstance(event, BotFailed)]


@pytest.mark.parametrize(
    ("executor", "trouble"),
    [(Wrong("0 mark 99"), "illegal"), (Wrong("junk"), "illegal"), (Wrong(breaks=True), "broken")],
)
def test_a_bot_that_fails_is_followed_by_simpler_ones(
    run: Any, make_server: Any, quiet: Settle, executor: Wrong, trouble: str
) -> None:
    async def story() -> None:
        server = make_server(bots=Bots(lambda _: executor))
        name = await server.tables.open(
            Setup("tower-of-doubt", options={"first": 1}), host=ONA, bots={1: "greedy"}
        )
        for _ in range(10):
            await quiet()
        table = (await server.tables.live(name)).table
        assert troubles(await server.store.read(name)) == [(trouble, "random")]
        assert table.to_move == (0,)
        assert "gave no answer" in " ".join(str(n.sentence) for n in table.notices)

    run(story())


def test_an_overdue_bot_is_not_waited_for(run: Any, make_server: Any) -> None:
    async def story() -> None:
        server = make_server(bots=Bots(lambda _: Wrong(), budget=0, grace=0, start=0))
        name = await server.tables.open(
            Setup("tower-of-doubt", options={"first": 1}), host=ONA, bots={1: "greedy"}
        )
        async with server.tables.follow(name, None) as stream:
            version = 0
            while (await server.tables.live(name)).table.to_move != (0,):
                version = await stream.next(version)
        assert troubles(await server.store.read(name)) == [("overdue", "random")]

    run(story())


def test_bots_are_given_a_view_and_nothing_else(run: Any, make_server: Any, quiet: Settle) -> None:
    async def story() -> None:
        watched = Wrong("1 peek 1")
        server = make_server(bots=Bots(lambda _: watched, seeds=lambda _table, ply: ply))
        name = await server.tables.open(
            Setup("tower-of-doubt", options={"first": 1}), host=ONA, bots={1: "greedy"}
        )
        await quiet()
        state = (await server.tables.live(name)).table.plies[-1].before
        game, level, view, seed, budget = watched.asked[0]
        assert (game, level, seed) == ("tower-of-doubt", "greedy", 2)
        assert view == state.view(1)
        assert 0 < budget <= 1

    run(story())


def test_a_late_answer_to_an_undone_position_is_dropped(
    run: Any, make_server: Any, quiet: Settle
) -> None:
    async def story() -> None:
        answers: list[Future[str]] = []

        class Slow(Executor):
            def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
                future: Future[str] = Future()
                answers.append(future)
                return future

        server = make_server(bots=Bots(lambda _: Slow(), jobs=4))
        name = await server.tables.open(
            Setup("tower-of-doubt", options={"first": 0}), host=ONA, bots={1: "greedy"}
        )
        tables = server.tables

        async def play(text: str) -> int:
            version = (await tables.projection(name, 0)).version
            played: int = await tables.act(name, Play(0, text, version), ONA.key)
            await quiet()
            return played

        await play("0 peek 1")
        answers[0].set_result("1 peek 2")
        await quiet()
        version = await play("0 mark 3")
        await tables.act(name, AskUndo(0, version), ONA.key)
        assert isinstance((await server.store.read(name))[-1], Undone)
        await play("0 mark 4")
        answers[1].set_result("1 mark 3")
        await quiet()
        table = (await tables.live(name)).table
        assert table.to_move == (1,)
        assert table.plies[-1].text == "0 mark 4"
        assert troubles(await server.store.read(name)) == []
        answers[2].set_result("1 mark 3")
        await quiet()
        assert (await tables.live(name)).table.plies[-1].text == "1 mark 3"
        await tables.close()

    run(story())


def test_bots_run_in_other_processes(run: Any, make_server: Any) -> None:
    async def story() -> None:
        bots = Bots(jobs=1)
        server = make_server(bots=bots)
        name = await server.tables.open(
            Setup("tower-of-doubt"), host=None, bots={0: "greedy", 1: "greedy"}
        )
        async with server.tables.follow(name, None) as stream:
            version = 0
            while (await server.tables.projection(name, None)).status != "ended":
                version = await stream.next(version)
        assert troubles(await server.store.read(name)) == []
        await server.tables.close()

    run(story())


# Clocks, leaving, restarts


def test_a_flag_falls_by_itself(run: Any, make_server: Any) -> None:
    async def story() -> None:
        server = make_server()
        name = await opened(server, control=TimeControl.live(1), leave_after=None)
        await server.time.pass_by(MINUTE - 1)
        assert (await server.tables.projection(name, None)).status == "playing"
        await server.time.pass_by(2)
        shown = await server.tables.projection(name, None)
        assert shown.status == "ended"
        assert shown.view.outcome.reason == "time"
        assert server.time.waiting == 0

    run(story())


def test_the_clock_shown_is_that_of_now(run: Any, make_server: Any) -> None:
    async def story() -> None:
        server = make_server()
        name = await opened(server, control=TimeControl.live(1), options={"first": 0})
        assert (await server.tables.projection(name, 1)).seats[0].clock == MINUTE
        server.time.at += 5_000
        shown = await server.tables.projection(name, 1)
        assert (shown.seats[0].clock, shown.seats[0].running) == (MINUTE - 5_000, True)
        assert (shown.seats[1].clock, shown.seats[1].running) == (MINUTE, False)

    run(story())


def test_a_person_out_of_sight_has_left_until_it_is_back(run: Any, make_server: Any) -> None:
    async def story() -> None:
        server = make_server()
        name = await opened(server, options={"first": 0}, leave_after=MINUTE)
        tables, time = server.tables, server.time
        async with tables.follow(name, 1), tables.follow(name, 0):
            await time.pass_by(10 * AWAY_AFTER)
            assert (await tables.projection(name, 1)).seats[0].left_at is None
        async with tables.follow(name, 1):
            gone = time.at
            await time.pass_by(AWAY_AFTER)
            assert (await tables.projection(name, 1)).seats[0].left_at == gone
            assert (await tables.projection(name, 1)).claims == ((0, gone + MINUTE),)
            await tables.seen(name, 0)
            await time.pass_by(0)
            assert (await tables.projection(name, 1)).claims == ()
            await time.pass_by(AWAY_AFTER + MINUTE)
            assert await tables.act(name, ClaimWin(1), JONAS.key) > 0
        assert (await tables.projection(name, 0)).view.outcome.winners == (1,)

    run(story())


def test_a_restart_brings_everything_back_and_gives_time_back(run: Any, make_server: Any) -> None:
    async def story() -> None:
        server = make_server()
        name = await opened(server, control=TimeControl.live(1), options={"first": 0})
        await server.time.pass_by(10_000)
        await server.tables.tend()
        before = (await server.tables.live(name)).table
        server.time.calls.clear()
        await server.time.pass_by(10 * MINUTE)
        tables = server.restarted()
        await tables.start(tending=False)
        table = (await tables.live(name)).table
        assert table.plies == before.plies
        assert isinstance((await server.store.read(name))[-1], ClockResumed)
        assert (await tables.projection(name, 0)).seats[0].clock == MINUTE - 10_000
        await server.time.pass_by(50_000)
        assert (await tables.projection(name, 0)).status == "ended"

    run(story())


def test_the_first_visit_after_a_restart_asks_the_bots_again(
    run: Any, make_server: Any, quiet: Settle
) -> None:
    async def story() -> None:
        server = make_server(bots=Bots(lambda _: Wrong()))
        name = await server.tables.open(
            Setup("tower-of-doubt", options={"first": 1}), host=ONA, bots={1: "greedy"}
        )
        await quiet()
        await server.tables.close()
        tables = server.restarted()
        await tables.start(tending=False)
        assert len(tables) == 0
        await tables.projection(name, 0)
        await quiet()
        assert (await tables.live(name)).table.to_move == (0,)
        await tables.close()

    run(story())


def test_a_restart_lets_bots_alone_finish(run: Any, make_server: Any, quiet: Settle) -> None:
    async def story() -> None:
        server = make_server(bots=Bots(lambda _: Wrong()))
        alone = {0: "greedy", 1: "random"}
        name = await server.tables.open(Setup("tower-of-doubt"), host=None, bots=alone)
        await server.tables.close()
        tables = server.restarted()
        await tables.start(tending=False)
        assert len(tables) == 1
        for _ in range(100):
            await quiet()
        assert (await tables.projection(name, None)).status == "ended"

    run(story())


def test_idle_tables_leave_memory_and_come_back_for_their_clock(run: Any, make_server: Any) -> None:
    async def story() -> None:
        server = make_server()
        tables, time = server.tables, server.time
        name = await opened(server, control=TimeControl.days(1), leave_after=None)
        forgotten = await opened(server, leave_after=None)
        await tables.tend()
        assert len(tables) == 2
        await time.pass_by(2 * MINUTE)
        await tables.tend()
        assert len(tables) == 0
        assert time.waiting == 0
        await time.pass_by(24 * 60 * MINUTE)
        await tables.tend()
        await time.pass_by(1)
        assert (await tables.projection(name, None)).status == "ended"
        assert (await tables.projection(forgotten, None)).status == "playing"

    run(story())


def test_nothing_is_left_behind_by_hundreds_of_matches(
    run: Any, make_server: Any, quiet: Settle
) -> None:
    async def story() -> None:
        server = make_server()
        tables = server.tables
        for number in range(200):
            bots = {1: "random"}
            name = await tables.open(
                Setup("tower-of-doubt", control=TimeControl.live(1)), host=ONA, bots=bots
            )
            async with tables.follow(name, 0), tables.follow(name, None):
                await quiet()
                version = (await tables.projection(name, 0)).version
                await tables.act(name, Play(0, "0 resign", version), ONA.key)
            if number % 50 == 49:
                await server.time.pass_by(5 * MINUTE)
                await tables.tend()
                assert len(tables) == 0
        await quiet()
        assert server.time.waiting == 0
        assert not tables._tasks
        assert not tables._loading
        assert not tables._due

    run(story())


# Writing


class Broken(MemoryStore):
    """A store whose disk is full for a while; it may write nevertheless and not know it."""

    def __init__(self, *, writes: bool) -> None:
        super().__init__()
        self.full = False
        self.writes = writes

    async def append(
        self,
        table: str,
        expected: int,
        events: Sequence[Event],
        *,
        summary: Summary | None = None,
        also: NewTable | None = None,
    ) -> int:
        if self.full and not self.writes:
            raise StoreError(say("The disk is full: nothing was written."))
        version = await super().append(table, expected, events, summary=summary, also=also)
        if self.full:
            raise StoreError(say("The disk gives errors: it is not known what was written."))
        return version


def test_what_is_not_written_has_not_happened(run: Any, make_server: Any) -> None:
    async def story() -> None:
        store = Broken(writes=False)
        server = make_server(store)
        name = await opened(server)
        before = (await server.tables.live(name)).table
        move = await any_move(server, name, Random(1))
        store.full = True
        async with server.tables.follow(name, None) as stream:
            with pytest.raises(StoreError, match="full"):
                await server.tables.act(name, move, key(move.seat))
            assert await stream.next(before.version, within=0) is None
        assert (await server.tables.live(name)).table == before
        store.full = False
        await server.tables.act(name, move, key(move.seat))

    run(story())


def test_what_was_written_unknowingly_is_found_out(run: Any, make_server: Any) -> None:
    async def story() -> None:
        store = Broken(writes=True)
        server = make_server(store)
        name = await opened(server)
        move = await any_move(server, name, Random(1))
        store.full = True
        with pytest.raises(StoreError, match="not known"):
            await server.tables.act(name, move, key(move.seat))
        store.full = False
        with pytest.raises(StaleCommand):
            await server.tables.act(name, move, key(move.seat))
        assert fold(await store.read(name)) == (await server.tables.live(name)).table

    run(story())


def test_a_table_tries_again_by_itself_when_the_disk_has_room(run: Any, make_server: Any) -> None:
    async def story() -> None:
        store = Broken(writes=False)
        server = make_server(store)
        timed = await opened(server, control=TimeControl.live(1))
        left = await opened(server, leave_after=MINUTE)
        store.full = True
        await server.time.pass_by(2 * MINUTE)
        assert (await server.tables.projection(timed, None)).status == "playing"
        store.full = False
        await server.time.pass_by(MINUTE)
        assert (await server.tables.projection(timed, None)).status == "ended"
        assert any(isinstance(event, SeatLeft) for event in await store.read(left))

    run(story())


class Odd(MemoryStore):
    """A store with a programming error, or one that is always a version behind."""

    error: Exception | None = None

    async def append(self, table: str, expected: int, *args: Any, **kwargs: Any) -> int:
        if self.error is not None:
            raise self.error
        return await super().append(table, expected, *args, **kwargs)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [(RuntimeError("odd"), "went wrong inside"), (VersionClash("t", 1, 2), "too busy")],
)
def test_an_error_inside_is_told_in_a_sentence_and_ends_nothing(
    run: Any, make_server: Any, error: Exception, sentence: str
) -> None:
    async def story() -> None:
        store = Odd()
        server = make_server(store)
        name = await opened(server)
        move = await any_move(server, name, Random(1))
        store.error = error
        with pytest.raises(StoreError, match=sentence):
            await server.tables.act(name, move, key(move.seat))
        store.error = None
        await server.tables.act(name, move, key(move.seat))

    run(story())


def test_a_bot_tries_again_when_the_disk_has_room(
    run: Any, make_server: Any, quiet: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        monkeypatch.setattr(live_module, "RETRY_AFTER", 0)
        store = Broken(writes=False)
        server = make_server(store)
        name = await server.tables.open(
            Setup("tower-of-doubt", options={"first": 1}), host=ONA, bots={1: "greedy"}
        )
        store.full = True
        await quiet()
        assert (await server.tables.live(name)).table.to_move == (1,)
        store.full = False
        await quiet()
        assert (await server.tables.live(name)).table.to_move == (0,)
        await server.tables.close()

    run(story())


def test_a_server_starts_and_stops_on_real_time(run: Any) -> None:
    async def story() -> None:
        store = MemoryStore()
        tables = Tables(store, Bots(jobs=1))
        await tables.start()
        name = await tables.open(Setup("tower-of-doubt"), host=ONA)
        await tables.sit(name, 1, JONAS)
        seat = (await tables.live(name)).table.to_move[0]
        assert (await tables.record(name, seat)).meta["seen_by"] == seat
        assert (await tables.replay(name, seat)).plies == 2
        live = await tables.live(name)
        await tables.close()
        assert not tables._tasks
        assert await store.last_beat() is not None
        with pytest.raises(StoreError, match="stopping"):
            await live.submit(Tick())
        with pytest.raises(StoreError, match="stopping"):
            await tables.live(name)

    run(story())


def test_a_table_of_other_rules_is_not_played_on(run: Any, make_server: Any) -> None:
    async def story() -> None:
        server = make_server()
        name = await opened(server, control=TimeControl.live(1))
        first = server.store._tables[name].events[0]
        server.store._tables[name].events[0] = first.replace(
            '"rules_version":1', '"rules_version":9'
        )
        tables = server.restarted()
        await tables.start(tending=False)
        with pytest.raises(BadSetup, match="version 9 of the rules"):
            await tables.projection(name, None)

    run(story())


def test_a_cancelled_request_does_not_stop_the_table(run: Any, make_server: Any) -> None:
    async def story() -> None:
        server = make_server()
        name = await opened(server)
        move = await any_move(server, name, Random(1))
        request = asyncio.create_task(server.tables.act(name, move, key(move.seat)))
        await asyncio.sleep(0)
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request
        await asyncio.sleep(0)
        assert (await server.tables.live(name)).table.plies[-1].move.seat in (move.seat, -1)
        with pytest.raises(StaleCommand):
            await server.tables.act(name, move, key(move.seat))

    run(story())


def test_a_rematch_is_a_table_of_its_own(run: Any, make_server: Any) -> None:
    async def story() -> None:
        server = make_server()
        tables = server.tables
        name = await opened(server)
        version = (await tables.projection(name, 0)).version
        await tables.act(name, Play(0, "0 resign", version), ONA.key)
        await tables.rematch(name, 0, ONA.key)
        await tables.rematch(name, 1, JONAS.key)
        again = (await tables.projection(name, 1)).next_table
        assert await tables.seats(again, ONA.key) == (1,)
        assert await tables.seats(again, JONAS.key) == (0,)
        assert (await tables.projection(again, None)).status == "playing"
        assert (await tables.projection(again, 0)).rematch_of == name

    run(story())


def test_the_lobby_shows_listed_open_tables(run: Any, make_server: Any) -> None:
    async def story() -> None:
        server = make_server()
        tables = server.tables
        await tables.open(Setup("tower-of-doubt"), host=ONA)
        listed = await tables.open(Setup("tower-of-doubt", listed=True), host=ONA)
        (found,) = await tables.lobby()
        assert found.table == listed
        assert (found.summary.host, found.summary.taken, found.summary.seats) == ("Ona", 1, 2)
        server.time.at += 25 * 60 * MINUTE
        assert await tables.lobby() == []
        server.time.at -= 25 * 60 * MINUTE
        await tables.sit(listed, 1, JONAS)
        assert await tables.lobby() == []

    run(story())


def test_the_host_of_a_waiting_table_decides_when_it_begins(run: Any, make_server: Any) -> None:
    async def story() -> None:
        server = make_server()
        tables = server.tables
        name = await tables.open(Setup("tower-of-doubt", wait_ready=True), host=ONA)
        await tables.act(name, SeatBot(1, "random"), ONA.key)
        assert (await tables.projection(name, None)).status == "open"
        await tables.act(name, BeReady(0), ONA.key)
        assert (await tables.projection(name, None)).status == "playing"

    run(story())


def test_after_handing_over_one_may_take_the_seat_back(
    run: Any, make_server: Any, quiet: Settle
) -> None:
    async def story() -> None:
        server = make_server()
        tables = server.tables
        name = await opened(server, options={"first": 1})
        await tables.act(name, HandOver(0), ONA.key)
        shown = await tables.projection(name, 0)
        assert (shown.seats[0].stand_in, shown.can_take_back) == ("greedy", True)
        await tables.act(name, TakeBack(0), ONA.key)
        assert (await tables.projection(name, 0)).seats[0].stand_in is None

    run(story())


def test_keys_are_never_stored(run: Any, make_server: Any) -> None:
    async def story() -> None:
        server = make_server()
        name = await opened(server)
        stored = repr(await server.store.read(name))
        assert ONA.key not in stored
        assert hash_key(ONA.key) in stored

    run(story())
