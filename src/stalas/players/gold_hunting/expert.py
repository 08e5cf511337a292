"""The expert: hides as the solution does, and digs for the chance to win."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Final

from stalas.core.game import Seat
from stalas.games.gold_hunting.moves import Stack
from stalas.games.gold_hunting.pieces import HELD, RUSH_BONUS, RUSHED, TOKENS, nuggets
from stalas.games.gold_hunting.view import View
from stalas.players.gold_hunting.beliefs import site, sorted_site
from stalas.players.gold_hunting.glance import glance
from stalas.players.gold_hunting.hiding import hide
from stalas.players.gold_hunting.turns import CAN_PLAN, SCORES, weigh_turns
from stalas.players.player import DEFAULT_BUDGET, Decision
from stalas.solvers.gold_hunting.library import shipped
from stalas.solvers.gold_hunting.stackings import INGOTS, Heights

if TYPE_CHECKING:
    from stalas.solvers.gold_hunting.digging import Digging, Floats
    from stalas.solvers.gold_hunting.reveals import Reveals

SPREAD: Final = 0.3
"""How far a lift to come may take the other's score from what its models say: the chance of one
nugget more, and of one less."""


class Expert:
    """Believes in one of the solution's mixes, drawn each time, and plans to the last lift.

    The beliefs are exact: each mix holds every stacking, and those that a lift refutes fall away.
    The other's final score it foresees from its own hills, which it knows: two ways of digging
    them, with each token the other may hold, blurred by what may come. Its plan is exact: it digs
    for the largest chance to end with more.

    Without numpy, or against a hill left empty, it looks one lift ahead.
    """

    def decide(self, view: View, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose a stack or a turn; the values are chances to win, a draw counting half."""
        first = view.legal[0]
        if isinstance(first, Stack):
            return Decision(hide(first.seat, view.options.bust_from, rng))
        bust_from, number = view.options.bust_from, view.tokens[first.seat] or 1

        def drawn(reveals: Reveals) -> Floats:
            reply = draw_reply(reveals.heights, bust_from, number, rng)
            return belief(reveals.heights, bust_from, reply)

        weighed = weigh_turns(view, drawn, worths(foresee(view, 1 - first.seat)))
        if weighed is None:
            weighed = glance(view, rng)
        else:
            rng.shuffle(weighed)
            weighed.sort(key=lambda option: -option.value)
        return Decision.among(weighed, weighed[0])


@lru_cache(maxsize=256)
def belief(heights: Heights, bust_from: int, reply: int) -> Floats:
    """(n) how likely each stacking of a profile is, unscaled, by one of the solution's mixes.

    Every mix holds a little of every stacking. To believe more in what people may stack would win
    some tenths of a nugget from them, but lose two to whoever knows it.
    """
    import numpy as np

    from stalas.solvers.gold_hunting.equilibrium import squared

    return squared(np.array(shipped(heights, bust_from).replies[reply]))


def draw_reply(heights: Heights, bust_from: int, number: int, rng: Random) -> int:
    """Draw one of the mixes to which the solution's ways of digging reply, as often as it does."""
    shares = shipped(heights, bust_from).shares[number - 1]
    return rng.choices(range(len(shares)), shares)[0]


def foresee(view: View, other: Seat) -> list[float]:
    """Give the chance of each final score of the other seat, which digs our hills."""
    seat = 1 - other
    fate = view.fates[other]
    done = RUSH_BONUS if fate == RUSHED else nuggets(view.safes[other]) // 2
    pile = nuggets(view.piles[other])
    left = sum(view.left(seat))
    chances = [0.0] * SCORES
    if not left:
        chances[pile + done] = 1.0
        return chances
    known = view.tokens[other]
    numbers = [n for n in TOKENS if n != view.tokens[seat]] if known is None else [known]
    if fate != HELD:
        numbers = numbers[:1]
    heights = site(view, seat).heights
    ways = _models(heights, view.options.bust_from) if CAN_PLAN and min(heights) else ()
    for way in ways:
        for number in numbers:
            token = number if fate == HELD else None
            score = done + _walk(way, view.stacks[seat], view.lifted[seat], pile, token)
            chances[score] += 1 / (len(ways) * len(numbers))
    if not ways:  # nothing to foresee by: about half of what is left is won
        hidden = sum(size * count for size, count in enumerate(view.left(seat), 1))
        chances[done + pile + hidden // 2] = 1.0
    for _ in range(left):
        chances = _blurred(chances)
    return chances


def worths(chances: Sequence[float]) -> list[float]:
    """Give the chance to beat scores of such chances with each final score, a draw half."""
    below = [0.0, *accumulate(chances)]
    return [
        min(below[score], 1.0) + chances[score] / 2 if score < len(chances) else 1.0
        for score in range(SCORES)
    ]


@lru_cache(maxsize=32)
def _models(heights: Heights, bust_from: int) -> tuple[Digging, ...]:
    """Give two ways to dig a profile: believing in the solution's mix, and in anything alike."""
    import numpy as np

    from stalas.solvers.gold_hunting.digging import dig_best
    from stalas.solvers.gold_hunting.equilibrium import trembling
    from stalas.solvers.gold_hunting.reveals import reveals_of

    reveals = reveals_of(heights)
    solved = np.array(shipped(heights, bust_from).stackings, np.float64)
    return tuple(dig_best(reveals, trembling(mix), bust_from) for mix in (solved, reveals.twins))


def _walk(
    way: Digging, stack: Sequence[str], lifted: Sequence[str], pile: int, number: int | None
) -> int:
    """Give what a way of digging still adds to the score, the pile included, from these hills."""
    from stalas.solvers.gold_hunting.digging import GONE, RUSH, SAFE

    reveals = way.reveals
    now = list(lifted)
    heights = [nuggets(hill) for hill in stack]
    score = 0
    token = GONE if number is None else number - 1
    while sum(map(len, now)) < INGOTS:
        shown = sorted_site(heights, now)
        reveal = reveals.index[shown.lifted]
        code = int(way.choice[reveal, pile, token])
        if code == SAFE:
            score += pile // 2
            pile, token = 0, GONE
            code = int(way.choice[reveal, pile, token])
        rush = code >= RUSH
        hill = shown.hills[code - RUSH if rush else code // 3]
        announced = number if rush else code % 3 + 1
        size = int(stack[hill][-1 - len(now[hill])])
        now[hill] += str(size)
        if size == announced:
            pile += size
            score += RUSH_BONUS if rush else 0
        elif pile >= way.bust_from and size < pile:
            pile = size
        if rush:
            token = GONE
    return score + pile


def _blurred(chances: Sequence[float]) -> list[float]:
    """Spread every chance to its neighbours; none leaves the ends."""
    last = len(chances) - 1
    return [
        (1 - 2 * SPREAD) * chances[score]
        + SPREAD * (chances[max(score - 1, 0)] if score else chances[0])
        + SPREAD * (chances[min(score + 1, last)] if score < last else chances[last])
        for score in range(last + 1)
    ]
