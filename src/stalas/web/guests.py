"""Guests: who is at the other end, known by a signed cookie and nothing else.

The cookie holds a random key and a name. The key is what seats belong to: it is sent to nobody but
its holder, and only its hash is kept.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass, replace
from typing import Final

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response

from stalas.table.setup import MAX_NAME
from stalas.web.settings import Settings

COOKIE: Final = "stalas"
TOKEN_FIELD: Final = "token"  # noqa: S105  (a field's name)
YEAR: Final = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody at a browser."""

    key: str
    """Secret: holds the seats."""
    name: str = ""
    shows: tuple[str, int] | None = None
    """On a shared device: the table and the seat whose holder said “I am …” last."""
    fresh: bool = False
    """Whether the browser does not have the cookie yet."""

    def named(self, name: str) -> Guest:
        """The guest under another name."""
        return replace(self, name=name[:MAX_NAME], fresh=True)

    def showing(self, table: str, seat: int | None) -> Guest:
        """The guest with another seat, or none, open before it."""
        return replace(self, shows=None if seat is None else (table, seat), fresh=True)


class Guests:
    """Reads and writes the cookie, and makes the tokens that forms carry."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._serializer = URLSafeSerializer(settings.secret, salt="stalas guest")

    def of(self, request: Request) -> Guest:
        """Give the guest of a request; a new one if it has no valid cookie."""
        known: Guest | None = getattr(request.state, "guest", None)
        if known is None:
            known = self._read(request.cookies.get(COOKIE, ""))
            request.state.guest = known
        return known

    def keep(self, request: Request, guest: Guest) -> None:
        """Let the answer to this request set the guest's cookie."""
        request.state.guest = guest

    def write(self, request: Request, response: Response) -> None:
        """Set the cookie if the browser does not have it yet."""
        guest = self.of(request)
        if guest.fresh:
            shows = list(guest.shows) if guest.shows else None
            response.set_cookie(
                COOKIE,
                self._serializer.dumps([guest.key, guest.name, shows]),
                max_age=YEAR,
                httponly=True,
                samesite="lax",
                secure=self._settings.behind_tls,
            )

    def token(self, guest: Guest) -> str:
        """Give the token that this guest's forms carry, so that no other site can send them."""
        message = b"form " + guest.key.encode()
        return hmac.new(self._settings.secret, message, hashlib.sha256).hexdigest()

    def accepts(self, guest: Guest, token: str) -> bool:
        """Whether a form's token is this guest's."""
        return hmac.compare_digest(self.token(guest).encode(), token.encode("utf-8", "replace"))

    def _read(self, cookie: str) -> Guest:
        try:
            key, name, shows = self._serializer.loads(cookie)
            if isinstance(key, str) and len(key) >= 32 and isinstance(name, str):
                seen = (str(shows[0]), int(shows[1])) if isinstance(shows, list) else None
                return Guest(key, name[:MAX_NAME], seen)
        except (BadSignature, ValueError, TypeError, IndexError, KeyError):
            pass
        return Guest(secrets.token_urlsafe(32), fresh=True)
