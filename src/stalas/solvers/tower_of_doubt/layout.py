"""Where everything of a strategy lies: the public tree, the hands, the cells of both seats."""

from __future__ import annotations

from itertools import product

from stalas.solvers.tower_of_doubt.deals import ring_pairs
from stalas.solvers.tower_of_doubt.hands import FAR_SIDES, HandTable
from stalas.solvers.tower_of_doubt.tree import OVER, STARTER, Node, Setup, Shape, build_tree


class Layout:
    """The nodes and hands of a version of the round, and the order of a strategy's cells.

    A seat's strategy is one array: for each node where it moves, in order, a matrix of its
    actions by its hands. Needs nothing but the standard library.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.nodes: list[Node] = build_tree(setup)
        self.table = HandTable(_seen_rows(setup))
        self.strategy_at: list[int] = []
        """Where the cells of each node start in the array of its mover; 0 if the round is over."""
        sizes = [0, 0]
        for node in self.nodes:
            if node.mover == OVER:
                self.strategy_at.append(0)
                continue
            self.strategy_at.append(sizes[node.mover])
            sizes[node.mover] += self.hands(node.shape, node.mover) * node.columns
        self.strategy_sizes = (sizes[0], sizes[1])

    def hands(self, shape: Shape, seat: int) -> int:
        """Count the private hands of a seat in a shape."""
        peeked = shape.pawns[seat] is not None
        return len(self.table.hands[shape.touched]) * (FAR_SIDES if peeked else 1)

    def cells(self, node: Node) -> slice:
        """Give the cells of a node in its mover's array."""
        start = self.strategy_at[node.index]
        return slice(start, start + self.hands(node.shape, node.mover) * node.columns)


def _seen_rows(setup: Setup) -> set[tuple[int, ...]]:
    """Collect the rows of beads a seat may see, each as one sorted representative."""
    rows: set[tuple[int, ...]] = set()
    for bagged in range(len(setup.rings)) if setup.missing else (None,):
        standing = [ring for index, ring in enumerate(setup.rings) if index != bagged]
        faces = [sorted({pair[STARTER] for pair in ring_pairs(ring)}) for ring in standing]
        rows.update(tuple(sorted(row)) for row in product(*faces))
    return rows
