"""Ratings from match results: Luce's choice model on the Elo scale, with intervals.

Each player has a strength; a match is won by seat i with probability strength_i / Σ strength_j
(Luce 1959; with two seats this is Bradley and Terry 1952, Elo's model). Shared victories count in
parts. One model serves two seats and five.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, log10, sqrt
from random import Random
from typing import Final, TypeAlias

Scored: TypeAlias = tuple[tuple[str, ...], tuple[float, ...]]
"""A match: the players by seat and each seat's share of the victory (the shares sum to 1)."""

RESAMPLES: Final = 200
BETS: Final = (0.1, 0.25, 0.5, 0.75)
"""How boldly the sequential test bets on a difference, as parts of all it could stake."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating; the mean of all players is 0."""

    elo: float
    low: float
    high: float
    """The ends of the 95 % interval."""


def elo(matches: Sequence[Scored], names: Sequence[str]) -> dict[str, float]:
    """Fit the ratings by maximum likelihood (Hunter 2004's minorisation), prior of one drawn match.

    The prior (half a win and half a loss against an average player) keeps a player who won or lost
    everything at a finite rating.
    """
    strength = dict.fromkeys(names, 1.0)
    tables = _tally(matches)
    for _ in range(200):
        wins = dict.fromkeys(names, 0.5)
        weight = {name: 1.0 / (strength[name] + 1.0) for name in names}
        for seating, (count, shares) in tables.items():
            total = sum(strength[name] for name in seating)
            for name, share in zip(seating, shares, strict=True):
                wins[name] += share
                weight[name] += count / total
        fitted = {name: wins[name] / weight[name] for name in names}
        mean = exp(sum(log(value) for value in fitted.values()) / len(fitted))
        fitted = {name: value / mean for name, value in fitted.items()}
        moved = max(abs(log(fitted[name] / strength[name])) for name in names)
        strength = fitted
        if moved < 1e-6:
            break
    return {name: 400 * log10(strength[name]) for name in names}


def ratings(
    deals: Sequence[Sequence[Scored]], names: Sequence[str], seed: int = 0
) -> dict[str, Rating]:
    """Give each player's rating with a 95 % interval, by the bootstrap over deals.

    A deal is all matches that shared their luck: they are drawn together, as they are not
    independent of one another.
    """
    whole = elo([match for deal in deals for match in deal], names)
    rng = Random(seed)
    drawn: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(RESAMPLES):
        sample = rng.choices(deals, k=len(deals))
        for name, value in elo([match for deal in sample for match in deal], names).items():
            drawn[name].append(value)
    found = {}
    for name, values in drawn.items():
        values.sort()
        low, high = values[round(0.025 * (RESAMPLES - 1))], values[round(0.975 * (RESAMPLES - 1))]
        found[name] = Rating(whole[name], low, high)
    return found


def wilson(share: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a probability seen as `share` of `count` matches (Wilson 1927)."""
    if count == 0:
        return 0.0, 1.0
    z = 1.959964
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return max(0.0, middle - half), min(1.0, middle + half)


def evidence(deals: Sequence[float], fair: float = 0.5) -> float:
    """How many times likelier a difference became by betting on it, valid at any time of stopping.

    `deals` are a player's mean shares, one a deal, in the order played, each from 0 to 1; `fair`
    is what an equal player gets. A bettor who stakes on either side of `fair` wins by more than
    1/α with probability at most α if there is no difference, however often one looks (Ville's
    inequality; Waudby-Smith and Ramdas 2023), so 1,000 is certainty at 0.1 %.
    """
    most = max(fair, 1 - fair)
    wealth = {(bet, side): 1.0 for bet in BETS for side in (-1, 1)}
    best = 1.0
    for share in deals:
        for (bet, side), value in wealth.items():
            wealth[bet, side] = value * (1 + side * bet * (share - fair) / most)
        best = max(best, sum(wealth.values()) / len(wealth))
    return best


def _tally(matches: Sequence[Scored]) -> Mapping[tuple[str, ...], tuple[int, list[float]]]:
    """Matches of one seating order together: how many, and each seat's shares summed."""
    tables: dict[tuple[str, ...], tuple[int, list[float]]] = {}
    for seating, shares in matches:
        count, summed = tables.get(seating, (0, [0.0] * len(seating)))
        tables[seating] = count + 1, [a + b for a, b in zip(summed, shares, strict=True)]
    return tables
