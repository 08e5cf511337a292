"""Solve the round: regret matching until the best responses gain nothing worth mentioning."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from stalas.solvers.tower_of_doubt import kernel
from stalas.solvers.tower_of_doubt.arrays import Arrays, Floats, Game, build_game
from stalas.solvers.tower_of_doubt.deals import RINGS
from stalas.solvers.tower_of_doubt.policy import UNKNOWN, VALUE_STEPS, Cells, Policy
from stalas.solvers.tower_of_doubt.store import quantised
from stalas.solvers.tower_of_doubt.tree import Setup

Progress = Callable[[int, float, float], None]
"""Called with iterations, exploitability and seconds."""

CHECK_EVERY = 100
"""Iterations between two measurements."""

DISCOUNT = 1.5
"""Exponent of the discount of old regrets: t^1.5 / (t^1.5 + 1) of them are kept."""

AVERAGING = 2
"""Exponent of the weight of an iteration in the average: later ones count more."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """How good a pair of strategies is; results count 1 for a won and -1 for a lost round."""

    value: float
    """What the starter gets when both play these strategies."""

    gains: tuple[float, float]
    """What a best response of the starter, and of the other seat, gains over `value`."""

    @property
    def exploitability(self) -> float:
        """Half the sum of both gains."""
        return sum(self.gains) / 2


@dataclass(frozen=True, slots=True)
class Solution:
    """What `solve` found."""

    value: float
    """Value of the round for the starter, won 1, lost -1."""

    exploitability: float
    iterations: int
    seconds: float
    policy: Policy


class Evaluator:
    """Measures strategies exactly: best responses over the whole round, in double precision."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.arrays = game.arrays
        self.even = even_strategies(game)
        self._reach = [np.zeros(size) for size in game.vector_sizes]
        self._value = [np.zeros(size) for size in game.vector_sizes]
        self._action = np.zeros(_widest(game.arrays))
        self._reply = [np.zeros_like(even) for even in self.even]

    def normalised(self, weights: Sequence[Cells]) -> list[Floats]:
        """Turn weights into probabilities; hands without weight mix evenly."""
        strategies = [np.zeros_like(even) for even in self.even]
        for seat, strategy in enumerate(strategies):
            weight = weights[seat].astype(np.float64)
            kernel.normalise(self.arrays, seat, weight, self.even[seat], strategy)
        return list(strategies)

    def measure(self, strategies: list[Floats]) -> Measurement:
        """Measure a pair of strategies, given as probabilities."""
        for seat in (0, 1):
            kernel.reach_of(self.arrays, seat, strategies[seat], self._reach[seat])
        best = [self._best_response(seat, self._reach[1 - seat]) for seat in (0, 1)]
        kernel.expectation(
            self.arrays, 0, self._reach[1], strategies[0], self._value[0], self._action
        )
        value_of_round = self._at_root(0)
        return Measurement(value_of_round, (best[0] - value_of_round, best[1] + value_of_round))

    def best_reply(self, strategies: list[Floats], seat: int) -> Floats:
        """Give the strategy of a seat that does best against the other seat's."""
        kernel.reach_of(self.arrays, 1 - seat, strategies[1 - seat], self._reach[1 - seat])
        self._best_response(seat, self._reach[1 - seat])
        return self._reply[seat].copy()

    def _best_response(self, seat: int, reach: Floats) -> float:
        kernel.best_response(
            self.arrays,
            seat,
            self.even[seat],
            reach,
            self._value[seat],
            self._action,
            self._reply[seat],
        )
        return self._at_root(seat)

    def reach(self, strategies: list[Floats], seat: int) -> Floats:
        """Give, for every cell of a seat, its own part of the chance to come there."""
        reach = self._reach[seat]
        kernel.reach_of(self.arrays, seat, strategies[seat], reach)
        cells = np.zeros(len(self.even[seat]))
        kernel.spread(self.arrays, seat, reach, cells)
        return cells

    def action_values(self, strategies: list[Floats], seat: int) -> Floats:
        """Give what each action brings a seat, weighed by the chance that the other goes along."""
        kernel.reach_of(self.arrays, 1 - seat, strategies[1 - seat], self._reach[1 - seat])
        values = np.zeros(len(self.even[seat]))
        kernel.action_values(
            self.arrays,
            seat,
            self._reach[1 - seat],
            strategies[seat],
            self._value[seat],
            self._action,
            values,
        )
        return values

    def _at_root(self, seat: int) -> float:
        start = int(self.arrays.at[0, seat])
        root = self._value[seat][start : start + len(self.game.root_sizes)]
        return float(self.game.root_sizes @ root)


def even_strategies(game: Game) -> list[Floats]:
    """Give the strategies that mix evenly among the legal actions; 0 marks what is not legal."""
    strategies = []
    for seat in (0, 1):
        legal = np.zeros(game.layout.strategy_sizes[seat])
        kernel.mark_legal(game.arrays, seat, legal)
        even = np.zeros_like(legal)
        kernel.normalise(game.arrays, seat, legal, legal, even)
        strategies.append(even)
    return list(strategies)


def _widest(arrays: Arrays) -> int:
    return int((arrays.hands.max(axis=1) * arrays.columns).max())


class Solver:
    """Regrets and averages of both seats, and one iteration at a time.

    Counterfactual regret minimisation (Zinkevich et al. 2007) on the public tree with vectors of
    hands (Johanson et al. 2011), seats in turn, regrets cut at zero (CFR+, Tammelin 2014) and
    discounted, late iterations weighing more in the average (DCFR, Brown and Sandholm 2019).
    Works in single precision; measuring is the Evaluator's business.
    """

    def __init__(self, game: Game) -> None:
        single = np.float32
        arrays = game.arrays
        self.game = game
        self.arrays = arrays._replace(
            ways=arrays.ways.astype(single),
            share=arrays.share.astype(single),
            payoff=arrays.payoff.astype(single),
        )
        self.iterations = 0
        self.even = [even.astype(single) for even in even_strategies(game)]
        self.regrets = [np.zeros_like(even) for even in self.even]
        self.averages = [np.zeros_like(even) for even in self.even]
        self.strategies = [even.copy() for even in self.even]
        self._reach = [np.zeros(size, single) for size in game.vector_sizes]
        self._value = [np.zeros(size, single) for size in game.vector_sizes]
        self._action = np.zeros(_widest(arrays), single)
        self._total = np.zeros(int(arrays.hands.max()), single)
        kernel.reach_of(self.arrays, 1, self.strategies[1], self._reach[1])

    def iterate(self) -> None:
        """Update the regrets, the strategy and the average of both seats once."""
        count = self.iterations + 1
        keep = np.float32((count - 1) ** DISCOUNT / ((count - 1) ** DISCOUNT + 1))
        weight = np.float32((count / 1000) ** AVERAGING)
        for seat in (0, 1):
            strategy, reach = self.strategies[seat], self._reach[seat]
            kernel.update(
                self.arrays,
                seat,
                keep,
                self.even[seat],
                self._reach[1 - seat],
                self.regrets[seat],
                strategy,
                self._value[seat],
                self._action,
                self._total,
            )
            kernel.reach_of(self.arrays, seat, strategy, reach)
            kernel.add_to_average(self.arrays, seat, weight, reach, strategy, self.averages[seat])
        self.iterations = count

    def policy_weights(self) -> list[Floats]:
        """Give the averages; where a seat never comes by its own choice, its last strategy."""
        weights = [np.zeros_like(average) for average in self.averages]
        for seat in (0, 1):
            kernel.normalise(
                self.arrays,
                seat,
                self.averages[seat],
                self.strategies[seat],
                weights[seat],
            )
        return list(weights)

    def save(self, path: Path, seconds: float) -> None:
        """Write a checkpoint; an older one is replaced at once or not at all."""
        partial = path.with_name(path.name + ".part")
        with partial.open("wb") as file:
            np.savez(
                file,
                setup=np.array(repr(self.game.layout.setup)),
                iterations=self.iterations,
                seconds=seconds,
                regrets0=self.regrets[0],
                regrets1=self.regrets[1],
                averages0=self.averages[0],
                averages1=self.averages[1],
            )
        partial.replace(path)

    def resume(self, path: Path) -> float:
        """Go on from a checkpoint; give the seconds spent before.

        Raises ValueError if the file is no checkpoint of this version of the round.
        """
        try:
            with np.load(path, allow_pickle=False) as file:
                setup = str(file["setup"])
                seconds = float(file["seconds"])
                iterations = int(file["iterations"])
                regrets = [file[f"regrets{seat}"] for seat in (0, 1)]
                averages = [file[f"averages{seat}"] for seat in (0, 1)]
        except (OSError, KeyError, ValueError, EOFError, BadZipFile) as error:
            raise ValueError(f"{path} is not a checkpoint: {error}") from None
        sizes = [len(even) for even in self.even]
        if setup != repr(self.game.layout.setup) or [len(row) for row in regrets] != sizes:
            raise ValueError(f"{path} is a checkpoint of another version of the round")
        self.iterations = iterations
        for seat in (0, 1):
            self.regrets[seat][:] = regrets[seat]
            self.averages[seat][:] = averages[seat]
            kernel.normalise(
                self.arrays,
                seat,
                self.regrets[seat],
                self.even[seat],
                self.strategies[seat],
            )
            kernel.reach_of(self.arrays, seat, self.strategies[seat], self._reach[seat])
        return seconds


def solve(
    *,
    missing_tower: bool = False,
    must_peek: bool = False,
    target: float = 1e-4,
    progress: Progress | None = None,
    checkpoint: Path | None = None,
    towers: tuple[str, ...] = RINGS,
    own: int = 2,
    limit: int | None = None,
) -> Solution:
    """Find an equilibrium of the round to within `target` exploitability.

    `towers` and `own` make small versions; `limit` ends after so many iterations in any case.
    With `checkpoint`, work is saved there at every measurement and when interrupted, and resumed
    from there if the file exists. Raises ValueError for a file that is no such checkpoint.
    """
    began = time.perf_counter()
    game = build_game(Setup(towers, missing_tower, must_peek, own))
    solver = Solver(game)
    evaluator = Evaluator(game)
    if checkpoint is not None and checkpoint.exists():
        began -= solver.resume(checkpoint)
    try:
        while True:
            due = solver.iterations > 0 and solver.iterations % CHECK_EVERY == 0
            if not due and solver.iterations != limit:
                solver.iterate()
                continue
            strategies = evaluator.normalised(solver.policy_weights())
            found = evaluator.measure(strategies)
            seconds = time.perf_counter() - began
            if progress is not None:
                progress(solver.iterations, found.exploitability, seconds)
            if checkpoint is not None:
                solver.save(checkpoint, seconds)
            if found.exploitability <= target or solver.iterations == limit:
                notes = {"value": found.value, "exploitability": found.exploitability}
                policy = Policy(game.layout, strategies, notes=notes)
                return Solution(
                    found.value, found.exploitability, solver.iterations, seconds, policy
                )
            solver.iterate()
    except KeyboardInterrupt:
        if checkpoint is not None:
            solver.save(checkpoint, time.perf_counter() - began)
        raise


def measure(policy: Policy) -> Measurement:
    """Measure a policy exactly, as it is: value and what best responses gain."""
    evaluator = Evaluator(build_game(policy.layout.setup))
    return evaluator.measure(evaluator.normalised(policy.strategies))


def finished(policy: Policy, notes: dict[str, float] | None = None) -> Policy:
    """Make a policy as it is shipped: quantised, measured afresh, with the values of actions.

    The notes of the result hold what was measured; if declining to peek is allowed, also the
    exploitability where it is not (`exploitability_must_peek`).
    """
    evaluator = Evaluator(build_game(policy.layout.setup))
    strategies = evaluator.normalised(policy.strategies)
    reach = [evaluator.reach(strategies, seat) for seat in (0, 1)]
    rounded = Policy(policy.layout, quantised(strategies, reach))
    found = evaluator.measure(evaluator.normalised(rounded.strategies))
    measured = {"value": found.value, "exploitability": found.exploitability, **(notes or {})}
    if not policy.layout.setup.must_peek:
        forced = measure(rounded.forced_to_peek())
        measured["exploitability_must_peek"] = forced.exploitability
    return Policy(policy.layout, rounded.strategies, value_codes(rounded), measured)


def best_reply(policy: Policy) -> Policy:
    """Give, for both seats, the pure strategy that does best against this policy."""
    evaluator = Evaluator(build_game(policy.layout.setup))
    strategies = evaluator.normalised(policy.strategies)
    return Policy(policy.layout, [evaluator.best_reply(strategies, seat) for seat in (0, 1)])


def value_codes(policy: Policy) -> list[Cells]:
    """Code the value of every action in a situation that the policy comes to (see Policy)."""
    setup = policy.layout.setup
    evaluator, weigher = Evaluator(build_game(setup)), Evaluator(build_game(setup, results=False))
    strategies = evaluator.normalised(policy.strategies)
    codes = []
    for seat in (0, 1):
        weights = weigher.action_values(strategies, seat)
        worth = evaluator.action_values(strategies, seat)
        known = (weights > 0) & (evaluator.even[seat] > 0)
        known &= evaluator.reach(strategies, seat) > 0
        shares = np.divide(worth, weights, out=np.zeros_like(worth), where=known)
        code = np.rint((np.clip(shares, -1, 1) + 1) * VALUE_STEPS)
        codes.append(np.where(known, code, UNKNOWN).astype(np.uint8))
    return list(codes)
