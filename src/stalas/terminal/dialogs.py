"""The questions around a match: the dealer's word before it, resigning, saving, the result."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Label

from stalas.core.dealer import MAX_ENTROPY
from stalas.core.errors import RecordError
from stalas.core.game import Outcome
from stalas.core.records import Record
from stalas.core.words import Sentence, say, say_many
from stalas.terminal.match import Match
from stalas.terminal.parts import Dialog, Keys, Line, reason_words


class DealerScreen(Dialog[str]):
    """The dealer binds itself before the first move; the person may mix something in.

    Gives what the person typed, maybe nothing.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", show=False)]

    def __init__(self, match: Match) -> None:
        """Show the commitment of a match's dealer."""
        super().__init__()
        self.match = match

    def compose(self) -> ComposeResult:
        """The commitment and a field."""
        speak = self.say
        with Vertical(classes="dialog"):
            yield Label(speak(say("The dealer has sealed its draws")), classes="heading")
            yield Line(
                speak(
                    say(
                        "All chance in this match comes from a secret seed, whose SHA-256 stands"
                        " below. The seed is told when the match is over, so that anybody can check"
                        " every draw."
                    )
                )
            )
            yield Line(self.match.dealer.commitment, id="commitment")
            yield Line(
                speak(
                    say(
                        "If you like, type anything: it is mixed in, and the dealer cannot know it."
                    )
                )
            )
            yield Input(id="entropy", max_length=MAX_ENTROPY, compact=True)
            yield Keys()

    def on_mount(self) -> None:
        """Wait for Enter."""
        self.query_one(Keys).tell(self.say, [("Enter", say("begin"))])
        self.query_one("#entropy", Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Begin."""
        self.dismiss(event.value)


class ConfirmScreen(Dialog[bool]):
    """A question with yes and no, no being what Enter gives."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "dismiss(False)", show=False),
        Binding("y,t", "dismiss(True)", show=False),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, question: Sentence) -> None:
        """Ask."""
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        """The question and two buttons."""
        with Vertical(classes="dialog"):
            yield Label(self.say(self.question), classes="heading")
            with Horizontal(classes="buttons"):
                yield Button(self.say(say("No")), id="no", compact=True)
                yield Button(self.say(say("Yes")), id="yes", variant="error", compact=True)
            yield Keys()

    def on_mount(self) -> None:
        """Stand on no."""
        self.query_one(Keys).tell(
            self.say, [("← →", say("choose")), ("Enter", say("answer")), ("Esc", say("back"))]
        )
        self.query_one("#no", Button).focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        self.dismiss(event.button.id == "yes")


class SaveScreen(Dialog[Path | None]):
    """Where the record is to be kept. Gives the file once it is written."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, record: Record) -> None:
        """Keep a record."""
        super().__init__()
        self.record = record

    def compose(self) -> ComposeResult:
        """A field with a name that is still free."""
        with Vertical(classes="dialog"):
            yield Label(self.say(say("Save the record as")), classes="heading")
            yield Input(free_name(self.record.game), id="path", compact=True)
            yield Line(id="error", classes="error")
            yield Keys()

    def on_mount(self) -> None:
        """Wait for Enter."""
        self.query_one(Keys).tell(self.say, [("Enter", say("save")), ("Esc", say("back"))])
        self.query_one("#path", Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Write the file, or say why it cannot be."""
        path = Path(event.value.strip()).expanduser()
        try:
            save_record(self.record, path)
        except RecordError as error:
            self.query_one("#error", Line).update(self.say(error.sentence))
            return
        self.dismiss(path)


class ResultScreen(Dialog[str]):
    """Who has won and by what, and what may come next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "dismiss('rematch')", show=False),
        Binding("s", "dismiss('save')", show=False),
        Binding("escape,b", "dismiss('board')", show=False),
        Binding("m", "dismiss('menu')", show=False),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, match: Match, outcome: Outcome) -> None:
        """Tell a match's result."""
        super().__init__()
        self.match = match
        self.outcome = outcome

    def compose(self) -> ComposeResult:
        """The result, the scores, the dealer's seed and the buttons."""
        speak = self.say
        outcome = self.outcome
        with Vertical(classes="dialog"):
            yield Label(speak(result_words(outcome, self.match.seat)), classes="heading")
            yield Line(speak(reason_words(outcome.reason)))
            yield Line(
                "\n".join(
                    ("★ " if seat in outcome.winners else "  ")
                    + speak(
                        say_many(
                            "Seat {seat} ({name}): {count} point",
                            "Seat {seat} ({name}): {count} points",
                            score,
                            seat=seat,
                            name=self.match.name(seat),
                        )
                    )
                    for seat, score in enumerate(outcome.scores)
                )
            )
            yield Line(
                speak(
                    say(
                        "The dealer's seed: {seed}. The saved record can be checked with"
                        " “stalas verify FILE”.",
                        seed=self.match.dealer.seed.hex(),
                    )
                ),
                classes="small",
            )
            with Horizontal(classes="buttons"):
                yield Button(speak(say("Rematch")), id="rematch", compact=True, variant="primary")
                yield Button(speak(say("Save the record")), id="save", compact=True)
                yield Button(speak(say("Look at the board")), id="board", compact=True)
                yield Button(speak(say("Menu")), id="menu", compact=True)
            yield Keys()

    def on_mount(self) -> None:
        """Stand on the rematch."""
        self.query_one(Keys).tell(
            self.say,
            [("← →", say("choose")), ("Enter", say("go")), ("Esc", say("look at the board"))],
        )
        self.query_one("#rematch", Button).focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Go there."""
        self.dismiss(event.button.id or "board")


def result_words(outcome: Outcome, seat: int) -> Sentence:
    """Say who has won, to the one who sits at `seat`."""
    if outcome.reason == "draw":
        return say("The match is drawn.")
    if seat not in outcome.winners:
        return say("You have lost.")
    return say("You have won!") if len(outcome.winners) == 1 else say("You share the victory.")


def free_name(game: str) -> str:
    """Give a file name that is not taken here."""
    number = 1
    while Path(name := f"{game}-{number}.json").exists():
        number += 1
    return name


def save_record(record: Record, path: Path) -> None:
    """Write a record into a new file, whole or not at all. Raises RecordError."""
    draft = None
    try:
        if path.exists():
            raise RecordError(say("{file} is there already; choose another name.", file=str(path)))
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=".stalas-", delete=False
        ) as file:
            draft = Path(file.name)
            file.write(record.dumps() + "\n")
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(0o644)
        draft.rename(path)
    except (OSError, ValueError) as error:
        if draft is not None:
            draft.unlink(missing_ok=True)
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise RecordError(
            say("Cannot write {file}: {reason}.", file=str(path), reason=reason)
        ) from None
