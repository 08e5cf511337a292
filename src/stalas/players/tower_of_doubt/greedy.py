"""A player that trusts its own eyes and looks one marker ahead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from stalas.core.game import Seat
from stalas.games.tower_of_doubt.moves import Mark, Peek
from stalas.games.tower_of_doubt.pieces import CLOSED, OWNED
from stalas.games.tower_of_doubt.scoring import judge
from stalas.games.tower_of_doubt.view import View
from stalas.players.player import DEFAULT_BUDGET, Decision, Weighed
from stalas.players.tower_of_doubt.beliefs import Worlds, expected, worlds

_CLEAR = 1e-9


class Greedy:
    """Marks what wins most often if both seats then take what looks best to it.

    It believes its own faces and its own peek, and draws no conclusion from what the other does.
    """

    def decide(self, view: View, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose a peek or a mark; the values are promise of a peek, chance to win by a mark."""
        known = worlds(view)
        means = expected(known)
        weighed = [
            Weighed(move, _promise(move, known, means))
            if isinstance(move, Peek)
            else Weighed(move, _chance(move, view, known, means))
            for move in view.legal
            if isinstance(move, Peek | Mark)
        ]
        rng.shuffle(weighed)
        weighed.sort(key=lambda option: -option.value)
        best = [option for option in weighed if option.value > weighed[0].value - _CLEAR]
        return Decision.among(weighed, best[rng.randrange(len(best))])


def _promise(peek: Peek, known: Worlds, means: Sequence[float]) -> float:
    """How good the peeked tower may turn out to be: its expected value and deviation."""
    if peek.place is None:
        return 0.0
    at = peek.place - 1
    variance = sum(chance * (values[at] - means[at]) ** 2 for values, chance in known)
    return float(means[at] + variance**0.5)


def _chance(mark: Mark, view: View, known: Worlds, means: Sequence[float]) -> float:
    """The chance to win the round if, after this mark, both take what has the highest mean."""
    owners, heights = list(view.owners), [len(stack) for stack in view.stacks]
    order = sorted(range(len(means)), key=lambda at: -means[at])
    owners[mark.place - 1] = mark.seat
    heights[mark.place - 1] += 1
    seat: Seat = mark.seat
    while (short := _short(owners, 1 - seat)) or _short(owners, seat):
        seat = 1 - seat if short else seat
        taken = next(at for at in order if heights[at] < CLOSED and owners[at] != seat)
        owners[taken] = seat
        heights[taken] += 1
    return sum(chance for values, chance in known if judge(values, owners).winner == mark.seat)


def _short(owners: Sequence[Seat | None], seat: Seat) -> bool:
    """Whether a seat owns fewer towers than it needs (TD-6)."""
    return owners.count(seat) < OWNED
