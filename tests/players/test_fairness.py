"""Every level decides by its view: hidden parts dealt anew change nothing."""

from itertools import islice
from random import Random
from typing import Any
from zlib import crc32

import pytest

from stalas.games import SHELF
from stalas.players import levels
from stalas.players.fairness import positions, why_unfair
from stalas.players.player import DEFAULT_BUDGET, Decision

LEVELS = [(game, level) for game in SHELF for level in levels(game)]
BUDGET = 0.02


@pytest.mark.parametrize(("game", "level"), LEVELS)
def test_what_a_seat_cannot_know_changes_no_decision(game: str, level: str) -> None:
    player = levels(game)[level].make()
    found = islice(positions(game, Random(f"{game} {level}")), 0, 240, 20)
    for number, (state, seat) in enumerate(found):
        assert why_unfair(player, state, seat, number, BUDGET) is None


@pytest.mark.parametrize("game", sorted(set(SHELF) - {"china-gold"}))
def test_a_player_that_sees_through_the_table_is_caught(game: str) -> None:
    """China Gold hides nothing, so there is nothing to see there."""

    class Cheat:
        """Decides by all of the position at hand."""

        def __init__(self, *worlds: Any) -> None:
            self.worlds = list(worlds)

        def decide(self, view: Any, rng: Random, budget: float = DEFAULT_BUDGET) -> Decision:
            world = self.worlds.pop(0)
            return Decision(view.legal[crc32(repr(world).encode()) % len(view.legal)])

    caught = 0
    for number, (state, seat) in enumerate(islice(positions(game, Random(1)), 200)):
        cheat = Cheat(state, state.redeal(seat, Random(number)))
        caught += why_unfair(cheat, state, seat, number, BUDGET) is not None
    assert caught > 20
