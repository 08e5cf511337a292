"""The levels of Tower of Doubt: fair, repeatable, and stronger as they go up."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from stalas.core.chance import RandomSource
from stalas.games.tower_of_doubt import GAME
from stalas.games.tower_of_doubt.state import State
from stalas.games.tower_of_doubt.view import View
from stalas.players import levels
from stalas.players.player import Player
from stalas.players.tower_of_doubt.novice import Novice
from stalas.players.tower_of_doubt.perfect import Club, Perfect, knowledge, weigh

OPTIONS: tuple[dict[str, bool], ...] = ({}, {"missing_tower": True}, {"must_peek": True})


def positions(number: int, options: dict[str, bool], rng: Random) -> Iterator[State]:
    """Yield positions of random matches in which a seat is to move."""
    state = GAME.start(2, options)
    for _ in range(number):
        while state.to_move in ((), (-1,)):
            state = (
                state.play(state.draw(RandomSource(rng)))
                if state.to_move
                else GAME.start(2, options)
            )
        yield state
        state = state.play(rng.choice(state.legal_moves(state.to_move[0])))


@pytest.mark.parametrize("player", [Novice(), Club(), Perfect()])
@pytest.mark.parametrize("options", OPTIONS)
def test_what_a_seat_cannot_know_changes_nothing(player: Player, options: dict[str, bool]) -> None:
    rng = Random(3)
    for seed, state in enumerate(positions(150, options, rng)):
        seat = state.to_move[0]
        decision = player.decide(state.view(seat), Random(seed))
        assert decision.move in state.legal_moves(seat)
        elsewhere = state.redeal(seat, rng)
        assert player.decide(elsewhere.view(seat), Random(seed)) == decision


def test_perfect_mixes_as_the_policy_says() -> None:
    state = GAME.start(2).play(GAME.parse("* first 0"))
    view = state.play(GAME.parse("* towers bwwb bbbb wwww bwbw bbbw bwww")).view(0)
    chances = {str(option.move): option.probability or 0.0 for option in weigh(view)}
    drawn = [str(Perfect().decide(view, Random(seed)).move) for seed in range(2000)]
    for move, chance in chances.items():
        assert drawn.count(move) / len(drawn) == pytest.approx(chance, abs=0.05)
    assert sum(chances.values()) == pytest.approx(1)
    assert max(chances.values()) < 0.9


def test_club_never_varies_but_among_alike_places() -> None:
    rng = Random(5)
    for state in positions(100, {}, rng):
        view: View = state.view(state.to_move[0])
        best = weigh(view)[0].probability
        for seed in range(3):
            move = Club().decide(view, Random(seed)).move
            chance = next(w.probability for w in weigh(view) if w.move == move)
            assert chance == pytest.approx(best, abs=1e-5)


def test_novice_goes_for_what_it_sees() -> None:
    state = GAME.start(2).play(GAME.parse("* first 0"))
    state = state.play(GAME.parse("* towers bwwb bbbb wwww bwbw bbbw bwww"))
    assert str(Novice().decide(state.view(0), Random(1)).move) == "0 peek 3"


def test_a_spectator_has_nothing_to_act_on() -> None:
    with pytest.raises(ValueError, match="only a seat"):
        knowledge(GAME.start(2).view(None))


def test_the_levels_from_weak_to_strong() -> None:
    assert list(levels("tower-of-doubt")) == ["random", "novice", "greedy", "club", "perfect"]
