"""The pictures of all games: made of a view alone, well-formed, and every move can be picked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from stalas.core.conformance import random_match
from stalas.games import SHELF, find
from stalas.locale import language


def positions(name: str, seed: int) -> Iterator[tuple[Any, int, Any]]:
    game = find(name)
    seats = 3 if name == "stick-collection" else 2
    state = game.start(seats)
    yield game, seats, state
    for move in random_match(state, seats, Random(seed)):
        state = state.play(move)
        yield game, seats, state


def module(name: str) -> Any:
    return import_module(f"stalas.games.{name.replace('-', '_')}.svg")


@pytest.mark.parametrize("name", SHELF)
def test_a_picture_tells_no_more_than_the_view(name: str) -> None:
    rng, svg, say = Random(1), module(name), language("en")
    for ply, (_game, seats, state) in enumerate(positions(name, 3)):
        if ply % 3:
            continue
        for viewer in (*range(seats), None):
            other = state.redeal(viewer, rng)
            assert svg.draw(state.view(viewer), say) == svg.draw(other.view(viewer), say)


@pytest.mark.parametrize("name", SHELF)
@pytest.mark.parametrize("code", ["en", "lt"])
def test_a_picture_is_well_formed_and_brings_no_styles(name: str, code: str) -> None:
    svg, say = module(name), language(code)
    for ply, (_game, seats, state) in enumerate(positions(name, 4)):
        if ply % 4:
            continue
        for viewer in (*range(seats), None):
            root = ElementTree.fromstring(svg.draw(state.view(viewer), say))  # noqa: S314
            assert root.find("{http://www.w3.org/2000/svg}title") is not None
            keys = Counter(e.get("data-target") for e in root.iter() if e.get("data-target"))
            assert all(count == 1 for count in keys.values())
            for element in root.iter():
                assert "style" not in element.attrib
                assert not any(key.startswith("on") for key in element.attrib)


@pytest.mark.parametrize("name", SHELF)
def test_picks_select_one_move_among_targets_that_are_drawn(name: str) -> None:
    svg, say = module(name), language("en")
    for game, seats, state in positions(name, 5):
        for seat in range(seats):
            view = state.view(seat)
            if not view.legal or len(view.legal) > 1000:
                continue
            root = ElementTree.fromstring(svg.draw(view, say))  # noqa: S314
            drawn = {e.get("data-target") for e in root.iter()}
            chosen = Counter(frozenset(svg.picks(move)) for move in view.legal if svg.picks(move))
            assert all(count == 1 for count in chosen.values()), game.name
            assert all(target in drawn for targets in chosen for target in targets)
