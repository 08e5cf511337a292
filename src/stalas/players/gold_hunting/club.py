"""A player that plans every lift to the end, for nuggets, and believes in nothing special."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from stalas.core.game import Seat
from stalas.games.gold_hunting.moves import Stack
from stalas.games.gold_hunting.pieces import nuggets
from stalas.games.gold_hunting.view import View
from stalas.players.gold_hunting.glance import glance
from stalas.players.gold_hunting.turns import SCORES, weigh_turns
from stalas.players.player import DEFAULT_BUDGET, Decision
from stalas.solvers.gold_hunting.stackings import PIECES


class Club:
    """Counts every order that agrees with what shows, all alike, and plans for the most nuggets.

    It looks at its own score alone, not at what the other may reach. It hides at random, but leaves
    no hill so low that its height tells what it holds. Without numpy, or against a hill left empty,
    it looks one lift ahead.
    """

    def decide(self, view: View, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose a stack or a turn; the values are final nuggets on average."""
        first = view.legal[0]
        if isinstance(first, Stack):
            return Decision(stack(first.seat, rng))
        weighed = weigh_turns(view, lambda reveals: reveals.twins, range(SCORES))
        if weighed is None:
            weighed = glance(view, rng)
        else:
            rng.shuffle(weighed)
            weighed.sort(key=lambda option: -option.value)
        return Decision.among(weighed, weighed[0])


def stack(seat: Seat, rng: Random) -> Stack:
    """Draw stacks at random until no hill is lower than a triple."""
    ingots = [str(size) for size, count in enumerate(PIECES, 1) for _ in range(count)]
    while True:
        rng.shuffle(ingots)
        cuts = [0, *sorted(rng.sample(range(1, len(ingots)), 3)), len(ingots)]
        hills = tuple("".join(ingots[a:b]) for a, b in pairwise(cuts))
        if min(map(nuggets, hills)) >= len(PIECES):
            return Stack(seat, hills)
