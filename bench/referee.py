"""How fast `stalas referee --lines` replays records, in plies a second on one core.

`python bench/referee.py [--records N]`; writes results.md.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import matches
import results
from stalas.core.records import Record
from stalas.games import SHELF

AIM = {"china-gold": 5_000}
USUAL_AIM = 20_000


def main() -> None:
    """Measure every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=400, metavar="N")
    count = parser.parse_args().records
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in SHELF:
            plies, seconds = measure(name, count, Path(folder) / name)
            speed = plies / seconds
            rows.append(
                (
                    name,
                    count,
                    plies,
                    f"{seconds:.2f}",
                    f"{speed:,.0f}",
                    f"{AIM.get(name, USUAL_AIM):,}",
                )
            )
    results.write(
        "Replaying through the referee",
        "python bench/referee.py",
        ("game", "records", "plies", "CPU seconds", "plies a second", "aim"),
        rows,
        "Whole random matches; processor time of the whole command, its start included.",
    )


def measure(name: str, count: int, path: Path) -> tuple[int, float]:
    """Replay so many random matches; give their plies and the processor time, in seconds."""
    plies = 0
    with path.open("w", encoding="utf-8") as file:
        for seed in range(count):
            seats, moves, _ = matches.play(name, seed)
            record = Record(name, ("a", "b", "c", "d", "e")[:seats], {}, tuple(map(str, moves)))
            file.write(record.dumps() + "\n")
            plies += len(moves)
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "stalas.cli", "referee", "--lines", str(path)],
        check=True,
        capture_output=True,
    )
    after = getrusage(RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert done.stdout.count(b'"over": true') == count
    return plies, seconds


if __name__ == "__main__":
    main()
