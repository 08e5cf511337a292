"""The ladder: who is stronger, by how much, and how sure that is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Final

from stalas.core.errors import RecordError
from stalas.core.game import Json, Outcome
from stalas.core.words import say
from stalas.games import find
from stalas.players import find_level
from stalas.players.match import Fixture, Result, play_match, rotations
from stalas.players.player import DEFAULT_BUDGET
from stalas.players.rating import Rating, Scored, evidence, ratings, wilson
from stalas.players.workers import Workers

CERTAIN: Final = 1000.0
"""The evidence at which a difference is certain: it would arise by luck once in as many ladders."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A round robin: every group of players meets on the same number of deals."""

    game: str
    players: tuple[str, ...]
    matches: int
    """Matches a group plays, a multiple of the seats: every deal is played from every seat."""
    seats: int = 2
    options: Mapping[str, Json] = field(default_factory=dict)
    budget: float = DEFAULT_BUDGET
    seed: int = 0
    stop_when_certain: bool = False
    """End a pair's matches once the sequential test is certain of a difference."""

    def __post_init__(self) -> None:
        find(self.game).start(self.seats, self.options)
        for name in self.players:
            find_level(self.game, name)
        if len(set(self.players)) != len(self.players) or len(self.players) < 2:
            raise RecordError(say("A ladder needs two or more different players."))
        if len(self.players) < self.seats:
            raise RecordError(
                say("A ladder of {seats} seats needs as many different players.", seats=self.seats)
            )
        if self.matches < 1:
            raise RecordError(say("A ladder needs at least one match a pair."))
        if not 0 < self.budget < float("inf"):
            raise RecordError(say("A budget is a positive number of seconds."))

    @property
    def groups(self) -> list[tuple[str, ...]]:
        """Who meets: all pairs, or all groups of as many players as there are seats."""
        return list(combinations(self.players, self.seats))

    def deals(self, group: Sequence[str]) -> Iterator[list[Fixture]]:
        """Give the deals of a group, each as the fixtures of all its seatings."""
        for deal in range(-(-self.matches // self.seats)):
            luck = f"{self.seed}/{deal}"
            yield [
                Fixture(self.game, seating, luck, self.options, self.budget)
                for seating in rotations(group)
            ]


@dataclass(frozen=True, slots=True)
class Score:
    """How a group of players fared among themselves; of a pair, from the first one's side."""

    players: tuple[str, ...]
    matches: int
    shares: tuple[float, ...]
    """Each player's victories, shared ones in parts."""
    evidence: float
    """Of a difference from the first player's fair part; CERTAIN or more is certain."""

    @property
    def share(self) -> float:
        """The first player's part of the victories, 0 to 1."""
        return self.shares[0] / self.matches if self.matches else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `share`."""
        return wilson(self.share, self.matches)


@dataclass(frozen=True)
class Standings:
    """What a ladder found, from the results so far."""

    plan: Plan
    results: tuple[Result, ...]

    @cached_property
    def scores(self) -> list[Score]:
        """One score a group, in the plan's order."""
        return [self._score(group) for group in self.plan.groups]

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        """Each player's rating, strongest first."""
        deals = list(self._deals().values())
        found = ratings(deals, self.plan.players, self.plan.seed) if deals else {}
        return dict(sorted(found.items(), key=lambda item: -item[1].elo))

    def thinking(self, player: str) -> tuple[float, float]:
        """A player's mean and longest time for one decision, in seconds."""
        spent = decisions = slowest = 0.0
        for result in self.results:
            for seat, name in enumerate(result.fixture.seating):
                if name == player:
                    spent += result.seconds[seat]
                    decisions += result.decisions[seat]
                    slowest = max(slowest, result.slowest[seat])
        return (spent / decisions if decisions else 0.0), slowest

    def to_json(self) -> dict[str, Json]:
        """The standings for `--json`."""
        return {
            "game": self.plan.game,
            "seats": self.plan.seats,
            "budget": self.plan.budget,
            "seed": self.plan.seed,
            "matches": len(self.results),
            "ratings": [
                {
                    "player": name,
                    "elo": round(rating.elo, 1),
                    "low": round(rating.low, 1),
                    "high": round(rating.high, 1),
                    "seconds": round(self.thinking(name)[0], 5),
                    "slowest": round(self.thinking(name)[1], 4),
                }
                for name, rating in self.ratings.items()
            ],
            "scores": [
                {
                    "players": list(score.players),
                    "matches": score.matches,
                    "share": round(score.share, 4),
                    "low": round(score.interval[0], 4),
                    "high": round(score.interval[1], 4),
                    "evidence": round(min(score.evidence, 1e12), 3),
                }
                for score in self.scores
            ],
        }

    def _deals(self) -> dict[tuple[str, tuple[str, ...]], list[Scored]]:
        deals: dict[tuple[str, tuple[str, ...]], list[Scored]] = {}
        for result in self.results:
            seating = result.fixture.seating
            shares = tuple(result.share(seat) for seat in range(len(seating)))
            deals.setdefault((result.fixture.deal, tuple(sorted(seating))), []).append(
                (seating, shares)
            )
        return deals

    def _score(self, group: tuple[str, ...]) -> Score:
        mine = [deal for (_, who), deal in self._deals().items() if who == tuple(sorted(group))]
        shares = tuple(
            sum(share[seating.index(name)] for deal in mine for seating, share in deal)
            for name in group
        )
        whole = [deal for deal in mine if len(deal) == len(group)]
        firsts = [
            sum(share[seating.index(group[0])] for seating, share in deal) / len(deal)
            for deal in whole
        ]
        matches = sum(len(deal) for deal in mine)
        return Score(group, matches, shares, evidence(firsts, 1 / len(group)))


def run(plan: Plan, workers: Workers, finished: Path | None = None) -> Iterator[Standings]:
    """Play the ladder, giving the standings after every match.

    With `finished`, each result is also appended to that file, one JSON line each, and those
    already there are not played again: an interrupted ladder goes on where it stopped. Raises
    RecordError for a file of another ladder, OSError if it cannot be written.
    """
    results = _read_finished(plan, finished) if finished else {}
    yield Standings(plan, tuple(results.values()))
    certain: set[tuple[str, ...]] = set()

    def open_fixtures() -> Iterator[Fixture]:
        for row in zip(*(plan.deals(group) for group in plan.groups), strict=True):
            for fixtures in row:
                for fixture in fixtures:
                    if tuple(sorted(fixture.seating)) in certain:
                        break
                    if fixture.key not in results:
                        yield fixture

    for fixture, result in workers.run(play_match, open_fixtures()):
        results[fixture.key] = result
        if finished:
            with finished.open("a", encoding="utf-8") as file:
                file.write(json.dumps(_to_line(plan, result)) + "\n")
        standings = Standings(plan, tuple(results.values()))
        if plan.stop_when_certain and plan.seats == 2:
            who = tuple(sorted(fixture.seating))
            if any(
                s.evidence >= CERTAIN and tuple(sorted(s.players)) == who for s in standings.scores
            ):
                certain.add(who)
        yield standings


def _to_line(plan: Plan, result: Result) -> dict[str, Json]:
    return {
        "ladder": _name(plan),
        "seating": list(result.fixture.seating),
        "deal": result.fixture.deal,
        "scores": list(result.outcome.scores),
        "winners": list(result.outcome.winners),
        "reason": result.outcome.reason,
        "plies": result.plies,
        "seconds": list(result.seconds),
        "decisions": list(result.decisions),
        "slowest": list(result.slowest),
        "moves": list(result.moves),
    }


def _read_finished(plan: Plan, path: Path) -> dict[str, Result]:
    results: dict[str, Result] = {}
    if not path.exists():
        return results
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            line = json.loads(text)
            fixture = Fixture(
                plan.game, tuple(line["seating"]), line["deal"], plan.options, plan.budget
            )
            outcome = Outcome(tuple(line["scores"]), tuple(line["winners"]), line["reason"])
            if line["ladder"] != _name(plan):
                raise RecordError(say("The file {path} is of another ladder.", path=str(path)))
            results[fixture.key] = Result(
                fixture,
                outcome,
                line["plies"],
                tuple(line["seconds"]),
                tuple(line["decisions"]),
                tuple(line["slowest"]),
                tuple(line["moves"]),
            )
        except (ValueError, KeyError, TypeError):
            raise RecordError(
                say(
                    "The file {path} cannot be read at line {line}; remove that line.",
                    path=str(path),
                    line=number,
                )
            ) from None
    return results


def _name(plan: Plan) -> str:
    """What two runs must share for their matches to be of one ladder."""
    options = json.dumps(plan.options, sort_keys=True)
    return f"{plan.game} {plan.seats} {options} {plan.budget:g} {plan.seed}"
