"""Makes the house maps: mountains by simulated annealing, the rivers as their mirror image.

A house map holds more than every map must: each area can be drawn as one line through
neighbouring sites without a branch, the rivers are the mirror image of the mountains, and no
mountain shares more than three sites with a river. Since a side sees in the mirror what the other
side sees, neither is better off; what is left to choose is looks, and how much it matters who
begins, which the caller measures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

from stalas.core.words import Sentence, say
from stalas.games.china_gold.maps import Map, area_name, is_connected, moved
from stalas.games.china_gold.pieces import LARGEST_AREA, SMALLEST_AREA, Grid, grid

AREAS: Final[Mapping[int, int]] = MappingProxyType({5: 12, 6: 17})
"""How many mountains, and how many rivers, a house map of each side has."""
MOST_SHARED: Final = 3
"""The most sites that a mountain and a river of a house map have in common."""

_STEPS: Final = 30_000
_HOT, _COLD = 2.0, 0.05
_NO_LINE: Final = 6.0
_SHARED_TOO_MUCH: Final = 4.0
_WRONG_SIZE: Final = 5.0
_WIDEST: Final = (0, 0, 1, 2, 2, 3, 3, 4, 4)
"""How far apart two sites of a mountain of that size may lie before it looks stretched."""
_ALIKE: Final = 3
"""How many areas of one size look varied enough."""

_FINALISTS: Final = 3
"""How many of the fairer candidates are measured again, thoroughly."""
_GLANCE: Final = 8
"""The first look takes this part of the matches that the second one does."""

Measure: TypeAlias = Callable[[Map, int, int], float]
"""How far a map is from giving both sides and both beginners the same chance; 0 is perfect.

It is given the map, the matches to play, and the seed.
"""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A map that holds everything a house map must, with its marks; lower is better."""

    map: Map
    ugliness: float
    unfairness: float
    matches: int
    """How many matches its unfairness was measured with."""


def make_map(
    name: str,
    side: int,
    seed: int,
    candidates: int,
    matches: int,
    measure: Measure,
    report: Callable[[Candidate], None] = lambda candidate: None,
) -> Candidate:
    """Make so many candidates; of the better-looking half, choose the fairest.

    All of that half get a few matches, the fairest of them the full number with other deals. The
    same seed and measure give the same map.
    """

    def marked(placed: Map, count: int, deals: int) -> Candidate:
        candidate = Candidate(placed, ugliness(placed), measure(placed, count, deals), count)
        report(candidate)
        return candidate

    def worth(candidate: Candidate) -> tuple[float, float]:
        return candidate.unfairness, candidate.ugliness

    made: list[Map] = []
    attempt = 0
    while len(made) < candidates:
        attempt += 1
        found = _anneal(name, side, Random(f"{side} {seed} {attempt}"))
        if found is not None:
            made.append(found)
    made.sort(key=ugliness)
    glance = max(2, matches // _GLANCE)
    better = [marked(placed, glance, seed) for placed in made[: (candidates + 1) // 2]]
    better.sort(key=worth)
    return min(
        (marked(candidate.map, matches, seed + 1) for candidate in better[:_FINALISTS]), key=worth
    )


def why_no_house_map(placed: Map) -> Sentence | None:
    """Say what a valid map lacks to be a house map; None if it lacks nothing."""
    board = grid(placed.side)
    wanted = AREAS[placed.side]
    for kind, areas in (("mountains", placed.mountains), ("rivers", placed.rivers)):
        if len(areas) != wanted:
            return say(
                "a house map has {wanted} areas of each kind, and this one has {count} {kind}",
                wanted=wanted,
                count=len(areas),
                kind=say(kind),
            )
    for number, river in enumerate(placed.rivers):
        for here, there in pairwise(river):
            if board.index[there] not in board.neighbours[board.index[here]]:
                return say(
                    "the line of {river} breaks between {here} and {there}",
                    river=area_name("rivers", number),
                    here=here,
                    there=there,
                )
    mountains = [board.mask(area) for area in placed.mountains]
    rivers = [board.mask(area) for area in placed.rivers]
    for number, mountain in enumerate(mountains):
        for other, stream in enumerate(rivers):
            if (mountain & stream).bit_count() > MOST_SHARED:
                return say(
                    "{mountain} and {river} share more than {most} sites",
                    mountain=area_name("mountains", number),
                    river=area_name("rivers", other),
                    most=MOST_SHARED,
                )
    if not any(
        {_mirrored(board, mountain, turn) for mountain in mountains} == set(rivers)
        for turn in range(6)
    ):
        return say("the rivers are not the mirror image of the mountains")
    return None


def ugliness(placed: Map) -> float:
    """Mark the looks of a map's mountains and rivers, 0 at best."""
    board = grid(placed.side)
    lines = Lines(board)
    return sum(lines.cost(board.mask(area)) for area in placed.mountains) + _monotony(
        [len(area) for area in placed.mountains]
    )


class Lines:
    """The best line through each area, found once and kept."""

    def __init__(self, board: Grid) -> None:
        self._board = board
        self._known: dict[int, tuple[float, tuple[int, ...]]] = {}

    def best(self, area: int) -> tuple[int, ...]:
        """The sites of an area in the order of its smoothest line; empty if none exists."""
        return self._found(area)[1]

    def cost(self, area: int) -> float:
        """What an area costs: no line at all, sharp bends, straight canals, stretched mountains."""
        return self._found(area)[0]

    def _found(self, area: int) -> tuple[float, tuple[int, ...]]:
        known = self._known.get(area)
        if known is None:
            known = self._known[area] = self._search(area)
        return known

    def _search(self, area: int) -> tuple[float, tuple[int, ...]]:
        sites = [i for i in range(len(self._board.sites)) if area >> i & 1]
        size = len(sites)
        wrong = max(0, SMALLEST_AREA - size, size - LARGEST_AREA)
        if wrong:
            return wrong * _WRONG_SIZE + _NO_LINE, ()
        best: tuple[float, tuple[int, ...]] = (_NO_LINE, ())
        for first in sites:
            for line in self._continue((first,), area & ~(1 << first)):
                bends = self._bends(line)
                if bends < best[0]:
                    best = (bends, line)
        if best[1]:
            widest = max(self._distance(one, other) for one in sites for other in sites)
            stretched = max(0, widest - _WIDEST[size])
            return best[0] + 0.7 * stretched, best[1]
        return best

    def _continue(self, line: tuple[int, ...], left: int) -> list[tuple[int, ...]]:
        if not left:
            return [line]
        return [
            whole
            for other in self._board.neighbours[line[-1]]
            if left >> other & 1
            for whole in self._continue((*line, other), left & ~(1 << other))
        ]

    def _bends(self, line: Sequence[int]) -> float:
        """Sharp bends cost most, each site straight on after the first costs a little."""
        places = [self._board.places[i] for i in line]
        cost = 0.0
        straight = 0
        for (up0, right0), (up1, right1), (up2, right2) in zip(
            places, places[1:], places[2:], strict=False
        ):
            onward = (up2 - up1, right2 - right1)
            if onward == (up1 - up0, right1 - right0):
                straight += 1
            elif _length((up2 - up0, right2 - right0)) == 1:
                cost += 0.8
        return cost + 0.4 * max(0, straight - 1)

    def _distance(self, one: int, other: int) -> int:
        (up0, right0), (up1, right1) = self._board.places[one], self._board.places[other]
        return _length((up1 - up0, right1 - right0))


def _length(step: tuple[int, int]) -> int:
    up, right = step
    return max(abs(up), abs(right), abs(up - right))


def _anneal(name: str, side: int, rng: Random) -> Map | None:
    """Cut the board into mountains and shift single sites until everything holds, or give up."""
    board = grid(side)
    mirror = _mirror(board)
    lines = Lines(board)
    areas = _grown(board, AREAS[side], rng)
    owner = [next(k for k, area in enumerate(areas) if area >> i & 1) for i in range(len(mirror))]
    mirrored: dict[int, int] = {}

    def shared(masks: list[int]) -> float:
        rivers = []
        for mask in masks:
            if mask not in mirrored:
                mirrored[mask] = sum(1 << to for i, to in enumerate(mirror) if mask >> i & 1)
            rivers.append(mirrored[mask])
        return _SHARED_TOO_MUCH * sum(
            excess
            for mask in masks
            for river in rivers
            if (excess := (mask & river).bit_count() - MOST_SHARED) > 0
        )

    def energy(masks: list[int]) -> float:
        sizes = [mask.bit_count() for mask in masks]
        return shared(masks) + sum(map(lines.cost, masks)) + _monotony(sizes)

    now = energy(areas)
    for step in range(_STEPS):
        heat = _HOT * (_COLD / _HOT) ** (step / _STEPS)
        site = rng.randrange(len(mirror))
        source = owner[site]
        target = owner[rng.choice(board.neighbours[site])]
        left = areas[source] & ~(1 << site)
        if target == source or not left or not _holds_together(board, left):
            continue
        changed = areas.copy()
        changed[source] = left
        changed[target] |= 1 << site
        then = energy(changed)
        if then <= now or rng.random() < exp((now - then) / heat):
            areas, now, owner[site] = changed, then, target
    if shared(areas) or not all(lines.best(area) for area in areas):
        return None
    areas.sort(key=lambda area: (area & -area).bit_length())
    mountains = tuple(tuple(board.sites[i] for i in sorted(lines.best(area))) for area in areas)
    rivers = sorted(
        (tuple(board.sites[mirror[i]] for i in lines.best(area)) for area in areas),
        key=lambda river: min(board.index[site] for site in river),
    )
    return Map(name, side, mountains, tuple(rivers))


def _grown(board: Grid, count: int, rng: Random) -> list[int]:
    """Grow so many areas from random sites until they cover the board."""
    owner = {site: k for k, site in enumerate(rng.sample(range(len(board.sites)), count))}
    while len(owner) < len(board.sites):
        site = rng.choice([i for i in range(len(board.sites)) if i not in owner])
        around = [owner[other] for other in board.neighbours[site] if other in owner]
        if around:
            sizes = {k: sum(1 for value in owner.values() if value == k) for k in around}
            owner[site] = min(sorted(sizes), key=lambda k: sizes[k])
    areas = [0] * count
    for site, k in owner.items():
        areas[k] |= 1 << site
    return areas


def _holds_together(board: Grid, area: int) -> bool:
    return is_connected(board, {i for i in range(len(board.sites)) if area >> i & 1})


def _mirror(board: Grid) -> list[int]:
    """Where each site lies in a mirror held left to right."""
    return [board.index[moved(site, board.side, 0, True)] for site in board.sites]


def _mirrored(board: Grid, area: int, turn: int) -> int:
    return sum(
        1 << board.index[moved(site, board.side, turn, True)]
        for i, site in enumerate(board.sites)
        if area >> i & 1
    )


def _monotony(sizes: Sequence[int]) -> float:
    """What it costs that many areas have the same size."""
    return 0.6 * sum(
        max(0, sizes.count(size) - _ALIKE) for size in range(SMALLEST_AREA, LARGEST_AREA + 1)
    )
