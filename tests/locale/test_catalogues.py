"""The catalogues: complete, current, with right plurals; and how a language is chosen."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from stalas.core.words import Sentence, say, say_many
from stalas.locale import LANGUAGES, language, preferred

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """The tool that checks and compiles catalogues."""
    spec = importlib.util.spec_from_file_location("catalogues", ROOT / "tools" / "catalogues.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_every_sentence_is_translated_and_the_compiled_catalogue_is_current(
    code: str, tool: ModuleType
) -> None:
    assert tool.check(code) == []


def test_the_tool_finds_what_is_missing_stale_or_mistaken(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "src" / "stalas"
    (source / "locale" / "lt").mkdir(parents=True)
    (source / "some.py").write_text(
        'say("Hill {hill} " "is empty.")\nsay_many("a", "{count} b", n)\n'
    )
    for name, value in (("ROOT", tmp_path), ("SOURCE", source), ("LOCALE", source / "locale")):
        monkeypatch.setattr(tool, name, value)
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    head += '"Plural-Forms: nplurals=3; plural=(n%10==1 ? 0 : 1);\\n"\n\n'
    po = source / "locale" / "lt" / "some.po"
    po.write_text(head + 'msgid "Hill {hill} is empty."\nmsgstr "{kalnas} tuščias."\n\n'
        + 'msgid "Nothing."\nmsgstr "Nieko."\n')  # fmt: skip
    faults = "\n".join(tool.check("lt"))
    assert "('a', '{count} b') has no translation" in faults
    assert "'Nothing.' is said nowhere" in faults
    assert "has other placeholders" in faults
    assert "is stale" in faults
    po.write_text(head + 'msgid "Hill {hill} is empty."\nmsgstr "{hill} kalnas tuščias."\n\n'
        + 'msgid "a"\nmsgid_plural "{count} b"\n'
        + "".join(f'msgstr[{n}] "{{count}} {n}"\n' for n in range(3)))  # fmt: skip
    tool.write("lt")
    assert tool.check("lt") == []
    first = tool.target("lt").read_bytes()
    tool.write("lt")
    assert tool.target("lt").read_bytes() == first, "the same bytes every time"


def test_lithuanian_has_three_plurals() -> None:
    def points(count: int) -> str:
        counted = say_many(
            "Seat {seat} ({name}): {count} point",
            "Seat {seat} ({name}): {count} points",
            count,
            seat=0,
            name=say("you"),
        )
        return language("lt")(counted)

    assert points(1) == "0 vieta (jūs): 1 taškas"
    assert [points(n).split()[-1] for n in (0, 1, 2, 9, 10, 11, 19, 20, 21, 22, 101, 111)] == [
        "taškų", "taškas", "taškai", "taškai", "taškų", "taškų", "taškų", "taškų", "taškas",
        "taškai", "taškas", "taškų",
    ]  # fmt: skip


def test_the_environment_chooses_unless_asked() -> None:
    assert preferred(None, {}) == "en"
    assert preferred(None, {"LANG": "lt_LT.UTF-8"}) == "lt"
    assert preferred(None, {"LC_ALL": "C", "LANG": "lt_LT.UTF-8"}) == "en"
    assert preferred(None, {"LC_ALL": "", "LANG": "lt"}) == "lt"
    assert preferred("en", {"LANG": "lt"}) == "en"


def test_unknown_languages_and_sentences() -> None:
    with pytest.raises(KeyError):
        language("tlh")
    assert language("lt")(Sentence("")) == ""
    assert language("lt")(Sentence("Never said {before}.", (("before", 1),))) == "Never said 1."
