"""The public tree and its private hands as flat arrays for the kernel."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stalas.solvers.tower_of_doubt.deals import all_deals, compare
from stalas.solvers.tower_of_doubt.hands import FAR_SIDES
from stalas.solvers.tower_of_doubt.layout import Layout
from stalas.solvers.tower_of_doubt.tree import NEW, OVER, Node, Setup, Shape

Ints = NDArray[np.int64]
Floats = NDArray[np.floating[Any]]
Pattern = tuple[Shape, tuple[tuple[int, ...], tuple[int, ...]]]
"""Finished rounds of one shape and with the same owners have the same payoffs."""


class Arrays(NamedTuple):
    """Everything the kernel reads. Index [..., 0] is the starter, [..., 1] the other seat.

    A vector of a seat at a node has one number per private hand; all vectors of a seat share one
    array. Finished rounds with the same payoffs form a group, and the vectors of a group are
    interleaved (`stride`), so that one payoff is applied to all of them at once. A strategy is a
    matrix of the mover's actions by its hands, one node after another.
    """

    mover: Ints
    columns: Ints
    hands: Ints
    """(nodes, 2) private hands of each seat at each node."""

    at: Ints
    """(nodes, 2) where the vector of each seat starts."""

    stride: Ints
    """(nodes,) distance between the numbers of two hands: the size of the group, else 1."""

    strategy_at: Ints
    """(nodes,) where the strategy rows of the mover start, in the mover's own array."""

    edges: Ints
    """(nodes + 1,) where the edges of each node start."""

    child: Ints
    column: Ints
    """(edges,) column of the action; the first of three for a new place."""

    fresh: Ints
    """(edges,) 1 if the edge touches a new place; otherwise hands stay as they are."""

    link_at: Ints
    """(edges, 2) where the links from the child's hands to the parent's start."""

    parent: Ints
    """(links,) hand of the parent."""

    shift: Ints
    """(links,) white beads seen on the new place: what to add to the column."""

    ways: Floats
    """(links,) untouched places of the parent's hand that show as many white beads."""

    share: Floats
    """(links,) one part in `ways`."""

    group: Ints
    """(groups,) a node of each group of finished rounds."""

    rows_at: Ints
    """(groups, 2) where the row pointers start."""

    partner_at: Ints
    """(groups, 2) where the entries start in `partner`."""

    payoff_at: Ints
    """(groups, 2) where the entries start in `payoff`."""

    rows: Ints
    """Row pointers: first entry of each hand, counted from the group's first entry."""

    partner: Ints
    """(entries,) hand of the opponent."""

    payoff: Floats
    """Payoff of a row's seat times the chance of the deal, per single hand of its class."""


class Game(NamedTuple):
    """A version of the round, ready to solve."""

    layout: Layout
    arrays: Arrays
    root_sizes: Floats
    """How many labelled hands each root hand stands for."""

    vector_sizes: tuple[int, int]
    """Numbers in all vectors of each seat."""


def _links(
    layout: Layout, before: Shape, after: Shape, seat: int
) -> tuple[list[int], list[int], list[int]]:
    """Link every hand of a seat after an edge to its hand before."""
    if before.touched == after.touched:
        count = layout.hands(after, seat)
        return list(range(count)), [0] * count, [1] * count
    parents, shifts, ways = [], [], []
    held = before.pawns[seat] is not None
    holds = after.pawns[seat] is not None
    for touched, rest in layout.table.hands[after.touched]:
        bead = touched[-1]
        row = touched + tuple(b for b in range(3) for _ in range(rest[b]))
        for far in range(FAR_SIDES if holds else 1):
            parents.append(layout.table.rank(row, before.touched, far if held else None))
            shifts.append(bead)
            ways.append(rest[bead] + 1)
    return parents, shifts, ways


class _Entries(NamedTuple):
    """The pairs of hands that can meet in a shape, sorted by the hand of one seat."""

    rows: Ints
    partner: Ints
    of_deal: Ints
    """(deals,) the entry that each deal belongs to."""

    scale: Floats
    """(entries,) sign of the seat, per labelled hand of the class."""

    rows_at: int
    partner_at: int


class _Deals:
    """All deals as arrays, and the payoffs of finished rounds made from them."""

    def __init__(self, layout: Layout, *, results: bool) -> None:
        setup = layout.setup
        deals = all_deals(setup.rings, missing=setup.missing)
        self.layout = layout
        seen = np.array([deal.pairs for deal in deals], dtype=np.int64)
        self.seen = (seen[:, :, 0], seen[:, :, 1])
        self.chance = np.array([float(deal.chance) for deal in deals])
        missing = np.array([deal.missing or 0 for deal in deals], dtype=np.int64)
        self.values = np.concatenate([seen.sum(axis=2), missing[:, None]], axis=1)
        own = setup.own
        self.signs = (1, -1) if results else (1, 1)
        self.results = np.array(
            [
                compare(values[:own], values[own:]) if results else 1
                for values in product(range(5), repeat=2 * own)
            ],
            dtype=np.int64,
        )

    def entries(self, shape: Shape, seat: int, rows_at: int, partner_at: int) -> _Entries:
        """Collect the pairs of hands of a shape, by the hand of `seat`."""
        width = self.layout.hands(shape, 1 - seat)
        pairs, of_deal = np.unique(
            self._ranks(shape, seat) * width + self._ranks(shape, 1 - seat), return_inverse=True
        )
        sizes = np.array(self.layout.table.sizes[shape.touched], dtype=np.float64)
        if shape.pawns[seat] is not None:
            sizes = np.repeat(sizes, FAR_SIDES)
        rows = np.searchsorted(pairs, np.arange(len(sizes) + 1) * width)
        scale = self.signs[seat] / sizes[pairs // width]
        return _Entries(rows, pairs % width, of_deal, scale, rows_at, partner_at)

    def _ranks(self, shape: Shape, seat: int) -> Ints:
        ranks = np.array(
            [self.layout.table.rank(tuple(row), shape.touched) for row in self.seen[seat].tolist()],
            dtype=np.int64,
        )
        pawn = shape.pawns[seat]
        return ranks if pawn is None else ranks * FAR_SIDES + self.seen[1 - seat][:, pawn]

    def payoffs(self, owned: tuple[tuple[int, ...], tuple[int, ...]]) -> Floats:
        """Give chance times result for the starter in every deal."""
        code = np.zeros(len(self.chance), dtype=np.int64)
        for slot in owned[0] + owned[1]:
            code = code * 5 + self.values[:, slot]
        return self.chance * self.results[code]


def build_game(setup: Setup, *, results: bool = True) -> Game:
    """Lay out a version of the round in arrays.

    Without `results` every finished round pays 1 to both: values then are chances to get there.
    """
    layout = Layout(setup)
    nodes = layout.nodes
    hands = np.array(
        [[layout.hands(node.shape, seat) for seat in (0, 1)] for node in nodes], dtype=np.int64
    )
    groups: dict[Pattern, list[int]] = {}
    for node in nodes:
        if node.mover == OVER:
            groups.setdefault((node.shape, node.owned), []).append(node.index)
    at, stride, vector_sizes = _lay_out_vectors(nodes, hands, list(groups.values()))
    arrays = Arrays(
        mover=np.array([node.mover for node in nodes], dtype=np.int64),
        columns=np.array([node.columns for node in nodes], dtype=np.int64),
        hands=hands,
        at=at,
        stride=stride,
        strategy_at=np.array(layout.strategy_at, dtype=np.int64),
        group=np.array([group[0] for group in groups.values()], dtype=np.int64),
        **_lay_out_links(layout),
        **_lay_out_payoffs(list(groups), _Deals(layout, results=results)),
    )
    return Game(
        layout=layout,
        arrays=arrays,
        root_sizes=np.array(layout.table.sizes[0], dtype=np.float64),
        vector_sizes=vector_sizes,
    )


def _lay_out_vectors(
    nodes: list[Node], hands: Ints, groups: list[list[int]]
) -> tuple[Ints, Ints, tuple[int, int]]:
    at = np.zeros((len(nodes), 2), dtype=np.int64)
    stride = np.ones(len(nodes), dtype=np.int64)
    end = np.zeros(2, dtype=np.int64)
    for group in groups:
        for lane, index in enumerate(group):
            at[index] = end + lane
            stride[index] = len(group)
        end += hands[group[0]] * len(group)
    for node in nodes:
        if node.mover != OVER:
            at[node.index] = end
            end += hands[node.index]
    return at, stride, (int(end[0]), int(end[1]))


def _lay_out_links(layout: Layout) -> dict[str, Any]:
    nodes = layout.nodes
    starts: dict[tuple[Shape, Shape, int], int] = {}
    parent: list[int] = []
    shift: list[int] = []
    ways: list[int] = []
    edges, child, column, fresh, link_at = [0], [], [], [], []
    for node in nodes:
        for position, (target, index) in enumerate(node.edges):
            child.append(index)
            column.append(position)
            fresh.append(int(target == NEW))
            row = []
            for seat in (0, 1):
                key = (node.shape, nodes[index].shape, seat)
                if key not in starts:
                    starts[key] = len(parent)
                    for whole, part in zip(
                        (parent, shift, ways), _links(layout, *key), strict=True
                    ):
                        whole.extend(part)
                row.append(starts[key])
            link_at.append(row)
        edges.append(len(child))
    return {
        "edges": np.array(edges, dtype=np.int64),
        "child": np.array(child, dtype=np.int64),
        "column": np.array(column, dtype=np.int64),
        "fresh": np.array(fresh, dtype=np.int64),
        "link_at": np.array(link_at, dtype=np.int64),
        "parent": np.array(parent, dtype=np.int64),
        "shift": np.array(shift, dtype=np.int64),
        "ways": np.array(ways, dtype=np.float64),
        "share": 1 / np.array(ways, dtype=np.float64),
    }


def _lay_out_payoffs(patterns: list[Pattern], deals: _Deals) -> dict[str, Any]:
    rows_at, payoff_at, partner_at = (
        np.zeros((len(patterns), 2), dtype=np.int64) for _ in range(3)
    )
    rows: list[Ints] = []
    partner: list[Ints] = []
    payoff: list[Floats] = []
    row_count = entry_count = payoff_count = 0
    shapes: dict[Shape, list[_Entries]] = {}
    for group, (shape, owned) in enumerate(patterns):
        if shape not in shapes:
            shapes[shape] = []
            for seat in (0, 1):
                entries = deals.entries(shape, seat, row_count, entry_count)
                shapes[shape].append(entries)
                rows.append(entries.rows)
                partner.append(entries.partner)
                row_count += len(entries.rows)
                entry_count += len(entries.partner)
        weighted = deals.payoffs(owned)
        for seat, entries in enumerate(shapes[shape]):
            sums = np.bincount(entries.of_deal, weights=weighted, minlength=len(entries.scale))
            payoff.append(sums * entries.scale)
            rows_at[group, seat] = entries.rows_at
            partner_at[group, seat] = entries.partner_at
            payoff_at[group, seat] = payoff_count
            payoff_count += len(sums)
    return {
        "rows_at": rows_at,
        "payoff_at": payoff_at,
        "partner_at": partner_at,
        "rows": np.concatenate(rows),
        "partner": np.concatenate(partner),
        "payoff": np.concatenate(payoff),
    }
