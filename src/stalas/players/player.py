"""What a player is: something that decides from a View, within a budget, and keeps its reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, Final, Protocol

from stalas.core.game import AnyMove, AnyView
from stalas.core.words import Sentence, say

DEFAULT_BUDGET: Final = 1.0
"""Seconds on one core that a player may use for one decision."""
REASONS: Final = 5
"""How many weighed moves a decision keeps."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move that a player considered."""

    move: AnyMove
    value: float
    """How good it is to the player, in the unit its level's page states; higher is better."""
    probability: float | None = None
    """How often it plays the move here, if it mixes."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The move a player makes, and why."""

    move: AnyMove
    reasons: tuple[Weighed, ...] = ()
    """The move made, if it was weighed, then a few others, best first."""

    @classmethod
    def among(cls, weighed: Sequence[Weighed], chosen: Weighed) -> Decision:
        """Make the chosen one of some weighed moves, best first, with a few of them as reasons."""
        others = (option for option in weighed if option is not chosen)
        return cls(chosen.move, (chosen, *islice(others, REASONS - 1)))


class Player(Protocol):
    """Whoever can sit down. Holds nothing between decisions, so that any process can ask it."""

    def decide(self, view: Any, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose one of `view.legal`, which is not empty.

        The same view, random source and budget give the same decision: work is counted, the clock
        is only a safety net.
        """
        ...


@dataclass(frozen=True, slots=True)
class Level:
    """A named strength at which a game can be played."""

    name: str
    """As the command line writes it: `greedy`, `club`, `expert`."""
    title: Sentence
    about: Sentence
    """One line on how it plays."""
    make: Callable[[], Player]


class RandomPlayer:
    """Plays any legal move, all equally likely."""

    def decide(self, view: AnyView, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose without looking."""
        return Decision(view.legal[rng.randrange(len(view.legal))])


def random_level() -> Level:
    """The level that every game has."""
    return Level(
        "random", say("Random"), say("Plays any legal move, all equally likely."), RandomPlayer
    )
