"""What the host of a server chooses."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from stalas.core.words import say
from stalas.table.errors import StoreError

COMMON_HOSTS: Final = ("localhost", "127.0.0.1", "::1")
"""Names under which a server on this machine may always be asked."""

_SECRET_FILE: Final = "secret"  # noqa: S105  (a file's name)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs."""

    secret: bytes
    """Signs cookies and form tokens; who has it can sit down as anybody."""
    hosts: tuple[str, ...] = COMMON_HOSTS
    """The names (`Host` headers, without port) it answers to; `*` for any."""
    behind_tls: bool = False
    """Whether a proxy speaks HTTPS for it: cookies are then sent over HTTPS only."""
    language: str = "en"
    """The language of a reader whose browser asks for none that there is."""
    leave_after: int = 300_000
    """Milliseconds after which a person who left may be claimed against."""
    posts_a_minute: int = 240
    """Forms that one address may send in a minute."""
    api_posts_a_minute: int = 6_000
    """Requests with a body to the API from one address in a minute."""
    opens_an_hour: int = 120
    """Tables that one address may open in an hour."""


def load_secret(folder: Path) -> bytes:
    """Read the server's secret from its data folder, making it at the first start.

    Raises StoreError if it can neither be read nor written.
    """
    path = folder / _SECRET_FILE
    try:
        if not path.exists():
            fresh = path.with_suffix(".new")
            fresh.touch(mode=0o600)
            fresh.write_text(secrets.token_hex(32), "ascii")
            fresh.rename(path)
        secret = bytes.fromhex(path.read_text("ascii").strip())
    except (OSError, ValueError) as error:
        raise StoreError(
            say("The secret in “{path}” cannot be used: {error}.", path=str(path), error=str(error))
        ) from None
    if len(secret) < 16:
        raise StoreError(
            say("The secret in “{path}” is too short; remove the file.", path=str(path))
        )
    return secret
