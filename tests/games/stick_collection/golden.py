"""Make the golden file anew: `python -m tests.games.stick_collection.golden`."""

from __future__ import annotations

import json
from pathlib import Path

from stalas.core.game import Viewer
from stalas.core.words import english
from stalas.games.stick_collection import GAME
from tests.games.stick_collection.playing import random_moves

FILE = Path(__file__).parent / "playthrough.txt"
SEATS = 3
SEED = 8


def playthrough() -> str:
    """A random match: after each ply, what everybody is told, sees and may do."""
    state = GAME.start(SEATS)
    viewers: tuple[Viewer, ...] = (*range(SEATS), None)
    lines = [f"seats {SEATS}", ""]
    for ply, move in enumerate(random_moves(SEED, SEATS, {})):
        lines.append(f"=== ply {ply}: {move}")
        following = state.play(move)
        for viewer in viewers:
            name = "spectator" if viewer is None else f"seat {viewer}"
            view = following.view(viewer)
            lines.append(f"--- {name}: {state.seen(move, viewer)}")
            lines += [f"> {sentence}" for sentence in state.tell(move, viewer)]
            lines += [GAME.draw(view, english), json.dumps(view.to_json())]
        lines += [f"truth {json.dumps(following.truth())}", ""]
        state = following
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(playthrough(), encoding="utf-8")
