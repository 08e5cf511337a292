"""Whatever is asked of a table in whatever order, it stays a table."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from stalas.core.errors import GameError
from stalas.core.records import replay
from stalas.table.clock import TimeControl
from stalas.table.commands import (
    AnswerUndo,
    AskUndo,
    ClaimWin,
    Command,
    HandOver,
    LetBotFinish,
    NoteAbsence,
    NoteRestart,
    NoteReturn,
    OfferRematch,
    Play,
    ReplaceBot,
    Sit,
    StandUp,
    TakeBack,
    Tick,
)
from stalas.table.decide import decide
from stalas.table.evolve import fold
from stalas.table.export import record
from stalas.table.opening import open_table
from stalas.table.project import project
from stalas.table.setup import Person, Setup
from stalas.table.table import Table

SEED = bytes(32)

WORDS = (
    ["play"] * 6
    + ["bot", "stale", "undo", "agree", "refuse", "claim", "finish", "hand", "back", "absent"]
    + ["return", "restart", "tick", "fail", "rematch", "sit", "stand", "resign"]
)
steps = st.lists(
    st.tuples(st.sampled_from(WORDS), st.integers(0, 1), st.sampled_from([0, 500, 20_000, 70_000])),
    max_size=60,
)


def command(word: str, seat: int, table: Table, now: int, rng: Random) -> Command:
    """Give the command that a word means at a table."""
    version = table.version
    mover = table.to_move[0] if table.to_move else seat
    legal = table.state.legal_moves(mover) if table.to_move else ()
    move = str(legal[rng.randrange(len(legal))]) if legal else f"{seat} mark 1"
    others: dict[str, Command] = {
        "play": Play(mover, move, version),
        "bot": Play(mover, move, version, by_bot=True),
        "stale": Play(mover, move, version - 1),
        "undo": AskUndo(seat, version),
        "agree": AnswerUndo(seat, True, version),
        "refuse": AnswerUndo(seat, False, version),
        "claim": ClaimWin(seat),
        "finish": LetBotFinish(seat, 1 - seat),
        "hand": HandOver(seat),
        "back": TakeBack(seat),
        "absent": NoteAbsence(seat, now),
        "return": NoteReturn(seat),
        "restart": NoteRestart(now - 1000),
        "tick": Tick(),
        "fail": ReplaceBot(seat, "random", "overdue", version),
        "rematch": OfferRematch(seat, "next"),
        "sit": Sit(seat, "Somebody", "hash"),
        "stand": StandUp(seat),
        "resign": Play(seat, f"{seat} resign", version),
    }
    return others[word]


@settings(max_examples=200, deadline=None)
@given(steps=steps, timed=st.booleans(), seed=st.integers(0, 99))
def test_no_order_of_commands_breaks_a_table(
    steps: list[tuple[str, int, int]], timed: bool, seed: int
) -> None:
    rng, now = Random(seed), 1_800_000_000_000
    control = TimeControl.live(1, 1) if timed else None
    setup = Setup("tower-of-doubt", control=control, leave_after=60_000)
    decided = open_table(setup, now, SEED, host=Person("Ona", "key"))
    events: list[Any] = list(decided.events)
    table = decided.table
    for word, seat, wait in [("sit", 1, 0), *steps]:
        now += wait
        try:
            decided = decide(table, command(word, seat, table, now, rng), now, SEED)
        except GameError:
            continue
        events += decided.events
        table = decided.table
        check(table, events, now)


def check(table: Table, events: list[Any], now: int) -> None:
    """Hold what is true of every table."""
    assert table.version == len(events)
    assert fold(events) == table
    assert all(since <= table.version for since in table.match.since)
    assert (table.status == "ended") == (table.seed is not None)
    assert (table.state.outcome() is not None) <= (table.status == "ended")
    clock = table.match.clock
    if clock is not None:
        assert set(clock.running) <= set(table.to_move)
        assert not set(clock.running) & set(clock.resting)
        assert all(left is None or left >= 0 for left in clock.left)
    for viewer in (0, 1, None):
        shown = project(table, viewer, now)
        assert [entry.version for entry in shown.log] == sorted(e.version for e in shown.log)
    if table.status == "ended":
        whole = record(table, None)
        assert sum(1 for _ in replay(table.game, whole)) == len(table.plies)
