"""A second, plain reading of the rules: texts, lists and dicts, nothing shared with the law."""

from __future__ import annotations

import re
from typing import Any

ROWS = "abcdefghijk"
SITE = "[a-k](?:[1-9]|10|11)"
DISCS = {5: ["01", "02", "12"], 4: ["02", "12"], 3: ["01", "12"]}


class Refused(Exception):
    def __init__(self, rule: str | None) -> None:
        super().__init__(rule)
        self.rule = rule


def place(site: str) -> tuple[int, int]:
    return ROWS.index(site[0]), int(site[1:])


def all_sites(side: int) -> list[str]:
    """Every site not farther than side − 1 steps from the middle."""
    found = []
    for row in range(2 * side - 1):
        for number in range(1, 2 * side):
            up, right = row - side + 1, number - side
            if max(abs(up), abs(right), abs(up - right)) < side:
                found.append(f"{ROWS[row]}{number}")
    return found


def walk(start: str, end: str) -> list[str] | None:
    """The sites of the straight line between two ends, or None."""
    (row, number), (row2, number2) = place(start), place(end)
    up, right = row2 - row, number2 - number
    if 0 not in (up, right) and up != right:
        return None
    steps = max(abs(up), abs(right))
    if steps == 0:
        return [start]
    return [f"{ROWS[row + up * k // steps]}{number + right * k // steps}" for k in range(steps + 1)]


class Naive:
    def __init__(self, table: dict[str, Any], options: dict[str, Any]) -> None:
        self.sites = all_sites(table["side"])
        self.areas = [table["mountains"], table["rivers"]]
        self.first = options.get("first", "random")
        self.bury_in_final = options.get("bury_in_final", False)
        self.repeat = options.get("repeat", 3)
        self.down = set(self.sites)
        self.up: set[str] = set()
        self.gold = [0, 0]
        self.turn: int | None = None
        self.stage = 5
        self.thrown: list[int] | None = None
        self.positions: list[Any] = []
        self.gave_up: tuple[int, str] | None = None

    @property
    def over(self) -> bool:
        return self.gave_up is not None or not (self.down or self.up)

    @property
    def dealing(self) -> bool:
        return self.turn is None or (self.stage != 1 and self.thrown is None)

    def count(self, length: int) -> int:
        """How many straight lines of so many face-down markers there are."""
        found = 0
        for site in self.down:
            row, number = place(site)
            for up, right in ((0, 1), (1, 0), (1, 1)):
                if all(
                    row + up * k < len(ROWS)
                    and f"{ROWS[row + up * k]}{number + right * k}" in self.down
                    for k in range(length)
                ):
                    found += 1
        return found

    def begin(self, seat: int) -> None:
        self.turn = seat
        self.thrown = None
        if self.stage != 1:
            self.stage = next((n for n in (5, 4, 3) if self.count(n) >= 2), 1)
        self.positions.append((set(self.down), set(self.up), seat))

    def play(self, text: str) -> None:
        pair = re.fullmatch(f"[0-9] dig ({SITE})-({SITE})", text)
        if pair and place(pair[1]) >= place(pair[2]):
            raise Refused(None)
        known = re.fullmatch(
            rf"[0-9] (dig {SITE}(-{SITE})?|bury {SITE}|resign|flag)"
            r"|\* first [0-9]|\* throw [0-9](\+[0-9]){0,3}",
            text,
        )
        if not known or text[0] in "23456789":
            raise Refused(None)
        if self.over:
            raise Refused("CG-9")
        actor, verb, *rest = text.split(" ")
        if verb in ("resign", "flag"):
            self.gave_up = (int(actor), verb)
        elif verb == "first":
            seat = int(rest[0])
            if self.turn is not None or seat > 1 or self.first not in ("random", seat):
                raise Refused("CG-1")
            self.begin(seat)
        elif verb == "throw":
            self.throw(rest[0])
        else:
            if self.turn is None:
                raise Refused("CG-1")
            if self.dealing:
                raise Refused("CG-3")
            if int(actor) != self.turn:
                raise Refused("CG-1")
            if verb == "dig":
                self.dig(rest[0])
            else:
                self.bury(rest[0])

    def throw(self, faces: str) -> None:
        if self.turn is not None and self.stage == 1:
            raise Refused("CG-7")
        if not self.dealing or self.turn is None:
            raise Refused("CG-3")
        discs = DISCS[self.stage]
        shown = faces.split("+")
        if len(shown) != len(discs):
            raise Refused("CG-3")
        for face, disc in zip(shown, discs, strict=True):
            if face not in disc:
                raise Refused("CG-3")
        self.thrown = [int(face) for face in shown]

    def dig(self, where: str) -> None:
        ends = where.split("-")
        if any(site not in self.sites for site in ends):
            raise Refused("CG-4")
        line = walk(ends[0], ends[-1])
        if line is None:
            raise Refused("CG-4")
        if self.stage == 1:
            if len(line) > 2:
                raise Refused("CG-7")
        elif self.thrown is None or len(line) != sum(self.thrown):
            raise Refused("CG-4")
        if not all(site in self.down for site in line):
            raise Refused("CG-4")
        for site in line:
            self.down.remove(site)
            self.up.add(site)
        assert self.turn is not None
        for seat in (self.turn, 1 - self.turn):
            taken = set()
            for area in self.areas[seat]:
                left = [site for site in area if site in self.up or site in self.down]
                if all(site in self.up for site in left):
                    taken.update(left)
            self.up -= taken
            self.gold[seat] += len(taken)
        self.begin(1 - self.turn)

    def bury(self, site: str) -> None:
        assert self.turn is not None
        if self.stage == 1 and not self.bury_in_final:
            raise Refused("CG-5")
        if site not in self.up:
            raise Refused("CG-5")
        position = (self.down | {site}, self.up - {site}, 1 - self.turn)
        if self.repeat and self.positions.count(position) + 1 >= self.repeat:
            raise Refused("CG-6")
        self.down.add(site)
        self.up.remove(site)
        self.begin(1 - self.turn)

    def answer(self) -> dict[str, Any]:
        """What the referee says: everything but the number of plies."""
        winners = reason = None
        to_move: list[Any] = ["*"] if self.dealing else [self.turn]
        if self.over:
            to_move = []
            winners, reason = [0 if self.gold[0] > self.gold[1] else 1], "points"
        if self.gave_up is not None:
            winners = [1 - self.gave_up[0]]
            reason = {"resign": "resigned", "flag": "time"}[self.gave_up[1]]
        return {
            "to_move": to_move,
            "over": self.over,
            "scores": self.gold[:],
            "winners": winners,
            "reason": reason,
            "truth": {
                "face_down": sorted(self.down),
                "face_up": sorted(self.up),
                "gold": self.gold[:],
                "stage": self.stage,
                "throw": self.thrown,
            },
        }
