"""Sentences that people read, kept apart from the language they are read in.

The law, the log and the errors speak in `Sentence`s: an English message id with named
placeholders and the values that fill them. Only the edges (terminal, pages, command line) turn a
sentence into text, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence for a person: an English text, its plural if it counts, and its values.

    A value may itself be a sentence (a noun that must be translated too).
    """

    text: str
    values: tuple[tuple[str, Value], ...] = ()
    plural: str | None = None
    count: int = 0

    def __str__(self) -> str:
        return english(self)


Value: TypeAlias = "str | int | Sentence"
Say: TypeAlias = Callable[[Sentence], str]
"""How a reader's language puts a sentence into text."""


def say(text: str, /, **values: Value) -> Sentence:
    """Make a sentence; `text` is the message id that catalogues translate.

    >>> str(say("Hill {hill} is empty.", hill=3))
    'Hill 3 is empty.'
    """
    return Sentence(text, tuple(values.items()))


def say_many(singular: str, plural: str, /, count: int, **values: Value) -> Sentence:
    """Make a sentence that counts; `{count}` is among its values.

    >>> str(say_many("{count} nugget", "{count} nuggets", 2))
    '2 nuggets'
    """
    return Sentence(singular, (("count", count), *values.items()), plural, count)


def english(sentence: Sentence) -> str:
    """Give the sentence in English, the language of the message ids."""
    counted = sentence.plural is not None and sentence.count != 1
    return fill(
        sentence.plural if counted and sentence.plural else sentence.text, sentence, english
    )


def fill(template: str, sentence: Sentence, language: Say) -> str:
    """Put a sentence's values into a template, nested sentences by the same language."""
    if not sentence.values:
        return template
    return template.format(
        **{
            name: language(value) if isinstance(value, Sentence) else value
            for name, value in sentence.values
        }
    )
