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
from stalas.players.workers import Workers
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
        return self._given or Workers(1).executor()

    def on_mount(self) -> None:
        """Open the menu, and on it the match that was asked for."""
        from stalas.terminal.menu import MenuScreen

        self.push_screen(MenuScreen())
        if self.wishes.setup is not None:
            self.begin(self.wishes.setup)

    def begin(self, setup: Setup) -> None:
        """Sit down to a match. Raises RecordError if the setup is not possible."""
        from stalas.terminal.table import TableScreen

        match = Match(setup)
        self.push_screen(TableScreen(match))

    def on_unmount(self) -> None:
        """Send the bots home."""
        if "executor" in self.__dict__ and self._given is None:
            self.executor.shutdown(wait=False, cancel_futures=True)
