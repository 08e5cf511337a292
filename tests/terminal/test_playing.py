"""The terminal client, driven by keys alone."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from stalas.cli.referee import judge
from stalas.core.dealer import verify
from stalas.core.records import read_record
from stalas.games import SHELF, find
from stalas.players import levels
from stalas.terminal.app import StalasApp, Wishes
from stalas.terminal.dialogs import ResultScreen
from stalas.terminal.help import LogScreen, RulesScreen
from stalas.terminal.match import Setup
from stalas.terminal.menu import MenuScreen, SetupScreen
from stalas.terminal.table import MANY, TableScreen

Drive = Callable[[Pilot[None]], Awaitable[None]]

DOUBT = Setup("tower-of-doubt", "greedy", 2, 0, {"first": 0}, seed=1)


def driven(wishes: Wishes, drive: Drive, size: tuple[int, int] = (80, 24)) -> None:
    """Open the client, drive it, close it."""

    async def session() -> None:
        with ThreadPoolExecutor(1) as executor:
            app = StalasApp(wishes, executor)
            async with app.run_test(size=size) as pilot:
                await settled(pilot)
                await drive(pilot)

    asyncio.run(session())


async def settled(pilot: Pilot[None]) -> None:
    """Wait until every bot has answered and everything is drawn."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await settled(pilot)


def table(pilot: Pilot[None]) -> TableScreen:
    return next(s for s in reversed(pilot.app.screen_stack) if isinstance(s, TableScreen))


def top(pilot: Pilot[None]) -> object:
    """The screen on top, whatever it was before."""
    return pilot.app.screen


def shown(pilot: Pilot[None], selector: str = "") -> str:
    """What stands on the whole screen, or in one of its lines."""
    if selector:
        return str(pilot.app.screen.query_one(selector, Static).render())
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


@pytest.mark.parametrize("name", SHELF)
def test_a_whole_match_ends_in_a_record_that_holds(name: str, tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    rng = Random(name)

    async def drive(pilot: Pilot[None]) -> None:
        await press(pilot, *"salt", "enter")
        screen = table(pilot)
        match = screen.match
        while not match.over:
            assert match.turn == match.seat
            legal = match.view().legal
            screen.query_one("#move", Input).value = str(legal[rng.randrange(len(legal))])[2:]
            await press(pilot, "enter")
        assert isinstance(top(pilot), ResultScreen)
        assert match.dealer.seed.hex() in shown(pilot).replace("│", "").replace("\n", "")
        await press(pilot, "s")
        pilot.app.screen.query_one("#path", Input).value = str(path)
        await press(pilot, "enter")
        assert top(pilot) is screen

    seats = find(name).seats.start
    driven(Wishes(Setup(name, "greedy", seats, 0, {}, seed=7), "en"), drive)
    record = read_record(path.read_bytes())
    answer = judge(record)
    verdict = verify(find(name), record)
    assert answer["over"]
    assert verdict.differs is None
    assert verdict.draws == sum(move.startswith("*") for move in record.moves) > 0
    assert json.loads(path.read_text())["meta"]["dealer"]["entropies"][0] == "salt"


def test_the_menu_leads_to_a_match_by_enter_alone() -> None:
    async def drive(pilot: Pilot[None]) -> None:
        assert isinstance(top(pilot), MenuScreen)
        await press(pilot, "down", "down", "enter")
        assert isinstance(top(pilot), SetupScreen)
        await press(pilot, "enter")
        assert len(table(pilot).match.dealer.commitment) == 64
        assert table(pilot).match.dealer.commitment in shown(pilot, "#commitment")
        assert table(pilot).match.ply == 0, "the commitment is shown before the first move"
        await press(pilot, "enter")
        assert table(pilot).match.ply > 0
        assert table(pilot).match.setup.game == SHELF[2]

    driven(Wishes(lang="en"), drive)


@pytest.mark.parametrize("name", SHELF)
def test_every_game_fits_80_by_24_and_has_its_rules(name: str) -> None:
    async def drive(pilot: Pilot[None]) -> None:
        await press(pilot, "enter")
        screen = table(pilot)
        assert screen.query_one("#board-frame").size.height >= 6
        assert screen.query_one("#move").region.bottom <= 24
        drawn = find(name).draw(screen.match.view(), pilot.app.say)  # type: ignore[attr-defined]
        assert max(map(len, drawn.splitlines())) <= 78
        assert all(len(line) <= 80 for line in shown(pilot).splitlines())
        await press(pilot, "f1")
        assert isinstance(top(pilot), RulesScreen)
        assert len(pilot.app.screen.query(".rule")) == len(find(name).rules) + 1
        await press(pilot, "pagedown", "up", "escape")
        assert top(pilot) is screen

    seats = find(name).seats.start
    driven(Wishes(Setup(name, "greedy", seats, 0, {}, seed=3), "en"), drive)


def test_moves_are_chosen_with_the_arrows_or_narrowed_by_typing() -> None:
    async def drive(pilot: Pilot[None]) -> None:
        await press(pilot, "enter")
        match = table(pilot).match
        moves = table(pilot).query_one("#moves", OptionList)
        assert moves.option_count == 7
        await press(pilot, *"tower 4")
        assert moves.option_count == 1
        await press(pilot, "enter")
        assert match.moves[2] == "0 peek 4", "the only move left is meant"
        await press(pilot, "down", "down", "enter")
        assert match.moves[4] == "0 mark 2"
        await press(pilot, *"0 mark 6", "enter")
        assert "0 mark 6" in match.moves, "the whole notation is fine too"

    driven(Wishes(DOUBT, "en"), drive)


def test_a_refused_move_says_why_and_opens_its_rule() -> None:
    async def drive(pilot: Pilot[None]) -> None:
        await press(pilot, "enter", *"mark 3", "enter")
        assert shown(pilot, "#error").endswith("[TD-3]")
        await press(pilot, "f3")
        assert isinstance(top(pilot), RulesScreen)
        assert pilot.app.screen.query_one(".chosen").id == "rule-TD-3"
        await press(pilot, "escape", "escape")
        assert shown(pilot, "#error") == ""
        assert table(pilot).query_one("#move", Input).value == ""
        await press(pilot, *"nonsense [b]", "enter")
        assert "nonsense [b]" in shown(pilot, "#error")
        await press(pilot, "f3")
        assert top(pilot) is table(pilot), "no rule is meant by a text that is no move"
        assert table(pilot).match.ply == 2

    driven(Wishes(DOUBT, "en"), drive)


def test_resigning_asks_first_and_a_rematch_swaps_the_seats() -> None:
    async def drive(pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "f8", "enter")
        match = table(pilot).match
        assert "0 resign" not in match.moves, "Enter means no"
        await press(pilot, "f8", "right", "enter")
        assert match.moves[-1] == "0 resign"
        assert "You have lost" in shown(pilot)
        await press(pilot, "escape", "enter", "r", "enter")
        assert table(pilot).match is not match
        assert table(pilot).match.seat == 1
        await press(pilot, "f8", "y", "m")
        assert isinstance(top(pilot), MenuScreen)

    driven(Wishes(DOUBT, "en"), drive)


def test_a_running_match_cannot_be_saved_as_it_holds_secrets() -> None:
    async def drive(pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "f5")
        assert "hidden" in shown(pilot, "#error")
        with pytest.raises(AssertionError):
            table(pilot).record()

    driven(Wishes(DOUBT, "en"), drive)


def test_saving_says_why_it_failed(tmp_path: Path) -> None:
    taken = tmp_path / "taken.json"
    taken.write_text("mine")

    async def drive(pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "f8", "y", "s")
        field = pilot.app.screen.query_one("#path", Input)
        for name in (taken, tmp_path, tmp_path / "no" / "folder.json", "/dev/full/x", "a\0b", ""):
            field.value = str(name)
            await press(pilot, "enter")
            assert len(shown(pilot, "#error")) > 10
        field.value = str(tmp_path / "free.json")
        await press(pilot, "enter")
        assert "free.json" in str(table(pilot).query_one("#log", Static).render())

    driven(Wishes(DOUBT, "en"), drive)
    assert taken.read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["free.json", "taken.json"]


def test_a_full_disk_leaves_no_half_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("stalas.terminal.dialogs.os.fsync", full)

    async def drive(pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "f8", "y", "s")
        pilot.app.screen.query_one("#path", Input).value = str(tmp_path / "kept.json")
        await press(pilot, "enter")
        assert "No space left" in shown(pilot, "#error")

    driven(Wishes(DOUBT, "en"), drive)
    assert list(tmp_path.iterdir()) == []


def test_everything_can_be_read_in_lithuanian() -> None:
    async def drive(pilot: Pilot[None]) -> None:
        assert "Kuris žaidimas" in shown(pilot)
        await press(pilot, "f2")
        assert "Which game" in shown(pilot)
        await press(pilot, "f2", "enter")
        assert "Žaisti su" in shown(pilot)
        await press(pilot, "enter", "enter")
        assert "taisyklės" in shown(pilot)

    driven(Wishes(lang="lt"), drive)


def test_suggesting_board_alone_and_the_log() -> None:
    async def drive(pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "f6")
        screen = table(pilot)
        typed = screen.query_one("#move", Input).value
        assert screen.match.why_not(typed) is None
        await press(pilot, "f7")
        assert not screen.query_one("#bottom").display or screen.has_class("board-only")
        await press(pilot, "f7", "f4")
        assert isinstance(top(pilot), LogScreen)
        assert "round 1" in shown(pilot)

    driven(Wishes(DOUBT, "en"), drive, (120, 40))


def test_a_gold_hunting_stack_is_checked_while_it_is_typed() -> None:
    async def drive(pilot: Pilot[None]) -> None:
        await press(pilot, "enter")
        assert len(table(pilot).match.view().legal) > MANY
        await press(pilot, *"112/23")
        assert "2 of 4" in shown(pilot, "#prompt")
        table(pilot).query_one("#move", Input).value = "stack 1111222233"
        await press(pilot, "enter")
        assert "GH-2" in shown(pilot, "#error")
        await press(pilot, "escape", "f6", "enter")
        assert table(pilot).match.moves[1].startswith("0 stack ")

    driven(Wishes(Setup("gold-hunting", "greedy", 2, 0, {}, seed=2), "en"), drive)


def test_a_bot_gets_its_view_alone_and_a_failing_bot_ends_nothing() -> None:
    asked: list[Any] = []

    class Broken(ThreadPoolExecutor):
        def submit(self, function: Any, /, *args: Any, **more: Any) -> Future[Any]:
            asked.append(args)
            failed: Future[Any] = Future()
            failed.set_exception(MemoryError())
            return failed

    async def session() -> None:
        app = StalasApp(
            Wishes(Setup("tower-of-doubt", "greedy", 2, 1, {"first": 0}), "en"), Broken()
        )
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            await press(pilot, "enter")
            assert "failed" in str(table(pilot).query_one("#log", Static).render())
            assert table(pilot).match.turn == 1

    asyncio.run(session())
    (question,) = asked[0]
    assert question.view.seat == 0
    assert not hasattr(question, "state")


def test_bots_think_in_a_process_of_their_own_and_are_replaced_when_they_die() -> None:
    setup = Setup("tower-of-doubt", "greedy", 2, 1, {"first": 0}, seed=4)

    async def session() -> None:
        app = StalasApp(Wishes(setup, "en"))
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            await press(pilot, "enter")
            first = app.executor
            assert table(pilot).match.turn == 1
            assert "failed" not in str(table(pilot).query_one("#log", Static).render())
            for process in list(getattr(first, "_processes").values()):  # noqa: B009
                process.kill()
            await press(pilot, *"peek 6", "enter")
            assert "failed (BrokenProcessPool)" in str(
                table(pilot).query_one("#log", Static).render()
            )
            assert app.executor is not first
            assert table(pilot).match.turn == 1

    asyncio.run(session())


@pytest.mark.parametrize("name", SHELF)
def test_every_level_says_how_it_plays(name: str) -> None:
    for level in levels(name).values():
        assert str(level.title)
        assert 10 < len(str(level.about)) < 200
