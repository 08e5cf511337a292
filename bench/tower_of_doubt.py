"""What the solved round is worth and what it teaches: `python bench/tower_of_doubt.py`.

Measures the shipped policies exactly, lets a best reply trained against `perfect` play it by the
law, and counts what two perfect seats do. `--rounds N` says how many rounds to count.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from stalas.core.chance import RandomSource
from stalas.games import find
from stalas.games.tower_of_doubt.moves import Mark, Peek
from stalas.games.tower_of_doubt.pieces import faces_of, value_of
from stalas.games.tower_of_doubt.scoring import Round
from stalas.players.tower_of_doubt.perfect import knowledge
from stalas.solvers.tower_of_doubt.deals import RINGS, all_deals
from stalas.solvers.tower_of_doubt.hands import Counts, counts
from stalas.solvers.tower_of_doubt.match import match_table
from stalas.solvers.tower_of_doubt.policy import Knowledge, Policy
from stalas.solvers.tower_of_doubt.solve import best_reply, measure
from stalas.solvers.tower_of_doubt.store import shipped_policy


def play(
    policies: tuple[Policy, Policy], rounds: int, seed: int, *, missing_tower: bool
) -> list[Round]:
    """Play rounds by the law; the first policy is seat 0's, the second seat 1's."""
    rng = Random(seed)
    finished: list[Round] = []
    game = find("tower-of-doubt")
    while len(finished) < rounds:
        state: Any = game.start(2, {"points": 1, "missing_tower": missing_tower})
        while state.to_move:
            seat = state.to_move[0]
            if seat < 0:
                state = state.play(state.draw(RandomSource(rng)))
                continue
            chances = policies[seat].probabilities(knowledge(state.view(seat)))
            action = rng.choices(list(chances), list(chances.values()))[0]
            place = None if action is None else action + 1
            state = state.play(
                Mark(seat, place or 0) if len(state.view(seat).peeks) == 2 else Peek(seat, place)
            )
        finished.append(state.rounds[-1])
    return finished


def share(name: str, counter: Counter[Any], order: Callable[[Any], Any] = str) -> None:
    """Print what part each item has."""
    whole = counter.total()
    parts = [f"{key}: {counter[key] / whole:.1%}" for key in sorted(counter, key=order)]
    print(f"  {name:<46} {', '.join(parts)}   (of {whole})")


def measured() -> None:
    """Print the exact value and exploitability of what is shipped."""
    print("shipped policies, measured exactly (value for the starter, won 1, lost -1)")
    for missing in (False, True):
        for forced in (False, True):
            policy = shipped_policy(missing_tower=missing, must_peek=forced)
            found = measure(policy)
            print(
                f"  missing_tower={missing!s:<5} must_peek={forced!s:<5} value {found.value:+.6f}"
                f"  starter wins {(1 + found.value) / 2:.3%}  exploitability"
                f" {found.exploitability:.7f}"
            )
        print("  chance of the starter to win the match, by point tokens starter : other")
        value = shipped_policy(missing_tower=missing).notes["value"]
        rows = [row for row in match_table(value) if row.occurs]
        print("   ", ", ".join(f"{row.starter}:{row.other} {row.chance:.1%}" for row in rows))


def peeks() -> None:
    """Print the starter's first decision for each hand, exactly as the policy has it."""
    policy = shipped_policy()
    chances: dict[Counts, Fraction] = {}
    for deal in all_deals(RINGS, missing=False):
        hand = counts(pair[0] for pair in deal.pairs)
        chances[hand] = chances.get(hand, Fraction(0)) + deal.chance
    print("the starter's peek, by places on which it sees 0, 1 and 2 white beads")
    for hand, chance in sorted(chances.items()):
        row = tuple(bead for bead in range(3) for _ in range(hand[bead]))
        known = Knowledge(0, row)
        shares, values = policy.probabilities(known), policy.values(known)
        at = [row.index(bead) for bead in range(3)]
        print(
            f"  {hand}  dealt {float(chance):.2%}  peeks at 0, 1, 2:",
            ", ".join(f"{shares[place] * hand[bead]:.1%}" for bead, place in enumerate(at)),
            " values:",
            ", ".join(f"{values[place]:+.2f}" for place in at),
            f" declining: {values[None]:+.2f}",
        )


def trained(rounds: int) -> None:
    """Let the exact best reply play against the policy by the law."""
    policy = shipped_policy()
    reply = best_reply(policy)
    won = sum(
        last.verdict.winner == 0 for last in play((reply, policy), rounds, 1, missing_tower=False)
    )
    half = 1.96 * (won / rounds * (1 - won / rounds) / rounds) ** 0.5
    print(f"best reply against perfect, starter by lot: wins {won / rounds:.2%} ± {half:.2%}")


def lessons(rounds: int, *, missing_tower: bool) -> None:
    """Count what two perfect seats do."""
    policy = shipped_policy(missing_tower=missing_tower)
    print(f"{rounds} rounds of two perfect seats, missing_tower={missing_tower}")
    counted: dict[str, Counter[Any]] = {}

    def count(name: str, key: object) -> None:
        counted.setdefault(name, Counter())[key] += 1

    for last in play((policy, policy), rounds, 2, missing_tower=missing_tower):
        starter, other = last.starter, 1 - last.starter
        beads = {
            seat: [faces_of(tower, seat).count("w") for tower in last.towers] for seat in (0, 1)
        }
        values = [value_of(tower) for tower in last.towers]
        spots = {peek.seat: peek.place for peek in last.peeks}
        won = {starter: last.verdict.winner == starter, other: last.verdict.winner == other}
        count("markers in a round", len(last.marks))
        count("won by both 2s", last.verdict.two_twos)
        for role, seat in (("starter", starter), ("other", other)):
            spot = spots[seat]
            count(
                f"{role} peeks where it sees white", "-" if spot is None else beads[seat][spot - 1]
            )
            if spot is not None:
                value = values[spot - 1]
                count(f"{role} wins having peeked a {value}", won[seat])
        first, second = last.marks[0], last.marks[1]
        mine = spots[starter]
        if mine is not None:
            value = values[mine - 1]
            count(f"starter first marks its {value} it peeked", first.place == mine)
        kind = (
            "own peek"
            if first.place == mine
            else (
                "other's peek"
                if first.place == spots[other]
                else ("missing" if first.place == last.missing else "elsewhere")
            )
        )
        count("first marker goes to", kind)
        count("first marker on a tower worth", values[first.place - 1])
        kind = (
            "takes it"
            if second.place == first.place
            else (
                "own peek"
                if second.place == spots[other]
                else (
                    "starter's peek"
                    if second.place == mine
                    else ("missing" if second.place == last.missing else "elsewhere")
                )
            )
        )
        count("second marker", kind)
        if first.place == mine:
            count("second marker, first on its peek", kind)
        stacks: dict[int, str] = {}
        covers = Counter[str]()
        for number, mark in enumerate(last.marks, start=1):
            before = stacks.get(mark.place, "")
            if before:
                own = before == str(mark.seat)
                role = "starter" if mark.seat == starter else "other"
                covers[f"{role} {'itself' if own else 'an opponent'}"] += 1
                if own:
                    count("covering oneself is marker number", number)
                    count("tower on which one covers oneself is worth", values[mark.place - 1])
                    count(
                        "covering oneself on a tower one peeked at", spots[mark.seat] == mark.place
                    )
                    count("wins having covered oneself", won[mark.seat])
            stacks[mark.place] = before + str(mark.seat)
        for who in ("starter itself", "other itself", "starter an opponent", "other an opponent"):
            count(f"rounds in which {who} is covered: times", covers[who])
    for name in sorted(counted):
        share(name, counted[name])


def main() -> None:
    """Measure, play and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20000)
    rounds = parser.parse_args().rounds
    measured()
    peeks()
    trained(rounds)
    for missing_tower in (False, True):
        lessons(rounds, missing_tower=missing_tower)


if __name__ == "__main__":
    main()
