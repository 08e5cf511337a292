"""How fair a map is: greedy players, every deal played with either seat beginning."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from stalas.games.china_gold.maps import Map
from stalas.players.match import Fixture, play_match

_NORMAL_95 = 1.96


@dataclass(frozen=True, slots=True)
class Fairness:
    """How often the mountains and the beginner won among so many matches."""

    matches: int
    mountains: int
    beginner: int

    @property
    def unfairness(self) -> float:
        """The larger of the two distances from one half, as a part of all matches."""
        return max(abs(won / self.matches - 0.5) for won in (self.mountains, self.beginner))

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of either part."""
        return _NORMAL_95 * sqrt(0.25 / self.matches)


def measure(placed: Map, matches: int, seed: int = 0, level: str = "greedy") -> Fairness:
    """Play a map so many times between two players of one level; the count is made even."""
    mountains = beginner = played = 0
    for deal in range((matches + 1) // 2):
        for first in (0, 1):
            fixture = Fixture(
                "china-gold",
                (level, level),
                f"fairness {seed} {deal}",
                {"map": placed.to_json(), "first": first},
            )
            winner = play_match(fixture).outcome.winners[0]
            mountains += winner == 0
            beginner += winner == first
            played += 1
    return Fairness(played, mountains, beginner)
