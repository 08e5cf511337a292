"""A player that hides and digs by the solution, so that nobody can profit from knowing it."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Final

from stalas.games.gold_hunting.history import Act, Lift
from stalas.games.gold_hunting.moves import Dig, Rush, Safe, Stack
from stalas.games.gold_hunting.pieces import HELD, nuggets
from stalas.games.gold_hunting.view import View
from stalas.players.gold_hunting.beliefs import site, sorted_site
from stalas.players.gold_hunting.glance import glance
from stalas.players.gold_hunting.hiding import hide
from stalas.players.gold_hunting.turns import CAN_PLAN
from stalas.players.player import DEFAULT_BUDGET, Decision
from stalas.solvers.gold_hunting.library import shipped

if TYPE_CHECKING:
    from stalas.solvers.gold_hunting.digging import Digging
    from stalas.solvers.gold_hunting.stackings import Heights

TRIES: Final = 20
"""How many ways of digging are drawn before the last one is taken, whatever was dug so far."""


class Steady:
    """Plays the solution's mix of ways to dig, drawn afresh among those it may be following.

    A way of digging is chosen for the whole match. As nothing is remembered between decisions, one
    is drawn that agrees with all that the seat did so far: that is the same mix.

    Without numpy, or against a hill left empty, it looks one lift ahead.
    """

    def decide(self, view: View, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose a stack or a turn; there are no values, only the mix."""
        first = view.legal[0]
        seat = first.seat
        if isinstance(first, Stack):
            return Decision(hide(seat, view.options.bust_from, rng))
        number = view.tokens[seat]
        heights = site(view, 1 - seat).heights
        if not CAN_PLAN or min(heights) == 0 or number is None:
            weighed = glance(view, rng)
            return Decision.among(weighed, weighed[0])
        from stalas.solvers.gold_hunting.digging import COMPILED, GONE, RUSH, SAFE

        kept = shipped(heights, view.options.bust_from)
        shares = list(accumulate(kept.shares[number - 1]))
        past = [act for act in view.acts if act.seat == seat]
        tries = TRIES if COMPILED else 2
        draws = rng.choices(range(len(kept.replies)), cum_weights=shares, k=tries)
        ways = (_way(heights, view.options.bust_from, drawn) for drawn in draws)
        way = next(ways)
        while not _agrees(way, view, number, past):
            following = next(ways, None)
            if following is None:
                break
            way = following
        shown = site(view, 1 - seat)
        token = number - 1 if view.fates[seat] == HELD else GONE
        pile = nuggets(view.piles[seat])
        code = int(way.choice[way.reveals.index[shown.lifted], pile, token])
        if code == SAFE:
            return Decision(Safe(seat))
        place = code - RUSH if code >= RUSH else code // 3
        hill = shown.hills[rng.choice(shown.twins(place))] + 1
        return Decision(Rush(seat, hill) if code >= RUSH else Dig(seat, code % 3 + 1, hill))


@lru_cache(maxsize=48)
def _way(heights: Heights, bust_from: int, reply: int) -> Digging:
    """Give a way of digging of a profile: some 0.03 s for the largest."""
    import numpy as np

    from stalas.solvers.gold_hunting.digging import dig_best
    from stalas.solvers.gold_hunting.equilibrium import squared
    from stalas.solvers.gold_hunting.reveals import reveals_of

    roots = np.array(shipped(heights, bust_from).replies[reply])
    return dig_best(reveals_of(heights), squared(roots), bust_from)


def _agrees(way: Digging, view: View, number: int, past: list[Act]) -> bool:
    """Whether a seat that digs this way would have done what it did."""
    from stalas.solvers.gold_hunting.digging import GONE, RUSH, SAFE

    seat = view.to_move[0]
    heights = view.first_heights[1 - seat]
    lifted = ["" for _ in heights]
    pile, token = 0, number - 1
    for act in past:
        shown = sorted_site(heights, lifted)
        code = int(way.choice[way.reveals.index[shown.lifted], pile, token])
        if not isinstance(act, Lift):
            if code != SAFE:
                return False
            pile, token = 0, GONE
            continue
        place = shown.twins(shown.hills.index(act.hill - 1))[0]
        dug = RUSH + place if act.rush else 3 * place + act.announced - 1
        if code != dug:
            return False
        lifted[act.hill - 1] += str(act.size)
        if act.success:
            pile += act.size
        elif act.bust:
            pile = act.size
        if act.rush:
            token = GONE
    return True
