"""A round of Tower of Doubt as a plain game tree, straight from the rules and without symmetry.

Written independently of the solver: labelled places, both faces with left and right, every
order of the towers and every turning. Only for small versions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations, product
from typing import Any


@dataclass(frozen=True)
class Version:
    """A small version: fewer towers, perhaps fewer to own."""

    towers: tuple[str, ...]
    own: int
    missing: bool = False
    must_peek: bool = False
    sides: bool = True
    """Whether a seat tells its left face from its right one."""


@dataclass(frozen=True)
class Round:
    """One position with everything known; 0 is the starter."""

    version: Version
    beads: tuple[str, ...]
    empty: int | None
    peeks: tuple[int | None, ...] = ()
    marks: tuple[tuple[int, int], ...] = ()

    def tops(self) -> dict[int, int]:
        return {place: seat for seat, place in self.marks}

    def owns(self, seat: int) -> list[int]:
        return [place for place, top in self.tops().items() if top == seat]

    def mover(self) -> int | None:
        if len(self.peeks) < 2:
            return len(self.peeks)
        full = [len(self.owns(seat)) >= self.version.own for seat in (0, 1)]
        if all(full):
            return None
        turn = 1 - self.marks[-1][0] if self.marks else 0
        return 1 - turn if full[turn] else turn

    def actions(self) -> list[int | None]:
        places = range(len(self.beads))
        if len(self.peeks) < 2:
            decline: list[int | None] = [] if self.version.must_peek else [None]
            return decline + [p for p in places if p != self.empty and p not in self.peeks]
        marked = [place for _, place in self.marks]
        return [place for place in places if marked.count(place) < 2]

    def after(self, action: int | None) -> Round:
        if len(self.peeks) < 2:
            return replace(self, peeks=(*self.peeks, action))
        seat = self.mover()
        assert seat is not None
        assert action is not None
        return replace(self, marks=(*self.marks, (seat, action)))

    def known(self, seat: int) -> tuple[Any, ...]:
        faces = [
            "-" if place == self.empty else (beads[:2], beads[2:])[seat]
            for place, beads in enumerate(self.beads)
        ]
        peeked = self.peeks[seat] if len(self.peeks) > seat else None
        value = None if peeked is None else self.beads[peeked].count("w")
        return seat, tuple(faces), self.empty, self.peeks, value, self.marks

    def result(self) -> int:
        hands = [sorted(self.beads[place].count("w") for place in self.owns(s)) for s in (0, 1)]
        twos = [hand == [2, 2] for hand in hands]
        if twos[0] != twos[1]:
            return 1 if twos[0] else -1
        keys = [(sum(hand), hand[0]) for hand in hands]
        return (keys[0] > keys[1]) - (keys[0] < keys[1])


def deals(version: Version) -> dict[Round, Fraction]:
    """Give every deal with its chance; deals that nobody can ever tell apart are one."""
    towers = version.towers
    turnings = [[ring[t:] + ring[:t] for t in range(4)] for ring in towers]
    found: Counter[Round] = Counter()
    for order in permutations(range(len(towers))):
        for beads in product(*(turnings[tower] for tower in order)):
            if not version.sides:
                beads = tuple(_sorted(tower[:2]) + _sorted(tower[2:]) for tower in beads)
            for empty in range(len(towers)) if version.missing else (None,):
                found[Round(version, beads, empty)] += 1
    whole = found.total()
    return {state: Fraction(count, whole) for state, count in found.items()}


def _sorted(face: str) -> str:
    return "".join(sorted(face))


@dataclass
class Efg:
    """The tree as text of Gambit's extensive-form format."""

    lines: list[str]
    base: int
    sets: dict[tuple[Any, ...], int] = field(default_factory=dict)
    outcomes: int = 0
    next_set: list[int] = field(default_factory=lambda: [0, 0])
    found: list[tuple[int, Round]] = field(default_factory=list)

    def positions(self, version: Version) -> list[tuple[int, Round]]:
        """Give a position for each information set, numbered as the text numbers them."""
        for state in deals(version):
            self.add(state)
        return self.found

    def add(self, state: Round) -> None:
        seat = state.mover()
        if seat is None:
            self.outcomes += 1
            mine, theirs = self.base + state.result(), self.base - state.result()
            self.lines.append(f't "" {self.outcomes} "" {{ {mine}, {theirs} }}')
            return
        actions = state.actions()
        if len(actions) == 1:
            self.add(state.after(actions[0]))
            return
        key = state.known(seat)
        if key not in self.sets:
            self.next_set[seat] += 1
            self.sets[key] = self.next_set[seat]
            self.found.append((seat, state))
        names = " ".join(f'"{"-" if action is None else action}"' for action in actions)
        self.lines.append(f'p "" {seat + 1} {self.sets[key]} "s{self.sets[key]}" {{ {names} }} 0')
        for action in actions:
            self.add(state.after(action))


def efg(version: Version, base: int = 0) -> str:
    """Write the whole version as one extensive-form game; each seat also gets `base`."""
    states = deals(version)
    tree = Efg(['EFG 2 R "round" { "starter" "other" }', '""', ""], base)
    names = " ".join(f'"{index}" {chance}' for index, chance in enumerate(states.values()))
    tree.lines.append(f'c "" 1 "" {{ {names} }} 0')
    for state in states:
        tree.add(state)
    return "\n".join(tree.lines) + "\n"


Strategy = Callable[[Round], dict[int | None, float]]
"""Gives the mover's probabilities from what it knows of a position."""


def best_response(version: Version, seat: int, strategy: Strategy) -> float:
    """Give the most a seat can get against the other seat's strategy, information set by set."""
    return sum(
        _best(group, seat, strategy)
        for group in _alike([(s, float(c)) for s, c in deals(version).items()], seat)
    )


def expected(version: Version, strategy: Strategy) -> float:
    """Give what the starter gets when both seats play this strategy."""
    return sum(float(chance) * _worth(state, strategy) for state, chance in deals(version).items())


def _alike(states: list[tuple[Round, float]], seat: int) -> list[list[tuple[Round, float]]]:
    groups: dict[tuple[Any, ...], list[tuple[Round, float]]] = {}
    for state, weight in states:
        groups.setdefault(state.known(seat), []).append((state, weight))
    return list(groups.values())


def _best(group: list[tuple[Round, float]], seat: int, strategy: Strategy) -> float:
    first = group[0][0]
    mover = first.mover()
    if mover is None:
        return sum(weight * (state.result(), -state.result())[seat] for state, weight in group)
    if mover == seat:
        choices = [[(s.after(action), w) for s, w in group] for action in first.actions()]
        return max(
            sum(_best(part, seat, strategy) for part in _alike(choice, seat)) for choice in choices
        )
    after = [
        (state.after(action), weight * chance)
        for state, weight in group
        for action, chance in strategy(state).items()
        if weight * chance > 0
    ]
    return sum(_best(part, seat, strategy) for part in _alike(after, seat))


def _worth(state: Round, strategy: Strategy) -> float:
    if state.mover() is None:
        return state.result()
    chances = strategy(state)
    return sum(p * _worth(state.after(a), strategy) for a, p in chances.items() if p > 0)
