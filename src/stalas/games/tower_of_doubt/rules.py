"""The rules retold for players, under the numbers that errors name."""

from __future__ import annotations

from typing import Final

from stalas.core.game import Rule
from stalas.core.words import say

RULES: Final = (
    Rule(
        "TD-1",
        say("Towers and places"),
        say(
            "There are six towers, one for each different ring of four beads, black or white. A"
            " tower is worth its white beads: 0, 1, 2 (whites side by side), 2 (whites opposite),"
            " 3 and 4. Each round the dealer stands them on places 1 to 6 in random order, each"
            " turned at random and corner-on: you see the two faces on your side, a left and a"
            " right one, and never the two on the other side."
        ),
    ),
    Rule(
        "TD-2",
        say("Who starts"),
        say(
            "The dealer picks who starts the first round. Later rounds are started by whoever has"
            " more point tokens; if both have the same, by the winner of the last round."
        ),
    ),
    Rule(
        "TD-3",
        say("Peeking"),
        say(
            "Before the markers, first the starter and then the other seat may look at the value"
            " of one tower (the number, not the beads) and stand a pawn beside it, so that"
            " everybody sees which one it was. The second seat must choose another tower than the"
            " first. Peeking may be declined, unless the match is played with compulsory peeks."
        ),
    ),
    Rule(
        "TD-4",
        say("Marking"),
        say(
            "The starter begins, then turns alternate: put one of your markers on a tower that"
            " bears none or one. It does not matter whose marker lies there; it may be your own. A"
            " tower with two markers is closed. You may not pass."
        ),
    ),
    Rule(
        "TD-5",
        say("Owning"),
        say("A tower belongs to the seat whose marker lies on top."),
    ),
    Rule(
        "TD-6",
        say("Being skipped"),
        say(
            "While you own two towers you do not mark: your turns are skipped. If one of them is"
            " taken from you, you mark again."
        ),
    ),
    Rule(
        "TD-7",
        say("End of a round"),
        say("The round ends at once when both seats own two towers."),
    ),
    Rule(
        "TD-8",
        say("Winning a round"),
        say(
            "All towers are shown. Whoever owns both 2s wins outright, whatever the other owns."
            " Otherwise the higher sum wins; if the sums are equal, look at each seat's lower"
            " tower: the higher one wins. A full tie is impossible."
        ),
    ),
    Rule(
        "TD-9",
        say("Winning the match"),
        say(
            "The winner of a round takes a point token. The first seat with three of them (or as"
            " many as was agreed) wins the match."
        ),
    ),
    Rule(
        "TD-10",
        say("The missing tower"),
        say(
            "A variant: one tower, drawn at random, stays in the bag, and a place drawn at random"
            " stands empty. Nobody can peek at the missing tower, but its place can be marked and"
            " owned like any other. Its value is shown only when the round is over."
        ),
    ),
    Rule(
        "TD-N",
        say("Notation"),
        say(
            "“0 peek 4” is seat 0 peeking at tower 4, “1 peek -” seat 1 declining, “0 mark 3” seat"
            " 0 marking tower 3. The dealer's “* towers bwwb bbbb …” gives each place its beads,"
            " b black and w white, going round the tower: seat 0's left and right, then seat 1's"
            " left and right. A question mark stands before the tower in the bag."
        ),
    ),
)
"""Every numbered rule, then the notation."""
