"""The solved profiles as files: what the package ships, read with the standard library alone.

A solution is an archive's entry `BUST/HEIGHTS.json`, such as `3/3-5-5-5.json`. Mixes of stackings
are whole numbers, proportional to how often each of `stackings(heights)` stands; ways of digging
are kept as the mixes to which they are best replies, in roots (`equilibrium.squared`), and shares
of them as whole numbers too. The bounds are those of the rounded numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from stalas.solvers.gold_hunting.stackings import Heights

ARCHIVE: Final = "data/solutions.zip"
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every entry, so that the same solutions are the same bytes."""

Numbers = tuple[int, ...]


@dataclass(frozen=True)
class Kept:
    """A solved profile, small enough to ship."""

    heights: Heights
    bust_from: int
    lower: float
    """What the digging earns from any stacking, at least, in nuggets."""
    upper: float
    """What anybody earns from the stackings, at most."""
    iterations: int
    seconds: float
    stackings: Numbers
    """(n) the hider's mix, in parts."""
    replies: tuple[Numbers, ...]
    """(k, n) the roots of the mixes to which the ways of digging are best replies."""
    shares: tuple[Numbers, ...]
    """(3, k) how often each way is chosen by the token's number, in parts."""

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return (self.lower + self.upper) / 2

    @property
    def name(self) -> str:
        """The name of its entry."""
        return entry(self.heights, self.bust_from)


def entry(heights: Heights, bust_from: int) -> str:
    """Name the entry of a profile.

    >>> entry((3, 5, 5, 5), 3)
    '3/3-5-5-5.json'
    """
    return f"{bust_from}/{'-'.join(map(str, heights))}.json"


@cache
def shipped(heights: Heights, bust_from: int) -> Kept:
    """Give the solution that the package brings along; KeyError if there is none."""
    with ZipFile(BytesIO(_archive())) as archive:
        return _read(archive, entry(heights, bust_from))


@cache
def shipped_profiles(bust_from: int) -> tuple[Kept, ...]:
    """Give all solutions that the package brings along, the hider's best profile first."""
    with ZipFile(BytesIO(_archive())) as archive:
        found = [_read(archive, name) for name in archive.namelist() if name[0] == str(bust_from)]
    return tuple(sorted(found, key=lambda kept: (kept.upper, kept.heights)))


def load(path: Path) -> dict[str, Kept]:
    """Read an archive; an absent one is empty. Raises OSError or ValueError with what is wrong."""
    if not path.exists():
        return {}
    try:
        with ZipFile(path) as archive:
            return {name: _read(archive, name) for name in archive.namelist()}
    except (BadZipFile, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is no archive of solutions: {error}") from None


def save(path: Path, solutions: Iterable[Kept]) -> None:
    """Write an archive, whole or not at all."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for kept in sorted(solutions, key=lambda kept: (kept.bust_from, kept.heights)):
            text = json.dumps(asdict(kept), separators=(",", ":"))
            archive.writestr(ZipInfo(kept.name, EPOCH), text, ZIP_DEFLATED, 9)
    written = path.with_name(path.name + ".part")
    written.write_bytes(buffer.getvalue())
    written.replace(path)


@cache
def _archive() -> bytes:
    return files("stalas.solvers.gold_hunting").joinpath(ARCHIVE).read_bytes()


def _read(archive: ZipFile, name: str) -> Kept:
    found = json.loads(archive.read(name))
    for key in ("heights", "stackings"):
        found[key] = tuple(found[key])
    for key in ("replies", "shares"):
        found[key] = tuple(map(tuple, found[key]))
    return Kept(**found)
