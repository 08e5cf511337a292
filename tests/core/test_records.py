"""Records: reading what may be anything, and replaying it."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stalas.core.errors import BadNotation, GameError, GameOver, NotYourTurn, RecordError
from stalas.core.records import (
    MAX_BYTES,
    Record,
    ReplayError,
    last_state,
    read_json,
    read_record,
    replay,
    start,
)
from tests.core.toy import TOY

WHOLE: dict[str, Any] = {
    "format": "stalas/1",
    "game": "toy",
    "seats": ["Ona", "Jonas"],
    "options": {"most": 3},
    "moves": ["* deal 2 1", "0 bid 1", "1 bid 3"],
    "meta": {"date": "2026-12-01"},
}


def whole(**changes: Any) -> str:
    return json.dumps({**WHOLE, **changes})


def without(key: str) -> str:
    return json.dumps({name: value for name, value in WHOLE.items() if name != key})


def test_a_record_is_read_and_written() -> None:
    record = read_record(whole())
    assert record == Record(
        "toy", ("Ona", "Jonas"), {"most": 3}, tuple(WHOLE["moves"]), WHOLE["meta"]
    )
    assert json.loads(record.dumps()) == WHOLE
    assert read_record(record.dumps().encode()) == record
    assert "\n" not in record.dumps()


def test_options_and_meta_may_be_missing() -> None:
    assert read_record(without("options")).options == {}
    assert read_record(without("meta")).meta == {}
    assert "meta" not in json.loads(read_record(without("meta")).dumps())


@given(
    st.builds(
        Record,
        st.text(max_size=9),
        st.lists(st.text(max_size=9), max_size=5).map(tuple),
        st.dictionaries(st.text(max_size=5), st.integers() | st.booleans() | st.text(max_size=5)),
        st.lists(st.text(max_size=9), max_size=5).map(tuple),
    )
)
def test_whatever_is_written_reads_back(record: Record) -> None:
    assert read_record(record.dumps().encode()) == record


@pytest.mark.parametrize("key", ["format", "game", "seats", "moves"])
def test_a_missing_key_is_named(key: str) -> None:
    with pytest.raises(RecordError, match=f"no “{key}”"):
        read_record(without(key))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"format": "stalas/2"}, "format is not"),
        ({"format": None}, "format is not"),
        ({"game": 3}, "“game” must be a text"),
        ({"game": ["toy"]}, "“game” must be a text"),
        ({"seats": "Ona"}, "“seats” must be a list"),
        ({"seats": ["Ona", 2]}, "“seats” must be a list"),
        ({"seats": {"0": "Ona"}}, "“seats” must be a list"),
        ({"moves": None}, "“moves” must be a list"),
        ({"moves": [["0 bid 1"]]}, "“moves” must be a list"),
        ({"options": []}, "“options” must be an object"),
        ({"options": None}, "“options” must be an object"),
        ({"meta": "x"}, "“meta” must be an object"),
        ({"comment": "x"}, "Unknown key “comment”"),
        ({"c" * 1000: "x"}, "Unknown key “ccc"),
    ],
)
def test_a_wrong_shape_is_named(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(RecordError, match=says) as refused:
        read_record(whole(**changes))
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("text", ["[]", "3", "null", '"record"', "true"])
def test_a_record_is_an_object(text: str) -> None:
    with pytest.raises(RecordError, match="A record is a JSON object"):
        read_record(text)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not JSON: line 1, column 1"),
        (b"\n\n  nonsense", "not JSON: line 3, column 3"),
        (whole()[:-9].encode(), "not JSON"),
        (whole().encode("utf-16"), "not UTF-8"),
        (b'{"a": "\xff"}', "not UTF-8"),
        (b'{"a": "\\ud800"}', "not UTF-8"),
        ('{"a": "\ud800"}', "not UTF-8"),
        (b'{"\\udfff": 1}', "not UTF-8"),
        (b'{"a": 1, "b": 2, "a": 3}', "“a” stands twice"),
        (b'{"m": {"a": 1, "a": 1}}', "“a” stands twice"),
        (b'{"a": NaN}', "“NaN” is not a JSON value"),
        (b"[Infinity]", "“Infinity” is not a JSON value"),
        (b"-Infinity", "“-Infinity” is not a JSON value"),
        (b"[" * 200_000, "nested too deeply"),
        (b"[" * 200_000 + b"]" * 200_000, "nested too deeply"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "nested too deeply"),
        (b'{"a": ' + b"9" * 5_000 + b"}", "out of range"),
        (b"x" * 10_000_000, f"larger than {MAX_BYTES}"),
        ("š" * 10_000_000, f"larger than {MAX_BYTES}"),
    ],
    ids=lambda part: repr(part[:12]),
)
def test_strict_json(data: bytes | str, says: str) -> None:
    with pytest.raises(RecordError, match=says) as refused:
        read_json(data)
    assert len(str(refused.value)) < 200
    assert refused.value.rule is None


def test_a_byte_order_mark_is_no_fault() -> None:
    assert read_record(b"\xef\xbb\xbf" + whole().encode()).game == "toy"


@given(st.binary(max_size=200) | st.text(max_size=200))
@settings(max_examples=300)
def test_junk_is_refused_with_a_sentence(junk: bytes | str) -> None:
    with pytest.raises(RecordError) as refused:
        read_record(junk)
    assert 5 < len(str(refused.value)) < 300


@given(st.data())
@settings(max_examples=200)
def test_a_record_with_a_letter_changed_reads_or_is_refused(data: st.DataObject) -> None:
    text = list(whole())
    at = data.draw(st.integers(0, len(text) - 1))
    text[at] = data.draw(st.sampled_from('{}[]",:0a\\\x00š'))
    with contextlib.suppress(RecordError, ReplayError):
        last_state(TOY, read_record("".join(text)))


def test_replay_gives_each_move_with_the_position_after_it() -> None:
    record = read_record(whole())
    steps = list(replay(TOY, record))
    assert [str(move) for move, _state in steps] == WHOLE["moves"]
    assert [state.to_move for _move, state in steps] == [(0,), (1,), ()]
    assert steps[-1][1] == last_state(TOY, record)
    assert steps[-1][1].scores() == (2, 3)
    assert last_state(TOY, read_record(whole(moves=[]))) == start(TOY, record)


@pytest.mark.parametrize(
    ("moves", "index", "kind", "rule"),
    [
        (["0 bid 1"], 0, NotYourTurn, "TOY-2"),
        (["* deal 2 1", "0 bid 1", "0 bid 1"], 2, NotYourTurn, "TOY-2"),
        (["* deal 2 1", "nonsense"], 1, BadNotation, None),
        ([*WHOLE["moves"], "0 bid 1"], 3, GameOver, "TOY-4"),
    ],
)
def test_a_refused_move_is_named(
    moves: list[str], index: int, kind: type[GameError], rule: str | None
) -> None:
    with pytest.raises(ReplayError) as refused:
        last_state(TOY, read_record(whole(moves=moves)))
    assert refused.value.index == index
    assert refused.value.move == moves[index]
    assert type(refused.value.error) is kind
    assert refused.value.error.rule == rule


@pytest.mark.parametrize("changes", [{"options": {"most": 1}}, {"seats": ["Ona"]}])
def test_wrong_options_and_seats_are_refused_before_the_first_move(changes: Any) -> None:
    with pytest.raises(RecordError):
        next(replay(TOY, read_record(whole(**changes))))


def test_reading_keeps_to_the_file(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(whole(seats=["Žydrė", "李"]), encoding="utf-8")
    assert read_record(file.read_bytes()).seats == ("Žydrė", "李")
