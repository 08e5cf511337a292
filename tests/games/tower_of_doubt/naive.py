"""A second, plain reading of the rules: texts, lists and dicts, nothing shared with the law."""

from __future__ import annotations

import re
from typing import Any

RINGS = ["bbbb", "bbbw", "bbww", "bwbw", "bwww", "wwww"]


class Refused(Exception):
    def __init__(self, rule: str | None) -> None:
        super().__init__(rule)
        self.rule = rule


class Naive:
    def __init__(self, options: dict[str, Any]) -> None:
        self.first = options.get("first", "random")
        self.must_peek = options.get("must_peek", False)
        self.needed = options.get("points", 3)
        self.bag = options.get("missing_tower", False)
        self.points = [0, 0]
        self.starter: int | None = None
        self.rounds: list[dict[str, Any]] = []
        self.gave_up: tuple[int, str] | None = None
        self.new_round()

    def new_round(self) -> None:
        self.towers: list[str] = []
        self.peeks: list[str] = []
        self.marks = [""] * 6

    @property
    def over(self) -> bool:
        return self.gave_up is not None or max(self.points) == self.needed

    def owns(self, seat: int) -> list[int]:
        return [i for i in range(6) if self.marks[i][-1:] == str(seat)]

    def turn(self) -> str | None:
        """Who acts: "0", "1", "*" or None."""
        if self.over:
            return None
        if self.starter is None or not self.towers:
            return "*"
        if len(self.peeks) < 2:
            return str((self.starter + len(self.peeks)) % 2)
        if self.last is None:
            return str(self.starter)
        other = 1 - self.last
        return str(self.last if len(self.owns(other)) == 2 else other)

    def play(self, text: str) -> None:
        if re.fullmatch(r"[2-9] (resign|flag|peek (-|0|[1-9][0-9]?)|mark (0|[1-9][0-9]?))", text):
            raise Refused(None)
        if re.fullmatch(r"[01] (resign|flag)", text):
            if self.over:
                raise Refused("TD-9")
            self.gave_up = (int(text[0]), text[2:])
        elif re.fullmatch(r"\* first [0-9]", text):
            self.pick(int(text[-1]))
        elif re.fullmatch(r"\* towers( \??[bw]{4}){6}", text):
            self.stand(text.split()[2:])
        elif re.fullmatch(r"[01] peek (-|0|[1-9][0-9]?)", text):
            self.peek(text[0], text.split()[2])
        elif re.fullmatch(r"[01] mark (0|[1-9][0-9]?)", text):
            self.mark(text[0], int(text.split()[2]))
        else:
            raise Refused(None)

    def pick(self, seat: int) -> None:
        if self.over:
            raise Refused("TD-9")
        if self.starter is not None or seat > 1 or self.first not in ("random", seat):
            raise Refused("TD-2")
        self.starter = seat

    def stand(self, words: list[str]) -> None:
        if self.over:
            raise Refused("TD-9")
        if self.starter is None or self.towers:
            raise Refused("TD-1")
        beads = [word.lstrip("?") for word in words]
        for ring in RINGS:
            if sum(len(b) == 4 and b in ring + ring for b in beads) != 1:
                raise Refused("TD-1")
        if sum("?" in word for word in words) != (1 if self.bag else 0):
            raise Refused("TD-10")
        self.towers = words
        self.last: int | None = None

    def before_seats(self) -> None:
        if self.over:
            raise Refused("TD-9")
        if self.starter is None:
            raise Refused("TD-2")
        if not self.towers:
            raise Refused("TD-1")

    def peek(self, seat: str, where: str) -> None:
        self.before_seats()
        if len(self.peeks) == 2 or self.turn() != seat:
            raise Refused("TD-3")
        if where == "-":
            if self.must_peek:
                raise Refused("TD-3")
        elif not 1 <= int(where) <= 6:
            raise Refused("TD-1")
        elif "?" in self.towers[int(where) - 1]:
            raise Refused("TD-10")
        elif where in self.peeks:
            raise Refused("TD-3")
        self.peeks.append(where)

    def mark(self, seat: str, where: int) -> None:
        self.before_seats()
        if len(self.peeks) < 2:
            raise Refused("TD-3")
        if self.turn() != seat:
            raise Refused("TD-6" if len(self.owns(int(seat))) == 2 else "TD-4")
        if not 1 <= where <= 6:
            raise Refused("TD-1")
        if len(self.marks[where - 1]) == 2:
            raise Refused("TD-4")
        self.marks[where - 1] += seat
        self.last = int(seat)
        if len(self.owns(0)) == len(self.owns(1)) == 2:
            self.finish()

    def finish(self) -> None:
        values = [[self.towers[i].count("w") for i in self.owns(seat)] for seat in (0, 1)]
        sums = [sum(values[0]), sum(values[1])]
        outright = [v == [2, 2] for v in values]
        if any(outright):
            winner = outright.index(True)
        elif sums[0] != sums[1]:
            winner = 0 if sums[0] > sums[1] else 1
        else:
            winner = 0 if min(values[0]) > min(values[1]) else 1
        self.rounds.append({"winner": winner, "sums": sums, "two_twos": any(outright)})
        self.points[winner] += 1
        if not self.over:
            a, b = self.points
            self.starter = winner if a == b else (0 if a > b else 1)
            self.new_round()

    def answer(self) -> dict[str, Any]:
        """What the referee says: everything but the number of plies."""
        turn = self.turn()
        winners = reason = None
        if self.gave_up is not None:
            winners = [1 - self.gave_up[0]]
            reason = {"resign": "resigned", "flag": "time"}[self.gave_up[1]]
        elif self.over:
            winners, reason = [0 if self.points[0] == self.needed else 1], "match"
        return {
            "to_move": [] if turn is None else ["*" if turn == "*" else int(turn)],
            "over": self.over,
            "scores": self.points[:],
            "winners": winners,
            "reason": reason,
            "truth": {
                "round": len(self.rounds) + (max(self.points) < self.needed),
                "points": self.points[:],
                "starter": self.starter,
                "marks": self.marks[:],
                "owners": [int(stack[-1]) if stack else None for stack in self.marks],
                "rounds": self.rounds[:],
            },
        }
