"""Taking back: one's own last decision, by consent, never across anything revealed or thrown."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stalas.core.game import DEALER, Viewer
from stalas.games import SHELF
from stalas.table.clock import TimeControl
from stalas.table.commands import AnswerUndo, AskUndo, Play
from stalas.table.errors import StaleCommand, TableError
from stalas.table.events import UndoAgreed, UndoAsked, Undone, UndoRefused


def marked(make_script: Any, **setup: Any) -> tuple[Any, int, int]:
    """A table where a seat has just marked a tower; gives it, that seat and the other one."""
    script = make_script(options={"first": 0}, **setup)
    for text in ("0 peek 1", "1 peek 2", "0 mark 3"):
        script.play(text)
    return script, 0, 1


def test_the_other_seat_must_agree(make_script: Any) -> None:
    script, asker, other = marked(make_script)
    before = script.table.plies[-1].before
    assert script.do(AskUndo(asker, script.table.version)) == [UndoAsked(script.now, asker)]
    assert script.table.state != before
    events = script.do(AnswerUndo(other, True, script.table.version))
    assert events == [UndoAgreed(script.now, other), Undone(script.now, 5 - 1)]
    assert script.table.state == before
    assert script.table.to_move == (asker,)
    script.play("0 mark 4")


def test_the_other_seat_may_refuse(make_script: Any) -> None:
    script, asker, other = marked(make_script)
    script.do(AskUndo(asker, script.table.version))
    events = script.do(AnswerUndo(other, False, script.table.version))
    assert events == [UndoRefused(script.now, other)]
    assert isinstance(script.refused(AnswerUndo(other, True, script.table.version)), StaleCommand)


def test_the_asker_may_think_better_of_it_but_not_agree_with_itself(make_script: Any) -> None:
    script, asker, _ = marked(make_script)
    script.do(AskUndo(asker, script.table.version))
    assert isinstance(script.refused(AnswerUndo(asker, True, script.table.version)), TableError)
    assert script.do(AnswerUndo(asker, False, script.table.version)) == [
        UndoRefused(script.now, asker)
    ]


def test_moving_on_answers_the_question(make_script: Any) -> None:
    script, asker, other = marked(make_script)
    script.do(AskUndo(asker, script.table.version))
    asked = script.table.version
    script.play("1 mark 3")
    assert isinstance(script.refused(AnswerUndo(other, True, asked)), StaleCommand)
    assert isinstance(script.refused(AskUndo(asker, script.table.version)), TableError)


def test_an_answer_to_an_earlier_question_is_stale(make_script: Any) -> None:
    script, asker, other = marked(make_script)
    script.do(AskUndo(asker, script.table.version))
    first = script.table.version
    script.do(AnswerUndo(other, False, first))
    script.do(AskUndo(asker, script.table.version))
    assert isinstance(script.refused(AnswerUndo(other, True, first)), StaleCommand)
    assert "already" in str(script.refused(AskUndo(asker, script.table.version)))


def test_only_ones_own_move_can_be_taken_back(make_script: Any) -> None:
    script, _, other = marked(make_script)
    assert isinstance(script.refused(AskUndo(other, script.table.version)), TableError)


def test_a_peek_cannot_be_taken_back_although_only_its_maker_saw(make_script: Any) -> None:
    script = make_script(options={"first": 0})
    script.play("0 peek 1")
    assert "revealed" in str(script.refused(AskUndo(0, script.table.version)))


def test_nothing_thrown_can_be_taken_back(make_script: Any) -> None:
    script = make_script("china-gold", options={"first": 0})
    script.play_any(Random(1))
    assert script.table.plies[-1].move.seat == DEALER
    assert isinstance(script.refused(AskUndo(0, script.table.version)), TableError)


def test_nothing_can_be_taken_back_after_the_end(make_script: Any) -> None:
    script, asker, _ = marked(make_script)
    script.play("0 resign")
    assert "over" in str(script.refused(AskUndo(asker, script.table.version)))


def test_bots_agree_at_once_and_their_late_answer_is_dropped(make_script: Any) -> None:
    script = make_script(bots={1: "greedy"}, options={"first": 0})
    script.play("0 peek 1")
    script.do(Play(1, "1 peek 2", script.table.version, by_bot=True))
    script.play("0 mark 3")
    thinking = script.table.version
    events = script.do(AskUndo(0, thinking))
    assert events == [UndoAsked(script.now, 0), Undone(script.now, 4)]
    script.play("0 mark 4")
    assert isinstance(script.refused(Play(1, "1 mark 1", thinking, by_bot=True)), StaleCommand)


def test_everybody_else_must_agree(make_script: Any) -> None:
    script = make_script("stick-collection", seats=3)
    seat = script.table.to_move[0]
    script.play(f"{seat} bid 1")
    script.do(AskUndo(seat, script.table.version))
    others = [other for other in range(3) if other != seat]
    assert len(script.do(AnswerUndo(others[0], True, script.table.version))) == 1
    assert isinstance(script.refused(AnswerUndo(others[0], True, script.table.version)), TableError)
    assert isinstance(script.do(AnswerUndo(others[1], True, script.table.version))[1], Undone)


def test_time_used_is_not_given_back(make_script: Any) -> None:
    script, asker, other = marked(make_script, control=TimeControl.live(5))
    script.do(AskUndo(asker, script.table.version), after=60_000)
    script.do(AnswerUndo(other, True, script.table.version))
    clock = script.table.match.clock
    assert clock.running == (asker,)
    assert clock.left_at(other, script.now) == 4 * 60_000


def test_a_stack_can_be_taken_back_while_the_other_seat_stacks(make_script: Any) -> None:
    script = make_script("gold-hunting")
    script.play_any(Random(1), 1)
    before = script.table.match.since[0]
    script.do(AskUndo(1, script.table.version))
    script.do(AnswerUndo(0, True, script.table.version))
    assert script.table.to_move == (0, 1)
    assert script.table.match.since[0] == before


def test_a_dig_cannot_be_taken_back(make_script: Any) -> None:
    script = make_script("gold-hunting", options={"first": 0})
    script.play("0 stack 1123/123/12/2")
    script.play("1 stack 1123/123/12/2")
    script.play("0 dig 1@1")
    assert isinstance(script.refused(AskUndo(0, script.table.version)), TableError)


def looks_different(before: Any, move: Any, viewer: Viewer, rng: Random, worlds: int) -> bool:
    """Whether a move tells a viewer something: it looks different in some world alike before it."""
    shown = before.play(move).view(viewer)
    return any(before.redeal(viewer, rng).play(move).view(viewer) != shown for _ in range(worlds))


@pytest.mark.parametrize("game", SHELF)
def test_quiet_moves_show_nobody_anything(game: str, make_script: Any) -> None:
    """The law behind `Game.quiet`, for moves after which nothing is thrown."""
    checked = 0
    for match in range(8):
        rng, script = Random(match), make_script(game)
        while script.table.to_move and checked < 3 * (match + 1):
            script.play_any(rng, rng.choice(script.table.to_move))
            last = script.table.plies[-1]
            if script.table.status == "playing" and isinstance(last.move, script.table.game.quiet):
                checked += 1
                for viewer in (0, 1, None):
                    assert not looks_different(last.before, last.move, viewer, rng, 4)
    assert checked >= 8


def test_a_lift_and_a_peek_are_seen_by_the_law(make_script: Any) -> None:
    script = make_script(options={"first": 0})
    script.play("0 peek 1")
    last = script.table.plies[-1]
    assert looks_different(last.before, last.move, 0, Random(1), 100)
    assert not looks_different(last.before, last.move, 1, Random(1), 100)
