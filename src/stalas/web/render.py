"""Pages from templates: what every page needs, and a table as one viewer's fragment.

A fragment is made from a projection and nothing else that could differ between worlds which its
viewer cannot tell apart.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import segno
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from stalas.core.game import DEALER, AnyGame, AnyMove, AnyView, Seat
from stalas.core.words import Say, Sentence, Value, say, say_many
from stalas.games import SHELF, find
from stalas.locale import LANGUAGES, language
from stalas.players import levels
from stalas.table.project import Entry, Projection

MOST_BUTTONS: Final = 400
"""More legal moves than this are not listed; the move is typed (Gold Hunting's stacks)."""

_TEMPLATES: Final = Environment(
    loader=PackageLoader("stalas.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who a page is for: the language it is read in, and the token its forms carry."""

    code: str
    token: str
    name: str = ""

    @property
    def say(self) -> Say:
        """What speaks the reader's language."""
        return language(self.code)


def page(template: str, reader: Reader, **context: Any) -> str:
    """Fill a template."""
    speak = reader.say

    def translate(text: str, **values: Value) -> str:
        return speak(Sentence(text, tuple(values.items())))

    def count(singular: str, plural: str, number: int, **values: Value) -> str:
        return speak(say_many(singular, plural, number, **values))

    return _TEMPLATES.get_template(template).render(
        _=translate,
        say_many=count,
        speak=speak,
        reader=reader,
        languages=LANGUAGES,
        shelf=[find(name) for name in SHELF],
        levels=levels,
        board=board,
        log_line=log_line,
        DEALER=DEALER,
        **context,
    )


def board(game: AnyGame, view: AnyView, speak: Say) -> Markup:
    """Draw a view: the game's picture, or its text drawing where it has none."""
    picture = _picture(game.name)
    if picture is not None:
        return Markup(picture.draw(view, speak))  # noqa: S704  (made by us, escaped there)
    return Markup('<pre class="drawing">{}</pre>').format(game.draw(view, speak))


@cache
def _picture(game: str) -> Any:
    name = f"stalas.games.{game.replace('-', '_')}.svg"
    return import_module(name) if find_spec(name) else None


def picks(game: AnyGame, move: AnyMove) -> str:
    """The targets on the board that select a move, for the board script; may be empty."""
    picture = _picture(game.name)
    return " ".join(picture.picks(move)) if picture is not None else ""


def qr_code(address: str) -> Markup:
    """Draw an address as a QR code."""
    code = segno.make(address, error="m")
    return Markup(code.svg_inline(scale=5, border=2, svgclass="qr", lineclass=None))  # noqa: S704


@dataclass(frozen=True, slots=True)
class Form:
    """What every form at a table carries."""

    table: str
    token: str
    version: int


@dataclass(frozen=True, slots=True)
class Choices:
    """The moves that a viewer may make, for a form."""

    listed: tuple[tuple[str, str, str], ...]
    """Each move's notation, its words, and the targets on the board that select it."""
    typed: str | None
    """The beginning of the notation to type, where the moves are too many to list."""


def choices(game: AnyGame, view: AnyView, speak: Say) -> Choices:
    """Give the moves of the viewer of a view."""
    legal: Sequence[AnyMove] = view.legal
    if len(legal) > MOST_BUTTONS:
        return Choices((), " ".join(str(legal[0]).split()[:2]))
    return Choices(
        tuple((str(move), speak(game.words(move)), picks(game, move)) for move in legal), None
    )


def whose_turn(shown: Projection, seats: Sequence[Seat]) -> Sentence:
    """Say what the table waits for, to a viewer who holds these seats."""
    view = shown.view
    if view is None:
        free = [seat for seat in shown.seats if seat.kind is None]
        if free:
            return say_many("Waiting for {count} seat.", "Waiting for {count} seats.", len(free))
        return say("Waiting until everybody is ready.")
    if shown.status == "ended" or view.outcome is not None:
        return result(shown)
    waiting = [seat for seat in shown.seats if seat.to_move]
    if any(seat.seat in seats for seat in waiting):
        return say("Your turn.")
    if len(waiting) == 1:
        return say("{name} is to move.", name=waiting[0].name)
    return say("The others are choosing.")


def result(shown: Projection) -> Sentence:
    """Say how a match ended."""
    outcome = shown.view.outcome if shown.view is not None else None
    if outcome is None:
        return say("The match was broken off without a result.")
    names = [shown.seats[seat].name for seat in outcome.winners]
    if len(names) == 1:
        return say("{name} has won ({reason}).", name=names[0], reason=_REASONS[outcome.reason])
    return say(
        "The victory is shared: {names} ({reason}).",
        names=", ".join(names),
        reason=_REASONS[outcome.reason],
    )


_REASONS: Final[Mapping[str, Sentence]] = {
    "points": say("on points"),
    "tie-break": say("by tie-break"),
    "draw": say("a draw"),
    "four-alike": say("four sticks of one length"),
    "shared": say("equal in everything"),
    "match": say("first to the points"),
    "resigned": say("the other seat resigned"),
    "time": say("on time"),
}


@lru_cache(maxsize=50_000)
def log_line(entry: Entry, code: str) -> Markup:
    """A line of the log, rendered once for all readers of a language who are told the same."""
    speak = language(code)
    words = " ".join(speak(sentence) for sentence in entry.sentences)
    ply = "n" if entry.ply is None else entry.ply
    notation = Markup("<code>{}</code>").format(entry.text) if entry.text else ""
    return Markup('<li data-key="log-{}-{}">{} {}</li>\n').format(
        entry.version, ply, words, notation
    )


LOG_SHOWN: Final = 40
"""How many lines of the log a table's page shows; all of them can be stepped through."""


class Fragments:
    """Tables as fragments, rendered once for all who see the same.

    Two tabs of one seat, or all spectators who read one language, differ in nothing but the token
    of their forms, which is put in last. What time or a reader's name changes is not kept.
    """

    def __init__(self, most: int = 2048) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[object, ...], str] = OrderedDict()
        # Nobody can foresee it, so nothing that people write can contain it.
        self._mark = secrets.token_hex(16)

    def render(
        self,
        shown: Projection,
        reader: Reader,
        *,
        table: str,
        seats: Sequence[Seat],
        host: bool,
        curtain: Seat | None = None,
        problem: str = "",
    ) -> str:
        """Render a table for its viewer: see `fragment`."""
        passing = shown.status == "open" or shown.control is not None or shown.claims or problem
        given = {"table": table, "seats": seats, "host": host, "curtain": curtain}
        if passing:
            return fragment(shown, reader, problem=problem, **given)  # type: ignore[arg-type]
        key = (table, shown.version, shown.viewer, reader.code, tuple(seats), host, curtain)
        body = self._kept.get(key)
        if body is None:
            anybody = Reader(reader.code, self._mark)
            body = fragment(shown, anybody, **given)  # type: ignore[arg-type]
            self._kept[key] = body
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return body.replace(self._mark, reader.token)


def fragment(
    shown: Projection,
    reader: Reader,
    *,
    table: str,
    seats: Sequence[Seat],
    host: bool,
    curtain: Seat | None = None,
    problem: str = "",
) -> str:
    """Render a table for its viewer, who holds `seats`; `curtain` asks for another person.

    `problem` is the sentence with which the viewer's last form was refused.
    """
    game = find(shown.game)
    view = shown.view
    return page(
        "_table.html",
        reader,
        table=table,
        form=Form(table, reader.token, shown.version),
        shown=shown,
        game=game,
        view=view,
        mine=seats,
        host=host,
        curtain=curtain,
        problem=problem,
        turn=whose_turn(shown, seats),
        choices=choices(game, view, reader.say) if view is not None else Choices((), None),
        now=shown.now,
        lines=shown.log[-LOG_SHOWN:],
    )
