"""The rules retold for players, under the numbers that errors name."""

from __future__ import annotations

from typing import Final

from stalas.core.game import Rule
from stalas.core.words import say

RULES: Final = (
    Rule(
        "GH-1",
        say("Tokens"),
        say(
            "There are three Gold Rush tokens, numbered 1, 2 and 3. The dealer gives each seat one,"
            " face down. You may look at yours; nobody sees the third."
        ),
    ),
    Rule(
        "GH-2",
        say("Stacking"),
        say(
            "You have ten ingots: four singles, four doubles and two triples, of 1, 2 and 3"
            " nuggets, 18 nuggets in all. Both seats at the same time, hidden from one another,"
            " stack all their ingots into four Gold Hills, in any order and any split. Each hill"
            " holds at least one ingot, unless the match allows empty hills."
        ),
    ),
    Rule(
        "GH-3",
        say("What shows"),
        say(
            "Once both have stacked, everybody sees how many nuggets high each hill is, but not"
            " where one ingot ends and the next begins. Which ten ingots a seat started with, and"
            " all that has been lifted, everybody knows."
        ),
    ),
    Rule("GH-4", say("Who begins"), say("The dealer picks which seat begins.")),
    Rule(
        "GH-5",
        say("Turns"),
        say(
            "Turns alternate. In your turn you dig or make a Gold Rush; a Safe may come before a"
            " dig. If the other seat has no ingot left in its hills, you have nothing to dig and"
            " are skipped."
        ),
    ),
    Rule(
        "GH-6",
        say("Digging"),
        say(
            "Announce a size, 1, 2 or 3, and lift the top ingot of one of the other seat's hills"
            " that is not empty. You may announce any size, even one that cannot be there."
            " Everybody sees what comes up."
        ),
    ),
    Rule(
        "GH-7",
        say("Success"),
        say("If the ingot is of the size you announced, it goes onto your pile."),
    ),
    Rule(
        "GH-8",
        say("Failure"),
        say(
            "If it is of another size, it goes to the box. Your pile stays as it is, unless you"
            " bust."
        ),
    ),
    Rule(
        "GH-9",
        say("Bust"),
        say(
            "If you fail while your pile has three nuggets or more, and the ingot lifted has fewer"
            " nuggets than your pile, the whole pile goes to the box; you keep the ingot just"
            " lifted instead. In some matches this can happen from two nuggets on. For example:"
            " with a pile of 5, announcing a triple and lifting a double leaves a pile of 2."
        ),
    ),
    Rule(
        "GH-10",
        say("Gold Rush"),
        say(
            "Once in a match, instead of a dig, turn your token face up: its number is your"
            " announcement. Lift a top ingot. If it fits, it goes onto your pile and the token"
            " stays with you, worth 2 at the end. If not, the token goes to the box, and with the"
            " ingot and your pile it goes as after any failure. Either way your turn is over."
        ),
    ),
    Rule(
        "GH-11",
        say("Safe"),
        say(
            "Once in a match, if you still have your token, you may begin your turn by putting it"
            " into the box unseen and setting your whole pile aside, at least one nugget. What is"
            " set aside cannot be lost any more, but counts only half at the end. Then you dig as"
            " usual, beginning a new pile; in some matches the Safe ends your turn instead."
        ),
    ),
    Rule(
        "GH-12",
        say("End and score"),
        say(
            "The match is over when no hill holds an ingot. You score the nuggets of your pile,"
            " half the nuggets you set aside, rounded down, and 2 for a successful Gold Rush."
        ),
    ),
    Rule(
        "GH-13",
        say("Winning"),
        say(
            "The higher score wins. If both score the same, whoever owns more triples wins; if that"
            " is the same too, whoever owns more doubles; otherwise it is a draw. Ingots set aside"
            " are owned as well, unless the match says otherwise."
        ),
    ),
    Rule(
        "GH-N",
        say("Notation"),
        say(
            "“0 stack 112/231/2/132” is seat 0 stacking its four hills, each written from the"
            " bottom up. “1 dig 2@3” is seat 1 announcing a double and lifting from hill 3 of the"
            " other seat, “0 rush@1” a Gold Rush at hill 1, “1 safe” a Safe. The dealer's"
            " “* tokens 2 1” gives token 2 to seat 0 and token 1 to seat 1."
        ),
    ),
)
"""Every numbered rule, then the notation."""
