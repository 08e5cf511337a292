"""Compiling the players' kernels ahead of the first match: `python -m stalas.players.warm`.

Without it a level's first decision after an installation or an update waits for its kernels, up to
a quarter of a minute. What is compiled is kept in the user's cache folder, so it is done once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from stalas.core.compiled import COMPILED
from stalas.games import SHELF
from stalas.players import levels
from stalas.players.match import Fixture, play_match

BUDGET = 0.01
"""Seconds a decision: as good as none, since the matches are played for nobody."""


def warm() -> Iterator[str]:
    """Let the two strongest levels play matches of each game, giving the game's name before it."""
    for game in SHELF:
        yield game
        for level in list(levels(game))[-2:]:
            play_match(Fixture(game, (level, level), "warm", {}, BUDGET))


if __name__ == "__main__":
    if COMPILED:
        for name in warm():
            sys.stderr.write(f"\rGetting the players ready (once): {name:<20}")
            sys.stderr.flush()
        sys.stderr.write(f"\r{'The players are ready.':<60}\n")
