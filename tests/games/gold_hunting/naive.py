"""A second, plain reading of the rules: texts, lists and dicts, nothing shared with the law."""

from __future__ import annotations

import re
from typing import Any

NUMBER = r"(0|[1-9][0-9]?)"


class Refused(Exception):
    def __init__(self, rule: str | None) -> None:
        super().__init__(rule)
        self.rule = rule


class Naive:
    def __init__(self, options: dict[str, Any]) -> None:
        self.bust_from = options.get("bust_from", 3)
        self.empties = options.get("empty_hills", False)
        self.safe_ends = options.get("safe_ends_turn", False)
        self.tie_safe = options.get("tie_counts_safe", True)
        self.first = options.get("first", "random")
        self.numbers: list[int] = []
        self.hills: list[list[list[int]] | None] = [None, None]
        self.beginner: int | None = None
        self.turn: int | None = None
        self.pile: list[list[int]] = [[], []]
        self.safe: list[list[int]] = [[], []]
        self.token = ["held", "held"]
        self.gave_up: tuple[int, str] | None = None

    def ingots_of(self, seat: int) -> int:
        hills = self.hills[seat]
        return 10 if hills is None else sum(len(hill) for hill in hills)

    @property
    def over(self) -> bool:
        return self.gave_up is not None or self.ingots_of(0) + self.ingots_of(1) == 0

    def mover(self) -> list[Any]:
        if self.over:
            return []
        if not self.numbers:
            return ["*"]
        waiting = [seat for seat in (0, 1) if self.hills[seat] is None]
        if waiting:
            return waiting
        return ["*"] if self.turn is None else [self.turn]

    def play(self, text: str) -> None:
        seat, act, values = self.read(text)
        if seat > 1:
            raise Refused(None)
        if self.over:
            raise Refused("GH-12")
        if act in ("resign", "flag"):
            self.gave_up = (seat, act)
        elif act == "tokens":
            if self.numbers or sorted({*values, 1, 2, 3}) != [1, 2, 3] or values[0] == values[1]:
                raise Refused("GH-1")
            self.numbers = values
        elif act == "first":
            if None in self.hills or self.beginner is not None:
                raise Refused("GH-4")
            if values[0] > 1 or (self.first != "random" and values[0] != self.first):
                raise Refused("GH-4")
            self.beginner = self.turn = values[0]
        elif act == "stack":
            self.stack(seat, values)
        else:
            self.take_turn(seat, act, values)

    def read(self, text: str) -> tuple[int, str, Any]:
        """Who, what, and the numbers in it."""
        for pattern in (
            rf"(\*) (tokens) {NUMBER} {NUMBER}",
            r"(\*) (first) ([0-9])",
            r"([0-9]) (stack) ([0-9/]+)",
            rf"([0-9]) (dig) {NUMBER}@{NUMBER}",
            rf"([0-9]) (rush)@{NUMBER}",
            r"([0-9]) (safe|resign|flag)",
        ):
            found = re.fullmatch(pattern, text, re.ASCII)
            if found:
                who, act, *rest = found.groups()
                if act == "stack":
                    if len(text) > 202:
                        break
                    return int(who), act, rest[0]
                return (-1 if who == "*" else int(who)), act, [int(value) for value in rest]
        raise Refused(None)

    def stack(self, seat: int, text: str) -> None:
        if not self.numbers:
            raise Refused("GH-1")
        hills = [[int(ingot) for ingot in hill] for hill in text.split("/")]
        pieces = sorted(ingot for hill in hills for ingot in hill)
        if (
            self.hills[seat] is not None
            or len(hills) != 4
            or pieces != [1] * 4 + [2] * 4 + [3] * 2
            or ([] in hills and not self.empties)
        ):
            raise Refused("GH-2")
        self.hills[seat] = hills

    def take_turn(self, seat: int, act: str, values: list[int]) -> None:
        if not self.numbers:
            raise Refused("GH-1")
        if None in self.hills:
            raise Refused("GH-2")
        if self.beginner is None:
            raise Refused("GH-4")
        if seat != self.turn:
            raise Refused("GH-5")
        if act == "safe":
            if self.token[seat] != "held" or not self.pile[seat]:
                raise Refused("GH-11")
            self.token[seat] = "safe"
            self.safe[seat], self.pile[seat] = self.pile[seat], []
            if self.safe_ends:
                self.pass_on()
            return
        if act == "rush" and self.token[seat] != "held":
            raise Refused("GH-10")
        size = self.numbers[seat] if act == "rush" else values[0]
        hills, hill = self.hills[1 - seat], values[-1]
        assert hills is not None
        if size not in (1, 2, 3) or hill not in (1, 2, 3, 4) or not hills[hill - 1]:
            raise Refused("GH-6")
        lifted = hills[hill - 1].pop()
        owned = sum(self.pile[seat])
        if lifted == size:
            self.pile[seat].append(lifted)
        elif owned >= self.bust_from and lifted < owned:
            self.pile[seat] = [lifted]
        if act == "rush":
            self.token[seat] = "rushed" if lifted == size else "spent"
        self.pass_on()

    def pass_on(self) -> None:
        """The turn goes to the other seat unless it has nothing to dig: my hills are empty."""
        assert self.turn is not None
        if self.ingots_of(self.turn) > 0:
            self.turn = 1 - self.turn

    def scores(self) -> list[int]:
        return [
            sum(self.pile[seat]) + sum(self.safe[seat]) // 2 + 2 * (self.token[seat] == "rushed")
            for seat in (0, 1)
        ]

    def result(self) -> tuple[list[int] | None, str | None]:
        if not self.over:
            return None, None
        if self.gave_up is not None:
            seat, how = self.gave_up
            return [1 - seat], {"resign": "resigned", "flag": "time"}[how]
        keys: list[list[int]] = []
        for seat in (0, 1):
            owned = self.pile[seat] + (self.safe[seat] if self.tie_safe else [])
            keys.append([self.scores()[seat], owned.count(3), owned.count(2)])
        if keys[0] == keys[1]:
            return [0, 1], "draw"
        winner = 0 if keys[0] > keys[1] else 1
        return [winner], "points" if keys[0][0] != keys[1][0] else "tie-break"

    def answer(self) -> dict[str, Any]:
        """What the referee should say."""
        winners, reason = self.result()
        return {
            "to_move": self.mover(),
            "over": self.over,
            "scores": self.scores(),
            "winners": winners,
            "reason": reason,
            "truth": {
                "hills": [
                    None if hills is None else ["".join(map(str, hill)) for hill in hills]
                    for hills in self.hills
                ],
                "piles": [sum(pile) for pile in self.pile],
                "safes": [sum(safe) for safe in self.safe],
                "tokens": self.token,
            },
        }
