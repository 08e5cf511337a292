"""China Gold on bits, for search and simulation: the same game as the law, and much faster.

Never the referee. Compiled by numba when it is installed (`pip install 'stalas[fast]'`) and plain
Python otherwise; the tests prove it equal to `state.py` by perft and by random play. It is one file
because its functions are one mechanism over the same ten words.

A set of sites is two 64-bit words. The face-down markers are held in three layouts, one for each
direction of lines: in layout d the sites are numbered along the lines of direction d, so that a
line of n is a run of n bits and three shifts count all of them. Layout 0 is the grid's own order.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from stalas.core.compiled import compiled, inlined, lowest, popcount
from stalas.games.china_gold.maps import Map
from stalas.games.china_gold.pieces import DIRECTIONS, FINAL, LONGEST, grid

Words: TypeAlias = npt.NDArray[np.uint64]
Ints: TypeAlias = npt.NDArray[np.int64]

MOST_MOVES: Final = 384
"""More than any position has: at most 91 burials and 3 × 91 digs of one length."""
MOST_PLIES: Final = 4096
"""The longest match that random play may run to; burials make a match longer."""
BURY: Final = 1 << 12
"""Move numbers from here on are burials: this and the site."""

whole: Any = np.int64
"""A count of bits as a signed number; mixed with an unsigned one it would become a float."""


class Tables(NamedTuple):
    """A map as arrays; the last axis of every set of sites is its two words."""

    starts: Words
    """[direction, length, word]: where a line may start, in that direction's layout."""
    lines: Words
    """[direction, length, start, layout, word]: a line's sites in every layout."""
    sites: Words
    """[site, layout, word]: one site in every layout."""
    site_at: Ints
    """[layout, bit]: the site that a bit stands for."""
    areas: Words
    """[seat, area, word]: the areas of each seat."""
    area_of: Ints
    """[seat, site]: the area a site is in."""
    full: Words
    """[layout, word]: every site."""


def make_tables(board: Map) -> Tables:
    """Give a map's tables."""
    board_grid = grid(board.side)
    places = board_grid.places
    count = len(places)
    layouts = [
        sorted(range(count), key=lambda i: (places[i][0], places[i][1])),
        sorted(range(count), key=lambda i: (places[i][1], places[i][0])),
        sorted(range(count), key=lambda i: (places[i][0] - places[i][1], places[i][0])),
    ]
    bit = [{site: b for b, site in enumerate(order)} for order in layouts]
    numbered = {place: i for i, place in enumerate(places)}
    starts = np.zeros((3, LONGEST + 1, 2), np.uint64)
    lines = np.zeros((3, LONGEST + 1, count, 3, 2), np.uint64)
    for d, (up, right) in enumerate(DIRECTIONS):
        for i, (row, number) in enumerate(places):
            run = [i]
            for length in range(1, LONGEST + 1):
                start = bit[d][i]
                _add(starts[d, length], start)
                for layout in range(3):
                    for site in run:
                        _add(lines[d, length, start, layout], bit[layout][site])
                after = numbered.get((row + up * length, number + right * length))
                if after is None:
                    break
                run.append(after)
    sites = np.zeros((count, 3, 2), np.uint64)
    full = np.zeros((3, 2), np.uint64)
    for i in range(count):
        for layout in range(3):
            _add(sites[i, layout], bit[layout][i])
            _add(full[layout], bit[layout][i])
    most = max(len(board.mountains), len(board.rivers))
    areas = np.zeros((2, most, 2), np.uint64)
    area_of = np.zeros((2, count), np.int64)
    for seat, owned in enumerate((board.mountains, board.rivers)):
        for a, area in enumerate(owned):
            for name in area:
                _add(areas[seat, a], board_grid.index[name])
                area_of[seat, board_grid.index[name]] = a
    site_at = np.array(layouts, np.int64)
    return Tables(starts, lines, sites, site_at, areas, area_of, full)


def _add(words: Words, bit: int) -> None:
    words[bit >> 6] |= np.uint64(1 << (bit & 63))


# A position is an array of ten words: face-down in the three layouts (0 to 5), what remains (6 and
# 7), and the gold of each seat (8 and 9).
POSITION: Final = 10


def start_position(tables: Tables) -> Words:
    """Give the position before the first turn."""
    position = np.zeros(POSITION, np.uint64)
    position[:6] = tables.full.reshape(6)
    position[6:8] = tables.full[0]
    return position


def make_position(tables: Tables, face_down: int, remaining: int, gold: tuple[int, int]) -> Words:
    """Give the position with these sites, as bits in the grid's order."""
    position = np.zeros(POSITION, np.uint64)
    for site in range(tables.sites.shape[0]):
        if face_down >> site & 1:
            position[:6] |= tables.sites[site].reshape(6)
        if remaining >> site & 1:
            position[6:8] |= tables.sites[site, 0]
    position[8], position[9] = gold
    return position


@compiled
def runs(low: Any, high: Any, length: int) -> Any:
    """The bits from which a run of `length` set bits goes up."""
    if length == 1:
        return low, high
    low2 = low & ((low >> np.uint64(1)) | (high << np.uint64(63)))
    high2 = high & (high >> np.uint64(1))
    if length == 2:
        return low2, high2
    if length == 3:
        return (
            low2 & ((low2 >> np.uint64(1)) | (high2 << np.uint64(63))),
            high2 & (high2 >> np.uint64(1)),
        )
    low4 = low2 & ((low2 >> np.uint64(2)) | (high2 << np.uint64(62)))
    high4 = high2 & (high2 >> np.uint64(2))
    if length == 4:
        return low4, high4
    return low4 & ((low >> np.uint64(4)) | (high << np.uint64(60))), high4 & (high >> np.uint64(4))


@compiled
def count_lines(tables: Tables, position: Any, length: int) -> Any:
    """Count the face-down lines of a length (CG-2)."""
    if length == 1:
        return popcount(position[0]) + popcount(position[1])
    total = np.uint64(0)
    for d in range(3):
        low, high = runs(position[2 * d], position[2 * d + 1], length)
        total += popcount(low & tables.starts[d, length, 0])
        total += popcount(high & tables.starts[d, length, 1])
    return whole(total)


@compiled
def stage_of(tables: Tables, position: Any) -> int:
    """Count the lines and give the stage (CG-2), as if the final one had not been reached."""
    for length in range(LONGEST, 2, -1):
        if count_lines(tables, position, length) >= 2:
            return length
    return FINAL


@compiled
def claim_area(tables: Tables, position: Any, seat: int, area: int) -> None:
    """Let a seat take what is left of an own area, if all of it is face up (CG-8)."""
    low = tables.areas[seat, area, 0]
    high = tables.areas[seat, area, 1]
    if (position[0] & low) | (position[1] & high):
        return
    won = popcount(position[6] & low) + popcount(position[7] & high)
    if won:
        position[8 + seat] += np.uint64(won)
        position[6] &= ~low
        position[7] &= ~high


@compiled
def dig(tables: Tables, position: Any, seat: int, d: int, length: int, start: int) -> None:
    """Turn a line face up and claim: first the digger, then the opponent (CG-4, CG-8)."""
    for layout in range(3):
        position[2 * layout] ^= tables.lines[d, length, start, layout, 0]
        position[2 * layout + 1] ^= tables.lines[d, length, start, layout, 1]
    for step in range(2):
        who = seat if step == 0 else 1 - seat
        for i in range(length):
            claim_area(tables, position, who, tables.area_of[who, tables.site_at[d, start + i]])


@compiled
def bury(tables: Tables, position: Any, site: int) -> None:
    """Turn one marker face down (CG-5)."""
    for layout in range(3):
        position[2 * layout] |= tables.sites[site, layout, 0]
        position[2 * layout + 1] |= tables.sites[site, layout, 1]


@compiled
def play(tables: Tables, position: Any, seat: int, move: int) -> None:
    """Make a move, given by its number: (3 × length + direction) × 128 + start, or BURY + site."""
    if move >= BURY:
        bury(tables, position, move - BURY)
    else:
        rest = move >> 7
        dig(tables, position, seat, rest % 3, rest // 3, move & 127)


@compiled
def list_digs(tables: Tables, position: Any, length: int, moves: Any, count: int) -> int:
    """Add the digs of a length to `moves` after `count`; give the new count."""
    for d in range(1 if length == 1 else 3):
        low, high = runs(position[2 * d], position[2 * d + 1], length)
        low &= tables.starts[d, length, 0]
        high &= tables.starts[d, length, 1]
        first = (3 * length + d) << 7
        while low:
            moves[count] = first + whole(lowest(low))
            low &= low - np.uint64(1)
            count += 1
        while high:
            moves[count] = first + 64 + whole(lowest(high))
            high &= high - np.uint64(1)
            count += 1
    return count


@compiled
def list_burials(position: Any, moves: Any, count: int) -> int:
    """Add the burials of all markers that lie face up to `moves`; give the new count."""
    low = position[6] & ~position[0]
    high = position[7] & ~position[1]
    while low:
        moves[count] = BURY + whole(lowest(low))
        low &= low - np.uint64(1)
        count += 1
    while high:
        moves[count] = BURY + 64 + whole(lowest(high))
        high &= high - np.uint64(1)
        count += 1
    return count


@compiled
def list_moves(tables: Tables, position: Any, stage: int, number: int, moves: Any) -> int:
    """List a turn's moves into `moves`, CG-6 and `bury_in_final` left aside; give the count."""
    if stage == FINAL:
        return list_digs(tables, position, 2, moves, list_digs(tables, position, 1, moves, 0))
    return list_burials(position, moves, list_digs(tables, position, number, moves, 0))


@inlined
def throw(stage: int, bits: int) -> int:
    """The sum of the discs of a stage (CG-3); bits 0, 1 and 2 are the faces of 0/1, 0/2, 1/2."""
    number = 1 + (bits >> 2 & 1)
    if stage != 3:
        number += bits & 2
    if stage != 4:
        number += bits & 1
    return number


@compiled
def perft(tables: Tables, position: Any, seat: int, stage: int, depth: int) -> int:
    """Count paths as `core.perft` does, from before the throw of a turn, CG-6 left aside."""
    if depth == 0:
        return 1
    if not (position[6] | position[7]):
        return 0
    moves = np.empty(MOST_MOVES, np.int64)
    after = np.empty(POSITION, np.uint64)
    rest = depth if stage == FINAL else depth - 1
    total = 0
    for bits in range(8):
        if (stage == 4 and bits & 1) or (stage == 3 and bits & 2) or (stage == FINAL and bits):
            continue  # that disc is in the box
        if rest == 0:
            total += 1
            continue
        number = 0 if stage == FINAL else throw(stage, bits)
        count = list_moves(tables, position, stage, number, moves)
        if rest == 1:
            total += count
            continue
        for i in range(count):
            after[:] = position
            play(tables, after, seat, moves[i])
            later = FINAL if stage == FINAL else stage_of(tables, after)
            total += perft(tables, after, 1 - seat, later, rest - 1)
    return total


@inlined
def random_word(word: Any) -> Any:
    """Give the word after one of a random sequence (Marsaglia's xorshift, 64 bits)."""
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    return word ^ (word << np.uint64(17))


@compiled
def random_below(state: Any, n: int) -> Any:
    """Draw from 0 to n − 1; `state` is an array of one word."""
    state[0] = random_word(state[0])
    return whole(((state[0] >> np.uint64(33)) * np.uint64(n)) >> np.uint64(31))
