"""The public tree of a round: peeks and marks, with untouched places all alike.

Places are numbered by the order in which they are first touched by a pawn or a marker (slots);
places nobody has touched are publicly alike, so "touch a new place" is one branch. The empty
place of the missing-tower variant is public from the start and has a slot of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field

DECLINE = -1
"""Target of an edge: the seat declines to peek (TD-3)."""

NEW = -2
"""Target of an edge: a place that nobody has touched yet, which becomes the next slot."""

STARTER, OTHER = 0, 1
OVER = -1


@dataclass(frozen=True, slots=True)
class Setup:
    """What defines a version of the round."""

    rings: tuple[str, ...]
    """The towers, one ring of four beads each."""

    missing: bool = False
    """TD-10: one tower stays in the bag."""

    must_peek: bool = False
    """TD-3: peeking cannot be declined."""

    own: int = 2
    """Towers that a seat must own for the round to end; 2 in the game (TD-7)."""

    @property
    def standing(self) -> int:
        """Places that hold a tower both seats see."""
        return len(self.rings) - self.missing

    @property
    def missing_slot(self) -> int:
        """The slot of the empty place (meaningful with `missing` only)."""
        return self.standing


@dataclass(frozen=True, slots=True)
class Shape:
    """What of the public history decides which private hands a seat may have."""

    touched: int
    """Places with a tower that a pawn or a marker has touched."""

    pawns: tuple[int | None, int | None]
    """Slot of each seat's pawn; None if it has not peeked."""


@dataclass(slots=True)
class Node:
    """A public situation: somebody decides, or the round is over."""

    index: int
    mover: int
    """STARTER, OTHER or OVER."""

    peeking: bool
    shape: Shape
    marks: tuple[int, ...]
    """Slots marked so far, in order."""

    edges: list[tuple[int, int]] = field(default_factory=list)
    """Pairs (target, index of the child); a target is a slot, DECLINE or NEW (last)."""

    owned: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """Slots owned by the starter and by the other seat when the round is over."""

    @property
    def columns(self) -> int:
        """Actions of a private hand here: one per target, three for NEW (white beads seen)."""
        return len(self.edges) + (2 if self.edges and self.edges[-1][0] == NEW else 0)


def build_tree(setup: Setup) -> list[Node]:
    """Build the public tree; parents come before their children, the root is node 0."""
    nodes: list[Node] = []
    _Builder(setup, nodes).peek(STARTER, Shape(0, (None, None)))
    return nodes


class _Builder:
    def __init__(self, setup: Setup, nodes: list[Node]) -> None:
        self.setup = setup
        self.nodes = nodes

    def _add(self, mover: int, peeking: bool, shape: Shape, marks: tuple[int, ...]) -> Node:
        node = Node(len(self.nodes), mover, peeking, shape, marks)
        self.nodes.append(node)
        return node

    def peek(self, mover: int, shape: Shape) -> int:
        node = self._add(mover, True, shape, ())
        if not self.setup.must_peek:
            node.edges.append((DECLINE, self._after_peek(mover, shape)))
        slot = shape.touched
        pawns = (slot, None) if mover == STARTER else (shape.pawns[0], slot)
        node.edges.append((NEW, self._after_peek(mover, Shape(slot + 1, pawns))))
        return node.index

    def _after_peek(self, mover: int, shape: Shape) -> int:
        if mover == STARTER:
            return self.peek(OTHER, shape)
        return self.mark(STARTER, shape, (), {})

    def mark(
        self, mover: int, shape: Shape, marks: tuple[int, ...], markers: dict[int, tuple[int, ...]]
    ) -> int:
        owned = (
            tuple(sorted(slot for slot, pile in markers.items() if pile[-1] == STARTER)),
            tuple(sorted(slot for slot, pile in markers.items() if pile[-1] == OTHER)),
        )
        own = self.setup.own
        if len(owned[0]) >= own and len(owned[1]) >= own:
            node = self._add(OVER, False, shape, marks)
            node.owned = owned
            return node.index
        if len(owned[mover]) >= own:
            mover = 1 - mover
        node = self._add(mover, False, shape, marks)
        slots = list(range(shape.touched)) + [self.setup.missing_slot] * self.setup.missing
        for slot in slots:
            pile = markers.get(slot, ())
            if len(pile) < 2:
                child = {**markers, slot: (*pile, mover)}
                node.edges.append((slot, self.mark(1 - mover, shape, (*marks, slot), child)))
        if shape.touched < self.setup.standing:
            slot = shape.touched
            grown = Shape(slot + 1, shape.pawns)
            child = {**markers, slot: (mover,)}
            node.edges.append((NEW, self.mark(1 - mover, grown, (*marks, slot), child)))
        return node.index
