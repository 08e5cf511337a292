"""Compiled passes over the public tree, one vector of private hands at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from stalas.solvers.tower_of_doubt.arrays import Arrays, Floats

Real = np.floating[Any]
F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile with numba when first called; kept on disk for the next process."""
    decorate: Any = njit(cache=True, error_model="numpy", fastmath={"contract"})
    return cast(F, decorate(function))


@compiled
def _vector(game: Arrays, node: int, seat: int, numbers: Floats) -> Floats:
    """One number per hand of the seat at a node."""
    start = game.at[node, seat]
    step = game.stride[node]
    return numbers[start : start + game.hands[node, seat] * step : step]


@compiled
def reach_of(game: Arrays, seat: int, strategy: Floats, reach: Floats) -> None:
    """Fill `reach`: the seat's own part of the chance to come to each node with each hand."""
    _vector(game, 0, seat, reach)[:] = 1.0
    for node in range(game.mover.size):
        before = _vector(game, node, seat, reach)
        hands = game.hands[node, seat]
        mine = game.mover[node] == seat
        for edge in range(game.edges[node], game.edges[node + 1]):
            child = game.child[edge]
            after = _vector(game, child, seat, reach)
            base = game.strategy_at[node] + game.column[edge] * hands
            if game.fresh[edge]:
                link = game.link_at[edge, seat]
                parent = game.parent[link : link + after.size]
                if not mine:
                    for hand in range(after.size):
                        after[hand] = before[parent[hand]]
                    continue
                shift = game.shift[link : link + after.size]
                share = game.share[link : link + after.size]
                mix = strategy[base : base + 3 * hands]
                for hand in range(after.size):
                    cell = shift[hand] * hands + parent[hand]
                    after[hand] = before[parent[hand]] * mix[cell] * share[hand]
            elif mine:
                mix = strategy[base : base + hands]
                for hand in range(hands):
                    after[hand] = before[hand] * mix[hand]
            else:
                for hand in range(hands):
                    after[hand] = before[hand]


@compiled
def _finish(game: Arrays, seat: int, reach: Floats, value: Floats) -> None:
    """Fill in the value of every finished round for each hand, against the opponent's reach."""
    for group in range(game.group.size):
        node = game.group[group]
        lanes = game.stride[node]
        rows = game.rows_at[group, seat]
        shift = game.payoff_at[group, seat] - game.partner_at[group, seat]
        base = game.partner_at[group, seat]
        theirs = game.at[node, 1 - seat]
        for hand in range(game.hands[node, seat]):
            out = game.at[node, seat] + hand * lanes
            row = value[out : out + lanes]
            row[:] = 0.0
            first = base + game.rows[rows + hand]
            last = base + game.rows[rows + hand + 1]
            for entry in range(first, last):
                payoff = game.payoff[shift + entry]
                start = theirs + game.partner[entry] * lanes
                vector = reach[start : start + lanes]
                for lane in range(lanes):
                    row[lane] += payoff * vector[lane]


@compiled
def _pull(game: Arrays, seat: int, node: int, value: Floats, action: Floats) -> None:
    """Bring the children's values to a node: per hand, or per action if the seat moves here."""
    here = _vector(game, node, seat, value)
    hands = here.size
    mine = game.mover[node] == seat
    if mine:
        action[: hands * game.columns[node]] = 0.0
    else:
        here[:] = 0.0
    for edge in range(game.edges[node], game.edges[node + 1]):
        after = _vector(game, game.child[edge], seat, value)
        base = game.column[edge] * hands
        if game.fresh[edge]:
            link = game.link_at[edge, seat]
            parent = game.parent[link : link + after.size]
            if mine:
                shift = game.shift[link : link + after.size]
                gain = action[base : base + 3 * hands]
                for hand in range(after.size):
                    gain[shift[hand] * hands + parent[hand]] += after[hand]
            else:
                ways = game.ways[link : link + after.size]
                for hand in range(after.size):
                    here[parent[hand]] += ways[hand] * after[hand]
        elif mine:
            gain = action[base : base + hands]
            for hand in range(hands):
                gain[hand] = after[hand]
        else:
            for hand in range(hands):
                here[hand] += after[hand]


@compiled
def _mean(
    game: Arrays, seat: int, node: int, strategy: Floats, action: Floats, value: Floats
) -> None:
    """Fill in the value of a node where the seat moves by its strategy."""
    hands = game.hands[node, seat]
    start = game.at[node, seat]
    here = value[start : start + hands]
    here[:] = 0.0
    for column in range(game.columns[node]):
        base = game.strategy_at[node] + column * hands
        mix = strategy[base : base + hands]
        gain = action[column * hands : (column + 1) * hands]
        for hand in range(hands):
            here[hand] += mix[hand] * gain[hand]


@compiled
def update(
    game: Arrays,
    seat: int,
    keep: Real,
    even: Floats,
    reach: Floats,
    regret: Floats,
    strategy: Floats,
    value: Floats,
    action: Floats,
    total: Floats,
) -> None:
    """Do one regret update of a seat against the opponent's reach (CFR+ with discounts).

    `keep` is the part of the old regrets that is kept, `even` the even mix of each hand's
    actions; `value`, `action` and `total` are room to work in.
    """
    _finish(game, seat, reach, value)
    for node in range(game.mover.size - 1, -1, -1):
        width = game.columns[node]
        if width == 0:
            continue
        _pull(game, seat, node, value, action)
        if game.mover[node] != seat:
            continue
        _mean(game, seat, node, strategy, action, value)
        hands = game.hands[node, seat]
        start = game.at[node, seat]
        mean = value[start : start + hands]
        whole = total[:hands]
        whole[:] = 0.0
        for column in range(width):
            base = game.strategy_at[node] + column * hands
            old = regret[base : base + hands]
            legal = even[base : base + hands]
            gain = action[column * hands : (column + 1) * hands]
            for hand in range(hands):
                left = keep * old[hand] + (gain[hand] - mean[hand])
                left = left if left > 0.0 and legal[hand] > 0.0 else 0.0
                old[hand] = left
                whole[hand] += left
        for column in range(width):
            base = game.strategy_at[node] + column * hands
            left_over = regret[base : base + hands]
            legal = even[base : base + hands]
            mix = strategy[base : base + hands]
            for hand in range(hands):
                matched = left_over[hand] / whole[hand]
                mix[hand] = matched if whole[hand] > 0.0 else legal[hand]


@compiled
def add_to_average(
    game: Arrays, seat: int, weight: Real, reach: Floats, strategy: Floats, average: Floats
) -> None:
    """Add the strategy to the running average, weighed by the seat's own reach."""
    for node in range(game.mover.size):
        if game.mover[node] != seat:
            continue
        hands = game.hands[node, seat]
        start = game.at[node, seat]
        here = reach[start : start + hands]
        for column in range(game.columns[node]):
            base = game.strategy_at[node] + column * hands
            mix = strategy[base : base + hands]
            into = average[base : base + hands]
            for hand in range(hands):
                into[hand] += weight * here[hand] * mix[hand]


@compiled
def best_response(
    game: Arrays,
    seat: int,
    even: Floats,
    reach: Floats,
    value: Floats,
    action: Floats,
    reply: Floats,
) -> None:
    """Fill `value` with the best a seat can do at every node against the opponent's reach.

    `reply` becomes the strategy that does it: 1 for the first best action of a hand, 0 elsewhere.
    """
    _finish(game, seat, reach, value)
    for node in range(game.mover.size - 1, -1, -1):
        if game.columns[node] == 0:
            continue
        _pull(game, seat, node, value, action)
        if game.mover[node] != seat:
            continue
        hands = game.hands[node, seat]
        here = _vector(game, node, seat, value)
        here[:] = -np.inf
        for column in range(game.columns[node]):
            base = game.strategy_at[node] + column * hands
            legal = even[base : base + hands]
            gain = action[column * hands : (column + 1) * hands]
            for hand in range(hands):
                if legal[hand] > 0.0 and gain[hand] > here[hand]:
                    here[hand] = gain[hand]
        done = np.zeros(hands)
        for column in range(game.columns[node]):
            base = game.strategy_at[node] + column * hands
            legal = even[base : base + hands]
            gain = action[column * hands : (column + 1) * hands]
            chosen = reply[base : base + hands]
            for hand in range(hands):
                best = legal[hand] > 0.0 and gain[hand] == here[hand] and done[hand] == 0.0
                chosen[hand] = 1.0 if best else 0.0
                done[hand] += chosen[hand]


@compiled
def expectation(
    game: Arrays, seat: int, reach: Floats, strategy: Floats, value: Floats, action: Floats
) -> None:
    """Fill `value` with what a seat gets at every node by its strategy."""
    _finish(game, seat, reach, value)
    for node in range(game.mover.size - 1, -1, -1):
        if game.columns[node] == 0:
            continue
        _pull(game, seat, node, value, action)
        if game.mover[node] == seat:
            _mean(game, seat, node, strategy, action, value)


@compiled
def action_values(
    game: Arrays,
    seat: int,
    reach: Floats,
    strategy: Floats,
    value: Floats,
    action: Floats,
    values: Floats,
) -> None:
    """Fill `values` with what each action is worth to a seat, weighed by the opponent's reach."""
    _finish(game, seat, reach, value)
    for node in range(game.mover.size - 1, -1, -1):
        if game.columns[node] == 0:
            continue
        _pull(game, seat, node, value, action)
        if game.mover[node] == seat:
            _mean(game, seat, node, strategy, action, value)
            cells = game.hands[node, seat] * game.columns[node]
            start = game.strategy_at[node]
            values[start : start + cells] = action[:cells]


@compiled
def spread(game: Arrays, seat: int, numbers: Floats, cells: Floats) -> None:
    """Give every cell of a seat the number of its hand."""
    for node in range(game.mover.size):
        if game.mover[node] == seat:
            here = _vector(game, node, seat, numbers)
            for column in range(game.columns[node]):
                start = game.strategy_at[node] + column * here.size
                cells[start : start + here.size] = here


@compiled
def mark_legal(game: Arrays, seat: int, legal: Floats) -> None:
    """Set 1 where an action is open to a hand of the seat, leaving 0 elsewhere."""
    for node in range(game.mover.size):
        if game.mover[node] != seat:
            continue
        hands = game.hands[node, seat]
        for edge in range(game.edges[node], game.edges[node + 1]):
            link = game.link_at[edge, seat]
            base = game.strategy_at[node] + game.column[edge] * hands
            if game.fresh[edge]:
                for hand in range(game.hands[game.child[edge], seat]):
                    shift = game.shift[link + hand]
                    legal[base + shift * hands + game.parent[link + hand]] = 1.0
            else:
                legal[base : base + hands] = 1.0


@compiled
def normalise(game: Arrays, seat: int, weights: Floats, fallback: Floats, strategy: Floats) -> None:
    """Turn weights into probabilities; hands without weight take the fallback."""
    for node in range(game.mover.size):
        if game.mover[node] != seat:
            continue
        hands = game.hands[node, seat]
        start = game.strategy_at[node]
        width = game.columns[node]
        for hand in range(start, start + hands):
            total = 0.0
            for column in range(width):
                total += weights[hand + column * hands]
            for column in range(width):
                cell = hand + column * hands
                strategy[cell] = weights[cell] / total if total > 0.0 else fallback[cell]
