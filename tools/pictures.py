"""Pictures of the terminal client for the documentation: `python tools/pictures.py`.

Plays the first plies of seeded matches and writes docs/pictures/<game>.svg.
"""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from textual.widgets import Input

from stalas.games import SHELF, find
from stalas.terminal.app import StalasApp, Wishes
from stalas.terminal.match import Setup
from stalas.terminal.table import TableScreen

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SIZE: Final = (120, 34)


async def draw(name: str, turns: int) -> str:
    """Play so many turns of a match and give the screen as SVG."""
    seats = min(3, find(name).seats.stop - 1)
    with ThreadPoolExecutor(1) as executor:
        app = StalasApp(Wishes(Setup(name, "greedy", seats, 0, {}, seed=11), "en"), executor)
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            await pilot.press("enter")
            for _ in range(turns):
                await app.workers.wait_for_complete()
                await pilot.pause()
                screen = app.screen
                if not isinstance(screen, TableScreen) or screen.match.over:
                    break
                legal = screen.match.view().legal
                chosen = str(legal[len(legal) * 3 // 7])[2:]
                screen.query_one("#move", Input).value = chosen
                await pilot.press("enter")
            await app.workers.wait_for_complete()
            await pilot.pause()
            svg = app.export_screenshot(title=f"stalas play {name}")
    # The exporter names its styles at random; the picture should be the same every time, and a
    # document must not fetch fonts from elsewhere.
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)


def main() -> None:
    """Write every game's picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in SHELF:
        (FOLDER / f"{name}.svg").write_text(asyncio.run(draw(name, 4)), encoding="utf-8")
        print(f"docs/pictures/{name}.svg")


if __name__ == "__main__":
    main()
