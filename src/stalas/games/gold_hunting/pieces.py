"""What lies on the table: ingots, hills and tokens, and the options of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from stalas.core.game import Json
from stalas.core.words import Sentence, say

HILLS: Final = 4
"""How many Gold Hills a seat stacks (GH-2)."""

SUPPLY: Final = (4, 4, 2)
"""How many singles, doubles and triples each seat has."""

INGOTS: Final = "1111222233"
"""The ten ingots of a seat."""

TOKENS: Final = (1, 2, 3)
"""The numbers of the Gold Rush tokens (GH-1)."""

RUSH_BONUS: Final = 2
"""What the token of a successful Gold Rush is worth at the end (GH-10)."""

HELD: Final = "held"
RUSHED: Final = "rushed"
"""Kept after a successful Gold Rush."""
SPENT: Final = "spent"
"""In the box after a failed Gold Rush."""
SAFE: Final = "safe"
"""In the box, unseen, for a Safe."""

SHOWN: Final = (RUSHED, SPENT)
"""The fates of a token that has been turned face up."""

SIZES: Final = {1: say("a single"), 2: say("a double"), 3: say("a triple")}
"""An ingot of each size, in words."""

Hills: TypeAlias = tuple[str, ...]
"""One text a hill, its ingots from the bottom up: `112`; an empty tuple where there are none."""

Counts: TypeAlias = tuple[int, int, int]
"""How many singles, doubles and triples."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options a match is played with."""

    first: str | int = "random"
    """Who begins: `random`, 0 or 1 (GH-4)."""
    bust_from: int = 3
    """From how many nuggets on a pile can be lost: 3 or 2 (GH-9)."""
    empty_hills: bool = False
    """Whether a hill may be left empty when stacking (GH-2)."""
    safe_ends_turn: bool = False
    """Whether a Safe takes the whole turn (GH-11)."""
    tie_counts_safe: bool = True
    """Whether ingots in the safe count when a tie is broken (GH-13)."""

    def to_json(self) -> dict[str, Json]:
        """Give the options as a record writes them, defaults included."""
        return {
            "first": self.first,
            "bust_from": self.bust_from,
            "empty_hills": self.empty_hills,
            "safe_ends_turn": self.safe_ends_turn,
            "tie_counts_safe": self.tie_counts_safe,
        }


def nuggets(ingots: str) -> int:
    """The nuggets of some ingots, or of a hill.

    >>> nuggets("2312")
    8
    """
    return ingots.count("1") + 2 * ingots.count("2") + 3 * ingots.count("3")


def counts(ingots: str) -> Counts:
    """How many singles, doubles and triples there are among some ingots.

    >>> counts("2312")
    (1, 2, 1)
    """
    return ingots.count("1"), ingots.count("2"), ingots.count("3")


def without(ingots: str) -> Counts:
    """How many of each size a seat's ten ingots are without these."""
    ones, twos, threes = counts(ingots)
    return SUPPLY[0] - ones, SUPPLY[1] - twos, SUPPLY[2] - threes


def size_in_words(size: int) -> Sentence:
    """An ingot of a size in words, even of one that there is not."""
    return SIZES.get(size) or say("an ingot of size {size}", size=size)
