"""Sources of chance and the few ways in which games draw from them.

Every draw goes through `Source.below`, so that a dealer's draws can be repeated from its seed on
any version of Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import NormalDist
from typing import Protocol, TypeVar

T = TypeVar("T")

_STANDARD_NORMAL = NormalDist()
_FINE = 1 << 53


class Source(Protocol):
    """Whatever can draw a whole number uniformly."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n − 1, all equally likely; n is at least 1."""
        ...


class RandomSource:
    """A source fed by a seeded `random.Random`, for simulation and tests."""

    __slots__ = ("_rng",)

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def below(self, n: int) -> int:
        """A whole number from 0 to n − 1, all equally likely."""
        return self._rng.randrange(n)


def pick(source: Source, items: Sequence[T]) -> T:
    """Draw one item, all equally likely."""
    return items[source.below(len(items))]


def shuffled(source: Source, items: Sequence[T]) -> list[T]:
    """Draw an order of the items, all equally likely (Fisher and Yates)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = source.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def normal(source: Source, deviation: float) -> float:
    """Draw from the normal distribution with mean 0 and the given standard deviation."""
    return deviation * _STANDARD_NORMAL.inv_cdf((source.below(_FINE) + 0.5) / _FINE)
