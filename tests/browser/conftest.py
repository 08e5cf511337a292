"""A real server and a real Chromium."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own, on a port that is free."""
    data = tmp_path_factory.mktemp("data")
    where = ["--host", "127.0.0.1", "--port", "0", "--data", str(data)]
    command = [sys.executable, "-m", "stalas.cli", "serve", "--lang", "en", *where]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://localhost:\d+", server.stdout.readline())
        assert found is not None
        yield found[0]
        server.terminate()
        assert server.wait(5) == 0


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path is not None, "install chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def sit_down(address: str, chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Make a person's browser; afterwards nothing may have broken the policy or thrown."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def make(**options: Any) -> Page:
        options.setdefault("viewport", PHONE)
        context = chromium.new_context(base_url=address, locale="en-GB", **options)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda message: (
                faults.append(message.text) if "Content Security Policy" in message.text else None
            ),
        )
        return page

    yield make
    for context in contexts:
        context.close()
    assert faults == []
