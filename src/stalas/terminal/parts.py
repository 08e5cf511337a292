"""What several screens are made of: the line of keys, dialogs, and how sentences are shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from rich.text import Text
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from stalas.core.errors import GameError
from stalas.core.words import Say, Sentence, say

if TYPE_CHECKING:
    from stalas.terminal.app import StalasApp

Answer = TypeVar("Answer")


class Speaking:
    """A screen that speaks the reader's language."""

    @property
    def stalas(self) -> StalasApp:
        """The application."""
        return cast("StalasApp", cast("Screen[None]", self).app)

    @property
    def say(self) -> Say:
        """What puts sentences into the reader's language."""
        return self.stalas.say


class Dialog(Speaking, ModalScreen[Answer], Generic[Answer]):
    """A screen laid over another one."""


class Line(Static):
    """Text as it is: brackets in it are brackets."""

    def __init__(
        self, content: str | Text = "", *, id: str | None = None, classes: str = ""
    ) -> None:
        """Show a text."""
        super().__init__(content, id=id, classes=classes, markup=False)


class Keys(Static):
    """The line at the bottom that tells which key does what."""

    def tell(self, speak: Say, keys: Iterable[tuple[str, Sentence]]) -> None:
        """Show the keys."""
        line = Text()
        for key, meaning in keys:
            line.append(f" {key} ", style="reverse")
            line.append(f" {speak(meaning)}  ")
        self.update(line)


def error_text(error: GameError, speak: Say) -> str:
    """Give an error's sentence with its rule."""
    sentence = speak(error.sentence)
    return sentence if error.rule is None else f"{sentence} [{error.rule}]"


def reason_words(reason: str) -> Sentence:
    """Say by what a match was decided."""
    return {
        "points": say("decided by points"),
        "tie-break": say("decided by the tie-break"),
        "draw": say("a draw"),
        "four-alike": say("decided by four sticks of one length"),
        "shared": say("the victory is shared"),
        "match": say("the match is won"),
        "resigned": say("by resignation"),
        "time": say("on time"),
    }[reason]
