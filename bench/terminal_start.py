"""How long the terminal client takes from the command to the first screen, in seconds.

`python bench/terminal_start.py [--times N]`; writes results.md.
"""

from __future__ import annotations

import argparse
import os
import pty
import select
import signal
import statistics
import sys
from time import monotonic

import results

WORDS = {"the menu": ([], b"Which game"), "a table": (["china-gold"], b"sealed its draws")}


def main() -> None:
    """Open the client several times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=9, metavar="N")
    times = parser.parse_args().times
    rows = []
    for screen, (arguments, words) in WORDS.items():
        taken = [opening(arguments, words) for _ in range(times)]
        rows.append((screen, times, f"{statistics.median(taken):.2f}", f"{max(taken):.2f}", "1.00"))
    results.write(
        "Opening the terminal client",
        "python bench/terminal_start.py",
        ("screen", "times", "median, s", "longest, s", "aim, s"),
        rows,
        "From starting the process to the first words on the screen, in a pseudo-terminal.",
    )


def opening(arguments: list[str], words: bytes) -> float:
    """Start the client in a pseudo-terminal and wait for words; give the seconds."""
    began = monotonic()
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="80", LINES="24", LC_ALL="C.UTF-8")
        command = [sys.executable, "-m", "stalas.cli", "play", *arguments, "--lang", "en"]
        os.execv(sys.executable, command)  # noqa: S606
    seen = b""
    try:
        while words not in seen:
            if not select.select([terminal], [], [], 30)[0]:
                raise TimeoutError(f"no {words!r} within half a minute")
            seen += os.read(terminal, 65536)
        return monotonic() - began
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)


if __name__ == "__main__":
    main()
