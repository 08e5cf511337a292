"""Tokens of the JSON API: a signed key, a name and a scope, kept by nobody but their holder."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from itsdangerous import BadSignature, URLSafeSerializer

from stalas.web.settings import Settings

SCOPES: Final = ("play", "watch")
"""`play` may open tables, sit and move; `watch` may only look at what everybody may see."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Whoever holds a token."""

    key: str
    """Secret: holds the seats."""
    name: str
    scope: str


class Tokens:
    """Makes and reads tokens. They do not expire; a new server secret ends them all."""

    def __init__(self, settings: Settings) -> None:
        self._serializer = URLSafeSerializer(settings.secret, salt="stalas api token")
        self._known: dict[str, Holder] = {}

    def make(self, name: str, scope: str) -> str:
        """Make a token with a new key."""
        return str(self._serializer.dumps([secrets.token_urlsafe(32), name, scope]))

    def read(self, header: str) -> Holder | None:
        """Give the holder for an `Authorization` header, or None if it brings no valid token."""
        kind, _, token = header.partition(" ")
        if kind.lower() != "bearer" or len(token) > 400:
            return None
        known = self._known.get(token)
        if known is None:
            try:
                key, name, scope = self._serializer.loads(token)
            except (BadSignature, ValueError, TypeError):
                return None
            if not (isinstance(key, str) and isinstance(name, str) and scope in SCOPES):
                return None
            known = Holder(key, name, scope)
            if len(self._known) > 10_000:
                self._known.clear()
            self._known[token] = known
        return known
