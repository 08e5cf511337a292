"""A player that remembers which ingots are left and hopes."""

from __future__ import annotations

from random import Random
from typing import Final

from stalas.games.gold_hunting.moves import Dig, Rush, Safe
from stalas.games.gold_hunting.pieces import nuggets
from stalas.games.gold_hunting.stackings import Stackings
from stalas.games.gold_hunting.view import View
from stalas.players.player import DEFAULT_BUDGET, Decision, Weighed

WORTH_SAVING: Final = 8
"""The pile that makes a novice think of its safe."""


class Novice:
    """Announces what there is most of to win, on any hill, and forgets that piles can be lost.

    It weighs a size by how many are left of it times its nuggets, uses its token as soon as that
    size is the one it would announce anyway, and stacks at random.
    """

    def decide(self, view: View, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose a stack or a turn; the values are nuggets won on average, hills not looked at."""
        legal = view.legal
        seat = legal[0].seat
        if isinstance(legal, Stackings):
            return Decision(legal[rng.randrange(len(legal))])
        pile = nuggets(view.piles[seat])
        if isinstance(legal[-1], Safe) and pile >= WORTH_SAVING:
            return Decision(legal[-1])
        left = view.left(1 - seat)
        weighed = []
        for move in legal:
            if isinstance(move, Dig | Rush):
                size = view.tokens[seat] if isinstance(move, Rush) else move.size
                if size is not None:
                    weighed.append(Weighed(move, size * left[size - 1] / sum(left)))
        rng.shuffle(weighed)
        weighed.sort(key=lambda option: (-option.value, isinstance(option.move, Dig)))
        return Decision.among(weighed, weighed[0])
