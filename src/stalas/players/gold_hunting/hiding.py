"""Hiding as the solution does: a profile that is hard to dig, and a stacking drawn from its mix."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from stalas.core.game import Seat
from stalas.games.gold_hunting.moves import Stack
from stalas.solvers.gold_hunting.library import Kept, shipped_profiles
from stalas.solvers.gold_hunting.stackings import stackings

NEARLY: Final = 0.03
"""How many nuggets worse than the best a profile may be and still be drawn."""


def hide(seat: Seat, bust_from: int, rng: Random) -> Stack:
    """Draw a profile, a stacking and where its hills stand."""
    kept = rng.choice(best_profiles(bust_from))
    hills = list(rng.choices(stackings(kept.heights), kept.stackings)[0])
    rng.shuffle(hills)
    return Stack(seat, tuple(hills))


@cache
def best_profiles(bust_from: int) -> tuple[Kept, ...]:
    """Give the profiles that keep the digger's nuggets lowest, or nearly so."""
    every = shipped_profiles(bust_from)
    return tuple(kept for kept in every if kept.upper <= every[0].upper + NEARLY)
