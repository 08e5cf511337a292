"""The table: the board, whose turn it is, what may be done and why not, the log."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option as Row

from stalas.core.errors import GameError, RecordError
from stalas.core.game import DEALER, AnyMove
from stalas.core.records import Record
from stalas.core.words import Sentence, say
from stalas.terminal.dialogs import ConfirmScreen, DealerScreen, ResultScreen, SaveScreen
from stalas.terminal.help import LogScreen, RulesScreen, log_lines
from stalas.terminal.match import Match, Question, think
from stalas.terminal.parts import Keys, Line, Speaking, error_text
from stalas.terminal.stacking import remaining

MANY = 1_000
"""So many legal moves are not listed: a notation is typed instead."""


class TableScreen(Speaking, Screen[None]):
    """One match, from the dealer's commitment to the result."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "choose(-1)", show=False, priority=True),
        Binding("down", "choose(1)", show=False, priority=True),
        Binding("pageup", "board(-8)", show=False, priority=True),
        Binding("pagedown", "board(8)", show=False, priority=True),
        Binding("f1", "rules", show=False),
        Binding("f3", "why", show=False),
        Binding("f4", "log", show=False),
        Binding("f5", "save", show=False),
        Binding("f6", "suggest", show=False),
        Binding("f7", "widen", show=False),
        Binding("f8", "resign", show=False),
        Binding("escape", "clear", show=False),
    ]

    def __init__(self, match: Match) -> None:
        """Sit down to a match."""
        super().__init__()
        self.match = match
        self.rule: str | None = None
        """The rule that the last refused move broke."""
        self._shown: list[AnyMove] = []
        """The moves in the list, in its order."""
        self._thinking: int | None = None
        """The ply that a bot is thinking about."""

    def compose(self) -> ComposeResult:
        """The board above, or on the left if there is room; moves, log and field below."""
        yield Line(id="seats")
        with Horizontal(id="middle"):
            with VerticalScroll(id="board-frame", can_focus=False):
                yield Line(id="board")
            with VerticalScroll(id="log-frame", can_focus=False):
                yield Line(id="log")
        with Vertical(id="bottom"):
            yield Line(id="prompt")
            moves = OptionList(id="moves", compact=True, markup=False)
            moves.can_focus = False
            yield moves
            yield Line(id="error", classes="error")
            yield Input(id="move", compact=True)
        yield Keys()

    def on_mount(self) -> None:
        """Show the dealer's commitment, then begin."""
        self.refresh_table()
        self.app.push_screen(DealerScreen(self.match), self._begin)
        # While the person reads, the bots' process starts.
        self.set_timer(0.1, lambda: self.stalas.executor)

    def _begin(self, entropy: str | None) -> None:
        if entropy:
            self.match.dealer = self.match.dealer.with_entropy(self.match.seat, entropy)
        self.match.deal()
        self.go_on()

    def go_on(self) -> None:
        """Let whoever is next act: a bot, the person, or nobody any more."""
        self.refresh_table()
        self.query_one("#move", Input).focus()
        if self.match.over:
            self._show_result()
        elif self.match.turn not in (self.match.seat, DEALER) and self._thinking is None:
            self._thinking = self.match.ply
            self.run_worker(self._ask(self.match.question()))

    async def _ask(self, question: Question) -> None:
        """Have a bot answer; the screen goes on meanwhile."""
        try:
            text = await asyncio.wrap_future(self.stalas.executor.submit(think, question))
        except Exception as error:  # whatever happened to it, the match goes on
            text = str(question.view.legal[0])
            self.match.tell(
                say(
                    "The bot at seat {seat} failed ({error}); it plays its first move.",
                    seat=question.seat,
                    error=type(error).__name__,
                )
            )
            self.stalas.replace_bots()
        self._thinking = None
        if self.match.answer(question, text):
            self.match.deal()
        if self.is_mounted:
            self.go_on()

    # What is shown

    def refresh_table(self) -> None:
        """Show everything anew from the person's view."""
        view = self.match.view()
        self.query_one("#seats", Line).update(self._seats(view.scores))
        self.query_one("#board", Line).update(self.match.game.draw(view, self.say))
        self.query_one("#log", Line).update("\n".join(log_lines(self.match.log, self.say)))
        self.query_one("#log-frame").scroll_end(animate=False)
        self.query_one("#prompt", Line).update(self.say(self._prompt()))
        self._list_moves()
        self._tell_keys()

    def _seats(self, scores: Sequence[int]) -> Text:
        """Who sits where, with scores; the one to move is marked."""
        line = Text()
        for seat, score in enumerate(scores):
            acts = seat == self.match.turn
            line.append("▶ " if acts else "  ", style="bold")
            told = say(
                "Seat {seat} {name}: {score}", seat=seat, name=self.match.name(seat), score=score
            )
            line.append(self.say(told), style="bold" if acts else "")
            line.append("  ")
        return line

    def _prompt(self) -> Sentence:
        if self.match.over:
            return say("The match is over.")
        if self.match.turn != self.match.seat:
            seat = self.match.turn
            if seat is None or seat == DEALER:
                return say("The dealer is about to act.")
            name = self.match.name(seat)
            return say("Seat {seat} ({name}) is thinking …", seat=seat, name=name)
        if len(self.match.view().legal) >= MANY:
            return remaining(self.query_one("#move", Input).value)
        return say("Your turn: choose with the arrows, or type a move, and press Enter.")

    def _list_moves(self) -> None:
        """List the legal moves that fit what has been typed."""
        moves = self.query_one("#moves", OptionList)
        moves.clear_options()
        legal = self.match.view().legal if self.match.turn == self.match.seat else ()
        wanted = self.query_one("#move", Input).value.casefold().split()
        self._shown = []
        if len(legal) < MANY:
            for move in legal:
                notation = str(move)[2:]
                words = self.say(self.match.game.words(move))
                row = notation if words == notation else f"{words}  ·  {notation}"
                if all(word in row.casefold() for word in wanted):
                    self._shown.append(move)
                    moves.add_option(Row(row))
        moves.display = bool(self._shown)

    def _tell_keys(self) -> None:
        keys = [
            ("F1", say("rules")),
            ("F4", say("log")),
            ("F6", say("suggest")),
            ("F7", say("board")),
        ]
        if self.rule is not None:
            keys.insert(1, ("F3", say("why not")))
        if self.match.over:
            keys.append(("F5", say("save")))
            keys.append(("Enter", say("result")))
        elif self.match.setup.seats == 2:
            keys.append(("F8", say("resign")))
        self.query_one(Keys).tell(self.say, [*keys, ("^Q", say("quit"))])

    # What the person does

    def on_input_changed(self) -> None:
        """Narrow the list to what is typed, and check a long notation on the way."""
        self._list_moves()
        self.query_one("#prompt", Line).update(self.say(self._prompt()))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Make the move that is typed or chosen."""
        if self.match.over:
            self._show_result()
            return
        if self.match.turn != self.match.seat:
            return
        text = self._meant(event.value.strip())
        if text is None:
            return
        try:
            self.match.play(text)
        except GameError as error:
            self._refuse(error)
            return
        self._refuse(None)
        self.query_one("#move", Input).value = ""
        self.match.deal()
        self.go_on()

    def _meant(self, typed: str) -> str | None:
        """The move that is meant: an exact text, else the chosen row, else the only one left."""
        chosen = self.query_one("#moves", OptionList).highlighted
        if typed and any(str(move) == self.match.with_seat(typed) for move in self._shown):
            return typed
        if chosen is not None and chosen < len(self._shown):
            return str(self._shown[chosen])
        if typed and len(self._shown) == 1:
            return str(self._shown[0])
        return typed or None

    def _refuse(self, error: GameError | None) -> None:
        """Say why not, or nothing any more."""
        self.rule = None if error is None else error.rule
        shown = "" if error is None else error_text(error, self.say)
        self.query_one("#error", Line).update(shown)
        self._tell_keys()

    def action_choose(self, step: int) -> None:
        """Go up or down in the list of moves."""
        moves = self.query_one("#moves", OptionList)
        if step > 0:
            moves.action_cursor_down()
        else:
            moves.action_cursor_up()

    def action_board(self, lines: int) -> None:
        """Scroll the board."""
        self.query_one("#board-frame").scroll_relative(y=lines, animate=False)

    def action_widen(self) -> None:
        """Give the board all the room, or take it back."""
        self.toggle_class("board-only")

    def action_clear(self) -> None:
        """Forget what is typed and chosen."""
        self.query_one("#move", Input).value = ""
        self._refuse(None)
        self._list_moves()

    def action_suggest(self) -> None:
        """Type some legal move, drawn at random, for the person to change or to make."""
        legal = self.match.view().legal if self.match.turn == self.match.seat else ()
        if legal:
            field = self.query_one("#move", Input)
            field.value = self.match.suggestion(legal)
            field.cursor_position = len(field.value)

    def action_rules(self) -> None:
        """Open the rules."""
        self.app.push_screen(RulesScreen(self.match.game))

    def action_why(self) -> None:
        """Open the rule that the refused move broke."""
        if self.rule is not None:
            self.app.push_screen(RulesScreen(self.match.game, self.rule))

    def action_log(self) -> None:
        """Open the whole log."""
        self.app.push_screen(LogScreen(log_lines(self.match.log, self.say)))

    def action_resign(self) -> None:
        """Give up, after asking."""
        if not self.match.over and self.match.setup.seats == 2:
            self.app.push_screen(ConfirmScreen(say("Give this match up?")), self._resign)

    def _resign(self, sure: bool | None) -> None:
        if sure and not self.match.over:
            self.match.resign()
            self.go_on()

    def action_save(self) -> None:
        """Save the record of a finished match."""
        if not self.match.over:
            self._refuse(
                RecordError(
                    say(
                        "A record holds what is hidden from you now;"
                        " it can be saved once the match is over."
                    )
                )
            )
            return
        self.app.push_screen(SaveScreen(self.record()), self._saved)

    def record(self) -> Record:
        """The finished match's record, with everybody's name."""
        seats = range(self.match.setup.seats)
        return self.match.record([self.say(self.match.name(seat)) for seat in seats])

    def _saved(self, path: object) -> None:
        if path is not None:
            self.match.tell(say("Saved as {file}.", file=str(path)))
            self.refresh_table()

    def _show_result(self) -> None:
        outcome = self.match.view().outcome
        if outcome is not None:
            self.app.push_screen(ResultScreen(self.match, outcome), self._after)

    def _after(self, wish: str | None) -> None:
        if wish == "rematch":
            self.app.pop_screen()
            self.stalas.begin(self.match.setup.rotated())
        elif wish == "save":
            self.action_save()
        elif wish == "menu":
            self.stalas.leave()
