"""The players that know the solved round by heart: one mixes as it should, one never does."""

from __future__ import annotations

from random import Random

from stalas.games.tower_of_doubt.moves import Mark, Peek
from stalas.games.tower_of_doubt.view import View
from stalas.players.player import DEFAULT_BUDGET, Decision, Weighed
from stalas.solvers.tower_of_doubt.policy import Action, Knowledge, role_of
from stalas.solvers.tower_of_doubt.store import shipped_policy

_CLEAR = 1e-6


class Perfect:
    """Draws its move from an equilibrium of the round; the values are chances to win the round.

    Whoever wins more rounds wins the match, so the score does not matter.
    """

    def decide(self, view: View, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose as often as the shipped policy chooses in this situation."""
        weighed = weigh(view)
        shares = [option.probability or 0.0 for option in weighed]
        return Decision.among(weighed, rng.choices(weighed, shares)[0])


class Club:
    """Always makes the equilibrium's most frequent move: strong, and easy to read.

    It never bluffs and never varies, so who knows it can tell from its marks what it sees.
    """

    def decide(self, view: View, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
        """Choose the most frequent move; among alike places any."""
        weighed = weigh(view)
        first = weighed[0].probability or 0.0
        best = [option for option in weighed if (option.probability or 0.0) > first - _CLEAR]
        return Decision.among(weighed, best[rng.randrange(len(best))])


def weigh(view: View) -> list[Weighed]:
    """Give every legal move with its frequency and value by the shipped policy, best first."""
    policy = shipped_policy(
        missing_tower=view.options.missing_tower, must_peek=view.options.must_peek
    )
    known = knowledge(view)
    chances = policy.probabilities(known)
    values = policy.values(known)
    # In situations that the policy never comes to no value is kept; the frequency then orders.
    weighed = [
        Weighed(move, (1 + values.get(_action(move), -1.0)) / 2, chances[_action(move)])
        for move in view.legal
        if isinstance(move, Peek | Mark)
    ]
    return sorted(weighed, key=lambda option: (-(option.probability or 0.0), -option.value))


def knowledge(view: View) -> Knowledge:
    """Put what the view's seat knows about this round into the solver's words."""
    if view.seat is None or view.starter is None:
        raise ValueError("only a seat of a round that has begun knows something to act on")
    own = [peek for peek in view.peeks if peek.seat == view.seat]
    return Knowledge(
        role=role_of(view.seat, view.starter),
        seen=tuple(faces.count("w") if faces else None for faces in view.faces),
        peeks=tuple(None if peek.place is None else peek.place - 1 for peek in view.peeks),
        value=own[0].value if own else None,
        marks=tuple(mark.place - 1 for mark in view.marks),
    )


def _action(move: Peek | Mark) -> Action:
    """Give the solver's number of a move's place."""
    return None if move.place is None else move.place - 1
