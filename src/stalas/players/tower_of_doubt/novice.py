"""A player that goes for white beads it can see."""

from __future__ import annotations

from random import Random

from stalas.games.tower_of_doubt.moves import Mark, Peek
from stalas.games.tower_of_doubt.view import View
from stalas.players.player import DEFAULT_BUDGET, Decision, Weighed


class Novice:
    """Marks where it sees most white, and forgets that every tower has another side.

    Of what it peeked it remembers the value. It takes your towers as readily as free ones, but
    never covers its own.
    """

    def decide(self, view: View, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose by white beads seen; the values are white beads."""
        beads = [float(faces.count("w")) for faces in view.faces]
        for peek in view.peeks:
            if peek.seat == view.seat and peek.place is not None and peek.value is not None:
                beads[peek.place - 1] = peek.value
        weighed = [
            Weighed(move, -1.0 if move.place is None else self._worth(move, view, beads))
            for move in view.legal
            if isinstance(move, Peek | Mark)
        ]
        rng.shuffle(weighed)
        weighed.sort(key=lambda option: -option.value)
        return Decision.among(weighed, weighed[0])

    @staticmethod
    def _worth(move: Peek | Mark, view: View, beads: list[float]) -> float:
        place = move.place or 0
        own = isinstance(move, Mark) and view.owners[place - 1] == move.seat
        return -1.0 if own else beads[place - 1]
