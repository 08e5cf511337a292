"""Checking a Gold Hunting stack while it is being typed."""

from __future__ import annotations

from stalas.core.words import Sentence, say


def remaining(text: str) -> Sentence:
    """Say what a stack typed so far still leaves to be stacked."""
    return say("Type a move. {text}", text=text)
