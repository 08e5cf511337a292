"""Writing SVG: elements with escaped text and attributes, nothing else.

Pictures carry classes, never styles, so that a page with a strict policy may show them; colours
are the page's. Numbers are written short.
"""

from __future__ import annotations

from html import escape
from typing import TypeAlias

Attribute: TypeAlias = "str | int | float | bool | None"


class Svg(str):
    """A piece of SVG that is already escaped."""

    __slots__ = ()


def element(name: str, /, *children: str, **attributes: Attribute) -> Svg:
    """Write an element; plain texts among its children are escaped, `class_` is `class`.

    Attributes that are None or False are left out, True stands for its own name.

    >>> element("text", "a < b", x=1.50, class_="label", data_key="t")
    '<text x="1.5" class="label" data-key="t">a &lt; b</text>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(key, value)}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    inner = "".join(child if isinstance(child, Svg) else escape(child) for child in children)
    return Svg(f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>")


def group(*children: str, **attributes: Attribute) -> Svg:
    """Write a group."""
    return element("g", *children, **attributes)


def picture(
    title: str,
    description: str,
    left: float,
    top: float,
    width: float,
    height: float,
    *children: str,
) -> Svg:
    """Write a whole picture with its text alternative."""
    return element(
        "svg",
        element("title", title),
        element("desc", description),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{number(left)} {number(top)} {number(width)} {number(height)}",
        role="group",
        aria_label=title,
    )


def number(value: float) -> str:
    """Write a number with two digits at most.

    >>> number(1.0), number(-2.345)
    ('1', '-2.35')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _value(key: str, value: Attribute) -> str:
    if value is True:
        return key.rstrip("_").replace("_", "-")
    if isinstance(value, float):
        return number(value)
    return escape(str(value), quote=True)
