"""Whether a player decides by what it can know: the same decision in every world that it may be in.

A position's hidden parts are dealt anew, as the seat to move cannot tell; with the same random
source a fair player must then make the same decision, for the same reasons.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from stalas.core.chance import RandomSource
from stalas.core.game import DEALER, AnyState, Seat
from stalas.games import find
from stalas.players.player import Player


def positions(game: str, rng: Random, seats: int = 2) -> Iterator[tuple[AnyState, Seat]]:
    """Give positions from random matches without end, each with a seat that is to move."""
    rules = find(game)
    while True:
        state: AnyState = rules.start(seats)
        while state.to_move:
            seat = rng.choice(state.to_move)
            if seat == DEALER:
                state = state.play(state.draw(RandomSource(rng)))
                continue
            yield state, seat
            legal = state.view(seat).legal
            state = state.play(legal[rng.randrange(len(legal))])


def why_unfair(player: Player, state: AnyState, seat: Seat, seed: int, budget: float) -> str | None:
    """Say how a decision differs in another world that the seat cannot tell from this one."""
    other = state.redeal(seat, Random(seed))
    here = player.decide(state.view(seat), Random(seed), budget)
    there = player.decide(other.view(seat), Random(seed), budget)
    if str(here.move) != str(there.move):
        return f"{here.move} here, {there.move} in a world that looks the same"
    if here.reasons != there.reasons:
        return f"{here.move} for other reasons in a world that looks the same"
    return None
