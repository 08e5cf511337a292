"""A second, plain reading of the rules on texts, sharing no code with the law."""

from __future__ import annotations

import re
from typing import Any

HOUSE = {44: 46, 37: 39, 29: 31, 17: 19, 8: 10}
SHEET = {29: 31}


class Refused(Exception):
    def __init__(self, rule: str | None) -> None:
        super().__init__(rule)
        self.rule = rule


class Naive:
    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.n = seats
        self.money = [50] * seats
        self.rows: list[list[int]] = [[] for _ in range(seats)]
        self.first: int | None = None
        self.stick: int | None = None
        self.turn: int | None = None
        self.high = 0
        self.by: int | None = None
        self.out: set[int] = set()
        self.winners: list[int] | None = None
        self.reason: str | None = None
        track = options.get("track", "house")
        if track == "house":
            self.lucky = HOUSE
        elif track == "sheet":
            self.lucky = SHEET
        else:
            self.lucky = dict(track["lucky"])

    def play(self, text: str) -> None:
        found = re.fullmatch(r"(\*|[0-9]) ([ -~]+)", text)
        if not found:
            raise Refused(None)
        who, what = found.groups()
        word, *rest = what.split(" ")
        number = re.compile("0|[1-9][0-9]{0,2}")
        if who == "*":
            if word == "first":
                if len(rest) != 1 or not re.fullmatch("[0-9]", rest[0]):
                    raise Refused(None)
            elif word == "sticks":
                if not rest or not all(number.fullmatch(r) for r in rest):
                    raise Refused(None)
            elif word == "stick":
                if len(rest) < 2 or not number.fullmatch(rest[0]):
                    raise Refused(None)
                if not all(re.fullmatch(r"[+-](0|[1-9][0-9]*)\.[0-9]", r) for r in rest[1:]):
                    raise Refused(None)
            else:
                raise Refused(None)
            if self.winners is not None:
                raise Refused("SC-7")
            numbers = [int(r) for r in rest if number.fullmatch(r)]
            if word == "first":
                self.pick_first(numbers[0])
            elif word == "sticks":
                self.start(numbers)
            else:
                self.stand(numbers[0], len(rest) - 1)
            return
        seat = int(who)
        if what not in ("pass", "resign", "flag") and not (
            word == "bid" and len(rest) == 1 and number.fullmatch(rest[0])
        ):
            raise Refused(None)
        if seat >= self.n:
            raise Refused(None)
        if self.winners is not None:
            raise Refused("SC-7")
        if what in ("resign", "flag"):
            if self.n != 2:
                raise Refused(None)
            self.winners = [1 - seat]
            self.reason = "resigned" if what == "resign" else "time"
            return
        self.call(seat, int(rest[0]) if rest else None)

    def start(self, lengths: list[int]) -> None:
        if self.rows[0] or len(lengths) != self.n:
            raise Refused("SC-1")
        if any(not 1 <= x <= 9 or lengths.count(x) > 4 for x in lengths):
            raise Refused("SC-1")
        self.rows = [[x] for x in lengths]

    def pick_first(self, seat: int) -> None:
        if not self.rows[0] or self.first is not None or seat >= self.n:
            raise Refused("SC-1")
        self.first = seat

    def stand(self, length: int, errors: int) -> None:
        if not self.rows[0] or self.first is None or self.stick is not None:
            raise Refused("SC-2")
        gone = sum(row.count(length) for row in self.rows)
        if not 1 <= length <= 9 or gone == 4 or errors != self.n:
            raise Refused("SC-2")
        self.stick, self.high, self.by, self.out = length, 0, None, set()
        self.turn = (self.first + 1) % self.n

    def call(self, seat: int, bid: int | None) -> None:
        if not self.rows[0] or self.first is None:
            raise Refused("SC-1")
        if self.stick is None:
            raise Refused("SC-2")
        if seat != self.turn:
            raise Refused("SC-3")
        if bid is None:
            self.out.add(seat)
        else:
            if not 1 <= bid <= 10 or bid <= self.high or bid > self.money[seat]:
                raise Refused("SC-3")
            self.high, self.by = bid, seat
            if bid == 10:
                return self.take(seat)
        while True:
            inside = [s for s in range(self.n) if s not in self.out]
            if len(inside) == 1:
                return self.take(inside[0])
            seat = (seat + 1) % self.n
            if seat in inside:
                if self.money[seat] > self.high:
                    self.turn = seat
                    return None
                self.out.add(seat)

    def take(self, seat: int) -> None:
        assert self.stick is not None
        length = self.stick
        if self.high > 0:
            self.money[seat] -= self.high
            self.money[seat] = self.lucky.get(self.money[seat], self.money[seat])
        self.rows[seat].append(length)
        self.first, self.stick, self.turn = seat, None, None
        if self.rows[seat].count(length) == 4:
            self.winners, self.reason = [seat], "four-alike"
        elif len(self.rows[seat]) == 8 or self.money[seat] == 0:
            self.finish()

    def finish(self) -> None:
        seats = range(self.n)
        scores = self.scores()
        best = [s for s in seats if scores[s] == max(scores)]
        self.reason = "points" if len(best) == 1 else "tie-break"
        most = max(len(self.rows[s]) for s in best)
        best = [s for s in best if len(self.rows[s]) == most]
        rich = max(self.money[s] for s in best)
        best = [s for s in best if self.money[s] == rich]
        if len(best) > 1:
            self.reason = "shared"
        self.winners = best

    def scores(self) -> list[int]:
        found = []
        for row, money in zip(self.rows, self.money, strict=True):
            longest = 0
            for start in range(1, 10):
                length = 0
                while start + length in row:
                    length += 1
                longest = max(longest, length)
            found.append(10 * longest + (22 if money >= 22 else money))
        return found

    def answer(self) -> dict[str, Any]:
        if self.winners is not None:
            to_move: list[Any] = []
        else:
            to_move = ["*"] if self.turn is None else [self.turn]
        return {
            "to_move": to_move,
            "over": self.winners is not None,
            "scores": self.scores(),
            "winners": self.winners,
            "reason": self.reason,
            "truth": {
                "money": self.money[:],
                "rows": [row[:] for row in self.rows],
                "first_player": self.first,
                "auction": None
                if self.stick is None
                else {
                    "stick": self.stick,
                    "high": self.high,
                    "by": self.by,
                    "passed": sorted(self.out),
                },
            },
        }
