"""What the shipped solution of Gold Hunting teaches, as tables.

    python bench/gold_hunting_lessons.py [--bust-from 3|2] [--profiles N]

Heights: the value of every profile. Hiding: what lies where in the best one. Digging: how often the
solution's digging rushes or saves against the solution's hiding, when, and with which pile. Pile:
what a pile is worth on average to a digger with and without a token.
"""

from __future__ import annotations

import argparse
from collections import Counter

import numpy as np

from stalas.solvers.gold_hunting.digging import (
    GONE,
    RUSH,
    SAFE,
    Digging,
    Floats,
    backward,
    dig_best,
)
from stalas.solvers.gold_hunting.equilibrium import squared
from stalas.solvers.gold_hunting.library import Kept, shipped_profiles
from stalas.solvers.gold_hunting.reveals import reveals_of
from stalas.solvers.gold_hunting.stackings import INGOTS, orders, stackings


def hiding(kept: Kept) -> None:
    """Print the likeliest stackings and the chances of sizes on top and at the bottom."""
    parts = np.array(kept.stackings, np.float64)
    parts /= parts.sum()
    print(f"\nlikeliest stackings of {kept.heights}, {np.count_nonzero(parts > 1e-3)} in use:")
    every = stackings(kept.heights)
    for number in np.argsort(-parts)[:6]:
        print(f"  {parts[number]:6.2%}  {'/'.join(every[number])}")
    for end, name in ((-1, "on top"), (0, "at the bottom")):
        for height in sorted(set(kept.heights)):
            chances: Counter[str] = Counter()
            for stacking, part in zip(every, parts, strict=True):
                for order in orders(kept.heights, stacking):
                    hill = order[kept.heights.index(height)]
                    chances[hill[end]] += part / len(list(orders(kept.heights, stacking)))
            listed = "  ".join(f"{size}: {chances[size]:4.0%}" for size in "123")
            print(f"  {name:<14} of height {height:>2}: {listed}")


def follow(way: Digging, mix: Floats, number: int, tally: Counter[tuple[str, int, int]]) -> None:
    """Follow a way of digging against a mix; count tokens used by lift and by pile."""
    reveals = way.reveals
    for row, owner in enumerate(reveals.owner):
        chance = mix[owner] / reveals.twins[owner]
        if chance < 1e-6:
            continue
        columns = [list(hill) for hill in reveals.orders[row]]
        reveal, pile, token = 0, 0, number
        for lift in range(INGOTS):
            code = int(way.choice[reveal, pile, token])
            if code == SAFE:
                tally["safe", lift, pile] += chance
                pile, token = 0, GONE
                code = int(way.choice[reveal, pile, token])
            rush = code >= RUSH
            hill = code - RUSH if rush else code // 3
            size = int(columns[hill].pop(0))
            won = size == (number + 1 if rush else code % 3 + 1)
            if rush:
                tally["rush won" if won else "rush lost", lift, pile] += chance
                token = GONE
            if won:
                pile += size
            elif pile >= way.bust_from and size < pile:
                tally["bust", lift, pile] += chance
                pile = size
            to = int(reveals.place[reveal, hill, size - 1])
            reveal = int(reveals.child[reveal, hill, size - 1])
            columns.insert(to, columns.pop(hill))
        tally["pile kept", INGOTS, pile] += chance
        if token != GONE:
            tally["token unused", INGOTS, pile] += chance


def digging(kept: Kept) -> None:
    """Print when the solution rushes and saves, by the token's number."""
    reveals = reveals_of(kept.heights)
    parts = np.array(kept.stackings, np.float64)
    parts /= parts.sum()
    shares = np.array(kept.shares, np.float64)
    shares /= shares.sum(axis=1, keepdims=True)
    ways = [dig_best(reveals, squared(np.array(roots)), kept.bust_from) for roots in kept.replies]
    print(f"\nthe solution's digging of {kept.heights}:")
    for number in range(3):
        tally: Counter[tuple[str, int, int]] = Counter()
        for way, share in zip(ways, shares[number], strict=True):
            found: Counter[tuple[str, int, int]] = Counter()
            if share > 0:
                follow(way, parts, number, found)
            for key, chance in found.items():
                tally[key] += chance * share
        print(f"  token {number + 1}:")
        for name in ("rush won", "rush lost", "safe", "token unused", "bust", "pile kept"):
            rows = {key: chance for key, chance in tally.items() if key[0] == name}
            chance = sum(rows.values())
            if chance < 1e-9:
                continue
            lift = sum(key[1] * part for key, part in rows.items()) / chance + 1
            pile = sum(key[2] * part for key, part in rows.items()) / chance
            print(
                f"    {name:<13} {chance:6.3f} a match, mean lift {min(lift, INGOTS):4.1f},"
                f" mean pile {pile:4.1f}"
            )
        saved: Counter[int] = Counter()
        for (name, _, pile_), chance in tally.items():
            if name == "safe":
                saved[pile_] += chance
        listed = "  ".join(f"{pile}: {part:4.1%}" for pile, part in sorted(saved.items()))
        print(f"    saves by pile: {listed or 'none'}")


def piles(kept: Kept) -> None:
    """Print how much more than no pile a pile is worth, by ingots left, against the mix."""
    reveals = reveals_of(kept.heights)
    parts = np.array(kept.stackings, np.float64)
    weight, values, _ = backward(reveals, parts / parts.sum(), kept.bust_from)
    print(f"\nwhat a pile adds to the final score, on average, {kept.heights}, by ingots left:")
    print("  token  pile " + " ".join(f"{left:5d}" for left in (7, 6, 5, 4, 3, 2, 1)))
    for token, name in ((0, "1"), (1, "2"), (2, "3"), (GONE, "gone")):
        for pile in (2, 3, 5, 7, 9):
            row = []
            for left in (7, 6, 5, 4, 3, 2, 1):
                start, end = reveals.layers[INGOTS - left], reveals.layers[INGOTS - left + 1]
                can = reveals.lifted[start:end] >= pile
                more = values[start:end, pile, token] - values[start:end, 0, token]
                chance = weight[start:end][can].sum()
                row.append(f"{more[can].sum() / chance if chance else 0.0:5.2f}")
            print(f"  {name:<5}  {pile:4d} {' '.join(row)}")


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bust-from", type=int, choices=(3, 2), default=3)
    parser.add_argument("--profiles", type=int, default=1, help="how many of the best to look into")
    args = parser.parse_args()
    every = shipped_profiles(args.bust_from)
    print(f"value of every profile, bust_from {args.bust_from}, in nuggets:")
    for kept in every:
        heights = ",".join(map(str, kept.heights))
        print(f"  {heights:<10} {kept.value:7.3f}  ({kept.lower:.3f} to {kept.upper:.3f})")
    for kept in every[: args.profiles]:
        hiding(kept)
        digging(kept)
        piles(kept)


if __name__ == "__main__":
    main()
