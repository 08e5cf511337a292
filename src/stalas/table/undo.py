"""When a move may be taken back: never across anything revealed or thrown.

A move may be taken back only if it is the last thing that happened in the match, so nothing was
thrown after it, and only if it is of a kind that shows nobody anything hidden, its maker included.
Each game names those kinds (`Game.quiet`); a peek or a lift is never among them, even where its
result could have been worked out.
"""

from __future__ import annotations

from stalas.core.game import Seat
from stalas.core.words import Sentence, say
from stalas.table.project import may_ask_undo
from stalas.table.table import Table


def why_no_undo(table: Table, seat: Seat) -> Sentence | None:
    """Say why a seat may not take its last move back, or None if the others may be asked."""
    if table.match.undo is not None:
        return say("Somebody has asked to take a move back already.")
    if not table.plies or table.plies[-1].move.seat != seat:
        return say("Only your own last decision can be taken back, before anything else happens.")
    if not may_ask_undo(table, seat):
        return say("A move that revealed something cannot be taken back.")
    return None
