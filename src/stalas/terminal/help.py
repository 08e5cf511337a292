"""The help: a game's rules in words, under the numbers that errors name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Label

from stalas.core.game import AnyGame
from stalas.core.words import Say, Sentence, say
from stalas.terminal.parts import Dialog, Keys, Line


class RulesScreen(Dialog[None]):
    """All rules of a game, opened at one of them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,f3,enter,q", "dismiss", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-12)", show=False),
        Binding("pagedown,space", "scroll(12)", show=False),
        Binding("home", "scroll(-10000)", show=False),
        Binding("end", "scroll(10000)", show=False),
    ]

    def __init__(self, game: AnyGame, rule: str | None = None) -> None:
        """Show a game's rules from `rule` on."""
        super().__init__()
        self.game = game
        self.rule = rule

    def compose(self) -> ComposeResult:
        """The rules one below the other."""
        speak = self.say
        with Vertical(classes="dialog tall"):
            yield Label(speak(say("{game}: the rules", game=self.game.title)), classes="heading")
            with VerticalScroll(id="rules"):
                for rule in self.game.rules:
                    text = Text()
                    text.append(f"{rule.number}  {speak(rule.title)}\n", style="bold")
                    text.append(speak(rule.text))
                    chosen = " chosen" if rule.number == self.rule else ""
                    yield Line(text, id=f"rule-{rule.number}", classes=f"rule{chosen}")
                yield Line(speak(self.game.credit), classes="rule")
            yield Keys()

    def on_mount(self) -> None:
        """Go to the rule that was asked for."""
        self.query_one(Keys).tell(self.say, [("↑ ↓", say("read")), ("Esc", say("back"))])
        if self.rule is not None and (found := self.query(f"#rule-{self.rule}")):
            target = found.first()
            self.call_after_refresh(
                lambda: self.query_one("#rules").scroll_to_widget(target, top=True, animate=False)
            )

    def action_scroll(self, lines: int) -> None:
        """Scroll by so many lines."""
        self.query_one("#rules").scroll_relative(y=lines, animate=False)


class LogScreen(Dialog[None]):
    """Everything that the person was told, from the first move on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f4,enter,q", "dismiss", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-12)", show=False),
        Binding("pagedown,space", "scroll(12)", show=False),
    ]

    def __init__(self, lines: list[str]) -> None:
        """Show lines."""
        super().__init__()
        self.lines = lines

    def compose(self) -> ComposeResult:
        """The lines, the last ones first in sight."""
        with Vertical(classes="dialog tall"):
            yield Label(self.say(say("What has happened")), classes="heading")
            with VerticalScroll(id="rules"):
                yield Line(Text("\n".join(self.lines)))
            yield Keys()

    def on_mount(self) -> None:
        """Go to the end."""
        self.query_one(Keys).tell(self.say, [("↑ ↓", say("read")), ("Esc", say("back"))])
        self.call_after_refresh(lambda: self.query_one("#rules").scroll_end(animate=False))

    def action_scroll(self, lines: int) -> None:
        """Scroll by so many lines."""
        self.query_one("#rules").scroll_relative(y=lines, animate=False)


def log_lines(log: Iterable[tuple[Sentence, ...]], speak: Say) -> list[str]:
    """Put what was told into lines, the first of each move marked."""
    return [
        ("  " if index else "• ") + speak(sentence)
        for told in log
        for index, sentence in enumerate(told)
    ]
