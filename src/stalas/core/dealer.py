"""The dealer whose draws can be checked.

Before the first move the dealer publishes a SHA-256 commitment to a fresh 256-bit seed; each seat
may add entropy of its own; the draw at each ply is read from HMAC-SHA256 keyed by the seed over
the entropies and the ply; when the match is over the seed is revealed. Neither side can steer: the
dealer is bound before it sees the entropies, and the seats do not know the seed.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from stalas.core.errors import GameError, RecordError
from stalas.core.game import DEALER, AnyGame, AnyState, Json
from stalas.core.records import Record, ReplayError, start
from stalas.core.words import say

MAX_ENTROPY: Final = 200
"""The longest text a seat may add, in characters."""

_DOMAIN: Final = b"stalas dealer 1"


@dataclass(frozen=True, slots=True)
class Dealer:
    """A seed and the seats' entropies: together they settle every draw of a match."""

    seed: bytes
    """32 random bytes, secret until the match is over."""
    entropies: tuple[str, ...]
    """One text a seat, empty where a seat added nothing."""

    @classmethod
    def fresh(cls, seats: int) -> Dealer:
        """Make a dealer with a new secret seed and no entropy yet."""
        return cls(secrets.token_bytes(32), ("",) * seats)

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed in hex, public before the first move."""
        return hashlib.sha256(_DOMAIN + self.seed).hexdigest()

    def with_entropy(self, seat: int, text: str) -> Dealer:
        """Add a seat's entropy, before the first draw. Raises RecordError when too long."""
        if len(text) > MAX_ENTROPY:
            raise RecordError(say("Entropy may have {most} characters at most.", most=MAX_ENTROPY))
        entropies = tuple(text if s == seat else old for s, old in enumerate(self.entropies))
        return Dealer(self.seed, entropies)

    def source(self, ply: int) -> DealerSource:
        """Give the source for the draw at a ply (the index of the move in the record)."""
        public = json.dumps([list(self.entropies), ply], ensure_ascii=True, separators=(",", ":"))
        return DealerSource(self.seed, _DOMAIN + public.encode("ascii"))

    def to_meta(self, *, reveal: bool) -> dict[str, Json]:
        """Give what a record's `meta` says of the dealer; the seed only once the match is over."""
        known: dict[str, Json] = {
            "commitment": self.commitment,
            "entropies": list(self.entropies),
        }
        if reveal:
            known["seed"] = self.seed.hex()
        return known


class DealerSource:
    """Uniform numbers from HMAC-SHA256 in counter mode, by rejection sampling."""

    __slots__ = ("_bits", "_counter", "_have", "_message", "_seed")

    def __init__(self, seed: bytes, message: bytes) -> None:
        self._seed = seed
        self._message = message
        self._counter = 0
        self._bits = 0
        self._have = 0

    def below(self, n: int) -> int:
        """A whole number from 0 to n − 1, all equally likely."""
        width = (n - 1).bit_length()
        while True:
            value = self._take(width)
            if value < n:
                return value

    def _take(self, width: int) -> int:
        while self._have < width:
            block = hmac.digest(
                self._seed, self._message + self._counter.to_bytes(8, "big"), "sha256"
            )
            self._counter += 1
            self._bits = (self._bits << 256) | int.from_bytes(block, "big")
            self._have += 256
        self._have -= width
        value = self._bits >> self._have
        self._bits &= (1 << self._have) - 1
        return value


@dataclass(frozen=True, slots=True)
class Verdict:
    """What checking a record's draws found."""

    draws: int
    """How many draws were checked and agree."""
    differs: int | None = None
    """The index of the first draw that differs, or None."""
    expected: str | None = None
    """What the dealer should have dealt there."""


def verify(game: AnyGame, record: Record) -> Verdict:
    """Check every draw of a record against the seed and commitment in its `meta`.

    Raises RecordError if the record names no seed, or the seed does not match the commitment, and
    ReplayError if a move is refused.
    """
    dealer = read_dealer(record)
    state: AnyState = start(game, record)
    draws = 0
    for index, text in enumerate(record.moves):
        try:
            move = game.parse(text)
            if move.seat == DEALER and state.to_move == (DEALER,):
                expected = str(state.draw(dealer.source(index)))
                if expected != str(move):
                    return Verdict(draws, index, expected)
                draws += 1
            state = state.play(move)
        except GameError as error:
            raise ReplayError(index, text, error) from None
    return Verdict(draws)


def read_dealer(record: Record) -> Dealer:
    """Read a finished match's dealer from its record. Raises RecordError."""
    known = record.meta.get("dealer")
    if not isinstance(known, Mapping):
        raise RecordError(say("The record does not tell the dealer's commitment and seed."))
    seed, commitment = known.get("seed"), known.get("commitment")
    entropies: Any = known.get("entropies", [""] * len(record.seats))
    if not (_is_hash(commitment) and _is_hash(seed)):
        raise RecordError(
            say("The dealer's commitment and seed must be 64 hexadecimal digits each.")
        )
    if not (
        isinstance(entropies, list)
        and len(entropies) == len(record.seats)
        and all(isinstance(text, str) for text in entropies)
    ):
        raise RecordError(say("The dealer's “entropies” must be one text a seat."))
    dealer = Dealer(bytes.fromhex(str(seed)), tuple(entropies))
    if not hmac.compare_digest(dealer.commitment, str(commitment)):
        raise RecordError(say("The dealer's seed is not the one it committed to."))
    return dealer


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None
