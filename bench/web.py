"""How fast a server is: accepted moves a second by the API, and how soon the other seat sees them.

`python bench/web.py` starts `stalas serve` on one core and loads it from the other. Every table is
a match of Stick Collection of two API clients, each with an open stream; every move is durably
committed before it is acknowledged. Latency is from sending a move to the other seat's frame.
With `--pages` two pages' streams watch every table as well.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import deque
from dataclasses import dataclass, field

import results

RAISE_TO = 6
"""Clients raise the bid up to this and then pass: about seven moves an auction."""


class Connection:
    """One HTTP/1.1 connection that is kept."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    def send(self, method: str, path: str, token: str = "", body: bytes = b"") -> None:
        assert self.writer is not None
        head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\n"
        if token:
            head += f"authorization: Bearer {token}\r\n"
        if method == "POST":
            head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
        self.writer.write(head.encode() + b"\r\n" + body)

    async def answer(self) -> tuple[int, bytes]:
        assert self.reader is not None
        head = await self.reader.readuntil(b"\r\n\r\n")
        status = int(head[9:12])
        found = re.search(rb"content-length: (\d+)", head.lower())
        body = await self.reader.readexactly(int(found[1])) if found else b""
        return status, body

    async def ask(
        self, method: str, path: str, token: str = "", body: object = None
    ) -> tuple[int, bytes]:
        self.send(method, path, token, json.dumps(body).encode() if body is not None else b"")
        return await self.answer()


@dataclass
class Load:
    """Everything that is counted."""

    port: int
    rate: float | None
    """Moves a second to offer in all; None for as many as go."""
    until: float = 0.0
    accepted: int = 0
    refused: int = 0
    counting: bool = False
    latencies: list[float] = field(default_factory=list)
    pool: deque[Connection] = field(default_factory=deque)
    free: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(64))
    next_at: float = 0.0

    async def post(self, path: str, token: str, body: object) -> tuple[int, bytes]:
        async with self.free:
            connection = self.pool.popleft() if self.pool else None
            if connection is None:
                connection = Connection(self.port)
                await connection.open()
            answer = await connection.ask("POST", path, token, body)
            self.pool.append(connection)
            return answer

    async def pace(self) -> None:
        """Wait for one's turn at the offered rate."""
        if self.rate is None:
            return
        now = time.monotonic()
        self.next_at = max(self.next_at, now) + 1 / self.rate
        await asyncio.sleep(self.next_at - now)


async def follow(load: Load, path: str, token: str, seen: asyncio.Queue[dict[str, object]]) -> None:
    """Read a stream's events into a queue."""
    connection = Connection(load.port)
    await connection.open()
    connection.send("GET", path, token)
    reader = connection.reader
    assert reader is not None
    await reader.readuntil(b"\r\n\r\n")
    try:
        while True:
            line = await reader.readline()
            if not line:
                return
            if line.startswith(b"data: {"):
                seen.put_nowait(json.loads(line[6:]))
    except (asyncio.CancelledError, ConnectionError):
        pass
    finally:
        assert connection.writer is not None
        connection.writer.close()


async def watch(load: Load, table: str) -> None:
    """Keep a page's stream open and read all that comes."""
    connection = Connection(load.port)
    await connection.open()
    connection.send("GET", f"/t/{table}/stream")
    assert connection.reader is not None
    while await connection.reader.read(65536):
        pass


async def table_of(load: Load, tokens: tuple[str, str], pages: int) -> None:
    """Play matches one after another until the time is over."""
    while time.monotonic() < load.until:
        _, made = await load.post("/api/tables", tokens[0], {"game": "stick-collection"})
        table = json.loads(made)["table"]
        await load.post(f"/api/tables/{table}/sit", tokens[1], {"seat": 1})
        queues: list[asyncio.Queue[dict[str, object]]] = [asyncio.Queue(), asyncio.Queue()]
        readers = [
            asyncio.create_task(
                follow(load, f"/api/tables/{table}/stream", tokens[seat], queues[seat])
            )
            for seat in (0, 1)
        ]
        readers += [asyncio.create_task(watch(load, table)) for _ in range(pages)]
        try:
            await match(load, table, tokens, queues)
        finally:
            for reader in readers:
                reader.cancel()
            await asyncio.gather(*readers, return_exceptions=True)


async def match(
    load: Load, table: str, tokens: tuple[str, str], queues: list[asyncio.Queue[dict[str, object]]]
) -> None:
    high, version = 0, -1
    mover = 0
    state = await queues[0].get()
    while time.monotonic() < load.until and state["status"] != "ended":
        for entry in state["log"]:  # type: ignore[attr-defined]
            text = entry["text"] or ""
            if text.startswith("* stick ?"):
                high = 0
            elif " bid " in text:
                high = int(text.rsplit(" ", 1)[1])
        version = int(str(state["version"]))
        to_move = state["to_move"]
        if not to_move:
            state = await queues[0].get()
            continue
        mover = to_move[0]  # type: ignore[index]
        bid = high + 1
        text = f"{mover} bid {bid}" if bid <= RAISE_TO else f"{mover} pass"
        await load.pace()
        began = time.monotonic()
        body = {"move": text, "version": version}
        status, answer = await load.post(f"/api/tables/{table}/moves", tokens[mover], body)
        if status == 422 and text.endswith(str(bid)):
            body["move"] = f"{mover} pass"
            status, answer = await load.post(f"/api/tables/{table}/moves", tokens[mover], body)
        if status != 200:
            load.refused += 1
            return
        reached = json.loads(answer)["version"]
        other = queues[1 - mover]
        while True:
            frame = await other.get()
            if int(str(frame["version"])) >= reached:
                break
        if load.counting:
            load.accepted += 1
            load.latencies.append(time.monotonic() - began)
        if mover == 1:
            state = frame
        else:
            while True:
                state = await queues[0].get()
                if int(str(state["version"])) >= reached:
                    break


async def measure(
    port: int, tables: int, seconds: float, rate: float | None, pages: int
) -> tuple[float, float, float, int]:
    """Give moves a second, p50 and p99 in milliseconds, and refusals."""
    load = Load(port, rate)
    tokens = []
    for seat in (0, 1):
        _, made = await load.post("/api/tokens", "", {"name": f"Load {seat}"})
        tokens.append(json.loads(made)["token"])
    warm = 3.0 + tables * (1 + pages) / 200  # until all tables and streams are open
    load.until = time.monotonic() + warm + seconds
    players = [
        asyncio.create_task(table_of(load, (tokens[0], tokens[1]), pages)) for _ in range(tables)
    ]
    await asyncio.sleep(warm)
    load.counting = True
    began = time.monotonic()
    await asyncio.sleep(seconds)
    load.counting = False
    spent = time.monotonic() - began
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    ordered = sorted(load.latencies) or [0.0]
    p50, p99 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    return load.accepted / spent, 1000 * p50, 1000 * p99, load.refused


def serve(data: str) -> tuple[subprocess.Popen[str], int]:
    """Start a server on the first core."""
    command = [sys.executable, "-m", "stalas.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
    server = subprocess.Popen(
        [*command, "--data", data, "--api-limit", "100000000"],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {0}),
    )
    assert server.stdout is not None
    found = re.search(r"localhost:(\d+)", server.stdout.readline())
    assert found is not None
    return server, int(found[1])


def disk(folder: str, seconds: float = 10.0) -> str:
    """Time this disk's own fdatasync: no commit can be sooner, and its stalls are everybody's."""
    took = []
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            file.write(bytes(8192))
            began = time.monotonic()
            os.fdatasync(file.fileno())
            took.append(1000 * (time.monotonic() - began))
            time.sleep(0.002)
    took.sort()
    rare = took[int(len(took) * 0.999)]
    return (
        f"The disk's own fdatasync of 8 kB: half of them {took[len(took) // 2]:.1f} ms, "
        f"one of a thousand {rare:.0f} ms or more, the longest {took[-1]:.0f} ms."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", default="10,100,1000")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pages", action="store_true", help="two pages watch every table")
    args = parser.parse_args()
    os.sched_setaffinity(0, {os.cpu_count() - 1})  # type: ignore[operator]
    gc.disable()  # the load's own pauses would count as the server's
    rows = []
    for tables in map(int, args.tables.split(",")):
        with tempfile.TemporaryDirectory() as data:
            server, port = serve(data)
            try:
                pages = 2 if args.pages else 0
                full = asyncio.run(measure(port, tables, args.seconds, None, pages))
                half = asyncio.run(measure(port, tables, args.seconds, full[0] / 2, pages))
            finally:
                server.terminate()
                server.wait()
        row = (
            f"{tables:,}",
            f"{full[0]:,.0f}",
            f"{full[1]:.1f}",
            f"{full[2]:.1f}",
            f"{half[0]:,.0f}",
            f"{half[1]:.1f}",
            f"{half[2]:.1f}",
            str(full[3] + half[3]),
        )
        print(*row, flush=True)
        rows.append(row)
    results.write(
        "Web, with two pages watching every table" if args.pages else "Web, by the API",
        "python bench/web.py --pages" if args.pages else "python bench/web.py",
        ("tables", "moves/s", "p50 ms", "p99 ms", "half load", "p50 ms", "p99 ms", "refused"),
        rows,
        "Moves accepted, durably committed and seen by the other seat; server on one core, "
        "load on the other. Milliseconds from the post to the other seat's frame. "
        + disk(tempfile.gettempdir()),
    )


if __name__ == "__main__":
    main()
