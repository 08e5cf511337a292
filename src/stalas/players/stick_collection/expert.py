"""A player that plays the match out many times before each bid."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from stalas.core.compiled import COMPILED
from stalas.games.stick_collection.moves import Bid
from stalas.games.stick_collection.pieces import ALIKE, HIGHEST_BID, LENGTHS
from stalas.games.stick_collection.view import SeenAuction, View
from stalas.players.player import DEFAULT_BUDGET, Decision, Weighed
from stalas.players.stick_collection.beliefs import beliefs
from stalas.players.stick_collection.kernel import PLANS, weigh_world
from stalas.players.stick_collection.prospects import EVERY
from stalas.players.stick_collection.tables import (
    array,
    cares,
    chains_table,
    gains_table,
    limits_table,
    position,
)

WORLDS: Final = 600 if COMPILED else 40
"""How many worlds it looks at before a bid at a table of two; in proportion fewer at others."""
WORLDS_A_SECOND: Final = 16_000 if COMPILED else 300
"""What a slow core plays out at a table of one; by the square of the seats fewer at others."""
PLAYOUTS: Final = 3 if COMPILED else 1
"""How often it plays each of them out, for every way in which the auction may end."""


class Expert:
    """Bids for the chance to win, by playing out worlds that agree with all it knows.

    In each world the others bid up to what the stick is worth to them there. It compares plans:
    leave, or bid so much and then go up to a limit.
    """

    def decide(self, view: View, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose a bid or pass; the values are about the chance to win."""
        auction = view.auction
        leave = view.legal[-1]
        if auction is None or len(view.legal) == 1:
            return Decision(leave)
        values = _weigh(view, auction, rng, budget)
        weighed = [Weighed(leave, values[0])]
        for move in view.legal:
            if isinstance(move, Bid):
                row = values[move.amount * PLANS : (move.amount + 1) * PLANS]
                weighed.append(Weighed(move, max(row[move.amount :])))
        weighed.sort(key=lambda option: -option.value)
        return Decision.among(weighed, weighed[0])


def _weigh(view: View, auction: SeenAuction, rng: Random, budget: float) -> list[float]:
    """The value of each plan: first bid times 11 plus limit; 0 is leaving."""
    known = beliefs(view)
    sampler = known.sampler()
    seats = len(view.money)
    bids = [0] * seats
    for seat, bid in auction.calls:
        bids[seat] = max(bids[seat], bid)
    said = array(bids, whole=True)
    out = sum(1 << seat for seat in auction.passed)
    cap = min(HIGHEST_BID, view.money[known.seat])
    squares = array(view.terms.track.squares, whole=True)
    tables = (squares, gains_table(), limits_table(), chains_table(), cares())
    totals = array([0.0] * (PLANS * PLANS), whole=False)
    whole = 0.0
    allowed = max(1, round(budget * WORLDS_A_SECOND / seats**2))
    worlds = min(2 * WORLDS // seats, allowed)
    drawn = Counter(tuple(sampler.draw(rng)) for _ in range(worlds))
    for bases, count in drawn.items():
        rows, length = known.world(bases)
        whole += weigh_world(
            array(position(rows, view.money, auction.first_player), whole=True),
            seats,
            known.seat,
            length,
            auction.high,
            -1 if auction.by is None else auction.by,
            out,
            cap,
            said,
            array(_box(rows, length), whole=True),
            rng.getrandbits(31),
            count * PLAYOUTS,
            *tables,
            totals,
        )
    return [float(total) / whole for total in totals]


def _box(rows: list[tuple[int, ...]], length: int) -> list[int]:
    """The sticks in the box, given the rows and the stick in the stand."""
    left = [ALIKE] * (LENGTHS + 1)
    left[length] -= 1
    for row in rows:
        for other in row:
            left[other] -= 1
    return [other for other in EVERY for _ in range(left[other])]
