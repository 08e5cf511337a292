"""The match built on the round: the chance to win it from every score (TD-2, TD-9)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """A score between two rounds, and what it is worth to the seat that starts the next one."""

    starter: int
    """Point tokens of the seat that starts the next round."""

    other: int
    """Point tokens of the other seat."""

    chance: float
    """Chance of the starter to win the match when both seats play the equilibrium."""

    @property
    def occurs(self) -> bool:
        """Whether the rules lead here: the seat with more tokens starts (TD-2)."""
        return self.starter >= self.other


def match_table(value: float, points: int = 3) -> tuple[Standing, ...]:
    """List every score with the starter's chance to win the match, given the round's value.

    A round is won or lost, so whoever wants to win the match wants to win the round, whatever
    the score: the equilibrium of the round is that of the match, and only this chain is left.

    >>> [round(s.chance, 3) for s in match_table(0.0, points=2) if s.occurs]
    [0.5, 0.75, 0.5]
    """
    win = (1 + value) / 2
    chances: dict[tuple[int, int], float] = {}

    def of(mine: int, theirs: int, *, won_last: bool) -> float:
        """Give the chance of a seat after a round that it won or lost."""
        if mine == points or theirs == points:
            return 1.0 if mine == points else 0.0
        starts = mine > theirs or (mine == theirs and won_last)
        return chances[mine, theirs] if starts else 1 - chances[theirs, mine]

    for total in range(2 * points - 2, -1, -1):
        for mine in range(points):
            theirs = total - mine
            if 0 <= theirs < points:
                chances[mine, theirs] = win * of(mine + 1, theirs, won_last=True) + (1 - win) * of(
                    mine, theirs + 1, won_last=False
                )
    return tuple(Standing(mine, theirs, chances[mine, theirs]) for mine, theirs in sorted(chances))
