"""The example bot plays a whole match against a real server."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

EXAMPLE = Path(__file__).parents[2] / "examples" / "api_bot.py"


def load() -> Any:
    spec = importlib.util.spec_from_file_location("api_bot", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_plays_to_the_end(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "stalas.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(
        [*command, "--data", str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        found = re.search(r"http://localhost:\d+", server.stdout.readline())
        assert found is not None
        ended = load().play(found[0], "tower-of-doubt", "greedy")
        server.terminate()
    assert ended["status"] == "ended"
    assert ended["view"]["over"] is True


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 70
