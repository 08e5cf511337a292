"""Which language a reader gets: the one chosen, else the browser's, else the server's."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

from stalas.core.words import Say
from stalas.locale import LANGUAGES, language
from stalas.web.settings import Settings

COOKIE: Final = "lang"


def code_of(request: Request, settings: Settings) -> str:
    """Give the code of the language for a request."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    for part in request.headers.get("accept-language", "").split(","):
        code = part.strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return settings.language


def say_of(request: Request, settings: Settings) -> Say:
    """Give what speaks the reader's language."""
    return language(code_of(request, settings))
