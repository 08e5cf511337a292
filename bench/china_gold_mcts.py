"""China Gold: the `expert` against OpenSpiel's tree search with the same time a move.

`python bench/china_gold_mcts.py [--matches N] [--budget S] [--jobs N]`; writes results.md. The
opponent is `open_spiel.python.algorithms.mcts.MCTSBot` (UCT, chance nodes sampled) on our law; its
random rollouts run in our compiled kernel, some thousand times faster than by its own evaluator.
Before each move it is given as many simulations as fit into the budget at the pace of its last
search.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import sqrt
from random import Random
from time import perf_counter
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import results
from stalas.core.game import DEALER
from stalas.games import find
from stalas.games.china_gold.kernel import make_position, make_tables
from stalas.games.china_gold.playout import RandomPlay
from stalas.players import find_level

GAME: Final = find("china-gold")
EXPLORATION: Final = 1.4
ROLLOUTS: Final = 8
"""Random matches from each leaf: they are cheap beside the tree."""


class Node:
    """A state as OpenSpiel's search asks for it; actions are numbers of legal moves."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def clone(self) -> Node:
        return Node(self.state)

    def is_terminal(self) -> bool:
        return not self.state.to_move

    def is_chance_node(self) -> bool:
        return bool(self.state.to_move) and self.state.to_move[0] == DEALER

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE if self.is_chance_node() else self.state.to_move[0])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(i, float(chance)) for i, (_, chance) in enumerate(self.state.chances())]

    def legal_actions(self, player: int | None = None) -> list[int]:
        return list(range(len(self.state.legal_moves(self.state.to_move[0]))))

    def apply_action(self, action: int) -> None:
        self.state = self.state.play(self.state.legal_moves(self.state.to_move[0])[action])

    def returns(self) -> list[float]:
        mine, theirs = self.state.gold
        return [float(np.sign(mine - theirs)), float(np.sign(theirs - mine))]


class Rollouts:
    """Random play from a leaf to the end, in the kernel."""

    def __init__(self, seed: int) -> None:
        self.words = np.array([seed * 2 + 1], np.uint64)
        self.rng = Random(seed)
        self.play: Any = None
        self.tables: Any = None

    def evaluate(self, node: Node) -> list[float]:
        state = node.state
        if self.tables is None:
            self.tables, self.play = make_tables(state.board.map), RandomPlay(state.board.map)
        total = 0.0
        for _ in range(ROLLOUTS):
            leaf = state
            if leaf.throw is not None:
                leaf = leaf.play(self.rng.choice(leaf.legal_moves(leaf.to_move[0])))
            gold = leaf.gold
            if leaf.to_move:
                position = make_position(self.tables, leaf.face_down, leaf.remaining, leaf.gold)
                self.play.match(position, leaf.turn, self.words)
                gold = (int(position[8]), int(position[9]))
            total += float(np.sign(gold[0] - gold[1]))
        return [total / ROLLOUTS, -total / ROLLOUTS]

    def prior(self, node: Node) -> list[tuple[int, float]]:
        actions = node.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class Searcher:
    """OpenSpiel's bot with a budget of seconds."""

    def __init__(self, budget: float, seed: int) -> None:
        kind = pyspiel.GameType
        game = SimpleNamespace(
            get_type=lambda: SimpleNamespace(
                reward_model=kind.RewardModel.TERMINAL, dynamics=kind.Dynamics.SEQUENTIAL
            ),
            max_utility=lambda: 1.0,
            num_players=lambda: 2,
        )
        self.budget = budget
        self.bot = mcts.MCTSBot(
            game,
            EXPLORATION,
            16,
            Rollouts(seed),
            random_state=np.random.RandomState(seed),
            solve=False,
        )
        self.simulations = 0
        self.seconds = 0.0

    def decide(self, state: Any) -> Any:
        begun = perf_counter()
        action = self.bot.step(Node(state))
        spent = perf_counter() - begun
        self.simulations += self.bot.max_simulations
        self.seconds += spent
        pace = self.bot.max_simulations / spent
        self.bot.max_simulations = max(16, round(pace * self.budget))
        return state.legal_moves(state.to_move[0])[action]


def match(number: int, budget: float) -> tuple[float, float, int, float]:
    """Play one match; give the expert's share, its seconds a move, and the search's totals."""
    rng = Random(number)
    deals = Random(number // 2)
    expert, searcher = find_level("china-gold", "expert").make(), Searcher(budget, number)
    seat = number % 2
    state: Any = GAME.start(2, {"first": number // 2 % 2})
    seconds, moves = 0.0, 0
    while state.to_move:
        mover = state.to_move[0]
        if mover == DEALER:
            thrown, chances = zip(*state.chances(), strict=True)
            state = state.play(deals.choices(thrown, [float(chance) for chance in chances])[0])
        elif mover == seat:
            begun = perf_counter()
            state = state.play(expert.decide(state.view(seat), rng, budget).move)
            seconds += perf_counter() - begun
            moves += 1
        else:
            state = state.play(searcher.decide(state))
    won = float(state.gold[seat] > state.gold[1 - seat])
    return won, seconds / moves, searcher.simulations, searcher.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--budget", type=float, default=0.1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    won, slow, simulations, seconds = 0.0, 0.0, 0, 0.0
    with ProcessPoolExecutor(args.jobs) as pool:
        waiting = [pool.submit(match, number, args.budget) for number in range(args.matches)]
        for done, future in enumerate(as_completed(waiting), 1):
            share, pace, simulated, spent = future.result()
            won, slow = won + share, max(slow, pace)
            simulations, seconds = simulations + simulated, seconds + spent
            print(f"\r{done} matches, expert won {won:.0f}   ", end="", flush=True)
    print()
    low, high = wilson(won, args.matches)
    results.write(
        "China Gold: expert against OpenSpiel's MCTS",
        "python bench/china_gold_mcts.py",
        ("budget a move", "matches", "expert won", "95 % interval", "simulations a second"),
        [
            (
                f"{args.budget:g} s",
                args.matches,
                f"{100 * won / args.matches:.1f} %",
                f"{100 * low:.1f} to {100 * high:.1f} %",
                f"{simulations / seconds:,.0f} of {ROLLOUTS} rollouts each",
            )
        ],
        "Seats swapped over shared throws; MCTS with random rollouts in our compiled kernel.",
    )


def wilson(won: float, matches: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    share, z = won / matches, 1.96
    middle = (share + z * z / (2 * matches)) / (1 + z * z / matches)
    half = (
        z
        / (1 + z * z / matches)
        * sqrt(share * (1 - share) / matches + z * z / (4 * matches * matches))
    )
    return middle - half, middle + half


if __name__ == "__main__":
    main()
