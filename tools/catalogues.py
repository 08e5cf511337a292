"""Catalogues: check that every sentence is translated, and compile what the package loads.

`python tools/catalogues.py check` says what is missing, stale or wrong; `compile` writes
`src/stalas/locale/<code>/LC_MESSAGES/stalas.mo`, the same bytes every time; `missing` prints the
sentences without a translation as entries to fill in.
"""

from __future__ import annotations

import argparse
import ast
import re
import string
import struct
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = ROOT / "src" / "stalas"
LOCALE: Final = SOURCE / "locale"
CODES: Final = ("lt",)
PLURALS: Final = {
    "lt": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : "
    "n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);"
}
FORMS: Final = {"lt": 3}

Id: TypeAlias = "str | tuple[str, str]"
"""A sentence, or the singular and the plural of one that counts."""


@dataclass(frozen=True)
class Entry:
    """A translation with where it stands."""

    forms: tuple[str, ...]
    file: Path
    fuzzy: bool


def sentences() -> dict[Id, str]:
    """Give every sentence that the sources speak, with the file where it first stands."""
    found: dict[Id, str] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for sentence in _in_python(path.read_text(encoding="utf-8")):
            found.setdefault(sentence, path.relative_to(ROOT).as_posix())
    for path in sorted((SOURCE / "web" / "templates").rglob("*.*")):
        for sentence in _in_template(path.read_text(encoding="utf-8")):
            found.setdefault(sentence, path.relative_to(ROOT).as_posix())
    return found


def _in_python(source: str) -> Iterator[Id]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else None
        texts = [a.value for a in node.args if isinstance(a, ast.Constant)]
        if name == "say" and texts and isinstance(texts[0], str):
            yield texts[0]
        elif name == "say_many" and len(texts) >= 2:
            singular, plural = texts[:2]
            if isinstance(singular, str) and isinstance(plural, str):
                yield singular, plural


def _in_template(source: str) -> Iterator[Id]:
    from jinja2 import Environment
    from jinja2.ext import extract_from_ast

    tree = Environment(autoescape=True).parse(source)
    for _line, _function, message in extract_from_ast(tree, ("_", "say", "say_many")):
        if isinstance(message, str):
            yield message
        else:
            texts = [text for text in message or () if isinstance(text, str)]
            if len(texts) == 2:
                yield texts[0], texts[1]
            elif texts:
                yield texts[0]


def entries(code: str) -> tuple[dict[Id, Entry], list[str]]:
    """Give a language's translations from all its files, and what is wrong between them."""
    found: dict[Id, Entry] = {}
    faults: list[str] = []
    for path in sorted((LOCALE / code).glob("*.po")):
        with path.open("rb") as file:
            catalogue: Catalog = read_po(file, locale=code, abort_invalid=True)
        if catalogue.obsolete:
            faults.append(f"{path.name}: has obsolete entries (#~); remove them")
        for message in catalogue:
            if not message.id:
                continue
            entry = _entry(message, path)
            key: Id = (message.id[0], message.id[1]) if message.pluralizable else str(message.id)
            known = found.setdefault(key, entry)
            if known.forms != entry.forms:
                faults.append(f"{path.name}: {key!r} is translated otherwise in {known.file.name}")
    return found, faults


def _entry(message: Message, path: Path) -> Entry:
    forms = message.string if isinstance(message.string, list | tuple) else (message.string,)
    return Entry(tuple(str(form or "") for form in forms), path, message.fuzzy)


def check(code: str) -> list[str]:
    """Give everything that is wrong with a language, one sentence each."""
    wanted = sentences()
    found, faults = entries(code)
    for key, place in wanted.items():
        if key not in found or not all(found[key].forms):
            faults.append(f"{place}: {key!r} has no translation")
    for key, entry in found.items():
        if key not in wanted:
            faults.append(f"{entry.file.name}: {key!r} is said nowhere")
        if entry.fuzzy:
            faults.append(f"{entry.file.name}: {key!r} is marked fuzzy")
        counted = not isinstance(key, str)
        if counted and len(entry.forms) != FORMS[code]:
            faults.append(f"{entry.file.name}: {key!r} needs {FORMS[code]} plural forms")
        needed = placeholders(key if isinstance(key, str) else key[1])
        for form in filter(None, entry.forms):
            if placeholders(form) != needed:
                faults.append(f"{entry.file.name}: {key!r} has other placeholders than {form!r}")
    compiled = target(code)
    if not compiled.exists() or compiled.read_bytes() != binary(code, found):
        faults.append(f"{compiled.relative_to(ROOT)} is stale; run tools/catalogues.py compile")
    return faults


def placeholders(text: str) -> set[str]:
    """Give the names that a text leaves to be filled in."""
    try:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError:
        return {f"unreadable: {text}"}


def target(code: str) -> Path:
    """Give the compiled catalogue's place."""
    return LOCALE / code / "LC_MESSAGES" / "stalas.mo"


def binary(code: str, found: Mapping[Id, Entry]) -> bytes:
    """Compile translations into the format of GNU gettext, ids sorted as bytes."""
    texts = {"": f"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: {PLURALS[code]}\n"}
    for key, entry in found.items():
        if all(entry.forms):
            texts["\0".join(key) if isinstance(key, tuple) else key] = "\0".join(entry.forms)
    pairs = sorted((key.encode(), text.encode()) for key, text in texts.items())
    count = len(pairs)
    head = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 0)
    offset = 28 + 16 * count
    tables, bodies = [], []
    for column in (0, 1):
        for pair in pairs:
            tables.append(struct.pack("<2I", len(pair[column]), offset))
            bodies.append(pair[column] + b"\0")
            offset += len(pair[column]) + 1
    return b"".join([head, *tables, *bodies])


def write(code: str) -> None:
    """Write a language's compiled catalogue."""
    target(code).parent.mkdir(parents=True, exist_ok=True)
    target(code).write_bytes(binary(code, entries(code)[0]))


def missing(code: str) -> Iterator[str]:
    """Give the untranslated sentences as entries to be filled in."""
    found, _ = entries(code)
    for key, place in sentences().items():
        if key in found and all(found[key].forms):
            continue
        lines = [f"#: {place}"]
        if isinstance(key, tuple):
            lines += [f"msgid {_quoted(key[0])}", f"msgid_plural {_quoted(key[1])}"]
            lines += [f'msgstr[{form}] ""' for form in range(FORMS[code])]
        else:
            lines += [f"msgid {_quoted(key)}", 'msgstr ""']
        yield "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = re.sub(r'(["\\])', r"\\\1", text).replace("\n", "\\n")
    return f'"{escaped}"'


def main() -> int:
    """Run the tool."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("check", "compile", "missing"))
    what = parser.parse_args().what
    faults: list[str] = []
    for code in CODES:
        if what == "check":
            faults += check(code)
        elif what == "compile":
            write(code)
        else:
            print("\n".join(missing(code)))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
