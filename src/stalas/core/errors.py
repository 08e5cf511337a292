"""What can be wrong with a move or a record, as one small tree of errors."""

from __future__ import annotations

from stalas.core.words import Sentence


class GameError(Exception):
    """A move or a record that is refused, with the rule it breaks and a sentence for the player.

    `rule` is None where no rule is meant, such as a text that does not parse.
    """

    def __init__(self, sentence: Sentence, rule: str | None = None) -> None:
        super().__init__(sentence, rule)
        self.sentence = sentence
        self.rule = rule

    def __str__(self) -> str:
        return str(self.sentence)


class BadNotation(GameError):
    """A text that is no move of this game, or a file that is no record."""


class IllegalMove(GameError):
    """A move that the rules do not allow now."""


class NotYourTurn(GameError):
    """A move by somebody who may not act now."""


class GameOver(GameError):
    """A move after the match has ended."""


class RecordError(GameError):
    """A record that cannot be replayed at all: wrong shape, unknown game, option or value."""
