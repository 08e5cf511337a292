"""Make the golden files anew: `python -m tests.games.gold_hunting.golden`."""

from __future__ import annotations

import json
from pathlib import Path

from stalas.core.game import Viewer
from stalas.core.words import english
from stalas.games.gold_hunting import GAME
from tests.games.gold_hunting.playing import random_moves

FILE = Path(__file__).parent / "playthrough.txt"
OPTIONS = {"bust_from": 2}
SEED = 35


def playthrough() -> str:
    """A random match: after each ply, what everybody is told, sees and may do."""
    state = GAME.start(2, OPTIONS)
    viewers: tuple[Viewer, ...] = (0, 1, None)
    lines = [f"options {json.dumps(OPTIONS)}", ""]
    for ply, move in enumerate(random_moves(SEED, OPTIONS)):
        lines.append(f"=== ply {ply}: {move}")
        following = state.play(move)
        for viewer in viewers:
            name = "spectator" if viewer is None else f"seat {viewer}"
            view = following.view(viewer)
            lines.append(f"--- {name}: {state.seen(move, viewer)}")
            lines += [f"> {sentence}" for sentence in state.tell(move, viewer)]
            lines += [GAME.draw(view, english), json.dumps(view.to_json(), ensure_ascii=False)]
        lines += [f"truth {json.dumps(following.truth())}", ""]
        state = following
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(playthrough(), encoding="utf-8")
