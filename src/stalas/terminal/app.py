"""The terminal client: an application that goes from the menu to a match and back."""

from __future__ import annotations

import sys
from concurrent.futures import Executor
from contextlib import redirect_stderr
from dataclasses import dataclass
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from stalas.core.words import Say
from stalas.locale import language, preferred
from stalas.terminal.match import Match, Setup


@dataclass
class Wishes:
    """What the command line asked for, as far as it did."""

    setup: Setup | None = None
    """A match to begin at once; None opens the menu."""
    lang: str | None = None


class StalasApp(App[None]):
    """Sit down and play."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Stalas"
    CSS_PATH = "style.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (116, "-wide")]  # noqa: RUF012  Textual's own name
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True),
        Binding("ctrl+c", "quit", show=False, priority=True),
    ]

    def __init__(self, wishes: Wishes | None = None, executor: Executor | None = None) -> None:
        """Prepare; bots think in `executor`, by default a process of their own."""
        super().__init__()
        self.wishes = wishes or Wishes()
        self.code = preferred(self.wishes.lang)
        self._executor = executor
        self._own = executor is None

    @property
    def say(self) -> Say:
        """What puts sentences into the reader's language."""
        return language(self.code)

    @property
    def executor(self) -> Executor:
        """Where bots think, so that the screen never waits for them."""
        if self._executor is None:
            self._executor = bot_process()
        return self._executor

    def replace_bots(self) -> None:
        """Have other bots from now on, after one failed."""
        if self._own:
            self._dismiss_bots()

    def on_mount(self) -> None:
        """Sit down to the match that was asked for, or open the menu."""
        if self.wishes.setup is None:
            self.open_menu()
        else:
            self.begin(self.wishes.setup)

    def open_menu(self) -> None:
        """Show the four games."""
        from stalas.terminal.menu import MenuScreen

        self.push_screen(MenuScreen())

    def begin(self, setup: Setup) -> None:
        """Sit down to a match. Raises RecordError if the setup is not possible."""
        from stalas.terminal.table import TableScreen

        self.push_screen(TableScreen(Match(setup)))

    def leave(self) -> None:
        """Get up from the table and go back to the menu."""
        self.pop_screen()
        if len(self.screen_stack) == 1:
            self.open_menu()

    def on_unmount(self) -> None:
        """Send the bots home."""
        if self._own:
            self._dismiss_bots()

    def _dismiss_bots(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None


def bot_process() -> Executor:
    """Start a process in which bots think.

    It inherits the error stream, which must be a real one by then: while the screen is shown,
    Textual puts another in its place, which has no file descriptor.
    """
    from stalas.players.workers import Workers

    with redirect_stderr(sys.__stderr__):
        executor = Workers(1).executor()
        executor.submit(int)  # the process starts with its first task
    return executor
