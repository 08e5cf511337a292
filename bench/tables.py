"""How many moves a second tables accept and commit durably, in one process and without a web.

Each table is a match of random legal moves; a move counts once it is decided, synced to the disk
and shown to a follower. The time runs from handing a move in to the follower's waking.

    python bench/tables.py [--seconds 4]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import results
from stalas.store import SqliteStore, database_path
from stalas.table.bots import Bots
from stalas.table.commands import Play
from stalas.table.setup import Person, Setup
from stalas.table.tables import Tables

KEY = "the key of both seats"


async def measure(game: str, count: int, seconds: float, folder: Path) -> list[object]:
    """Play at so many tables at once for so long; gives a row."""
    store = SqliteStore(database_path(folder))
    tables = Tables(store, Bots(ThreadPoolExecutor))
    await tables.start(tending=False)
    waits: list[float] = []
    stop = time.perf_counter() + seconds

    async def play(number: int) -> None:
        rng = Random(number)
        while time.perf_counter() < stop:
            name = await tables.open(Setup(game, same_device=True), host=Person("Ona", KEY))
            await tables.sit(name, 1, Person("Jonas", KEY))
            live = await tables.live(name)
            async with tables.follow(name, None) as stream:
                while live.table.to_move and time.perf_counter() < stop:
                    seat = live.table.to_move[0]
                    legal = live.table.state.legal_moves(seat)
                    move = str(legal[rng.randrange(len(legal))])
                    version = live.table.version
                    began = time.perf_counter()
                    acting = asyncio.create_task(tables.act(name, Play(seat, move, version), KEY))
                    await stream.next(version)
                    waits.append(time.perf_counter() - began)
                    await acting

    began, used = time.perf_counter(), time.process_time()
    await asyncio.gather(*(play(number) for number in range(count)))
    took, used = time.perf_counter() - began, time.process_time() - used
    await tables.close()
    await store.close()
    waits.sort()
    return [
        f"{game}, {count:,}",
        f"{len(waits) / took:,.0f}",
        f"{1e6 * used / len(waits):,.0f}",
        f"{1e3 * waits[len(waits) // 2]:,.1f}",
        f"{1e3 * waits[int(len(waits) * 0.99)]:,.1f}",
    ]


def main() -> None:
    """Measure few and many tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--games", nargs="+", default=["tower-of-doubt", "china-gold"])
    args = parser.parse_args()
    rows = []
    for game in args.games:
        for count in (1, 10, 100, 1_000):
            with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
                rows.append(asyncio.run(measure(game, count, args.seconds, Path(folder))))
    results.write(
        "Tables",
        "python bench/tables.py",
        ("game, tables at once", "moves/s", "CPU µs/move", "p50 ms", "p99 ms"),
        rows,
        "Durably committed moves in one process, no web; every table always has a move under way.",
    )


if __name__ == "__main__":
    main()
