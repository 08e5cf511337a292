"""The languages in which Stalas speaks: catalogues that turn sentences into text."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from typing import Final

from stalas.core.words import Say, Sentence, english, fill

__all__ = ["LANGUAGES", "language", "preferred"]

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "lt": "Lietuvių"}
"""Each language by its code, with its own name for itself."""


@cache
def language(code: str) -> Say:
    """Give what puts sentences into text in a language. Raises KeyError for an unknown code.

    >>> from stalas.core.words import say
    >>> language("lt")(say("The match is over."))
    'Partija baigta.'
    """
    if code == "en":
        return english
    if code not in LANGUAGES:
        raise KeyError(code)
    catalogue = _catalogue(code)

    def speak(sentence: Sentence) -> str:
        if not sentence.text:
            return ""
        if sentence.plural is None:
            template = catalogue.gettext(sentence.text)
        else:
            template = catalogue.ngettext(sentence.text, sentence.plural, sentence.count)
        return fill(template, sentence, speak)

    return speak


def preferred(asked: str | None = None, environment: Mapping[str, str] = os.environ) -> str:
    """Give the code of the language asked for, else of the reader's environment, else English.

    >>> preferred(None, {"LANG": "lt_LT.UTF-8"})
    'lt'
    """
    if asked is not None:
        return asked
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(variable):
            code = value[:2].lower()
            return code if code in LANGUAGES else "en"
    return "en"


def _catalogue(code: str) -> GNUTranslations:
    compiled = files(__name__) / code / "LC_MESSAGES" / "stalas.mo"
    with compiled.open("rb") as file:
        return GNUTranslations(file)
