"""A strategy for both seats that can be asked what to do in any situation of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from stalas.solvers.tower_of_doubt.layout import Layout
from stalas.solvers.tower_of_doubt.tree import DECLINE, NEW, STARTER, Node, Setup

Action: TypeAlias = "int | None"
"""A place, numbered from 0, to peek at or to mark; None to decline to peek."""

Cells: TypeAlias = NDArray[Any]

UNKNOWN: Final = 255
"""Code of an action whose value is not kept."""

VALUE_STEPS: Final = 100
"""Values are kept in hundredths, as codes from 0 (-1: surely lost) to 200 (surely won)."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All that a seat knows about the round that is being played."""

    role: int
    """STARTER (0) or OTHER (1)."""

    seen: tuple[int | None, ...]
    """White beads seen at each place; None for the place that stands empty."""

    peeks: tuple[int | None, ...] = ()
    """Places where pawns stand, the starter's first; None for a seat that declined."""

    value: int | None = None
    """The value of the tower it peeked at, if it has peeked."""

    marks: tuple[int, ...] = ()
    """Places marked, in order. Who marked follows from the rules (TD-4, TD-6)."""


class Policy:
    """Probabilities of every action in every situation, for both seats.

    `strategies` holds weights (not yet normalised) in the order of the layout; `values`, if
    known, codes of the actions' values. `notes` says how good the policy is.
    """

    def __init__(
        self,
        layout: Layout,
        strategies: Sequence[Cells],
        values: Sequence[Cells] | None = None,
        notes: Mapping[str, float] | None = None,
    ) -> None:
        self.layout = layout
        self.strategies = strategies
        self.action_values = values
        self.notes: Mapping[str, float] = notes or {}

    def probabilities(self, knowledge: Knowledge) -> dict[Action, float]:
        """Give the probability of each action that the seat may choose now.

        Raises ValueError if the seat is not to move or the situation cannot occur.
        """
        spot = _locate(self.layout, knowledge)
        weights = self._row(self.strategies[knowledge.role], spot)
        shares: dict[Action, float] = {}
        for action, column, among in spot.actions:
            shares[action] = float(weights[column]) / among
        total = sum(shares.values())
        if total <= 0:
            return {action: 1 / len(shares) for action in shares}
        return {action: share / total for action, share in shares.items()}

    def values(self, knowledge: Knowledge) -> dict[Action, float]:
        """Give what actions are worth, from -1 (surely lost) to 1 (surely won), where known.

        The value of an action is the expected result of the round when both seats go on by this
        policy; it is kept for situations that the policy itself comes to.
        """
        if self.action_values is None:
            return {}
        spot = _locate(self.layout, knowledge)
        codes = self._row(self.action_values[knowledge.role], spot)
        return {
            action: int(codes[column]) / VALUE_STEPS - 1
            for action, column, _ in spot.actions
            if codes[column] != UNKNOWN
        }

    def _row(self, cells: Cells, spot: _Spot) -> Cells:
        matrix = cells[self.layout.cells(spot.node)].reshape(spot.node.columns, -1)
        row: Cells = matrix[:, spot.hand]
        return row

    def forced_to_peek(self) -> Policy:
        """Give this policy for the version where declining to peek is not allowed (TD-3).

        The nodes are found by their public history; a decline loses its share to the peeks.
        """
        setup = self.layout.setup
        layout = Layout(Setup(setup.rings, setup.missing, True, setup.own))
        copied = [np.zeros(size, cells.dtype) for size, cells in self._sized(layout)]
        stack = [(layout.nodes[0], self.layout.nodes[0])]
        while stack:
            node, source = stack.pop()
            if not node.edges:
                continue
            old = self.strategies[node.mover][self.layout.cells(source)]
            dropped = source.columns - node.columns
            rows = old.reshape(source.columns, -1)[dropped:]
            copied[node.mover][layout.cells(node)] = rows.ravel()
            children = dict(source.edges)
            stack.extend(
                (layout.nodes[child], self.layout.nodes[children[target]])
                for target, child in node.edges
            )
        return Policy(layout, copied)

    def _sized(self, layout: Layout) -> list[tuple[int, Cells]]:
        return list(zip(layout.strategy_sizes, self.strategies, strict=True))


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a situation is in the layout."""

    node: Node
    hand: int
    actions: tuple[tuple[Action, int, int], ...]
    """Per action: its column, and among how many alike actions the column is shared."""


def _locate(layout: Layout, knowledge: Knowledge) -> _Spot:
    node, slots = _walk(layout, knowledge)
    role = knowledge.role
    if node.mover != role:
        raise ValueError("the seat is not to move")
    empty = [place for place, seen in enumerate(knowledge.seen) if seen is None]
    untouched = [
        place for place in range(len(knowledge.seen)) if place not in slots and place not in empty
    ]
    row = tuple(knowledge.seen[place] or 0 for place in [*slots, *untouched])
    far = None
    pawn = node.shape.pawns[role]
    if pawn is not None:
        if knowledge.value is None:
            raise ValueError("the seat has peeked, but the value it saw is not given")
        far = knowledge.value - row[pawn]
        if not 0 <= far <= 2:
            raise ValueError("the value does not agree with the white beads seen")
    try:
        hand = layout.table.rank(row, node.shape.touched, far)
    except KeyError:
        raise ValueError("no deal shows these white beads") from None
    actions: list[tuple[Action, int, int]] = []
    for column, (target, _) in enumerate(node.edges):
        if target == DECLINE:
            actions.append((None, column, 1))
        elif target == NEW:
            for place in untouched:
                bead = knowledge.seen[place] or 0
                alike = sum(1 for other in untouched if knowledge.seen[other] == bead)
                actions.append((place, column + bead, alike))
        else:
            place = slots[target] if target < len(slots) else empty[0]
            actions.append((place, column, 1))
    return _Spot(node, hand, tuple(actions))


def _walk(layout: Layout, knowledge: Knowledge) -> tuple[Node, list[int]]:
    """Follow the public history from the root; also give the touched places by slot."""
    setup = layout.setup
    empty = [place for place, seen in enumerate(knowledge.seen) if seen is None]
    if len(knowledge.seen) != len(setup.rings) or len(empty) != setup.missing:
        raise ValueError("the places do not fit this version of the round")
    node = layout.nodes[0]
    slots: list[int] = []
    for peeking, place in [(True, p) for p in knowledge.peeks] + [
        (False, p) for p in knowledge.marks
    ]:
        target = NEW
        if place is None:
            target = DECLINE
        elif place in empty:
            target = setup.missing_slot
        elif place in slots:
            target = slots.index(place)
        children = dict(node.edges)
        if node.peeking is not peeking or target not in children:
            raise ValueError("the peeks and marks are not a legal course of a round")
        node = layout.nodes[children[target]]
        if target == NEW and place is not None:
            slots.append(place)
    return node, slots


def role_of(seat: int, starter: int) -> int:
    """Turn a seat of the match into its role in a round: STARTER or OTHER."""
    return STARTER if seat == starter else 1 - STARTER
