"""The sites, the straight lines between them, and the discs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final, TypeAlias

from stalas.core.game import Seat

MOUNTAINS: Final[Seat] = 0
"""The seat that digs for the mountains (CG-1)."""
RIVERS: Final[Seat] = 1
"""The seat that pans for the rivers (CG-1)."""

SIDES: Final = (5, 6)
"""How many sites a side of the board may have: 61 or 91 sites in all."""
SMALLEST_AREA: Final = 3
LARGEST_AREA: Final = 8

FINAL: Final = 1
"""The stage without discs (CG-7)."""
LONGEST: Final = 5
"""The stage in which a match begins."""

DISCS: Final[Mapping[int, tuple[tuple[int, int], ...]]] = MappingProxyType(
    {5: ((0, 1), (0, 2), (1, 2)), 4: ((0, 2), (1, 2)), 3: ((0, 1), (1, 2)), FINAL: ()}
)
"""The two faces of each disc in play, per stage (CG-2)."""

Place: TypeAlias = tuple[int, int]
"""A site by its row from 0 and its diagonal number: `c4` is (2, 4)."""

DIRECTIONS: Final[tuple[Place, ...]] = ((0, 1), (1, 0), (1, 1))
"""The three ways a line can run: same row, same diagonal number, both changing together."""
AROUND: Final[tuple[Place, ...]] = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""The steps to the six neighbours of a site, counter-clockwise from the right."""


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line of adjacent sites; a single site is a line of one."""

    start: str
    """The lower end, or the end with the lower number in its row."""
    end: str
    mask: int
    """Its sites, one bit each."""
    length: int


@dataclass(frozen=True, slots=True)
class Grid:
    """The sites of a board with so many a side, numbered from 0: `a1`, `a2`, … row by row."""

    side: int
    sites: tuple[str, ...]
    places: tuple[Place, ...]
    index: Mapping[str, int]
    neighbours: tuple[tuple[int, ...], ...]
    lines: Mapping[int, tuple[Line, ...]]
    """All lines of each length, by their lower end, then by direction."""
    between: Mapping[tuple[str, str], Line]
    """The line between two ends that are in order."""
    in_text_order: tuple[tuple[str, int], ...]
    """Each site with its bit, sorted as texts: `a10` stands before `a2`."""

    @property
    def all(self) -> int:
        """Every site, one bit each."""
        return (1 << len(self.sites)) - 1

    def mask(self, sites: tuple[str, ...]) -> int:
        """Give sites as bits."""
        return sum(1 << self.index[site] for site in sites)

    def names(self, mask: int) -> list[str]:
        """Give the sites of a mask, sorted as texts."""
        return [site for site, bit in self.in_text_order if mask & bit]

    def lines_within(self, face_down: int, length: int) -> list[Line]:
        """Give the lines of a length whose sites all lie in the mask."""
        return [line for line in self.lines[length] if line.mask & face_down == line.mask]

    def has_two_lines(self, face_down: int, length: int) -> bool:
        """Whether at least two lines of a length lie in the mask (CG-2)."""
        found = False
        for line in self.lines[length]:
            mask = line.mask
            if mask & face_down == mask:
                if found:
                    return True
                found = True
        return False

    def stage(self, face_down: int) -> int:
        """Count the lines and give the stage of a turn (CG-2)."""
        for length in (5, 4, 3):
            if self.has_two_lines(face_down, length):
                return length
        return FINAL


def site_name(place: Place) -> str:
    """Write a site as on an Abalone board."""
    row, number = place
    return f"{'abcdefghijk'[row]}{number}"


def site_place(site: str) -> Place:
    """Read a well-formed site name; the site need not be on any board."""
    return "abcdefghijk".index(site[0]), int(site[1:])


@cache
def grid(side: int) -> Grid:
    """Give the grid of a board with so many sites a side."""
    places = tuple(
        (row, number)
        for row in range(2 * side - 1)
        for number in range(max(1, row - side + 2), min(2 * side - 1, row + side) + 1)
    )
    numbered = {place: i for i, place in enumerate(places)}
    sites = tuple(site_name(place) for place in places)
    lines: dict[int, list[Line]] = {length: [] for length in range(1, 2 * side)}
    for row, number in places:
        for up, right in DIRECTIONS:
            mask = 0
            length = 0
            end = (row, number)
            while end in numbered:
                mask |= 1 << numbered[end]
                length += 1
                if length > 1 or (up, right) == DIRECTIONS[0]:
                    ends = (site_name((row, number)), site_name(end))
                    lines[length].append(Line(*ends, mask, length))
                end = (end[0] + up, end[1] + right)
    bits = sorted((site, 1 << i) for i, site in enumerate(sites))
    return Grid(
        side=side,
        sites=sites,
        places=places,
        index=MappingProxyType({site: i for i, site in enumerate(sites)}),
        neighbours=tuple(
            tuple(
                numbered[row + up, number + right]
                for up, right in AROUND
                if (row + up, number + right) in numbered
            )
            for row, number in places
        ),
        lines=MappingProxyType({length: tuple(some) for length, some in lines.items()}),
        between=MappingProxyType(
            {(line.start, line.end): line for some in lines.values() for line in some}
        ),
        in_text_order=tuple(bits),
    )
