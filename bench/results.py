"""Writing measurements into results.md: a section a topic, its rows replaced one by one."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

RESULTS: Final = Path(__file__).parent / "results.md"
MACHINE: Final = "2-core x86-64 VM"
HEAD: Final = """# What was measured

Every table names the command that made it; run it again to replace the table.
"""


def write(
    topic: str,
    command: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[object]],
    note: str = "",
    *,
    anew: bool = False,
) -> None:
    """Replace the topic's rows of the same first cell, or add them; also print the table.

    `anew` leaves none of the rows that were there.
    """
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else HEAD
    known = re.compile(rf"^## {re.escape(topic)}\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
    old = known.search(text)
    head = _row(columns)
    table = {} if old is None or anew else _rows(old.group(), head)
    table.update((str(row[0]), _row(row)) for row in rows)
    python = ".".join(map(str, sys.version_info[:2]))
    day = datetime.now(UTC).date().isoformat()
    lines = [
        f"## {topic}",
        "",
        f"`{command}`, {MACHINE} ({platform.system()}), Python {python}, {day}.",
        *([note] if note else []),
        "",
        head,
        "|---" * len(columns) + "|",
        *table.values(),
        "",
    ]
    section = "\n".join(lines)
    print(section)
    if old is None:
        text = text.rstrip("\n") + "\n\n" + section
    else:
        text = text[: old.start()] + section + "\n" + text[old.end() :]
    RESULTS.write_text(text.rstrip("\n") + "\n", encoding="utf-8")


def _row(cells: Sequence[object]) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def _rows(section: str, head: str) -> dict[str, str]:
    """The rows of a table by their first cell, if it has the same columns."""
    lines = section.splitlines()
    if head not in lines:
        return {}
    rows = [line for line in lines[lines.index(head) + 2 :] if line.startswith("| ")]
    return {row.split(" | ")[0].removeprefix("| "): row for row in rows}
