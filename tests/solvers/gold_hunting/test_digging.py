"""The best reply: against the law, a plain reading of the rules, and its compiled form."""

from functools import cache
from random import Random

import numpy as np
import pytest

from stalas.core.game import AnyState
from stalas.core.moves import First
from stalas.games import find
from stalas.games.gold_hunting.moves import Dig, Rush, Safe, Stack, Tokens
from stalas.solvers.gold_hunting.digging import GONE, RUSH, SAFE, Digging, Floats, dig_best
from stalas.solvers.gold_hunting.equilibrium import trembling
from stalas.solvers.gold_hunting.reveals import Reveals, reveals_of
from stalas.solvers.gold_hunting.stackings import Heights, Stacking, alike, orders


def _mix(reveals: Reveals, seed: int) -> Floats:
    mix: Floats = np.random.default_rng(seed).random(len(reveals.stackings)) ** 4
    return trembling(mix)


@pytest.mark.parametrize("bust_from", [3, 2])
@pytest.mark.parametrize("heights", [(1, 1, 1, 15), (3, 5, 5, 5), (2, 4, 6, 6)])
def test_plain_and_compiled_agree(heights: Heights, bust_from: int) -> None:
    pytest.importorskip("numba")
    reveals = reveals_of(heights)
    mix = _mix(reveals, 1)
    compiled, plain = dig_best(reveals, mix, bust_from), dig_best(reveals, mix, bust_from, True)
    assert compiled.values == pytest.approx(plain.values, abs=1e-9)
    assert compiled.payoffs() == pytest.approx(compiled.payoffs(plain=True), abs=1e-9)
    assert plain.payoffs() @ mix == pytest.approx(compiled.payoffs() @ mix, abs=1e-9)


@pytest.mark.parametrize("bust_from", [3, 2])
def test_what_a_reply_earns_is_what_it_promises(bust_from: int) -> None:
    reveals = reveals_of((3, 5, 5, 5))
    mix = _mix(reveals, 2)
    reply = dig_best(reveals, mix, bust_from)
    assert reply.payoffs() @ mix == pytest.approx(reply.values, abs=1e-9)
    other = dig_best(reveals, _mix(reveals, 3), bust_from)
    assert (other.payoffs() @ mix < reply.values).all()


def _by_the_rules(
    heights: Heights, believed: dict[Stacking, float], number: int, bust_from: int
) -> float:
    """The best expected score, from GH-6 to GH-12, over sets of hills told apart."""

    @cache
    def best(hills: tuple[tuple[Stacking, float], ...], pile: int, held: bool) -> float:
        chance = sum(weight for _, weight in hills)
        if not any(hills[0][0]):
            return chance * pile
        found = 0.0
        if held and pile:
            found = chance * (pile // 2) + best(hills, 0, False)
        for hill in range(4):
            if not hills[0][0][hill]:
                continue
            tops: dict[int, dict[Stacking, float]] = {}
            for hidden, weight in hills:
                rest = (*hidden[:hill], hidden[hill][:-1], *hidden[hill + 1 :])
                tops.setdefault(int(hidden[hill][-1]), {})[rest] = weight
            branches = [
                (size, tuple(sorted(rests.items())), sum(rests.values()))
                for size, rests in tops.items()
            ]
            for announced, rush in [(1, False), (2, False), (3, False), (number, True)]:
                if rush and not held:
                    continue
                value = 0.0
                for size, rests, weight in branches:
                    if size == announced:
                        after, bonus = pile + size, 2 * rush
                    elif pile >= bust_from and size < pile:
                        after, bonus = size, 0
                    else:
                        after, bonus = pile, 0
                    value += weight * bonus + best(rests, after, held and not rush)
                found = max(found, value)
        return found

    standing = {
        order: weight / len(list(orders(heights, stacking)))
        for stacking, weight in believed.items()
        for order in orders(heights, stacking)
    }
    return best(tuple(sorted(standing.items())), 0, True)


@pytest.mark.parametrize("bust_from", [3, 2])
def test_the_best_reply_is_that_of_a_plain_reading(bust_from: int) -> None:
    heights = (2, 2, 2, 12)
    reveals = reveals_of(heights)
    mix = np.zeros(len(reveals.stackings))
    some = Random(5).sample(range(len(mix)), 6)
    mix[some] = [0.3, 0.25, 0.15, 0.12, 0.1, 0.08]
    believed = {reveals.stackings[k]: float(mix[k]) for k in some}
    expected = [_by_the_rules(heights, believed, number, bust_from) for number in (1, 2, 3)]
    assert dig_best(reveals, mix, bust_from).values == pytest.approx(expected, abs=1e-9)


def _play(reply: Digging, order: Stacking, number: int, bust_from: int) -> int:
    """The score when the law plays what the reply does, seat 0 against those hills."""
    game = find("gold-hunting")
    other = number % 3 + 1
    state: AnyState = game.start(2, {"bust_from": bust_from, "first": 0})
    state = state.play(Tokens((number, other)))
    state = state.play(Stack(0, ("1112", "1222", "3", "3"))).play(Stack(1, order))
    state = state.play(First(0))
    reveals, heights = reply.reveals, reply.reveals.heights
    where = list(range(4))
    lifted = ["", "", "", ""]
    while state.to_move:
        if state.to_move != (0,):
            state = state.play(state.legal_moves(1)[0])
            continue
        assert tuple(lifted) == alike(heights, tuple(lifted))
        view = state.view(0)
        token = number - 1 if view.fates[0] == "held" else GONE
        pile = sum(map(int, view.piles[0]))
        code = int(reply.choice[reveals.index[tuple(lifted)], pile, token])
        if code == SAFE:
            state = state.play(Safe(0))
            continue
        hill = code - RUSH if code >= RUSH else code // 3
        move = Rush(0, where[hill] + 1) if code >= RUSH else Dig(0, code % 3 + 1, where[hill] + 1)
        state = state.play(move)
        size = state.view(0).acts[-1].size
        to = int(reveals.place[reveals.index[tuple(lifted)], hill, size - 1])
        text, place = lifted.pop(hill) + str(size), where.pop(hill)
        lifted.insert(to, text)
        where.insert(to, place)
    return int(state.scores()[0])


@pytest.mark.parametrize(("heights", "bust_from"), [((3, 5, 5, 5), 3), ((2, 4, 5, 7), 2)])
def test_the_law_pays_what_the_reply_expects(heights: Heights, bust_from: int) -> None:
    reveals = reveals_of(heights)
    reply = dig_best(reveals, _mix(reveals, 4), bust_from)
    payoffs = reply.payoffs()
    for stacking in Random(7).sample(range(len(reveals.stackings)), 12):
        standing = list(orders(heights, reveals.stackings[stacking]))
        for number in (1, 2, 3):
            scores = [_play(reply, order, number, bust_from) for order in standing]
            assert sum(scores) / len(scores) == pytest.approx(payoffs[number - 1, stacking])
