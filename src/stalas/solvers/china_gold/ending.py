"""China Gold's final stage, solved exactly.

Without discs nothing is left to chance: seats turn one marker or two adjacent ones face up until
none is left. What is still to be won depends only on the face-down markers and on who is to move
(CG-8), so an ending of k markers has at most 2^k positions a seat. The search is alpha-beta with
zero windows (MTD(f), Plaat et al. 1996) and a table of what is known of each position; markers
that are alike (same two areas, no neighbour face down) count as one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from stalas.core.compiled import compiled, lowest, popcount
from stalas.games.china_gold.maps import Map
from stalas.games.china_gold.pieces import grid

MOST_MARKERS: Final = 64
"""Face-down markers that an ending may have; the time to solve it grows with their number."""
TABLE_BITS: Final = 22
NO_BUDGET: Final = 1 << 60

Words: TypeAlias = npt.NDArray[np.uint64]
Ints: TypeAlias = npt.NDArray[np.int64]


class Ending(NamedTuple):
    """An ending on its own small board: bit i is the i-th face-down marker."""

    area: Words
    """[seat, area]: the area's face-down markers."""
    area_at: Ints
    """[seat, marker]: the area that a marker is in."""
    shared: Ints
    """[mountain, river]: the remaining markers, either side up, that lie in both."""
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
    owner = np.zeros((2, len(board_grid.sites)), np.int64)
    count = max(len(board.mountains), len(board.rivers))
    for seat, owned in enumerate((board.mountains, board.rivers)):
        for a, names in enumerate(owned):
            for name in names:
                owner[seat, board_grid.index[name]] = a
    area = np.zeros((2, count), np.uint64)
    area_at = np.zeros((2, len(down)), np.int64)
    shared = np.zeros((count, count), np.int64)
    next_to = np.zeros(len(down), np.uint64)
    alike = np.zeros(len(down), np.uint64)
    for site in (*down, *up):
        shared[owner[0, site], owner[1, site]] += 1
    for i, site in enumerate(down):
        for seat in range(2):
            area[seat, owner[seat, site]] |= np.uint64(1 << i)
            area_at[seat, i] = owner[seat, site]
        for j, other in enumerate(down):
            if other in board_grid.neighbours[site]:
                next_to[i] |= np.uint64(1 << j)
            if j < i and (owner[:, site] == owner[:, other]).all():
                alike[i] |= np.uint64(1 << j)
    return Ending(area, area_at, shared, next_to, alike)


def new_table(bits: int = TABLE_BITS) -> tuple[Words, Ints]:
    """Give an empty table of 2^bits positions: a key and what is known of it, a word each."""
    return np.zeros(1 << bits, np.uint64), np.zeros(1 << bits, np.int64)


@compiled
def gain(ending: Ending, down: Any, dug: Any, seat: int) -> tuple[int, int]:
    """What a dig wins at once: the digger's gold, and the opponent's after it (CG-8)."""
    after = down & ~dug
    mine_won = 0
    theirs_won = 0
    for side in range(2):
        who = seat if side == 0 else 1 - seat
        # The digger takes what the other has not taken before; then the other what is left now.
        standing = down if side == 0 else after
        touched = dug
        seen = -1
        while touched:
            i = lowest(touched)
            touched &= touched - np.uint64(1)
            own = ending.area_at[who, i]
            if own == seen or ending.area[who, own] & after:
                continue
            seen = own
            won = 0
            for other in range(ending.shared.shape[1]):
                if ending.area[1 - who, other] & standing:
                    if who == 0:
                        won += ending.shared[own, other]
                    else:
                        won += ending.shared[other, own]
            if side == 0:
                mine_won += won
            else:
                theirs_won += won
    return mine_won, theirs_won


@compiled
def threat(ending: Ending, down: Any, seat: int) -> int:
    """The largest number of markers that one dig of a seat could now take, roughly.

    Only for ordering moves: it looks at areas that are one dig short and counts what they share
    with areas that still stand.
    """
    most = 0
    for own in range(ending.area.shape[1]):
        rest = ending.area[seat, own] & down
        if not rest:
            continue
        more = rest & (rest - np.uint64(1))
        if more & (more - np.uint64(1)) or (more and not ending.next_to[lowest(rest)] & more):
            continue
        won = 0
        for other in range(ending.shared.shape[1]):
            if ending.area[1 - seat, other] & down:
                if seat == 0:
                    won += ending.shared[own, other]
                else:
                    won += ending.shared[other, own]
        most = max(most, won)
    return most


@compiled
def left(ending: Ending, down: Any) -> int:
    """The gold that is still to be won."""
    total = 0
    for mountain in range(ending.shared.shape[0]):
        if ending.area[0, mountain] & down:
            for river in range(ending.shared.shape[1]):
                if ending.area[1, river] & down:
                    total += ending.shared[mountain, river]
    return total


@compiled
def list_digs(ending: Ending, down: Any, digs: Any) -> int:
    """List the digs that differ, as sets of markers; give their number."""
    count = 0
    rest = down
    while rest:
        i = lowest(rest)
        bit = np.uint64(1) << np.uint64(i)
        rest &= rest - np.uint64(1)
        around = ending.next_to[i] & down
        if not around:
            # Lonely markers of the same two areas are alike: the lowest stands for all.
            twins = ending.alike[i] & down
            lonely = False
            while twins:
                j = lowest(twins)
                twins &= twins - np.uint64(1)
                if not ending.next_to[j] & down:
                    lonely = True
                    break
            if lonely:
                continue
        digs[count] = bit
        count += 1
        around &= ~(bit | (bit - np.uint64(1)))
        while around:
            digs[count] = bit | (around & (~around + np.uint64(1)))
            around &= around - np.uint64(1)
            count += 1
    return count


@compiled
def mix(word: Any, seat: int) -> Any:
    """Scatter a position over the table by shifts."""
    word ^= word >> np.uint64(31)
    word ^= word << np.uint64(17)
    word ^= word >> np.uint64(11)
    word ^= word << np.uint64(29)
    word ^= word >> np.uint64(20)
    return word ^ np.uint64(seat)


@compiled
def search(
    ending: Ending, down: Any, seat: int, rest: int, bound: int, keys: Any, known: Any, work: Any
) -> Any:
    """Whether the seat to move gets at least `bound`: a lower or upper bound on the value.

    `rest` is the gold still to be won; values have its parity, as all of it is won by somebody.
    `work` holds the nodes used and the nodes allowed; once they are used up the answer means
    nothing.
    """
    if rest < bound:
        return rest
    if -rest >= bound:
        return -rest
    work[0] += 1
    if work[0] > work[1]:
        return 0
    key, slot = place(down, seat, keys)
    first = np.uint64(0)
    low, high = -rest, rest
    if keys[slot] == key:
        low, high, i, j = unpack(known[slot])
        if low >= bound:
            return low
        if high < bound:
            return high
        first = (np.uint64(1) << np.uint64(i)) | (np.uint64(1) << np.uint64(j))
    digs = np.empty(256, np.uint64)
    mine = np.empty(256, np.int64)
    theirs = np.empty(256, np.int64)
    order = np.empty(256, np.int64)
    count = list_digs(ending, down, digs)
    for i in range(count):
        mine[i], theirs[i] = gain(ending, down, digs[i], seat)
        after = down & ~digs[i]
        won = mine[i] - theirs[i]
        order[i] = 8 * (won - threat(ending, after, 1 - seat)) + np.int64(popcount(digs[i]))
        if digs[i] == first:
            order[i] = 1 << 30
        # What is known of the position after it may settle the question at once.
        other, at = place(after, 1 - seat, keys)
        if after and keys[at] == other:
            _, most, _, _ = unpack(known[at])
            if won - most >= bound:
                return won - most
    best = -(1 << 30)
    chosen = np.uint64(0)
    for i in range(count):
        top = i
        for j in range(i + 1, count):
            if order[j] > order[top]:
                top = j
        dug = digs[top]
        won = mine[top] - theirs[top]
        taken = mine[top] + theirs[top]
        digs[top], mine[top], theirs[top], order[top] = digs[i], mine[i], theirs[i], order[i]
        value = won - search(
            ending, down & ~dug, 1 - seat, rest - taken, won - bound + 1, keys, known, work
        )
        if work[0] > work[1]:
            return 0
        if value > best:
            best = value
            chosen = dug
            if value >= bound:
                break
    if best >= bound:
        low = max(low, best)
    else:
        high = min(high, best)
    keys[slot] = key
    end = np.int64(lowest(chosen))
    chosen &= chosen - np.uint64(1)
    other_end = np.int64(lowest(chosen)) if chosen else end
    known[slot] = pack(low, high, end, other_end)
    return best


@compiled
def place(down: Any, seat: int, keys: Any) -> Any:
    """A position's key, never 0, and its slot in the table."""
    key = (down << np.uint64(1)) ^ np.uint64(seat) ^ (down >> np.uint64(63))
    return key, mix(down, seat) & np.uint64(keys.shape[0] - 1)


@compiled
def pack(low: Any, high: Any, i: Any, j: Any) -> Any:
    """Put bounds and a best dig's ends into one word."""
    return (low + 128) | (high + 128) << 8 | i << 16 | j << 24


@compiled
def unpack(word: Any) -> Any:
    """Give bounds and a best dig's ends."""
    return (word & 255) - 128, (word >> 8 & 255) - 128, word >> 16 & 255, word >> 24 & 255


@compiled
def solve_position(
    ending: Ending, down: Any, seat: int, guess: int, keys: Any, known: Any, work: Any
) -> Any:
    """The value to the seat to move, found by zero windows around a guess."""
    rest = left(ending, down)
    low, high = -rest, rest
    value = min(max(guess + ((guess - rest) & 1), low), high)
    while low < high:
        bound = value + 2 if value == low else value
        value = search(ending, down, seat, rest, bound, keys, known, work)
        if work[0] > work[1]:
            return 0
        if value < bound:
            high = value
        else:
            low = value
    return low


def solve_ending(
    board: Map, face_down: Iterable[str], face_up: Iterable[str], seat: int, nodes: int = NO_BUDGET
) -> Solved | None:
    """Solve an ending for the seat to move; None if it needs more nodes than allowed.

    Raises ValueError if more than MOST_MARKERS markers lie face down.
    """
    board_grid = grid(board.side)
    down_sites = sorted(face_down, key=board_grid.index.__getitem__)
    if len(down_sites) > MOST_MARKERS:
        raise ValueError(f"an ending has at most {MOST_MARKERS} face-down markers")
    ending = make_ending(board, down_sites, face_up)
    down = np.uint64((1 << len(down_sites)) - 1)
    keys, known = new_table()
    work = np.array([0, nodes], np.int64)
    value = int(solve_position(ending, down, seat, 0, keys, known, work))
    if work[0] > work[1]:
        return None
    digs = np.empty(256, np.uint64)
    best = None
    rest = int(left(ending, down))
    for dug in digs[: list_digs(ending, down, digs)]:
        mine, theirs = gain(ending, down, dug, seat)
        after, most = down & ~dug, mine - theirs - value  # the other must not get more than this
        if most >= search(
            ending, after, 1 - seat, rest - mine - theirs, most + 1, keys, known, work
        ):
            turned = [site for i, site in enumerate(down_sites) if int(dug) >> i & 1]
            best = (turned[0], turned[-1])
            break
    if work[0] > work[1]:
        return None
    return Solved(value, best, int(work[0]))
