"""The terminal client: an application that goes from the menu to a match and back."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
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
        self._given = executor

    @property
    def say(self) -> Say:
        """What puts sentences into the reader's language."""
        return language(self.code)

    @cached_property
    def executor(self) -> Executor:
        """Where bots think, so that the screen never waits for them."""
        from stalas.players.workers import Workers

        return self._given or Workers(1).executor()

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
        if "executor" in self.__dict__ and self._given is None:
            self.executor.shutdown(wait=False, cancel_futures=True)
