"""Options: what they allow, and reading them from a record."""

from __future__ import annotations

from typing import Any

import pytest

from stalas.core.errors import RecordError
from stalas.core.options import Option, first_option, flag, number, one_of, read_options, whole
from stalas.core.words import say

OPTIONS = (
    first_option(say("who begins")),
    flag("kind", True, say("be kind")),
    Option("points", 3, whole(1, 9), say("how many")),
    Option("error", 0.5, number(0, 1.5), say("how far off")),
    Option("map", "small", one_of("small", "large"), say("where")),
)
DEFAULTS: dict[str, Any] = {
    "first": "random",
    "kind": True,
    "points": 3,
    "error": 0.5,
    "map": "small",
}


@pytest.mark.parametrize("given", [None, {}])
def test_defaults_are_filled_in(given: Any) -> None:
    assert read_options(OPTIONS, given) == DEFAULTS


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("first", 0),
        ("first", 1),
        ("kind", False),
        ("points", 1),
        ("points", 9),
        ("error", 0),
        ("error", 1.5),
        ("map", "large"),
    ],
)
def test_allowed_values_are_taken(name: str, value: Any) -> None:
    assert read_options(OPTIONS, {name: value}) == {**DEFAULTS, name: value}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("first", "Random"),
        ("first", 2),
        ("first", True),
        ("first", 1.0),
        ("first", None),
        ("kind", 1),
        ("kind", "true"),
        ("points", 0),
        ("points", 10),
        ("points", True),
        ("points", 3.0),
        ("points", "3"),
        ("error", -0.1),
        ("error", 1.6),
        ("error", float("nan")),
        ("error", float("inf")),
        ("error", True),
        ("error", "0.5"),
        ("map", ["small"]),
        ("map", {}),
        ("map", ""),
    ],
)
def test_wrong_values_are_named(name: str, value: Any) -> None:
    with pytest.raises(RecordError, match=f"Option “{name}”: it must be") as refused:
        read_options(OPTIONS, {name: value})
    assert refused.value.rule is None


def test_an_unknown_option_is_named_with_those_there_are() -> None:
    with pytest.raises(RecordError) as refused:
        read_options(OPTIONS, {"colour" * 20: "red"})
    text = str(refused.value)
    assert "colour" in text
    assert len(text) < 200
    assert all(option.name in text for option in OPTIONS)


def test_every_choice_offered_is_allowed() -> None:
    for option in OPTIONS:
        for value in (option.default, *option.choices):
            assert option.check(value) is None


def test_booleans_are_written_as_in_json() -> None:
    assert str(one_of(False, True)("x")) == "it must be one of false, true"
