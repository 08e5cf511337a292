"""China Gold's final stage, solved exactly.

Without discs nothing is left to chance: seats turn one marker or two adjacent ones face up until
none is left. What is still to be won depends only on the face-down markers and on who is to move
(CG-8), so an ending of k markers has at most 2^k positions a seat. The search is alpha-beta with
zero windows (MTD(f), Plaat et al. 1996), a table of what is known of each position, and bounds from
what either seat could take at once. It is one file without recursion, since compiled functions are
cached by the source they stand in and a call with many arrays costs more than a position.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from stalas.core.compiled import compiled, inlined, lowest, popcount
from stalas.games.china_gold.maps import Map
from stalas.games.china_gold.pieces import grid

MOST_MARKERS: Final = 63
"""Face-down markers that an ending may have; the time to solve it grows with their number."""
MOST_DIGS: Final = 4 * MOST_MARKERS
"""A marker alone, or with one of its neighbours further on: three at most."""
MOST_BITS: Final = 22
"""The table has a slot for every set of markers, but no more than 2^22: 64 MB."""
LEAST_PROBED: Final = 13
"""From so many markers on, the positions after each dig are looked up before any is searched."""
LEAST_KEPT: Final = 3
"""Positions of fewer markers are searched again rather than looked up."""
SHIFT: Final = 128
"""Added to bounds to keep them positive in a table's word: no board has as much gold."""
NEVER: Final = -(1 << 30)
NO_BUDGET: Final = 1 << 60

ONE: Final = np.uint64(1)

Words: TypeAlias = npt.NDArray[np.uint64]
Ints: TypeAlias = npt.NDArray[np.int64]


class Ending(NamedTuple):
    """An ending on its own small board: bit i is the i-th face-down marker.

    Areas with a marker face down are numbered, mountains first; only these are still to be won.
    """

    area: Words
    """[area]: its face-down markers."""
    area_at: Ints
    """[seat, marker]: the seat's area that the marker is in."""
    first_area: Ints
    """[seat]: where the seat's areas begin, and after the last where they end."""
    owned: Words
    """[seat]: its areas, a bit each."""
    shared: Ints
    """[area, area]: the remaining markers, either side up, that lie in both; none in no area."""
    next_to: Words
    """[marker]: the adjacent markers."""
    alike: Words
    """[marker]: the markers of the same two areas with a lower number."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What best play from an ending gives."""

    value: int
    """The seat to move's future gold less the other's."""
    best: tuple[str, str] | None
    """A best dig, by its two ends; None when nothing is left."""
    nodes: int
    """Positions searched."""


def make_ending(board: Map, face_down: Iterable[str], face_up: Iterable[str]) -> Ending:
    """Number the face-down markers and list what matters about them."""
    board_grid = grid(board.side)
    down = sorted(board_grid.index[site] for site in face_down)
    up = [board_grid.index[site] for site in face_up]
    areas: list[set[int]] = []
    first_area = [0]
    for owned in (board.mountains, board.rivers):
        for names in owned:
            sites = {board_grid.index[name] for name in names}
            if not sites.isdisjoint(down):
                areas.append(sites)
        first_area.append(len(areas))
    area = np.zeros(len(areas), np.uint64)
    area_at = np.zeros((2, len(down)), np.int64)
    shared = np.zeros((len(areas) + 1, len(areas) + 1), np.int64)
    next_to = np.zeros(len(down), np.uint64)
    alike = np.zeros(len(down), np.uint64)
    for a, sites in enumerate(areas):
        seat = int(a >= first_area[1])
        for i, site in enumerate(down):
            if site in sites:
                area[a] |= np.uint64(1 << i)
                area_at[seat, i] = a
        for b, others in enumerate(areas):
            if (b >= first_area[1]) != (a >= first_area[1]):
                shared[a, b] = len(sites & others & {*down, *up})
    for i, site in enumerate(down):
        for j, other in enumerate(down):
            if other in board_grid.neighbours[site]:
                next_to[i] |= np.uint64(1 << j)
            if j < i and (area_at[:, i] == area_at[:, j]).all():
                alike[i] |= np.uint64(1 << j)
    bits = np.zeros(2, np.uint64)
    for a in range(len(areas)):
        bits[int(a >= first_area[1])] |= np.uint64(1 << a)
    return Ending(area, area_at, np.array(first_area, np.int64), bits, shared, next_to, alike)


class Room(NamedTuple):
    """Memory for one search: a row for each ply of the path, and notes on one position."""

    down: Words
    """[ply]: the face-down markers."""
    rest: Ints
    """[ply]: the gold still to be won."""
    bound: Ints
    """[ply]: does the seat to move get at least this?"""
    low: Ints
    high: Ints
    """[ply]: what is known of the value."""
    best: Ints
    """[ply]: the most that the digs tried so far give."""
    chosen: Words
    """[ply]: the dig that gives it."""
    listed: Ints
    """[ply]: the number of digs worth trying."""
    tried: Ints
    """[ply]: how many of them have been."""
    dig: Words
    won: Ints
    """[ply, dig]: the digger's gold less the other's."""
    taken: Ints
    """[ply, dig]: the gold that leaves the board."""
    order: Ints
    """[ply, dig]: the larger, the sooner it is tried."""
    stake: Ints
    """[ply, area]: what its owner would take if it were complete now; none for no area."""
    hot: Words
    """[ply]: the areas that one dig completes, a bit each."""
    alone: Ints
    """[seat, marker]: the seat's area of which it is the last one face down; else no area."""
    warm: Ints
    """[marker]: the other seat's area that is hot once the marker is up; else no area."""
    table: Words
    """Two words a slot: a position's key, and what is known of it."""
    work: Ints
    """The positions searched, and how many may be."""


def make_room(areas: int, markers: int, nodes: int) -> Room:
    """Give room for an ending with so many areas and face-down markers."""
    plies = MOST_MARKERS + 2

    def ints(*shape: int) -> Ints:
        return np.zeros(shape, np.int64)

    return Room(
        down=np.zeros(plies, np.uint64),
        rest=ints(plies),
        bound=ints(plies),
        low=ints(plies),
        high=ints(plies),
        best=ints(plies),
        chosen=np.zeros(plies, np.uint64),
        listed=ints(plies),
        tried=ints(plies),
        dig=np.zeros((plies, MOST_DIGS), np.uint64),
        won=ints(plies, MOST_DIGS),
        taken=ints(plies, MOST_DIGS),
        order=ints(plies, MOST_DIGS),
        stake=ints(plies, areas + 1),
        hot=np.zeros(plies, np.uint64),
        alone=ints(2, MOST_MARKERS),
        warm=ints(MOST_MARKERS),
        table=np.zeros(2 << min(markers, MOST_BITS), np.uint64),
        work=np.array([0, nodes], np.int64),
    )


@inlined
def is_hot(ending: Ending, rest: Any) -> Any:
    """Whether one dig can complete an area of which these markers are face down."""
    if not rest:
        return False
    more = rest & (rest - ONE)
    if not more:
        return True
    return not more & (more - ONE) and (ending.next_to[lowest(rest)] & more) != 0


@inlined
def survey(ending: Ending, down: Any, room: Room) -> Any:
    """Note what is at stake at the first ply and which areas are hot; give the gold to be won."""
    areas = ending.area.shape[0]
    rivers = ending.first_area[1]
    room.stake[0, :] = 0
    room.hot[0] = 0
    for a in range(areas):
        if is_hot(ending, ending.area[a] & down):
            room.hot[0] |= ONE << np.uint64(a)
    total = 0
    for mountain in range(rivers):
        for river in range(rivers, areas):
            if ending.area[mountain] & down and ending.area[river] & down:
                shared = ending.shared[mountain, river]
                room.stake[0, mountain] += shared
                room.stake[0, river] += shared
                total += shared
    return total


@inlined
def follow(ending: Ending, ply: int, dug: Any, room: Room) -> None:
    """Note for the next ply what a dig changes, in the areas of its markers."""
    down = room.down[ply] & ~dug
    room.down[ply + 1] = down
    areas = ending.area.shape[0]
    for a in range(areas):
        room.stake[ply + 1, a] = room.stake[ply, a]
    hot = room.hot[ply]
    while dug:
        i = lowest(dug)
        dug &= dug - ONE
        for side in range(2):
            area = ending.area_at[side, i]
            rest = ending.area[area] & down
            bit = ONE << np.uint64(area)
            hot = hot | bit if is_hot(ending, rest) else hot & ~bit
            if not rest and not ending.area[area] & dug:
                for a in range(areas):
                    room.stake[ply + 1, a] -= ending.shared[area, a]
    room.hot[ply + 1] = hot


@inlined
def hottest(ending: Ending, ply: int, seat: int, room: Room) -> Any:
    """Give the seat's area in which it could take the most at once; no area if in none."""
    where = ending.area.shape[0]
    hot = room.hot[ply] & ending.owned[seat]
    while hot:
        a = np.int64(lowest(hot))
        hot &= hot - ONE
        if room.stake[ply, a] > room.stake[ply, where]:
            where = a
    return where


@inlined
def completed(ending: Ending, down: Any, i: Any, j: Any, seat: int, room: Room) -> tuple[int, int]:
    """Give the seat's areas, at most two, that digging markers i and j completes.

    i and j are equal for one marker. No area has the number after the last.
    """
    none = ending.area.shape[0]
    one, two = ending.area_at[seat, i], ending.area_at[seat, j]
    if one != two:
        return room.alone[seat, i], room.alone[seat, j]
    if ending.area[one] & down & ~((ONE << np.uint64(i)) | (ONE << np.uint64(j))):
        return none, none
    return one, none


@inlined
def remainder(ending: Ending, ply: int, area: Any, gone: tuple[int, int], room: Room) -> Any:
    """What is at stake in an area once two areas of the other seat are gone (CG-8)."""
    return room.stake[ply, area] - ending.shared[area, gone[0]] - ending.shared[area, gone[1]]


@inlined
def is_spare(ending: Ending, down: Any, marker: Any) -> bool:
    """Whether a lonely marker has an equal with a lower number: that one stands for both."""
    equals = ending.alike[marker] & down
    while equals:
        if not ending.next_to[lowest(equals)] & down:
            return True
        equals &= equals - ONE
    return False


@inlined
def list_digs(ending: Ending, ply: int, seat: int, first: Any, room: Room) -> int:
    """List the digs worth trying and note their number; give a bound on all others' values.

    `first` is the dig to try first. What a dig leaves the other seat to take at once by one area
    bounds its value.
    """
    down, rest, bound = room.down[ply], room.rest[ply], room.bound[ply]
    other = 1 - seat
    most = room.stake[ply, hottest(ending, ply, other, room)]
    hot = room.hot[ply] & ending.owned[other]
    skipped = NEVER
    count = 0
    none = ending.area.shape[0]
    markers = down
    while markers:
        i = lowest(markers)
        bit = ONE << np.uint64(i)
        markers &= markers - ONE
        for side in range(2):
            area = ending.area_at[side, i]
            still = ending.area[area] & down & ~bit
            room.alone[side, i] = none if still else area
            if side == other:
                room.warm[i] = area if is_hot(ending, still) else none
    markers = down
    while markers:
        i = lowest(markers)
        bit = ONE << np.uint64(i)
        markers &= markers - ONE
        mates = ending.next_to[i] & down
        if not mates and is_spare(ending, down, i):
            continue
        mates &= ~(bit | (bit - ONE))
        own = ending.area_at[seat, i]
        lean = room.stake[ply, own] - room.stake[ply, ending.area_at[other, i]]
        dug, j = bit, i
        while True:
            after = down & ~dug
            own_gone = completed(ending, down, i, j, seat, room)
            mine = room.stake[ply, own_gone[0]] + room.stake[ply, own_gone[1]]
            gone = completed(ending, down, i, j, other, room)
            theirs = remainder(ending, ply, gone[0], own_gone, room)
            theirs += remainder(ending, ply, gone[1], own_gone, room)
            threat = most
            if mine or theirs:
                threat = 0
                rest_hot = hot & ~((ONE << np.uint64(gone[0])) | (ONE << np.uint64(gone[1])))
                while rest_hot:
                    area = np.int64(lowest(rest_hot))
                    threat = max(threat, remainder(ending, ply, area, own_gone, room))
                    rest_hot &= rest_hot - ONE
            area = ending.area_at[other, i]
            if area == ending.area_at[other, j]:
                if is_hot(ending, ending.area[area] & after):
                    threat = max(threat, remainder(ending, ply, area, own_gone, room))
            else:
                threat = max(threat, remainder(ending, ply, room.warm[i], own_gone, room))
                threat = max(threat, remainder(ending, ply, room.warm[j], own_gone, room))
            most_left = mine - theirs + (rest - mine - theirs) - 2 * threat
            if most_left < bound:
                skipped = max(skipped, most_left)
            else:
                room.dig[ply, count] = dug
                room.won[ply, count] = mine - theirs
                room.taken[ply, count] = mine + theirs
                pair = 8 if i != j else 0
                room.order[ply, count] = 8 * (mine - theirs - threat) + pair + lean
                if dug == first:
                    room.order[ply, count] = -NEVER
                count += 1
            if not mates:
                break
            j = lowest(mates)
            dug = bit | (ONE << np.uint64(j))
            mates &= mates - ONE
    room.listed[ply] = count
    return skipped


@inlined
def place(down: Any, seat: int, table: Words) -> tuple[Any, Any]:
    """A position's key, never 0 while a marker is face down, and its slot in the table."""
    key = (down << ONE) ^ np.uint64(seat)
    word = key
    word ^= word >> np.uint64(31)
    word ^= word << np.uint64(17)
    word ^= word >> np.uint64(11)
    word ^= word << np.uint64(29)
    word ^= word >> np.uint64(20)
    return key, (word & np.uint64((table.shape[0] >> 1) - 1)) << ONE


@inlined
def keep(ply: int, seat: int, room: Room) -> None:
    """Write what is known of a ply's position and its best dig into the table."""
    key, slot = place(room.down[ply], seat, room.table)
    chosen = room.chosen[ply]
    i = np.int64(lowest(chosen))
    chosen &= chosen - ONE
    j = np.int64(lowest(chosen)) if chosen else i
    low, high = room.low[ply] + SHIFT, room.high[ply] + SHIFT
    room.table[slot] = key
    room.table[slot + ONE] = np.uint64(low | high << 8 | i << 16 | j << 24)


@inlined
def open_ply(ending: Ending, ply: int, seat: int, room: Room) -> tuple[bool, Any]:
    """Look at a position for the first time: whether its bound is settled, and by what value."""
    down, rest, bound = room.down[ply], room.rest[ply], room.bound[ply]
    if rest < bound:
        return True, rest
    if -rest >= bound:
        return True, -rest
    low, high = -rest, rest
    first = np.uint64(0)
    markers = popcount(down)
    if markers >= LEAST_KEPT:
        key, slot = place(down, seat, room.table)
        if room.table[slot] == key:
            word = np.int64(room.table[slot + ONE])
            low, high = (word & 255) - SHIFT, (word >> 8 & 255) - SHIFT
            if low >= bound:
                return True, low
            if high < bound:
                return True, high
            first = (ONE << np.uint64(word >> 16 & 255)) | (ONE << np.uint64(word >> 24 & 255))
    where = hottest(ending, ply, seat, room)
    mine = room.stake[ply, where]
    if 2 * mine - rest >= bound:
        room.chosen[ply] = ending.area[where] & down
        return True, 2 * mine - rest
    room.low[ply], room.high[ply] = low, high
    room.best[ply] = list_digs(ending, ply, seat, first, room)
    room.chosen[ply] = down & (~down + ONE)
    room.tried[ply] = 0
    if markers >= LEAST_PROBED:
        # What is known of the position after a dig may settle the question at once.
        for k in range(room.listed[ply]):
            key, slot = place(down & ~room.dig[ply, k], 1 - seat, room.table)
            if room.table[slot] == key:
                most = (np.int64(room.table[slot + ONE]) >> 8 & 255) - SHIFT
                if room.won[ply, k] - most >= bound:
                    room.chosen[ply] = room.dig[ply, k]
                    return True, room.won[ply, k] - most
    return False, 0


@inlined
def next_dig(ending: Ending, ply: int, room: Room) -> None:
    """Put the most promising dig not yet tried in its place, and its position on the next ply."""
    k = room.tried[ply]
    top = k
    for other in range(k + 1, room.listed[ply]):
        if room.order[ply, other] > room.order[ply, top]:
            top = other
    dug, won, taken = room.dig[ply, top], room.won[ply, top], room.taken[ply, top]
    if top != k:
        room.dig[ply, top], room.dig[ply, k] = room.dig[ply, k], dug
        room.won[ply, top], room.won[ply, k] = room.won[ply, k], won
        room.taken[ply, top], room.taken[ply, k] = room.taken[ply, k], taken
        room.order[ply, top] = room.order[ply, k]
    room.tried[ply] = k + 1
    follow(ending, ply, dug, room)
    room.rest[ply + 1] = room.rest[ply] - taken
    room.bound[ply + 1] = won - room.bound[ply] + 1


@compiled
def search(ending: Ending, down: Any, seat: int, bound: int, room: Room) -> Any:
    """Whether the seat to move gets at least `bound`: a lower or upper bound on the value.

    Once the positions allowed are used up the answer means nothing.
    """
    room.down[0], room.rest[0], room.bound[0] = down, survey(ending, down, room), bound
    ply = 0
    opening = True
    while True:
        mover = seat ^ (ply & 1)
        if opening:
            room.work[0] += 1
            settled, value = open_ply(ending, ply, mover, room)
        else:
            settled = room.best[ply] >= room.bound[ply] or room.tried[ply] == room.listed[ply]
            value = room.best[ply]
            if settled:
                if value >= room.bound[ply]:
                    room.low[ply] = max(room.low[ply], value)
                else:
                    room.high[ply] = min(room.high[ply], value)
                if popcount(room.down[ply]) >= LEAST_KEPT:
                    keep(ply, mover, room)
        if not settled:
            opening = room.tried[ply] < room.listed[ply]
            if opening:
                next_dig(ending, ply, room)
                ply += 1
            continue
        if ply == 0 or room.work[0] > room.work[1]:
            return value
        ply -= 1
        opening = False
        k = room.tried[ply] - 1
        value = room.won[ply, k] - value
        if value > room.best[ply]:
            room.best[ply] = value
            room.chosen[ply] = room.dig[ply, k]


@compiled
def solve_position(ending: Ending, down: Any, seat: int, room: Room) -> tuple[int, Any]:
    """The value to the seat to move and a dig that gives it, by zero windows after the answers."""
    rest = survey(ending, down, room)
    low, high = -rest, rest
    best = down & (~down + ONE)
    # All the gold is won by somebody, so values have its parity.
    value = rest & 1
    while low < high:
        bound = value + 2 if value == low else value
        value = search(ending, down, seat, bound, room)
        if room.work[0] > room.work[1]:
            break
        if value < bound:
            high = value
        else:
            low = value
            best = room.chosen[0]
    return low, best


def solve_ending(
    board: Map, face_down: Iterable[str], face_up: Iterable[str], seat: int, nodes: int = NO_BUDGET
) -> Solved | None:
    """Solve an ending for the seat to move; None if it needs more nodes than allowed.

    Raises ValueError if more than MOST_MARKERS markers lie face down.
    """
    board_grid = grid(board.side)
    sites = sorted(face_down, key=board_grid.index.__getitem__)
    if len(sites) > MOST_MARKERS:
        raise ValueError(f"an ending has at most {MOST_MARKERS} face-down markers")
    if not sites:
        return Solved(0, None, 0)
    ending = make_ending(board, sites, face_up)
    room = make_room(len(ending.area), len(sites), nodes)
    value, best = solve_position(ending, np.uint64((1 << len(sites)) - 1), seat, room)
    searched = int(room.work[0])
    if searched > nodes:
        return None
    turned = [site for i, site in enumerate(sites) if int(best) >> i & 1]
    return Solved(int(value), (turned[0], turned[-1]), searched)
