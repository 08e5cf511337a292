"""The rules retold for players, under the numbers that errors name."""

from __future__ import annotations

from typing import Final

from stalas.core.game import Rule
from stalas.core.words import say

RULES: Final = (
    Rule(
        "SC-1",
        say("Start"),
        say(
            "Every seat has 50 money and draws one stick at random from the 36 in the box: four of"
            " each of nine lengths, 5 mm apart. The dealer picks the First Player."
        ),
    ),
    Rule(
        "SC-2",
        say("The stand"),
        say(
            "For each auction the dealer draws a stick at random and stands it in the stand. You"
            " may look at it from where you sit, but not measure it."
        ),
    ),
    Rule(
        "SC-3",
        say("Bidding"),
        say(
            "The seat left of the First Player begins and the turn goes round; the First Player"
            " comes last. Bid 1 to 10, more than the last bid and no more than you have, or pass:"
            " then you are out of this auction. If you cannot raise when your turn comes, you pass"
            " by yourself. Whoever is left alone wins the auction, and a bid of 10 wins at once."
        ),
    ),
    Rule(
        "SC-4",
        say("A free stick"),
        say("If all others pass and nobody has bid, the First Player gets the stick for free."),
    ),
    Rule(
        "SC-5",
        say("Paying"),
        say(
            "The winner pays the bid by moving down the money track. Some squares are lucky: who"
            " lands on one moves up to where its arrow points, once. A free stick moves nobody."
        ),
    ),
    Rule(
        "SC-6",
        say("Taking the stick"),
        say(
            "The winner adds the stick to its row, for all to see, and becomes First Player. In"
            " your hand you know a stick exactly; of other rows you see only how their sticks"
            " differ from one another."
        ),
    ),
    Rule(
        "SC-7",
        say("The end"),
        say(
            "The match ends at once when a seat has eight sticks, the starting one included, or no"
            " money, or four sticks of one length."
        ),
    ),
    Rule(
        "SC-8",
        say("Points"),
        say(
            "Each stick of your longest chain scores 10. A chain is sticks of different lengths,"
            " each 5 mm from the next; a single stick is a chain of one, and doubles neither break"
            " a chain nor lengthen it. Your money scores too, but 22 at most."
        ),
    ),
    Rule(
        "SC-9",
        say("Winning"),
        say(
            "Four sticks of one length win outright. Otherwise the most points win; if those are"
            " equal, more sticks; then more money; then the victory is shared."
        ),
    ),
    Rule(
        "SC-N",
        say("Notation"),
        say(
            "“0 bid 3” is seat 0 bidding 3, “1 pass” seat 1 passing. The dealer's “* sticks 5 3 9”"
            " gives the seats their starting sticks by length number, “* stick 7 +1.2 -0.4” stands"
            " a stick in the stand with the eye error of each seat in millimetres."
        ),
    ),
)
"""Every numbered rule, then the notation."""
