"""What one viewer of a match may know and remember, written out field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from stalas.core.game import DEALER, Json, Outcome, Seat, Viewer
from stalas.games.gold_hunting.history import Act
from stalas.games.gold_hunting.moves import Move
from stalas.games.gold_hunting.pieces import SHOWN, Counts, Hills, Options, nuggets, without
from stalas.games.gold_hunting.stackings import Stackings

if TYPE_CHECKING:
    from stalas.games.gold_hunting.state import State

MANY_STACKS: Final = "stack …"
"""Stands for the legal stacks where they are listed."""

_NOTHING: Final = ((), ())


@dataclass(frozen=True, slots=True)
class View:
    """All that one viewer may know.

    Its own hills and its own token it knows fully. Of other hills it knows the heights, once both
    seats have stacked, and what was lifted (GH-3). Of another token it knows the number once it was
    turned up. When the match is over everything is shown.
    """

    seat: Viewer
    options: Options
    to_move: tuple[Seat, ...]
    ready: tuple[bool, bool]
    """Which seats have stacked."""
    starter: Seat | None
    """Who begins; None before the dealer has picked."""
    tokens: tuple[int | None, ...]
    """Each seat's token number where the viewer knows it."""
    fates: tuple[str, str]
    """What became of each token: held, rushed, spent or safe."""
    stacks: tuple[Hills, ...]
    """Each seat's hills as they were stacked, where the viewer knows them; else empty."""
    hills: tuple[Hills, ...]
    """What is left of them, from the bottom up; likewise."""
    first_heights: tuple[tuple[int, ...], ...]
    """Each seat's hills in nuggets as they were stacked; empty before both have stacked."""
    heights: tuple[tuple[int, ...], ...]
    """What is left of them; likewise."""
    lifted: tuple[Hills, ...]
    """What was lifted from each seat's hills, the first one lifted first; likewise."""
    piles: tuple[str, str]
    """The ingots on each seat's pile, in the order gained."""
    safes: tuple[str, str]
    """The ingots each seat has set aside."""
    acts: tuple[Act, ...]
    """Lifts and Safes in the order in which they happened."""
    must_dig: bool
    """Whether the seat to move has used its Safe in this very turn (GH-11)."""
    scores: tuple[int, ...]
    outcome: Outcome | None
    legal: Sequence[Move]

    def left(self, owner: Seat) -> Counts:
        """How many singles, doubles and triples a seat's hills still hold (GH-3)."""
        return without("".join(self.lifted[owner]))

    def to_json(self) -> Mapping[str, Json]:
        """Give the view as JSON, keys in a fixed order."""
        outcome = self.outcome
        legal = self.legal
        return {
            "game": "gold-hunting",
            "seat": "spectator" if self.seat is None else self.seat,
            "to_move": ["*" if seat == DEALER else seat for seat in self.to_move],
            "over": outcome is not None,
            "scores": list(self.scores),
            "winners": None if outcome is None else list(outcome.winners),
            "reason": None if outcome is None else outcome.reason,
            "options": self.options.to_json(),
            "ready": list(self.ready),
            "starter": self.starter,
            "tokens": [
                {"number": number, "fate": fate}
                for number, fate in zip(self.tokens, self.fates, strict=True)
            ],
            "stacks": [list(hills) or None for hills in self.stacks],
            "hills": [list(hills) or None for hills in self.hills],
            "first_heights": [list(heights) or None for heights in self.first_heights],
            "heights": [list(heights) or None for heights in self.heights],
            "lifted": [list(hills) or None for hills in self.lifted],
            "piles": [{"nuggets": nuggets(pile), "ingots": pile} for pile in self.piles],
            "safes": [{"nuggets": nuggets(safe), "ingots": safe} for safe in self.safes],
            "acts": [act.to_json() for act in self.acts],
            "must_dig": self.must_dig,
            "legal": [f"{legal.seat} {MANY_STACKS}"]
            if isinstance(legal, Stackings)
            else [str(move) for move in legal],
        }


def view_of(state: State, viewer: Viewer) -> View:
    """All that the viewer may know of a position."""
    over = not state.to_move
    stacks, hills = state.stacks, state.hills
    ready = (stacks[0] != (), stacks[1] != ())
    risen = all(ready)
    mine = (over or viewer == 0, over or viewer == 1)
    return View(
        viewer,
        state.options,
        state.to_move,
        ready,
        state.starter,
        known_tokens(state, viewer),
        state.fates,
        (stacks[0] if mine[0] else (), stacks[1] if mine[1] else ()),
        (hills[0] if mine[0] else (), hills[1] if mine[1] else ()),
        (heights_of(stacks[0]), heights_of(stacks[1])) if risen else _NOTHING,
        (heights_of(hills[0]), heights_of(hills[1])) if risen else _NOTHING,
        (_lifted(stacks[0], hills[0]), _lifted(stacks[1], hills[1])) if risen else _NOTHING,
        state.piles,
        state.safes,
        state.acts,
        state.must_dig,
        state.scores(),
        state.outcome(),
        () if viewer is None else state.legal_moves(viewer),
    )


def known_tokens(state: State, viewer: Viewer) -> tuple[int | None, ...]:
    """Each seat's token where the viewer knows it: its own (GH-1), or turned up (GH-10)."""
    if not state.tokens:
        return (None, None)
    return tuple(
        token if not state.to_move or seat == viewer or state.fates[seat] in SHOWN else None
        for seat, token in enumerate(state.tokens)
    )


def heights_of(hills: Hills) -> tuple[int, ...]:
    """The hills' heights in nuggets (GH-3)."""
    return tuple(map(nuggets, hills))


def _lifted(stacked: Hills, left: Hills) -> Hills:
    """What was lifted from each hill, the first one lifted first."""
    return tuple(hill[len(rest) :][::-1] for hill, rest in zip(stacked, left, strict=True))
