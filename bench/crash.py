"""Kill a server that plays, at random moments, and look whether anything is lost.

A child process plays matches on a store on disk and prints each move that was acknowledged and each
version that a spectator was shown. It is killed with SIGKILL at a random moment; then the store is
read: every move acknowledged and every version shown must be there, move for move, and the file
must be sound. The next child goes on with the same file.

    python bench/crash.py --kills 200

With --planted the child acknowledges before it writes, and the look must find that out.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Final
from zlib import crc32

import results
from stalas.core.dealer import verify
from stalas.games import SHELF, find
from stalas.store import SqliteStore, database_path
from stalas.table import export
from stalas.table.bots import Bots
from stalas.table.commands import Play
from stalas.table.events import Event
from stalas.table.evolve import fold
from stalas.table.setup import Person, Setup
from stalas.table.storage import NewTable, Summary
from stalas.table.table import Table
from stalas.table.tables import Tables

TABLES: Final = 8
FOR_THE_RECORD: Final = 100
"""From so many kills on, the result is written down."""

KEY: Final = "the key of both seats"


def digest(table: Table) -> int:
    """Sum a table's moves and its status up in a number."""
    moves = "\n".join(ply.text for ply in table.plies)
    return crc32(f"{table.version} {table.status} {table.seed} {moves}".encode())


def say(word: str, name: str, table: Table) -> None:
    """Tell the parent, at once."""
    os.write(1, f"{word} {name} {table.version} {digest(table)}\n".encode())


class Hasty(SqliteStore):
    """A store that promises before it has written: what the look must catch."""

    async def append(
        self,
        table: str,
        expected: int,
        events: Sequence[Event],
        *,
        summary: Summary | None = None,
        also: NewTable | None = None,
    ) -> int:
        """Answer at once and write later."""
        later = super().append(table, expected, events, summary=summary, also=also)
        self.writing = asyncio.ensure_future(later)
        return expected + len(events)


async def serve(folder: Path, seed: int, *, planted: bool) -> None:
    """Play for ever on the store in a folder, going on with what is unfinished there."""
    rng = Random(seed)
    store = (Hasty if planted else SqliteStore)(database_path(folder))
    tables = Tables(store, Bots(ThreadPoolExecutor))
    await tables.start(tending=False)
    unfinished = [listing.table for listing in await store.listings(status="playing", limit=TABLES)]

    async def watch(name: str) -> None:
        live = await tables.live(name)
        async with tables.follow(name, None) as stream:
            version: int | None = 0
            while version is not None and live.table.status != "ended":
                version = await stream.next(version)
                say("shown", name, live.table)

    async def play(number: int) -> None:
        name = unfinished[number] if number < len(unfinished) else None
        while True:
            if name is None:
                setup = Setup(rng.choice(SHELF), same_device=True)
                name = await tables.open(setup, host=Person("Ona", KEY))
                await tables.sit(name, 1, Person("Jonas", KEY))
            live = await tables.live(name)
            watching = asyncio.create_task(watch(name))
            while live.table.to_move:
                seat = rng.choice(live.table.to_move)
                legal = live.table.state.legal_moves(seat)
                move = str(legal[rng.randrange(len(legal))])
                await tables.act(name, Play(seat, move, live.table.version), KEY)
                say("moved", name, live.table)
            await watching
            name = None

    await asyncio.gather(*(play(number) for number in range(TABLES)))


Promises = dict[str, dict[int, int]]
"""By table and version, the digest of what was promised."""


async def look(folder: Path, promised: Promises) -> tuple[int, int]:
    """Check the store against what was promised; gives tables and events. Raises SystemExit."""
    store = SqliteStore(database_path(folder))
    wrong = await store.check()
    if wrong:
        raise SystemExit(f"the file is damaged: {wrong}")
    total = 0
    for name, versions in promised.items():
        events = await store.read(name)
        total += len(events)
        for version, expected in versions.items():
            if len(events) < version:
                raise SystemExit(f"table {name} lost version {version}: it has {len(events)}")
            if digest(fold(events[:version])) != expected:
                raise SystemExit(f"table {name} has another history at version {version}")
        table = fold(events)
        if table.status == "ended":
            found = verify(find(table.opened.game), export.record(table, None))
            if found.differs is not None:
                raise SystemExit(f"table {name}: draw {found.differs} is not the dealer's")
    await store.close()
    return len(promised), total


def kill_once(folder: Path, seed: int, *, planted: bool) -> tuple[int, Promises]:
    """Let a child play and kill it; gives how many promises it made, and the last ones."""
    rng = Random(seed)
    command = [sys.executable, __file__, "--serve", str(folder), "--seed", str(seed)]
    command += ["--planted"] if planted else []
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        if child.stdout is None:
            raise SystemExit("the child has no output")
        first = child.stdout.readline()
        time.sleep(rng.uniform(0, 0.4))
        child.send_signal(signal.SIGKILL)
        lines = (first + child.stdout.read()).split(b"\n")[:-1]
    promised: Promises = {}
    for line in lines:
        _, name, version, summed = line.decode().split()
        # The last promises about a table stand for all before them.
        versions = promised.setdefault(name, {})
        versions[int(version)] = int(summed)
        for old in sorted(versions)[:-3]:
            del versions[old]
    return len(lines), promised


def main() -> None:
    """Kill again and again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--serve", type=Path, help="what the child does")
    parser.add_argument("--planted", action="store_true", help="acknowledge before writing")
    args = parser.parse_args()
    if args.serve is not None:
        asyncio.run(serve(args.serve, args.seed, planted=args.planted))
        return
    every: Promises = {}
    promises = 0
    with tempfile.TemporaryDirectory() as folder:
        for kill in range(args.kills):
            seed = args.seed * 10_000 + kill
            made, promised = kill_once(Path(folder), seed, planted=args.planted)
            if not made:
                raise SystemExit("the child promised nothing before it was killed")
            promises += made
            every |= promised
            asyncio.run(look(Path(folder), promised))
        tables, events = asyncio.run(look(Path(folder), every))
    if args.kills >= FOR_THE_RECORD and not args.planted:
        results.write(
            "Killed while playing",
            f"python bench/crash.py --kills {args.kills}",
            ("kills", "promises", "tables", "events", "lost"),
            [[args.kills, f"{promises:,}", tables, f"{events:,}", 0]],
            "A promise is a move acknowledged or a version shown to a spectator.",
        )
    print(
        f"{args.kills} kills, {promises} promises, {tables} tables, {events} events: nothing lost"
    )


if __name__ == "__main__":
    main()
