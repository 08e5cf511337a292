"""A decision in the making: events, and the table that they lead to."""

from __future__ import annotations

from dataclasses import dataclass

from stalas.core.dealer import Dealer
from stalas.core.game import DEALER, AnyMove
from stalas.table.events import ChanceFell, Event, MatchBegan, MatchEnded, MovePlayed
from stalas.table.evolve import evolve, moved
from stalas.table.table import Table


@dataclass(frozen=True, slots=True)
class Decided:
    """What a command leads to: `table` is the old table after `events`."""

    events: tuple[Event, ...]
    table: Table


class Draft:
    """Collects events and applies each, so that the next can look at what the last led to."""

    __slots__ = ("events", "now", "seed", "table")

    def __init__(self, table: Table, now: int, seed: bytes) -> None:
        self.table = table
        self.now = max(now, table.at)
        self.seed = seed
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Add an event."""
        self.table = evolve(self.table, event)
        self.events.append(event)

    def play(self, move: AnyMove) -> None:
        """Make a seat's move and let the dealer act. Raises what the game refuses it with."""
        event = MovePlayed(self.now, str(move))
        self.table = moved(self.table, event, move)
        self.events.append(event)
        self.deal()

    def deal(self) -> None:
        """Let the dealer act as long as it is to move; when the match is over, reveal the seed."""
        dealer = Dealer(self.seed, self.table.entropies)
        while (state := self.table.state).to_move == (DEALER,):
            move = state.draw(dealer.source(len(self.table.plies)))
            event = ChanceFell(self.now, str(move))
            self.table = moved(self.table, event, move)
            self.events.append(event)
        if not state.to_move:
            self.emit(MatchEnded(self.now, self.seed.hex()))

    def begin_if_full(self) -> None:
        """Begin the match if every seat is taken and everybody is ready."""
        table = self.table
        if table.status != "open":
            return
        for sitter in table.sitters:
            if sitter is None:
                return
            if table.opened.wait_ready and sitter.kind == "person" and not sitter.ready:
                return
        self.emit(MatchBegan(self.now))
        self.deal()

    def done(self) -> Decided:
        """Give what was decided."""
        return Decided(tuple(self.events), self.table)
