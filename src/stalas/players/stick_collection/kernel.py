"""Playing a match out in the mind: auction by auction, every seat bidding up to its limit.

All compiled functions stand in this one file, since a compiled function is made anew only when its
own file changes. They run on arrays when compiled, plainly on lists when not.

A position of n seats is a sequence of whole numbers: the First Player, whether the match is over,
n masks of lengths, n row sizes, n times money, n limits, then 10 counts of lengths a seat.
"""

from __future__ import annotations

from typing import Any, Final

from stalas.core.compiled import compiled

# The rules' numbers, which are compiled in.
ALIKE: Final = 4
CHAIN_POINTS: Final = 10
FULL_ROW: Final = 8
HIGHEST_BID: Final = 10
LENGTHS: Final = 9
MONEY_POINTS: Final = 22

HEAD: Final = 2
SETS: Final = 2 << LENGTHS
"""How many sets of lengths there are; bit n stands for length n."""
WIDTH: Final = LENGTHS + 1
WORTHS: Final = 121
"""Worths in halves; above they all mean the highest bid."""
PLANS: Final = HIGHEST_BID + 1
OFF: Final = 16
"""How often in 100 an eye takes a length for the next shorter one; as often for the next longer."""
FOUR: Final = 40.0
"""What four alike are worth."""
DOUBT: Final = 0.15
"""How far a world is believed in which somebody has bid more than it would."""


@compiled
def score(at: Any, seats: int, seat: int, chains: Any) -> int:
    """What a seat scores now."""
    money = at[HEAD + 2 * seats + seat]
    return int(CHAIN_POINTS * chains[at[HEAD + seat]] + min(MONEY_POINTS, money))


@compiled
def gain(at: Any, seats: int, seat: int, length: int, gains: Any, cares: Any) -> float:
    """What a stick that looks as of this length adds to a seat's row."""
    more = max(0, min(int(cares[4]), FULL_ROW - 1 - at[HEAD + seats + seat]))
    worth = float(gains[(more * SETS + at[HEAD + seat]) * WIDTH + length])
    if at[HEAD + 4 * seats + WIDTH * seat + length] == ALIKE - 1:
        worth += FOUR
    return worth


@compiled
def limit(
    at: Any, seats: int, seat: int, length: int, gains: Any, limits: Any, chains: Any, cares: Any
) -> int:
    """The highest bid of a seat for a stick that looks to it as of this length."""
    worth = cares[0] + cares[1] * gain(at, seats, seat, length, gains, cares)
    grudge = 0.0
    for other in range(seats):
        if other != seat:
            grudge = max(grudge, gain(at, seats, other, length, gains, cares))
    worth += cares[2] * grudge
    if at[HEAD + seats + seat] == FULL_ROW - 1:
        money = at[HEAD + 2 * seats + seat]
        own = CHAIN_POINTS * chains[at[HEAD + seat] | 1 << length] + min(MONEY_POINTS, money) - 2
        leads = True
        for other in range(seats):
            if other != seat and score(at, seats, other, chains) >= own:
                leads = False
        worth += cares[3] if leads else -cares[3]
    halves = min(WORTHS - 1, max(0, int(2 * worth)))
    return int(limits[at[HEAD + 2 * seats + seat] * WORTHS + halves])


@compiled
def take(at: Any, seats: int, seat: int, length: int, price: int, squares: Any) -> None:
    """Let a seat take a stick at a price."""
    money = HEAD + 2 * seats + seat
    if price > 0:
        at[money] = squares[at[money] - price]
    at[HEAD + seat] |= 1 << length
    at[HEAD + seats + seat] += 1
    count = HEAD + 4 * seats + WIDTH * seat + length
    at[count] += 1
    at[0] = seat
    if at[count] == ALIKE or at[HEAD + seats + seat] == FULL_ROW or at[money] == 0:
        at[1] = 1


@compiled
def outbid(at: Any, seats: int, seat: int, high: int, by: int, out: int) -> int:
    """Go on with an auction in which each bids one more than the last bid up to its limit.

    The turn is of the seat after `seat`; `high` is the last bid, by `by`; `out` is the mask of the
    seats that have passed. Gives 16 times the price plus the winner.
    """
    limits = HEAD + 3 * seats
    inside = 0
    for other in range(seats):
        if not out >> other & 1:
            inside += 1
    while inside > 1 and high < HIGHEST_BID:
        seat = (seat + 1) % seats
        if out >> seat & 1:
            continue
        if at[limits + seat] > high:
            high += 1
            by = seat
        else:
            out |= 1 << seat
            inside -= 1
    if high == 0:
        by = at[0]
    return 16 * high + by


@compiled
def value(at: Any, seats: int, me: int, chains: Any, cares: Any) -> float:
    """How good a finished match is to a seat: its share of the victory, and a little by points."""
    four = -1
    for seat in range(seats):
        for length in range(1, WIDTH):
            if at[HEAD + 4 * seats + WIDTH * seat + length] == ALIKE:
                four = seat
    if four >= 0:
        return 1.0 if four == me else 0.0
    best = -1
    rival = -1
    count = 0
    own = 0
    for seat in range(seats):
        rank = score(at, seats, seat, chains)
        if seat != me:
            rival = max(rival, rank)
        rank = (rank * 16 + at[HEAD + seats + seat]) * 64 + at[HEAD + 2 * seats + seat]
        if seat == me:
            own = rank
        if rank > best:
            best = rank
            count = 0
        if rank == best:
            count += 1
    share = 1.0 / count if own == best else 0.0
    ahead = (score(at, seats, me, chains) - rival) / 30.0
    return float(cares[5] * share + (1.0 - cares[5]) * (0.5 + 0.5 * max(-1.0, min(1.0, ahead))))


@compiled
def next_luck(luck: int) -> int:
    """The next of a row of numbers below 2**31 whose high bits look random."""
    return (luck * 1103515245 + 12345) & 0x7FFFFFFF


@compiled
def looked(length: int, luck: int) -> int:
    """How long a stick looks to an eye with this luck."""
    part = (luck >> 7) % 100
    if part < OFF:
        return max(1, length - 1)
    return min(LENGTHS, length + 1) if part < 2 * OFF else length


@compiled
def shuffle(box: Any, luck: int) -> int:
    """Shuffle the box in place; give the luck to go on with."""
    for last in range(len(box) - 1, 0, -1):
        luck = next_luck(luck)
        other = (luck >> 8) % (last + 1)
        box[last], box[other] = box[other], box[last]
    return luck


@compiled
def play_out(
    at: Any,
    seats: int,
    me: int,
    box: Any,
    luck: int,
    squares: Any,
    gains: Any,
    limits: Any,
    chains: Any,
    cares: Any,
) -> float:
    """Play on to the end with the sticks of the box in this order; give the value to a seat."""
    for number in range(len(box)):
        if at[1]:
            break
        length = box[number]
        for seat in range(seats):
            luck = next_luck(luck)
            at[HEAD + 3 * seats + seat] = limit(
                at, seats, seat, looked(length, luck), gains, limits, chains, cares
            )
        sale = outbid(at, seats, at[0], 0, 0, 0)
        take(at, seats, sale % 16, length, sale // 16, squares)
    return value(at, seats, me, chains, cares)


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
    wins = [0.0] * PLANS
    losses = [0.0] * PLANS
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
                weight *= DOUBT
                most = said[seat]
            at[HEAD + 3 * seats + seat] = most
            if rival < 0 or most > at[HEAD + 3 * seats + rival]:
                rival = seat
        # What winning and losing are worth at each price.
        for price in range(high + 1, cap + 1):
            copy = at.copy()
            take(copy, seats, me, length, price, squares)
            wins[price] = play_out(
                copy, seats, me, box, luck, squares, gains, limits, chains, cares
            )
        for price in range(high, max(high, at[HEAD + 3 * seats + rival]) + 1):
            copy = at.copy()
            take(copy, seats, rival, length, price, squares)
            losses[price] = play_out(
                copy, seats, me, box, luck, squares, gains, limits, chains, cares
            )
        for first in range(high, cap + 1):
            for top in range(first, cap + 1):
                if first == high:
                    if top > first:
                        break
                    sale = outbid(at, seats, me, high, by, out | 1 << me)
                    plan = 0
                else:
                    at[HEAD + 3 * seats + me] = top
                    sale = 16 * first + me
                    if first < HIGHEST_BID:
                        sale = outbid(at, seats, me, first, me, out)
                    plan = first * PLANS + top
                price = sale // 16
                worth = wins[price] if sale % 16 == me else losses[price]
                totals[plan] += weight * worth
        whole += weight
    return whole
