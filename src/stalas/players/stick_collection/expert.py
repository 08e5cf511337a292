"""A player that plays the match out many times before each bid."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final

from stalas.core.compiled import COMPILED, compiled
from stalas.games.stick_collection.moves import Bid
from stalas.games.stick_collection.pieces import ALIKE, HIGHEST_BID, LENGTHS
from stalas.games.stick_collection.view import SeenAuction, View
from stalas.players.player import DEFAULT_BUDGET, Decision, Weighed
from stalas.players.stick_collection.beliefs import beliefs
from stalas.players.stick_collection.playout import (
    array,
    cares,
    chains_table,
    gains_table,
    limit,
    limits_table,
    looked,
    next_luck,
    outbid,
    play_out,
    position,
    shuffle,
    take,
)
from stalas.players.stick_collection.prospects import EVERY

WORLDS: Final = 300 if COMPILED else 40
"""How many worlds it looks at before a bid."""
PLAYOUTS: Final = 4 if COMPILED else 1
"""How often it plays each of them out, for every way in which the auction may end."""
_PLANS: Final = HIGHEST_BID + 1
_DOUBT: Final = 0.15
"""How far it trusts that others bid as it would: a world they contradict still counts so much."""


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
        values = _weigh(view, auction, rng)
        weighed = [Weighed(leave, values[0])]
        for move in view.legal:
            if isinstance(move, Bid):
                row = values[move.amount * _PLANS : (move.amount + 1) * _PLANS]
                weighed.append(Weighed(move, max(row[move.amount :])))
        weighed.sort(key=lambda option: -option.value)
        return Decision(weighed[0].move, tuple(weighed[:5]))


def _weigh(view: View, auction: SeenAuction, rng: Random) -> list[float]:
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
    totals = array([0.0] * (_PLANS * _PLANS), whole=False)
    whole = 0.0
    for bases, count in Counter(tuple(sampler.draw(rng)) for _ in range(WORLDS)).items():
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


@compiled
def weigh_world(
    at: Any,
    seats: int,
    me: int,
    length: int,
    high: int,
    by: int,
    out: int,
    cap: int,
    said: Any,
    box: Any,
    luck: int,
    plays: int,
    squares: Any,
    gains: Any,
    limits: Any,
    chains: Any,
    cares: Any,
    totals: Any,
) -> float:
    """Add the value of every plan in one world, played out so often, to the totals.

    Gives the weight of these playouts.
    """
    whole = 0.0
    ends = [0.0, 0.0, 0.0, 0.0]
    low_win = high + 1
    for _ in range(plays):
        luck = shuffle(box, luck)
        weight = 1.0
        rival = -1
        for seat in range(seats):
            if seat == me or out >> seat & 1:
                continue
            luck = next_luck(luck)
            most = limit(at, seats, seat, looked(length, luck), gains, limits, chains, cares)
            if most < said[seat]:
                weight *= _DOUBT
                most = said[seat]
            at[2 + 3 * seats + seat] = most
            if rival < 0 or most > at[2 + 3 * seats + rival]:
                rival = seat
        # What winning and losing are worth at the lowest and the highest price.
        high_loss = max(high, at[2 + 3 * seats + rival])
        for case in range(4):
            copy = at.copy()
            if case == 0:
                take(copy, seats, me, length, low_win, squares)
            elif case == 1:
                take(copy, seats, me, length, cap, squares)
            elif case == 2:
                take(copy, seats, rival, length, high, squares)
            else:
                take(copy, seats, rival, length, high_loss, squares)
            ends[case] = play_out(copy, seats, me, box, luck, squares, gains, limits, chains, cares)
        for first in range(high, cap + 1):
            for top in range(first, cap + 1):
                if first == high:
                    if top > first:
                        break
                    sale = outbid(at, seats, me, high, by, out | 1 << me)
                    plan = 0
                else:
                    at[2 + 3 * seats + me] = top
                    sale = 16 * first + me
                    if first < HIGHEST_BID:
                        sale = outbid(at, seats, me, first, me, out)
                    plan = first * _PLANS + top
                price = sale // 16
                if sale % 16 == me:
                    part = (price - low_win) / max(1, cap - low_win)
                    worth = ends[0] + part * (ends[1] - ends[0])
                else:
                    part = (price - high) / max(1, high_loss - high)
                    worth = ends[2] + part * (ends[3] - ends[2])
                totals[plan] += weight * worth
        whole += weight
    return whole


def _box(rows: list[tuple[int, ...]], length: int) -> list[int]:
    """The sticks in the box, given the rows and the stick in the stand."""
    left = [ALIKE] * (LENGTHS + 1)
    left[length] -= 1
    for row in rows:
        for other in row:
            left[other] -= 1
    return [other for other in EVERY for _ in range(left[other])]
