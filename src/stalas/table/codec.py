"""Events as JSON, for the store. Stored events are never edited: old shapes are read upwards.

Each is one object: `e` names the event, `v` its shape if that is not the first, and the fields
follow. When the shape of an event changes, its number in SHAPES rises and UPCASTS learns how to
make the new fields from the old; logs written before stay readable for ever.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final, get_args

from stalas.core.words import say
from stalas.table.clock import TimeControl
from stalas.table.errors import StoreError
from stalas.table.events import ChanceFell, Event, MovePlayed

EVENTS: Final[dict[str, Any]] = {event.__name__: event for event in get_args(Event)}

SHAPES: Final[dict[str, int]] = {}
"""The present shape of each event; 1 where nothing stands."""

UPCASTS: Final[dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]]] = {}
"""From an event's name and an old shape: its fields in the next shape."""

_FIELDS: Final = {name: tuple(f.name for f in fields(event)) for name, event in EVENTS.items()}
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def dumps(event: Event) -> str:
    """Give an event as JSON text."""
    if isinstance(event, MovePlayed | ChanceFell):
        name = type(event).__name__
        return f'{{"e":"{name}","at":{event.at},"text":{_encode(event.text)}}}'
    name = type(event).__name__
    whole: dict[str, Any] = {"e": name}
    if name in SHAPES:
        whole["v"] = SHAPES[name]
    for field in _FIELDS[name]:
        value = getattr(event, field)
        if isinstance(value, TimeControl):
            value = [value.kind, value.main, value.increment]
        whole[field] = value
    return _encode(whole)


def loads(text: str) -> Event:
    """Read an event. Raises StoreError if this program does not know it."""
    try:
        whole = json.loads(text)
        name = whole.pop("e")
        shape = whole.pop("v", 1)
        while (upcast := UPCASTS.get((name, shape))) is not None:
            whole = upcast(whole)
            shape += 1
        if shape != SHAPES.get(name, 1):
            raise ValueError(f"shape {shape}")
        if isinstance(whole.get("control"), list):
            whole["control"] = TimeControl(*whole["control"])
        event: Event = EVENTS[name](**whole)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoreError(
            say("A stored event cannot be read: {error}.", error=str(error)[:200])
        ) from None
    return event
