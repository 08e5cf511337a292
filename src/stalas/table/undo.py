"""When a move may be taken back: never across anything revealed or thrown.

A move may be taken back only if it is the last thing that happened in the match, so nothing was
thrown after it, and only if nobody, its maker included, learned anything hidden from it. The second
is asked of the law itself: in worlds that a viewer could not tell apart before the move, does it
still look the same to that viewer after it?
"""

from __future__ import annotations

from random import Random
from typing import Final

from stalas.core.errors import GameError
from stalas.core.game import AnyMove, AnyState, Viewer

WORLDS: Final = 200
"""How many worlds are tried for each viewer; one that differs is enough to refuse."""


def reveals(before: AnyState, move: AnyMove, seats: int, rng: Random) -> bool:
    """Whether the move told any seat or a spectator something that was hidden before it."""
    after = before.play(move)
    viewers: tuple[Viewer, ...] = (*range(seats), None)
    return any(_reveals_to(before, after, move, viewer, rng) for viewer in viewers)


def _reveals_to(
    before: AnyState, after: AnyState, move: AnyMove, viewer: Viewer, rng: Random
) -> bool:
    shown = after.view(viewer)
    told = before.tell(move, viewer)
    for _ in range(WORLDS):
        world = before.redeal(viewer, rng)
        if world == before:
            continue
        try:
            other = world.play(move)
        except GameError:
            # That the move was legal at all depends on what is hidden, so it tells something.
            return True
        if other.view(viewer) != shown or world.tell(move, viewer) != told:
            return True
    return False
