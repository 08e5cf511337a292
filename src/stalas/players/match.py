"""A match between players without a table around it: for ladders, benchmarks and training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter

from stalas.core.chance import RandomSource
from stalas.core.game import DEALER, AnyState, Json, Outcome
from stalas.games import find
from stalas.players import find_level
from stalas.players.player import DEFAULT_BUDGET


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match to be played: who sits where, and which deal they get."""

    game: str
    seating: tuple[str, ...]
    """The level's name at each seat."""
    deal: str
    """Names the deal: matches of one deal get the same draws, in the same order."""
    options: Mapping[str, Json]
    budget: float = DEFAULT_BUDGET
    """Seconds on one core for each decision."""

    @property
    def key(self) -> str:
        """The fixture's name among those of one ladder."""
        return f"{self.deal} {','.join(self.seating)}"


@dataclass(frozen=True, slots=True)
class Result:
    """How a fixture ended."""

    fixture: Fixture
    outcome: Outcome
    plies: int
    seconds: tuple[float, ...]
    """The time each seat thought, in all."""
    decisions: tuple[int, ...]
    slowest: tuple[float, ...]
    """Each seat's longest decision, in seconds."""
    moves: tuple[str, ...]
    """The record's moves, from which anybody can replay the match."""

    def share(self, seat: int) -> float:
        """The part of the victory that fell to a seat: 1 alone, 1/k among k winners, or 0."""
        winners = self.outcome.winners
        return 1 / len(winners) if seat in winners else 0.0


def play_match(fixture: Fixture) -> Result:
    """Play a fixture to its end; each player gets its View and nothing else.

    The k-th draw of the dealer is the same in every match of one deal, whatever was played
    between, so that players are compared on equal luck.
    """
    game = find(fixture.game)
    players = [find_level(fixture.game, name).make() for name in fixture.seating]
    state: AnyState = game.start(len(players), fixture.options)
    draws = 0
    moves: list[str] = []
    seconds, decisions, slowest = [0.0] * len(players), [0] * len(players), [0.0] * len(players)
    while state.to_move:
        seat = state.to_move[0]
        if seat == DEALER:
            move = state.draw(RandomSource(Random(f"{fixture.deal}/draw {draws}")))
            draws += 1
        else:
            luck = Random(f"{fixture.deal}/{fixture.seating[seat]}@{seat}/{len(moves)}")
            began = perf_counter()
            move = players[seat].decide(state.view(seat), luck, fixture.budget).move
            spent = perf_counter() - began
            seconds[seat] += spent
            decisions[seat] += 1
            slowest[seat] = max(slowest[seat], spent)
        state = state.play(move)
        moves.append(str(move))
    outcome = state.outcome()
    if outcome is None:
        raise AssertionError("a match in which nobody is to move has an outcome")
    return Result(
        fixture,
        outcome,
        len(moves),
        tuple(seconds),
        tuple(decisions),
        tuple(slowest),
        tuple(moves),
    )


def rotations(seating: Sequence[str]) -> list[tuple[str, ...]]:
    """Every seating that rotates the given one: with two seats, both sides."""
    return [tuple(seating[k:]) + tuple(seating[:k]) for k in range(len(seating))]
