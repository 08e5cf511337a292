"""Sentences: how they are made, counted, nested and filled."""

from __future__ import annotations

import pytest

from stalas.core.words import Sentence, english, fill, say, say_many


def test_a_sentence_is_its_message_id_with_values() -> None:
    sentence = say("Hill {hill} is empty.", hill=3)
    assert sentence == Sentence("Hill {hill} is empty.", (("hill", 3),))
    assert str(sentence) == english(sentence) == "Hill 3 is empty."


def test_braces_in_a_sentence_without_values_stay() -> None:
    assert str(say("a {b} c")) == "a {b} c"


def test_values_are_not_filled_in_twice() -> None:
    assert str(say("“{text}” is no move.", text="{text} {0} {text.__class__}")) == (
        "“{text} {0} {text.__class__}” is no move."
    )


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 nuggets"), (1, "1 nugget"), (2, "2 nuggets"), (21, "21 nuggets"), (-1, "-1 nuggets")],
)
def test_english_counts(count: int, text: str) -> None:
    assert str(say_many("{count} nugget", "{count} nuggets", count)) == text


def test_counting_takes_more_values() -> None:
    told = say_many("Seat {seat}: {count} point", "Seat {seat}: {count} points", 3, seat=1)
    assert str(told) == "Seat 1: 3 points"


def test_a_value_may_be_a_sentence_in_the_same_language() -> None:
    nested = say("announcing {size}", size=say("a double"))
    assert str(nested) == "announcing a double"

    def shouting(sentence: Sentence) -> str:
        return fill(sentence.text.upper().replace("{SIZE}", "{size}"), sentence, shouting)

    assert shouting(nested) == "ANNOUNCING A DOUBLE"


def test_sentences_can_be_keys() -> None:
    assert len({say("a {b}", b=1), say("a {b}", b=1), say("a {b}", b=2)}) == 2
