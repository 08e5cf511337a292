"""A view drawn for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stalas.core.game import DEALER, Seat
from stalas.core.words import Say, Sentence, say
from stalas.games.tower_of_doubt.log import tell_verdict
from stalas.games.tower_of_doubt.pieces import PLACES, faces_of, value_of
from stalas.games.tower_of_doubt.scoring import Round
from stalas.games.tower_of_doubt.view import View

_COLUMN: Final = 9
_BEADS: Final = {"b": "●", "w": "○", "?": "?", "·": "·"}
_HIDDEN: Final = "??"
_NOTHING: Final = "··"


def draw(view: View, language: Say) -> str:
    """Draw the board as the viewer sees it: its own side of the towers below, the far one above."""
    lines = [
        language(
            say(
                "Round {round} · points {points} (first to {needed})",
                round=view.round,
                points=" : ".join(map(str, view.points)),
                needed=view.options.points,
            )
        )
    ]
    if view.dealt:
        lines += ["", *_this_round(view, language)]
        if view.outcome is not None and view.outcome.reason == "match":
            lines += ["", language(tell_verdict(view.rounds[-1]))]
    elif view.rounds:
        last = view.rounds[-1]
        lines += [
            "",
            language(say("Round {round} is over:", round=len(view.rounds))),
            "",
            *_finished(last, view.seat or 0, language),
            "",
            language(tell_verdict(last)),
        ]
    lines += ["", language(_next(view))]
    return "\n".join(lines)


def _this_round(view: View, language: Say) -> list[str]:
    near: Seat = view.seat or 0
    if view.towers:
        far_faces, near_faces, values = _shown(view.towers, near)
    else:
        near_faces = [faces or _HIDDEN for faces in view.faces]
        far_faces = [_HIDDEN] * len(PLACES)
        values = [""] * len(PLACES)
        if view.missing is not None:
            near_faces[view.missing - 1] = far_faces[view.missing - 1] = _NOTHING
    pawns = [""] * len(PLACES)
    for peek in view.peeks:
        if peek.place is not None:
            pawns[peek.place - 1] = str(peek.seat)
            if peek.value is not None:
                values[peek.place - 1] = str(peek.value)
    return _board(far_faces, near_faces, values, pawns, view.stacks, view.missing, near, language)


def _finished(last: Round, near: Seat, language: Say) -> list[str]:
    far_faces, near_faces, values = _shown(last.towers, near)
    pawns, stacks = [""] * len(PLACES), [""] * len(PLACES)
    for peek in last.peeks:
        if peek.place is not None:
            pawns[peek.place - 1] = str(peek.seat)
    for mark in last.marks:
        stacks[mark.place - 1] += str(mark.seat)
    return _board(far_faces, near_faces, values, pawns, stacks, last.missing, near, language)


def _shown(towers: Sequence[str], near: Seat) -> tuple[list[str], list[str], list[str]]:
    """Far and near faces as they look from the near side, and the values."""
    return (
        [faces_of(beads, 1 - near)[::-1] for beads in towers],
        [faces_of(beads, near) for beads in towers],
        [str(value_of(beads)) for beads in towers],
    )


def _board(
    far_faces: Sequence[str],
    near_faces: Sequence[str],
    values: Sequence[str],
    pawns: Sequence[str],
    stacks: Sequence[str],
    missing: int | None,
    near: Seat,
    language: Say,
) -> list[str]:
    places = [str(place) for place in PLACES]
    if missing is not None:
        places[missing - 1] = f"{missing} {language(say('(bag)'))}"
    rows = [
        (say("tower"), places),
        (say("seat {seat}'s side", seat=1 - near), [_faces(faces) for faces in far_faces]),
        (say("seat {seat}'s side", seat=near), [_faces(faces) for faces in near_faces]),
        (say("value"), values),
        (say("pawn of seat"), pawns),
        (say("marker on top"), [stack[-1:] for stack in stacks]),
        (say("marker below"), [stack[:-1] for stack in stacks]),
    ]
    labels = [language(label) for label, _cells in rows]
    widest = max(map(len, labels))
    lines = [
        (f"{label:<{widest}} " + "".join(f"{cell:^{_COLUMN}}" for cell in cells)).rstrip()
        for label, (_sentence, cells) in zip(labels, rows, strict=True)
    ]
    return [*lines, "", language(say("○ white   ● black   ? hidden"))]


def _faces(faces: str) -> str:
    return " ".join(_BEADS[bead] for bead in faces)


def _next(view: View) -> Sentence:
    """What happens next, or how it ended."""
    if view.outcome is not None:
        return say("Seat {seat} wins the match.", seat=view.outcome.winners[0])
    actor = view.to_move[0]
    if actor != DEALER:
        if len(view.peeks) < 2:
            return say("Seat {seat} is to peek.", seat=actor)
        return say("Seat {seat} is to mark a tower.", seat=actor)
    if view.starter is None:
        return say("The dealer picks who starts.")
    return say("The dealer stands the towers; seat {seat} starts.", seat=view.starter)
