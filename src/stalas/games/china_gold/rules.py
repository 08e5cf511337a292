"""The numbered rules retold for players; every error names one of them."""

from __future__ import annotations

from typing import Final

from stalas.core.game import Rule
from stalas.core.words import say

RULES: Final = (
    Rule(
        "CG-1",
        say("Seats"),
        say(
            "Seat 0 digs for the mountains, seat 1 pans for the rivers. Every site belongs to"
            " exactly one mountain and exactly one river, so each nugget is wanted by both. The"
            " dealer picks who begins, then the seats take turns. At first a marker lies face down"
            " on every site. Sites are named as on an Abalone board: rows a, b, c, … from the"
            " bottom, and along them the numbers of the slanting lines."
        ),
    ),
    Rule(
        "CG-2",
        say("Stage"),
        say(
            "At the start of every turn, count the straight lines of adjacent face-down markers (a"
            " run of five holds two lines of four). With two lines of five or more, the discs 0/1,"
            " 0/2 and 1/2 are in play; failing that, with two lines of four, 0/2 and 1/2; failing"
            " that, with two lines of three, 0/1 and 1/2. Otherwise the final stage begins, without"
            " discs. A burial can bring discs back, but the final stage never ends before the"
            " match does."
        ),
    ),
    Rule(
        "CG-3",
        say("Throw"),
        say(
            "While discs are in play, the dealer throws them before each turn, and their sum is the"
            " number for that turn. It is written with one face for each disc, in the order 0/1,"
            " 0/2, 1/2: “* throw 1+0+2”."
        ),
    ),
    Rule(
        "CG-4",
        say("Dig"),
        say(
            "Turn exactly that many face-down markers face up. They must lie side by side in one"
            " straight line with nothing skipped. A dig is written with both ends, the lower row"
            " first and in one row the lower number first: “0 dig a1-c3”; a single site alone:"
            " “0 dig e5”."
        ),
    ),
    Rule(
        "CG-5",
        say("Bury"),
        say(
            "Instead of digging you may, having seen the throw, turn one face-up marker on the"
            " board face down again: “1 bury d4”. In the final stage nothing is buried, unless the"
            " option “bury_in_final” says otherwise."
        ),
    ),
    Rule(
        "CG-6",
        say("No going round"),
        say(
            "A burial may not bring a position about for the third time in a match. Positions are"
            " the same if the same markers are face down, the same ones are left, and the same seat"
            " is next; each start of a turn counts, the first one too. The option “repeat” sets"
            " another number, 0 for no limit."
        ),
    ),
    Rule(
        "CG-7",
        say("Final stage"),
        say("Nothing is thrown any more: turn one marker, or two adjacent ones, face up."),
    ),
    Rule(
        "CG-8",
        say("Claim"),
        say(
            "After a dig, whoever dug takes every marker of each area of their own in which no"
            " marker is face down any more; then the other seat does the same with what is left."
            " Each marker is one gold and leaves the board. It happens by itself, and only after a"
            " dig: a burial claims nothing."
        ),
    ),
    Rule(
        "CG-9",
        say("End"),
        say(
            "The match ends when no marker is left. More gold wins; the number of sites is odd, so"
            " there is no draw."
        ),
    ),
)
