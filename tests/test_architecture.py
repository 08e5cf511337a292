"""The house rules: which way imports point, how long files are, what every game brings along."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stalas.games import SHELF

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "stalas"
PYTHON = sorted(
    path
    for folder in ("src", "tests", "bench", "tools", "examples")
    for path in (ROOT / folder).rglob("*.py")
)

MAY_USE = {
    "core": set[str](),
    "games": {"core"},
    "players": {"core", "games"},
    "solvers": {"core", "games"},
    "locale": {"core"},
    "table": {"core", "games", "players", "solvers"},
    "store": {"core", "games", "players", "solvers", "table"},
    "web": {"core", "games", "players", "solvers", "table", "store", "locale"},
    "terminal": {"core", "games", "players", "solvers", "table", "locale"},
    "interop": {"core", "games", "players", "solvers"},
}
"""Each layer's layers below; the command line stands on all of them."""

LEARNT = {
    "players": {"solvers"},
    "solvers": {"players"},
}
"""Players sit down with what solvers found, and solvers are judged by players: siblings."""


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _layer(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if parts[0] == "stalas" and len(parts) > 1 else None


@pytest.mark.parametrize("layer", MAY_USE)
def test_imports_point_one_way(layer: str) -> None:
    allowed = MAY_USE[layer] | LEARNT.get(layer, set()) | {layer, "__version__"}
    for path in sorted((SOURCE / layer).rglob("*.py")):
        used = {found for module in _imports(path) if (found := _layer(module)) is not None}
        assert used <= allowed, f"{path.relative_to(ROOT)} imports {sorted(used - allowed)}"


def test_no_layer_is_unknown() -> None:
    layers = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert layers - {"cli"} <= set(MAY_USE)


def _is_kernel(path: Path) -> bool:
    return "stalas.core.compiled" in _imports(path)


@pytest.mark.parametrize("layer", ["core", "games"])
def test_the_rules_stand_on_the_standard_library_alone(layer: str) -> None:
    """Kernels may use numpy, and no rule may use a kernel."""
    kernels = {
        ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
        for path in (SOURCE / "games").rglob("*.py")
        if _is_kernel(path)
    }
    assert "stalas.games.china_gold.kernel" in kernels
    for path in sorted((SOURCE / layer).rglob("*.py")):
        if _is_kernel(path):
            continue
        used = set(_imports(path))
        foreign = {module.split(".")[0] for module in used} - sys.stdlib_module_names
        assert foreign <= {"stalas"}, f"{path.relative_to(ROOT)} imports {sorted(foreign)}"
        assert not used & kernels, f"{path.relative_to(ROOT)} imports {sorted(used & kernels)}"


def test_long_files_say_why() -> None:
    for path in PYTHON:
        text = path.read_text(encoding="utf-8")
        if text.count("\n") > 400 and "tests" not in path.relative_to(ROOT).parts:
            head = "\n".join(text.splitlines()[:15])
            assert re.search(r"\bone file\b", head), (
                f"{path.relative_to(ROOT)} is long and does not say why it is “one file”"
            )


FOREIGN = re.compile(
    "|".join(
        [
            r"(?<![\w.])/(?:work|home|root|Users)/",
            r"\.\./shared",
            r"\bissue #?\d",
            r"\bthe brief\b",
            r"\bsubagent",
            r"\bChatGPT\b|\bClaude\b|\bAnthropic\b|\bOpenAI\b",
        ]
    )
)


def test_the_project_speaks_of_itself_alone() -> None:
    folders = ("src", "tests", "bench", "tools", "examples", "docs", ".ci")
    suffixes = {".py", ".md", ".toml", ".po", ".html", ".css", ".js", ".txt", ".json", ""}
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    files += [path for path in ROOT.glob("*") if path.is_file()]
    for path in files:
        if path.suffix in suffixes and "__pycache__" not in path.parts and path != Path(__file__):
            found = FOREIGN.search(path.read_text(encoding="utf-8", errors="replace"))
            assert found is None, f"{path.relative_to(ROOT)} speaks of something else: {found}"


@pytest.mark.parametrize("name", SHELF)
def test_every_game_brings_its_page_goldens_and_counts(name: str) -> None:
    folder = name.replace("-", "_")
    for wanted in (
        f"docs/games/{name}.md",
        f"tests/scenarios/{name}.json",
        f"tests/games/{folder}/perft.txt",
        f"tests/games/{folder}/playthrough.txt",
        f"tests/games/{folder}/test_rules.py",
        f"src/stalas/locale/lt/{folder}.po",
    ):
        assert (ROOT / wanted).is_file(), f"{wanted} is missing"
    assert list((ROOT / f"tests/games/{folder}/records").glob("*.json"))


@pytest.mark.parametrize("name", SHELF)
def test_games_have_the_same_file_names(name: str) -> None:
    folder = SOURCE / "games" / name.replace("-", "_")
    for file in ("pieces", "moves", "state", "scoring", "view", "text", "rules", "game"):
        assert (folder / f"{file}.py").is_file(), f"{name} has no {file}.py"
