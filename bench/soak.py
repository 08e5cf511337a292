"""Whether a server stays as large as it was: thousands of matches with clients that reconnect.

`python bench/soak.py [--matches N]` starts a server in a process of its own and plays matches of
all four games by the API, `--tables` at once. Two clients a match choose among the legal moves,
resign now and then, drop their streams at random moments and come back with the last event they
saw; each checks that no ply is missing and none comes twice. A thread of the server tells its
memory, file handles, tasks, timers and tables. Writes results.md and draws docs/pictures/soak.svg.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import multiprocessing
import random
import socket
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any, Final

import results
from stalas.core.drawing import Svg, element, picture
from web import Connection

GAMES: Final = ("gold-hunting", "china-gold", "tower-of-doubt", "stick-collection")
RESIGN: Final = 0.03
"""How often a client resigns instead of moving: matches are then of all lengths."""
DROP: Final = 0.1
"""How often a client drops its stream after an event."""
IDLE: Final = 2_000
"""Milliseconds after which a table that nobody needs leaves memory."""
PICTURE: Final = Path(__file__).parents[1] / "docs" / "pictures" / "soak.svg"
MEASURES: Final = ("MB of memory", "file handles", "tasks", "timers", "tables in memory")


@dataclass(frozen=True)
class Sample:
    """The server at one moment."""

    matches: int
    numbers: tuple[float, ...]
    """As in `MEASURES`."""


@dataclass
class Soak:
    """What is counted on the clients' side."""

    port: int
    rng: random.Random
    tokens: tuple[str, str] = ("", "")
    begun: int = 0
    ended: int = 0
    moves: int = 0
    reconnected: int = 0
    faults: list[str] = field(default_factory=list)


def serve(listening: socket.socket, data: str, pipe: Pipe) -> None:
    """Run a server that tells about itself."""
    import uvicorn

    from stalas.store.sqlite import SqliteStore
    from stalas.table.bots import Bots
    from stalas.table.tables import Tables
    from stalas.web.app import create_app
    from stalas.web.settings import Settings

    store = SqliteStore(Path(data) / "stalas.db")
    tables = Tables(store, Bots(), idle_after=IDLE)
    settings = Settings(b"s" * 32, api_posts_a_minute=10**8)
    app = create_app(tables, settings, closing=store.close)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            loop = asyncio.get_running_loop()
            threading.Thread(target=report, args=(loop, tables, pipe), daemon=True).start()
            self.tending = asyncio.create_task(tend(tables))

    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    # uvloop does not tell its timers.
    config = uvicorn.Config(app, log_level="warning", access_log=False, loop="asyncio")
    Server(config).run(sockets=[listening])


async def tend(tables: Any) -> None:
    """Let tables leave memory sooner than a server in earnest would."""
    while True:
        await asyncio.sleep(1)
        await tables.tend()


def report(loop: asyncio.AbstractEventLoop, tables: Any, pipe: Pipe) -> None:
    """Send memory, handles, tasks, timers and tables whenever asked."""

    async def count() -> tuple[int, int, int]:
        timers: Any = getattr(loop, "_scheduled", ())
        waiting = sum(not timer.cancelled() for timer in timers)
        return len(asyncio.all_tasks()), waiting, len(tables)

    while True:
        pipe.recv()
        counts = asyncio.run_coroutine_threadsafe(count(), loop).result()
        status = Path("/proc/self/status").read_text("ascii")
        memory = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        handles = sum(1 for _ in Path("/proc/self/fd").iterdir())
        pipe.send((round(int(memory.split()[1]) / 1024, 1), handles, *counts))


async def match(soak: Soak, number: int) -> None:
    """Play one match with two clients."""
    posts = Connection(soak.port)
    await posts.open()
    try:
        game = GAMES[number % len(GAMES)]
        _, made = await posts.ask("POST", "/api/tables", soak.tokens[0], {"game": game})
        table = json.loads(made)["table"]
        await posts.ask("POST", f"/api/tables/{table}/sit", soak.tokens[1], {"seat": 1})
        await asyncio.gather(*(play(soak, table, seat) for seat in (0, 1)))
        soak.ended += 1
    finally:
        assert posts.writer is not None
        posts.writer.close()


async def play(soak: Soak, table: str, seat: int) -> None:
    """Follow a table to its end, moving when it is one's turn."""
    posts = Connection(soak.port)
    await posts.open()
    token = soak.tokens[seat]
    seen, plies, answered = -1, set[int](), -1
    status = "playing"
    try:
        while status != "ended":
            stream = Connection(soak.port)
            await stream.open()
            assert stream.reader is not None
            assert stream.writer is not None
            resume = f"last-event-id: {seen}\r\n" if seen >= 0 else ""
            stream.writer.write(
                f"GET /api/tables/{table}/stream HTTP/1.1\r\nhost: localhost\r\n{resume}"
                f"authorization: Bearer {token}\r\n\r\n".encode()
            )
            try:
                while status != "ended":
                    line = await asyncio.wait_for(stream.reader.readline(), 60)
                    if not line:
                        soak.faults.append(f"{table}: a stream has ended before the match")
                        return
                    if not line.startswith(b"data: {"):
                        continue
                    event = json.loads(line[6:])
                    if event["version"] <= seen:
                        soak.faults.append(f"{table}: version {event['version']} after {seen}")
                    seen, status = event["version"], event["status"]
                    new = [entry["ply"] for entry in event["log"] if entry["ply"] is not None]
                    if not plies.isdisjoint(new) or len(new) != len(set(new)):
                        soak.faults.append(f"{table}: a ply has come twice")
                    plies.update(new)
                    if len(plies) != event["plies"]:
                        soak.faults.append(f"{table}: {len(plies)} of {event['plies']} plies")
                    if status == "playing" and seat in event["to_move"] and seen > answered:
                        answered = seen
                        await move(soak, posts, table, seat, seen)
                    if soak.rng.random() < DROP:
                        soak.reconnected += 1
                        break
            finally:
                stream.writer.close()
    finally:
        assert posts.writer is not None
        posts.writer.close()


async def move(soak: Soak, posts: Connection, table: str, seat: int, version: int) -> None:
    """Send one of the legal moves; a stale one is answered by the next event."""
    token = soak.tokens[seat]
    if soak.rng.random() < RESIGN:
        await posts.ask("POST", f"/api/tables/{table}/acts", token, {"do": "resign", "seat": seat})
        return
    _, found = await posts.ask("GET", f"/api/tables/{table}/legal?seat={seat}", token)
    legal = json.loads(found)["moves"]
    if not legal:
        return
    body = {"move": soak.rng.choice(legal), "version": version}
    status, answer = await posts.ask("POST", f"/api/tables/{table}/moves", token, body)
    if status == 200:
        soak.moves += 1
    elif status != 409:
        # Only a match that the other seat has resigned meanwhile is no fault.
        _, now = await posts.ask("GET", f"/api/tables/{table}", token)
        if json.loads(now)["status"] != "ended":
            soak.faults.append(f"{table}: {answer.decode()}")


async def drive(soak: Soak, matches: int, tables: int, pipe: Pipe) -> list[Sample]:
    """Play all matches, so many at once; give a sample for every hundredth of them."""
    opener = Connection(soak.port)
    await opener.open()
    made = [await opener.ask("POST", "/api/tokens", "", {"name": f"Soak {i}"}) for i in (0, 1)]
    soak.tokens = (json.loads(made[0][1])["token"], json.loads(made[1][1])["token"])

    async def player() -> None:
        while soak.begun < matches:
            soak.begun += 1
            await match(soak, soak.begun)

    players = [asyncio.create_task(player()) for _ in range(tables)]
    samples: list[Sample] = []
    step = max(1, matches // 100)
    while not all(task.done() for task in players):
        await asyncio.sleep(0.2)
        if soak.ended // step > len(samples):
            samples.append(await sample(soak, pipe))
            print(
                f"\r{soak.ended} of {matches} matches, {soak.moves} moves, "
                f"{samples[-1].numbers[0]} MB   ",
                end="",
                flush=True,
            )
    await asyncio.gather(*players)
    print()
    await asyncio.sleep(2 * IDLE / 1000)
    samples.append(await sample(soak, pipe))
    return samples


async def sample(soak: Soak, pipe: Pipe) -> Sample:
    """Ask the server how large it is."""
    pipe.send(None)
    numbers = await asyncio.get_running_loop().run_in_executor(None, pipe.recv)
    return Sample(soak.ended, tuple(numbers))


def draw(samples: Sequence[Sample]) -> Svg:
    """Draw a curve for each measure, from nothing to its largest value."""
    rows = []
    last = samples[-1].matches
    for i, name in enumerate(MEASURES):
        most = max(1, *(one.numbers[i] for one in samples))
        top = 16 + 70 * i
        points = " ".join(
            f"{150 + 460 * one.matches / last:.1f},{top + 44 - 40 * one.numbers[i] / most:.1f}"
            for one in samples
        )
        rows += [
            element("text", name, x=8, y=top + 24, font_size=13, fill="#555"),
            element("text", f"{most:g}", x=142, y=top + 10, font_size=10, text_anchor="end"),
            element("text", "0", x=142, y=top + 46, font_size=10, text_anchor="end"),
            element("path", d=f"M150 {top + 44}H610", stroke="#bbb", fill="none"),
            element("polyline", points=points, stroke="#8a4a12", fill="none", stroke_width=1.5),
        ]
    rows.append(element("text", f"{last:,} matches", x=610, y=376, font_size=12, text_anchor="end"))
    ground = element("rect", x=0, y=0, width=640, height=386, fill="#fffdf8")
    title = "A server over thousands of matches"
    return picture(title, ", ".join(MEASURES), 0, 0, 640, 386, ground, *rows)


def main() -> None:
    """Soak, draw and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=5_000)
    parser.add_argument("--tables", type=int, default=50, help="matches at once")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(2048)
    begun = time.monotonic()
    pipe, other = multiprocessing.Pipe()
    with tempfile.TemporaryDirectory() as data:
        server = multiprocessing.get_context("fork").Process(
            target=serve, args=(listening, data, other)
        )
        server.start()
        soak = Soak(listening.getsockname()[1], random.Random(args.seed))
        try:
            samples = asyncio.run(drive(soak, args.matches, args.tables, pipe))
        except KeyboardInterrupt:
            print("\nstopped; nothing is written")
            return
        finally:
            server.terminate()
            server.join()
    minutes = (time.monotonic() - begun) / 60
    PICTURE.write_text(draw(samples) + "\n", encoding="utf-8")
    marks = [samples[len(samples) * i // 4] for i in range(4)] + samples[-2:]
    results.write(
        "Soak: a server over thousands of matches",
        "python bench/soak.py",
        ("matches ended", *MEASURES),
        [
            (f"{one.matches:,}" + (" and quiet" if one is marks[-1] else ""), *one.numbers)
            for one in marks
        ],
        f"{soak.moves:,} moves in {minutes:.0f} minutes, {args.tables} matches at once; streams "
        f"were dropped and resumed {soak.reconnected:,} times; faults: {len(soak.faults)}. "
        f"![curve](../docs/pictures/soak.svg)",
        anew=True,
    )
    for fault in soak.faults[:20]:
        print(fault)


if __name__ == "__main__":
    main()
