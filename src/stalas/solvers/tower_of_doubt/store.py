"""Policies on disk: one line of JSON, then both seats' strategies and values, compressed.

Probabilities are kept in 65,535ths; where a seat comes by its own choice less than once in
100,000 rounds, in 15ths. Values are kept in hundredths (see `Policy`).
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, overload

import numpy as np

from stalas.solvers.tower_of_doubt.layout import Layout
from stalas.solvers.tower_of_doubt.policy import Cells, Policy
from stalas.solvers.tower_of_doubt.tree import Setup

FORMAT: Final = "stalas-tower-of-doubt-policy/1"
FINE: Final = 65535
COARSE: Final = 15


class BadPolicy(ValueError):
    """A file that is no policy of this format."""


class _Packed(Sequence[Cells]):
    """Cells of both seats, decompressed when first asked for."""

    def __init__(self, blobs: Sequence[bytes], kind: str) -> None:
        self._blobs = blobs
        self._kind = kind
        self._cells: dict[int, Cells] = {}

    def __len__(self) -> int:
        return len(self._blobs)

    @overload
    def __getitem__(self, seat: int) -> Cells: ...
    @overload
    def __getitem__(self, seat: slice) -> Sequence[Cells]: ...
    def __getitem__(self, seat: int | slice) -> Cells | Sequence[Cells]:
        if isinstance(seat, slice):
            return [self[index] for index in range(*seat.indices(len(self)))]
        if seat not in self._cells:
            cells: Cells = np.frombuffer(lzma.decompress(self._blobs[seat]), np.uint8)
            if self._kind == "strategy":
                high, low = cells.reshape(2, -1).astype(np.uint16)
                cells = high << 8 | low
            self._cells[seat] = cells
        return self._cells[seat]


def quantised(strategies: Sequence[Cells], reach: Sequence[Cells]) -> list[Cells]:
    """Round probabilities as they are stored; `reach` has the seat's own reach of every cell."""
    rounded = []
    for cells, often in zip(strategies, reach, strict=True):
        fine = np.rint(cells * FINE)
        coarse = np.rint(cells * COARSE) * (FINE // COARSE)
        rounded.append(np.where(often < 1e-5, coarse, fine).astype(np.uint16))
    return rounded


def save(policy: Policy, path: Path) -> None:
    """Write a policy whose strategies are quantised already, with its values and notes."""
    setup = policy.layout.setup
    blobs = []
    for cells in policy.strategies:
        wide = cells.astype(np.uint16)
        planes = np.concatenate([wide >> 8, wide & 255]).astype(np.uint8)
        blobs.append(lzma.compress(planes.tobytes(), preset=9))
    if policy.action_values is not None:
        blobs += [lzma.compress(codes.tobytes(), preset=9) for codes in policy.action_values]
    head = {
        "format": FORMAT,
        "towers": setup.rings,
        "missing_tower": setup.missing,
        "must_peek": setup.must_peek,
        "own": setup.own,
        "notes": dict(policy.notes),
        "sizes": [len(blob) for blob in blobs],
    }
    path.write_bytes(json.dumps(head).encode() + b"\n" + b"".join(blobs))


def load(data: bytes) -> Policy:
    """Read a policy. Raises BadPolicy if the data are not one."""
    line, newline, rest = data.partition(b"\n")
    try:
        head: Mapping[str, Any] = json.loads(line)
        if head["format"] != FORMAT or not newline:
            raise BadPolicy("not a policy of this format")
        setup = Setup(tuple(head["towers"]), head["missing_tower"], head["must_peek"], head["own"])
        sizes = list(head["sizes"])
        notes = dict(head["notes"])
    except (KeyError, TypeError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadPolicy(f"not a policy: {error}") from None
    if sum(sizes) != len(rest) or len(sizes) not in (2, 4):
        raise BadPolicy("the policy is cut short")
    ends = np.cumsum([0, *sizes]).tolist()
    blobs = [rest[start:end] for start, end in pairwise(ends)]
    values = _Packed(blobs[2:], "values") if len(blobs) == 4 else None
    return Policy(Layout(setup), _Packed(blobs[:2], "strategy"), values, notes)


@cache
def shipped_policy(*, missing_tower: bool = False, must_peek: bool = False) -> Policy:
    """Give the policy that comes with the package for these options.

    It never declines to peek, so one policy serves both values of `must_peek`.
    """
    if must_peek:
        return shipped_policy(missing_tower=missing_tower).forced_to_peek()
    name = "missing_tower.policy" if missing_tower else "standard.policy"
    return load((resources.files(__package__) / "data" / name).read_bytes())
