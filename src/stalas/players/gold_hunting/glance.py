"""One lift ahead: what the next lift is worth when every order that fits is alike.

Players that plan to the end fall back on it where planning is out of reach.
"""

from __future__ import annotations

from random import Random
from typing import Final

from stalas.core.game import Seat
from stalas.games.gold_hunting.moves import Dig, Rush, Safe
from stalas.games.gold_hunting.pieces import RUSH_BONUS, nuggets
from stalas.games.gold_hunting.view import View
from stalas.players.gold_hunting.beliefs import tops
from stalas.players.player import Weighed
from stalas.solvers.gold_hunting.stackings import PIECES

RUSH_FROM: Final = 0.6
"""How likely a Gold Rush must be to succeed while more than `LATE` ingots are left."""
LATE: Final = 3
SAVE_FROM: Final = 6
"""The pile from which the token is better spent on a Safe, while more than `LATE` are left."""
RISK: Final = 0.35
"""How likely the next best lift must be to lose the pile for a Safe to be worth it."""


def glance(view: View, rng: Random) -> list[Weighed]:
    """Weigh the turns that look good one lift ahead, in expected nuggets, best first.

    A Safe comes first when the pile is large and the best lift may well lose it.
    """
    weighed = weigh(view, rng)
    best = weighed[0]
    seat = best.move.seat
    pile, left = nuggets(view.piles[seat]), sum(view.left(1 - seat))
    last = view.legal[-1]
    risky = pile >= SAVE_FROM and left > LATE and _bust(view, seat, best) >= RISK
    if isinstance(last, Safe) and risky:
        return [Weighed(last, pile / 2), *weighed]
    return weighed


def weigh(view: View, rng: Random) -> list[Weighed]:
    """Weigh every dig and the timely rushes by the mean change of the score, best first."""
    seat = view.to_move[0]
    pile, left = nuggets(view.piles[seat]), sum(view.left(1 - seat))
    counts = tops(view, 1 - seat)
    weighed = []
    for move in view.legal:
        if not isinstance(move, Dig | Rush):
            continue
        sizes = counts[move.hill - 1]
        every = sizes.total()
        rush = isinstance(move, Rush)
        announced = view.tokens[seat] if isinstance(move, Rush) else move.size
        gain = 0.0
        for size in range(1, len(PIECES) + 1):
            chance = sizes[size] / every
            if size == announced:
                gain += chance * (size + RUSH_BONUS * rush)
                if rush and chance < RUSH_FROM and left > LATE:
                    gain -= RUSH_BONUS
            elif pile >= view.options.bust_from and size < pile:
                gain += chance * (size - pile)
        weighed.append(Weighed(move, gain))
    rng.shuffle(weighed)
    weighed.sort(key=lambda option: -option.value)
    return weighed


def _bust(view: View, seat: Seat, option: Weighed) -> float:
    """How likely a lift loses the pile."""
    move = option.move
    pile = nuggets(view.piles[seat])
    announced = view.tokens[seat] if isinstance(move, Rush) else move.size
    sizes = tops(view, 1 - seat)[move.hill - 1]
    bad = sum(count for size, count in sizes.items() if size != announced and size < pile)
    return bad / sizes.total() if pile >= view.options.bust_from else 0.0
