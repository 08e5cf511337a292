"""What a seat scores (GH-12) and who wins (GH-13)."""

from __future__ import annotations

from stalas.core.game import Outcome
from stalas.games.gold_hunting.pieces import RUSH_BONUS, RUSHED, nuggets


def score(pile: str, safe: str, fate: str) -> int:
    """A seat's score: the pile, half the safe rounded down, and a successful Gold Rush (GH-12).

    >>> score("23", "122", "safe")
    7
    """
    return nuggets(pile) + nuggets(safe) // 2 + (RUSH_BONUS if fate == RUSHED else 0)


def judge(
    scores: tuple[int, ...],
    piles: tuple[str, str],
    safes: tuple[str, str],
    *,
    tie_counts_safe: bool,
) -> Outcome:
    """Say who wins a match that has been dug out (GH-13)."""
    if scores[0] != scores[1]:
        return Outcome(scores, (int(scores[1] > scores[0]),), "points")
    owned = [
        pile + safe if tie_counts_safe else pile for pile, safe in zip(piles, safes, strict=True)
    ]
    ranks = [(ingots.count("3"), ingots.count("2")) for ingots in owned]
    if ranks[0] != ranks[1]:
        return Outcome(scores, (int(ranks[1] > ranks[0]),), "tie-break")
    return Outcome(scores, (0, 1), "draw")
