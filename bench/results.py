"""Writing measurements into results.md: one section a topic, replaced when measured again."""

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
) -> None:
    """Replace the topic's section, or add it at the end; also print the table."""
    python = ".".join(map(str, sys.version_info[:2]))
    day = datetime.now(UTC).date().isoformat()
    lines = [
        f"## {topic}",
        "",
        f"`{command}`, {MACHINE} ({platform.system()}), Python {python}, {day}.",
    ]
    if note:
        lines.append(note)
    lines += [
        "",
        "| " + " | ".join(columns) + " |",
        "|---" * len(columns) + "|",
        *("| " + " | ".join(map(str, row)) + " |" for row in rows),
        "",
    ]
    section = "\n".join(lines)
    print(section)
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else HEAD
    known = re.compile(rf"^## {re.escape(topic)}\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
    if known.search(text):
        text = known.sub(lambda _: section + "\n", text)
    else:
        text = text.rstrip("\n") + "\n\n" + section
    RESULTS.write_text(text.rstrip("\n") + "\n", encoding="utf-8")
