"""What a seat can conclude from its own eyes: the worlds of values that agree with them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from stalas.games.tower_of_doubt.pieces import PLACES, TURNINGS, VALUES, faces_of
from stalas.games.tower_of_doubt.view import View

Values: TypeAlias = tuple[int, ...]
"""The value of the tower at each place."""

Worlds: TypeAlias = tuple[tuple[Values, float], ...]
"""The possible values of the places with their probabilities."""

_SHOWING: Final = {
    faces: tuple(
        sum(faces in ("", faces_of(beads, 0)) for beads in turnings) for turnings in TURNINGS
    )
    for faces in ("", "bb", "bw", "wb", "ww")
}
"""In how many of its turnings each kind shows these faces."""


def worlds(view: View) -> Worlds:
    """The values that agree with the faces and the peek of the view's seat."""
    known = [0] * len(PLACES)
    for peek in view.peeks:
        if peek.place is not None and peek.value is not None:
            known[peek.place - 1] = 1 + peek.value
    # Left and right tell the same about the value.
    faces = tuple("bw" if seen == "wb" else seen for seen in view.faces)
    return _worlds(faces, tuple(known))


@lru_cache(maxsize=4096)
def _worlds(faces: tuple[str, ...], known: tuple[int, ...]) -> Worlds:
    """`known` is 1 + the value of a place, or 0."""
    partial: dict[tuple[int, Values], int] = {(0, ()): 1}
    for seen, value in zip(faces, known, strict=True):
        longer: dict[tuple[int, Values], int] = {}
        for (used, values), weight in partial.items():
            for kind, showing in enumerate(_SHOWING[seen]):
                bit = 1 << kind
                if used & bit or not showing or value not in (0, 1 + VALUES[kind]):
                    continue
                key = (used | bit, (*values, VALUES[kind]))
                longer[key] = longer.get(key, 0) + weight * showing
        partial = longer
    whole = sum(partial.values())
    return tuple((values, weight / whole) for (_used, values), weight in partial.items())


def expected(known: Worlds) -> list[float]:
    """The expected value of each place."""
    return [sum(values[at] * chance for values, chance in known) for at in range(len(PLACES))]
