"""Checking a Gold Hunting stack while it is being typed."""

from __future__ import annotations

from collections import Counter
from typing import Final

from stalas.core.words import Sentence, say
from stalas.games.gold_hunting.pieces import HILLS, SUPPLY

_SUPPLY: Final = dict(zip("123", SUPPLY, strict=True))
"""How many ingots of each size a seat has, by the size's digit."""


def remaining(text: str) -> Sentence:
    """Say what a stack typed so far still leaves to be stacked, or what is wrong with it.

    >>> str(remaining("112/23"))
    'Hill 2 of 4. Still to stack – singles: 2, doubles: 2, triples: 1.'
    """
    hills = text.strip().removeprefix("stack").strip()
    if not hills:
        return say(
            "Stack your ten ingots, each hill from the bottom up, for example {example}."
            " F6 stacks them at random.",
            example="112/231/2/132",
        )
    if set(hills) - {*_SUPPLY, "/"}:
        return say("A stack is written with 1, 2, 3 and “/” between the hills.")
    used = Counter(hills)
    number = used["/"] + 1
    if number > HILLS:
        return say("There are only {hills} hills.", hills=HILLS)
    for size, count in _SUPPLY.items():
        if used[size] > count:
            return say(
                "Too many ingots of size {size}: you have {count}.", size=int(size), count=count
            )
    if number == HILLS and all(used[size] == count for size, count in _SUPPLY.items()):
        return say("All ten ingots are stacked; Enter hides them.")
    singles, doubles, triples = (count - used[size] for size, count in _SUPPLY.items())
    return say(
        "Hill {hill} of {hills}. Still to stack – singles: {singles}, doubles: {doubles},"
        " triples: {triples}.",
        hill=number,
        hills=HILLS,
        singles=singles,
        doubles=doubles,
        triples=triples,
    )
