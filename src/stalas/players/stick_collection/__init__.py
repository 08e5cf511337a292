"""The levels of Stick Collection."""

from __future__ import annotations

from functools import partial
from typing import Final

from stalas.core.words import say
from stalas.players.player import Level
from stalas.players.stick_collection.appraiser import CLUB, GREEDY, NOVICE, Appraiser
from stalas.players.stick_collection.expert import Expert

LEVELS: Final = (
    Level(
        "greedy",
        say("Greedy"),
        say("Takes nearly every stick and thinks neither of your purse nor of the end."),
        partial(Appraiser, GREEDY),
    ),
    Level(
        "novice",
        say("Novice"),
        say("Has a dull eye, wants chains, and does not grudge you yours."),
        partial(Appraiser, NOVICE),
    ),
    Level(
        "club",
        say("Club"),
        say("Judges well what a stick is worth to both of you, one auction at a time."),
        partial(Appraiser, CLUB),
    ),
    Level(
        "expert",
        say("Expert"),
        say("Plays the match out many times before each bid and bids for the chance to win."),
        Expert,
    ),
)
"""Weakest first; the random level stands before them."""
