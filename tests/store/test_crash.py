"""Killed with SIGKILL at random moments: every acknowledged move and shown version is kept."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CRASH = Path(__file__).parents[2] / "bench" / "crash.py"


def crash(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(CRASH), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_nothing_acknowledged_or_shown_is_lost_when_the_server_is_killed() -> None:
    done = crash("--kills", "5")
    assert done.returncode == 0, done.stderr
    assert "nothing lost" in done.stdout


def test_a_store_that_promises_before_it_writes_is_caught() -> None:
    done = crash("--kills", "20", "--planted")
    assert done.returncode == 1
    assert "lost version" in done.stderr
