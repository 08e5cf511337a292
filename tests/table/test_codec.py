"""Events as JSON: every event comes back, and logs written long ago stay readable."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_args

import pytest

from stalas.table import codec
from stalas.table.clock import TimeControl
from stalas.table.errors import StoreError
from stalas.table.events import ChanceFell, Event, MovePlayed, TableOpened

VALUES: dict[str, Any] = {
    "at": 1_800_000_000_000,
    "game": "china-gold",
    "options": {"map": {"name": "Kalnų upė", "side": 5}, "first": 0},
    "control": TimeControl.live(5, 3),
    "listed": True,
    "same_device": False,
    "wait_ready": False,
    "leave_after": None,
    "key_hash": "ab" * 32,
    "host_hash": None,
    "rematch_of": None,
    "name": "Žydrūnė “O'Hara”\\",
    "text": '0 stack 112/2312/2/132 "quoted" ž',
}


def example(event: Any) -> Event:
    built: Event = event(**{f.name: VALUES.get(f.name, 3) for f in fields(event)})
    return built


@pytest.mark.parametrize("event", get_args(Event), ids=lambda event: event.__name__)
def test_every_event_comes_back(event: Any) -> None:
    before = example(event)
    assert codec.loads(codec.dumps(before)) == before


def test_the_short_way_writes_the_same_as_the_long_one() -> None:
    for event in (MovePlayed(5, '0 "\\ ž'), ChanceFell(6, "* first 1")):
        name = type(event).__name__
        long = codec._encode({"e": name, "at": event.at, "text": event.text})
        assert codec.dumps(event) == long


def test_a_log_of_the_first_version_is_readable() -> None:
    opened = (
        '{"e":"TableOpened","at":1,"game":"tower-of-doubt","rules_version":1,"options":{},'
        '"seats":2,"control":["live",300000,3000],"listed":false,"same_device":false,'
        '"wait_ready":false,"leave_after":300000,"commitment":"c","host_hash":"h",'
        '"rematch_of":null}'
    )
    event = codec.loads(opened)
    assert isinstance(event, TableOpened)
    assert event.control == TimeControl.live(5, 3)
    assert codec.loads('{"e":"MovePlayed","at":2,"text":"0 mark 1"}') == MovePlayed(2, "0 mark 1")


def test_an_old_shape_is_read_upwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(codec.SHAPES, "SeatReady", 3)
    monkeypatch.setitem(codec.UPCASTS, ("SeatReady", 1), lambda old: {**old, "chair": 1})
    monkeypatch.setitem(
        codec.UPCASTS, ("SeatReady", 2), lambda old: {"at": old["at"], "seat": old["chair"]}
    )
    event = codec.loads('{"e":"SeatReady","at":7}')
    assert event == codec.EVENTS["SeatReady"](7, 1)
    assert '"v":3' in codec.dumps(event)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"e":"Vanished","at":1}',
        '{"at":1}',
        '{"e":"SeatReady","at":1}',
        '{"e":"SeatReady","v":9,"at":1,"seat":0}',
    ],
)
def test_what_is_no_event_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        codec.loads(text)
