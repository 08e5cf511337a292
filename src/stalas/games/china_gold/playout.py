"""Random play of China Gold to its end: the fastest way through the game, for simulation.

The kernel's rules and tables, with the whole position in registers: nothing is called, and a board
of at most 64 sites does without its second words. Never the referee; the tests replay its matches
by the law. Compiled by numba when it is installed, plain Python otherwise.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from stalas.core.compiled import compiled, inlined, popcount, select
from stalas.games.china_gold.kernel import (
    BURY,
    MOST_PLIES,
    POSITION,
    Ints,
    Words,
    make_tables,
    random_word,
    start_position,
    throw,
    whole,
)
from stalas.games.china_gold.maps import Map
from stalas.games.china_gold.pieces import FINAL

NONE: Final = np.uint64(0)
ONE: Final = np.uint64(1)
LAST: Final = np.uint64(63)
ENOUGH: Final = np.uint64(2)
"""So many lines of a length make its stage (CG-2)."""
STEPS: Final = np.array(
    [[0, 0, 0], [0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 2, 0], [1, 2, 1]], np.uint64
)
"""[length]: a run of so many bits is what is left after three shifts by these."""


class Lists(NamedTuple):
    """A map as random play needs it; the last axis of every set of sites is its two words."""

    starts: Words
    """[direction, length, word]: where a line may start; of one site, in one direction only."""
    lines: Words
    """[direction, length, start, layout, word]: a line's sites in every layout."""
    sites: Words
    """[site, layout, word]: one site in every layout."""
    area_at: Words
    """[layout, bit, seat, word]: the seat's area that the bit's site is in."""


class RandomPlay:
    """Plays random matches on a map, every legal move equally likely."""

    def __init__(self, board: Map) -> None:
        """Prepare the map."""
        tables = make_tables(board)
        count = len(tables.sites)
        starts = tables.starts.copy()
        starts[1:, 1] = 0
        area_at = np.zeros((3, count, 2, 2), np.uint64)
        for seat in range(2):
            area_at[:, :, seat] = tables.areas[seat, tables.area_of[seat, tables.site_at]]
        self._lists = Lists(starts, tables.lines, tables.sites, area_at)
        self._start = start_position(tables)
        self._wide = count > 64
        self._past = np.empty((MOST_PLIES, 2), np.uint64)
        self._log = np.empty(MOST_PLIES, np.int64)

    def match(
        self, position: Words, seat: int, luck: Words, repeat: int = 3, log: Ints | None = None
    ) -> int:
        """Play a match on from a position before a throw; give the number of plies, or -1.

        The position ends empty, with the gold. `luck` is an array of one word that is not 0. `log`
        [ply] gets the sum thrown, negative, or the move's number; the law's CG-6 is kept, where
        `repeat` times is too often. -1 is a match that is not over after MOST_PLIES.
        """
        play = _match_wide if self._wide else _match
        log = self._log if log is None else log
        plies: int = play(self._lists, position, seat, luck, repeat, self._past, log)
        return plies

    def matches(self, luck: Words, count: int, gold: Ints) -> int:
        """Play so many matches, seats beginning in turn; give all plies, add up `gold` [seat]."""
        play = _matches_wide if self._wide else _matches
        position = np.empty(POSITION, np.uint64)
        plies: int = play(
            self._lists, self._start, position, luck, count, self._past, self._log, gold
        )
        return plies


@inlined
def _also(x: Any, y: Any, step: Any) -> Any:
    """Keep the bits that stand `step` bits higher up as well; x is the low word, y the high one."""
    return x & ((x >> step) | (y << ONE << (LAST - step))), y & (y >> step)


@inlined
def _lines(lists: Any, x: Any, y: Any, d: int, length: int) -> Any:
    """Where the face-down lines of a length start, in the layout of direction d."""
    x, y = _also(x, y, STEPS[length, 0])
    x, y = _also(x, y, STEPS[length, 1])
    x, y = _also(x, y, STEPS[length, 2])
    return x & lists.starts[d, length, 0], y & lists.starts[d, length, 1]


@inlined
def _size(x: Any, y: Any) -> Any:
    return popcount(x) + popcount(y)


@inlined
def _stage(lists: Any, down: Any) -> int:
    """The stage by the lines face down (CG-2)."""
    for length in (5, 4, 3):
        count = NONE
        x, y = _lines(lists, down[0], down[1], 0, length)
        count += _size(x, y)
        x, y = _lines(lists, down[2], down[3], 1, length)
        count += _size(x, y)
        x, y = _lines(lists, down[4], down[5], 2, length)
        count += _size(x, y)
        if count >= ENOUGH:
            return length
    return FINAL


@inlined
def _pick(x: Any, y: Any, k: Any) -> Any:
    """Number the k-th site of a set."""
    below = popcount(x)
    if k >= below:
        return whole(64) + whole(select(y, k - below))
    return whole(select(x, k))


@inlined
def _dug(lists: Any, wide: bool, down: Any, d: int, length: int, start: Any) -> Any:
    """Turn a line face up in every layout."""
    return (
        down[0] ^ lists.lines[d, length, start, 0, 0],
        down[1] ^ lists.lines[d, length, start, 0, 1] if wide else NONE,
        down[2] ^ lists.lines[d, length, start, 1, 0],
        down[3] ^ lists.lines[d, length, start, 1, 1] if wide else NONE,
        down[4] ^ lists.lines[d, length, start, 2, 0],
        down[5] ^ lists.lines[d, length, start, 2, 1] if wide else NONE,
    )


@inlined
def _buried(lists: Any, wide: bool, down: Any, site: Any) -> Any:
    """Turn a marker face down in every layout."""
    return (
        down[0] | lists.sites[site, 0, 0],
        down[1] | lists.sites[site, 0, 1] if wide else NONE,
        down[2] | lists.sites[site, 1, 0],
        down[3] | lists.sites[site, 1, 1] if wide else NONE,
        down[4] | lists.sites[site, 2, 0],
        down[5] | lists.sites[site, 2, 1] if wide else NONE,
    )


@inlined
def _claimed(
    lists: Any, wide: bool, down: Any, x: Any, y: Any, d: int, length: int, start: Any, who: int
) -> Any:
    """Let a seat take its areas on a dug line that are all face up (CG-8); give what remains."""
    for i in range(length):
        area_x = lists.area_at[d, start + i, who, 0]
        area_y = lists.area_at[d, start + i, who, 1] if wide else NONE
        if not (down[0] & area_x) | (down[1] & area_y):
            x &= ~area_x
            y &= ~area_y
    return x, y


@inlined
def _times(past: Any, since: int, wide: bool, x: Any, y: Any) -> int:
    """How often this position came about: it is the other seat's turn in every second one."""
    seen = 1
    for i in range(since - 2, -1, -2):
        if past[i, 0] == x and (not wide or past[i, 1] == y):
            seen += 1
    return seen


@inlined
def _play_out(
    lists: Any, wide: bool, position: Any, seat: int, luck: Any, repeat: int, past: Any, log: Any
) -> int:
    """Play to the end; see `RandomPlay.match`."""
    down = (
        position[0],
        position[1] if wide else NONE,
        position[2],
        position[3] if wide else NONE,
        position[4],
        position[5] if wide else NONE,
    )
    left_x, left_y = position[6], position[7] if wide else NONE
    word = luck[0]
    since = 0
    plies = 0
    stage = _stage(lists, down)
    while left_x | left_y:
        up_x, up_y, up = NONE, NONE, NONE
        length = 1
        if stage != FINAL:
            past[since, 0] = down[0]
            past[since, 1] = down[1]
            since += 1
            word = random_word(word)
            length = throw(stage, whole(word >> np.uint64(61)))
            log[plies] = -length
            plies += 1
            up_x, up_y = left_x & ~down[0], left_y & ~down[1]
            up = _size(up_x, up_y)
        alone = popcount(down[0]) + popcount(down[1]) if stage == FINAL else NONE
        long = 2 if stage == FINAL else length
        x0, y0 = _lines(lists, down[0], down[1], 0, long)
        x1, y1 = _lines(lists, down[2], down[3], 1, long)
        x2, y2 = _lines(lists, down[4], down[5], 2, long)
        end0 = alone + _size(x0, y0)
        end1 = end0 + _size(x1, y1)
        digs = end1 + _size(x2, y2)
        site = whole(0)
        while True:
            word = random_word(word)
            k = ((word >> np.uint64(33)) * (digs + up)) >> np.uint64(31)
            if k < digs:
                break
            site = _pick(up_x, up_y, k - digs)
            then = _buried(lists, wide, down, site)
            # A refused burial is no legal move: another is drawn, with the same throw.
            if not repeat or _times(past, since, wide, then[0], then[1]) < repeat:
                break
        if k < digs:
            d = 0
            x, y = x0, y0
            if k < alone:
                x, y = down[0], down[1]
            else:
                length = long
                if k >= end1:
                    d, x, y, k = 2, x2, y2, k - end1
                elif k >= end0:
                    d, x, y, k = 1, x1, y1, k - end0
                else:
                    k -= alone
            start = _pick(x, y, k)
            log[plies] = (3 * length + d << 7) + start
            down = _dug(lists, wide, down, d, length, start)
            x, y = _claimed(lists, wide, down, left_x, left_y, d, length, start, seat)
            position[8 + seat] += _size(left_x, left_y) - _size(x, y)
            own_x, own_y = x, y
            x, y = _claimed(lists, wide, down, x, y, d, length, start, 1 - seat)
            position[9 - seat] += _size(own_x, own_y) - _size(x, y)
            if x != left_x or y != left_y:
                since = 0  # what was taken never comes back, so no earlier position does
            left_x, left_y = x, y
        else:
            log[plies] = BURY + site
            down = _buried(lists, wide, down, site)
        plies += 1
        if plies + 2 >= MOST_PLIES:
            return -1
        seat = 1 - seat
        if stage != FINAL:
            stage = _stage(lists, down)
    position[:8] = NONE
    luck[0] = word
    return plies


@compiled
def _match(
    lists: Any, position: Any, seat: int, luck: Any, repeat: int, past: Any, log: Any
) -> int:
    return _play_out(lists, False, position, seat, luck, repeat, past, log)


@compiled
def _match_wide(
    lists: Any, position: Any, seat: int, luck: Any, repeat: int, past: Any, log: Any
) -> int:
    return _play_out(lists, True, position, seat, luck, repeat, past, log)


@compiled
def _matches(
    lists: Any, start: Any, position: Any, luck: Any, count: int, past: Any, log: Any, gold: Any
) -> int:
    plies = 0
    for match in range(count):
        position[:] = start
        plies += _play_out(lists, False, position, match & 1, luck, 3, past, log)
        gold[0] += whole(position[8])
        gold[1] += whole(position[9])
    return plies


@compiled
def _matches_wide(
    lists: Any, start: Any, position: Any, luck: Any, count: int, past: Any, log: Any, gold: Any
) -> int:
    plies = 0
    for match in range(count):
        position[:] = start
        plies += _play_out(lists, True, position, match & 1, luck, 3, past, log)
        gold[0] += whole(position[8])
        gold[1] += whole(position[9])
    return plies
