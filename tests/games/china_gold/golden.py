"""Make the golden file anew: `python -m tests.games.china_gold.golden`."""

from __future__ import annotations

import json
from pathlib import Path

from stalas.core.game import Viewer
from stalas.core.words import english
from stalas.games.china_gold import GAME
from tests.games.china_gold.playing import random_moves

FILE = Path(__file__).parent / "playthrough.txt"
OPTIONS = {"first": 0}
SEED = 2026


def playthrough() -> str:
    """A random match: after each ply, what everybody is told and sees.

    Nothing is hidden in this game, so one view stands for all; the test checks that they agree.
    """
    state = GAME.start(2, OPTIONS)
    viewers: tuple[Viewer, ...] = (0, 1, None)
    lines = [f"options {json.dumps(OPTIONS)}", ""]
    for ply, move in enumerate(random_moves(SEED, OPTIONS)):
        lines.append(f"=== ply {ply}: {move}")
        told = {state.tell(move, viewer) for viewer in viewers}
        assert len(told) == 1
        assert {state.seen(move, viewer) for viewer in viewers} == {str(move)}
        state = state.play(move)
        drawn = {GAME.draw(state.view(viewer), english) for viewer in viewers}
        assert len(drawn) == 1
        lines += [f"> {sentence}" for sentence in told.pop()]
        lines += [drawn.pop(), f"truth {json.dumps(state.truth())}", ""]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(playthrough(), encoding="utf-8")
