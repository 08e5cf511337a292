"""The menu: which game, against whom, under which options, in which language."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Input, Label, OptionList, Select
from textual.widgets.option_list import Option as Row

from stalas.core.errors import GameError
from stalas.core.game import AnyGame
from stalas.core.options import Option
from stalas.core.words import Say, Sentence, say
from stalas.games import SHELF, find
from stalas.locale import LANGUAGES
from stalas.players import levels
from stalas.terminal.help import RulesScreen
from stalas.terminal.match import Setup
from stalas.terminal.parts import Dialog, Keys, Line, Speaking, error_text


class MenuScreen(Speaking, Screen[None]):
    """The four games."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "rules", show=False),
        Binding("f2", "next_language", show=False),
        Binding("q", "app.quit", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Show the games, and what the highlighted one is."""
        speak = self.say
        yield Line("S T A L A S", id="title")
        yield Line(speak(say("Sit down and play. Which game?")), id="subtitle")
        rows = [Row(speak(find(name).title), id=name) for name in SHELF]
        yield OptionList(*rows, id="games")
        yield Line(id="about")
        yield Keys(id="keys")

    def on_mount(self) -> None:
        """Begin at the first game."""
        self._tell_keys()
        games = self.query_one("#games", OptionList)
        games.highlighted = 0
        games.focus()

    def _tell_keys(self) -> None:
        codes = list(LANGUAGES)
        following = LANGUAGES[codes[(codes.index(self.stalas.code) + 1) % len(codes)]]
        self.query_one(Keys).tell(
            self.say,
            [
                ("↑ ↓", say("choose")),
                ("Enter", say("play")),
                ("F1", say("rules")),
                ("F2", Sentence(following)),
                ("Q", say("quit")),
            ],
        )

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell whose game it is and how many play."""
        game = find(str(event.option.id))
        fewest, most = game.seats.start, game.seats.stop - 1
        seats = (
            say("For {seats} players.", seats=fewest)
            if fewest == most
            else say("For {fewest} to {most} players.", fewest=fewest, most=most)
        )
        self.query_one("#about", Line).update(f"{self.say(seats)}\n\n{self.say(game.credit)}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go on to the setup."""
        self.app.push_screen(SetupScreen(find(str(event.option.id))))

    def action_rules(self) -> None:
        """Open the rules of the highlighted game."""
        row = self.query_one("#games", OptionList).highlighted or 0
        self.app.push_screen(RulesScreen(find(SHELF[row])))

    async def action_next_language(self) -> None:
        """Speak the next language from here on."""
        codes = list(LANGUAGES)
        self.stalas.code = codes[(codes.index(self.stalas.code) + 1) % len(codes)]
        await self.recompose()
        self.on_mount()


class SetupScreen(Dialog[None]):
    """What is agreed before a match."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", show=False),
        Binding("f1", "rules", show=False),
        Binding("f10", "start", show=False),
    ]

    def __init__(self, game: AnyGame) -> None:
        """Ask about one game."""
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        """A form; every field has its default, so that Enter is enough."""
        speak = self.say
        game = self.game
        with Vertical(classes="dialog tall"):
            yield Label(speak(game.title), classes="heading")
            with VerticalScroll(id="form"):
                yield from _row(
                    speak(say("Play against")),
                    _select(
                        [(speak(level.title), name) for name, level in levels(game.name).items()],
                        list(levels(game.name))[min(1, len(levels(game.name)) - 1)],
                        "level",
                    ),
                )
                yield Line(id="about-level")
                if len(game.seats) > 1:
                    yield from _row(
                        speak(say("Seats")),
                        _select([(str(n), n) for n in game.seats], game.seats.start, "seats"),
                    )
                yield from _row(
                    speak(say("Your seat")),
                    _select([(str(n), n) for n in range(game.seats.stop - 1)], 0, "seat"),
                )
                for option in game.options:
                    yield from self._option(option)
            yield Line(id="error", classes="error")
            with Horizontal(classes="buttons"):
                yield Button(speak(say("Sit down")), id="start", variant="primary", compact=True)
            yield Keys(id="keys")

    def on_mount(self) -> None:
        """Enter sits down at once; the arrows lead into the form."""
        self.query_one(Keys).tell(
            self.say,
            [
                ("Enter", say("sit down")),
                ("Tab", say("next field")),
                ("F1", say("rules")),
                ("Esc", say("back")),
            ],
        )
        self.query_one("#start", Button).focus()

    def on_select_changed(self, event: Select.Changed) -> None:
        """Tell how the chosen level plays."""
        if event.select.id == "level":
            about = levels(self.game.name)[str(event.value)].about
            self.query_one("#about-level", Line).update(self.say(about))

    def on_input_submitted(self) -> None:
        """Enter in a field sits down too."""
        self.action_start()

    def on_button_pressed(self) -> None:
        """Sit down."""
        self.action_start()

    def action_rules(self) -> None:
        """Open the rules."""
        self.app.push_screen(RulesScreen(self.game))

    def action_start(self) -> None:
        """Begin the match, or say what is wrong with the form."""
        seats = self.query("#seats")
        try:
            setup = Setup(
                self.game.name,
                str(self.query_one("#level", Select).value),
                int(str(seats.only_one(Select).value)) if seats else self.game.seats.start,
                int(str(self.query_one("#seat", Select).value)),
                dict(self._options()),
            )
            setup.check()
        except GameError as error:
            self._refuse(error_text(error, self.say))
            return
        self.dismiss()
        self.stalas.begin(setup)

    def _refuse(self, sentence: str) -> None:
        self.query_one("#error", Line).update(sentence)

    def _option(self, option: Option) -> Iterable[Any]:
        speak = self.say
        title = speak(option.meaning)
        field = f"option-{option.name}"
        if option.choices:
            return _row(
                title,
                _select(
                    [(_choice(value, speak), json.dumps(value)) for value in option.choices],
                    json.dumps(option.default),
                    field,
                ),
            )
        return _row(title, Input(json.dumps(option.default), id=field, compact=True))

    def _options(self) -> Iterator[tuple[str, Any]]:
        """The options that differ from their defaults."""
        for option in self.game.options:
            field = self.query_one(f"#option-{option.name}")
            text = str(field.value if isinstance(field, Select | Input) else "")
            try:
                value = json.loads(text)
            except ValueError:
                value = text
            if value != option.default or type(value) is not type(option.default):
                yield option.name, value


def _select(rows: list[tuple[str, Any]], value: Any, field: str) -> Select[Any]:
    return Select(rows, value=value, allow_blank=False, id=field, compact=True)


def _row(title: str, field: Any) -> Iterator[Any]:
    yield Horizontal(Label(title, classes="field"), field, classes="row")


def _choice(value: object, speak: Say) -> str:
    if value is True:
        return speak(say("yes"))
    if value is False:
        return speak(say("no"))
    if value == "random":
        return speak(say("by chance"))
    return str(value)
