"""What pages weigh and how soon they are painted, in a real Chromium without anything cached.

`python bench/page_weight.py [--loads N]`; writes results.md. Bytes are what comes over the wire
with headers, all files a page asks for included; painted is the first contentful paint, on this
machine as it is and with the browser's processor slowed four times, as on a modest phone.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

import results
from stalas.games import SHELF

PHONE: ViewportSize = {"width": 390, "height": 844}
SLOWDOWN = 4
PAINTED = """new Promise(resolve => new PerformanceObserver(list => {
  for (const entry of list.getEntriesByName('first-contentful-paint')) resolve(entry.startTime);
}).observe({type: 'paint', buffered: true}))"""


def weigh(page: Page, url: str) -> tuple[int, int]:
    """Open a page with an empty cache; give the bytes that came and how many files they were."""
    devtools = page.context.new_cdp_session(page)
    received: list[int] = []
    devtools.on(
        "Network.loadingFinished", lambda event: received.append(event["encodedDataLength"])
    )
    devtools.send("Network.enable")
    devtools.send("Network.clearBrowserCache")
    page.goto(url)
    devtools.detach()
    return sum(map(int, received)), len(received)


def painted(browser: Browser, cookies: Any, url: str, slowdown: int) -> float:
    """Open a page in a new browser profile; give its first contentful paint in milliseconds."""
    context = browser.new_context(viewport=PHONE)
    context.add_cookies(cookies)
    page = context.new_page()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    page.goto(url)
    found = page.evaluate(PAINTED)
    context.close()
    return float(found)


def measure(browser: Browser, address: str, loads: int) -> list[tuple[object, ...]]:
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    page.goto(address)
    pages = {"home": address}
    for game in SHELF:
        page.goto(address)
        page.locator(f"button[value={game}]").click()
        page.wait_for_url("**/t/*")
        pages[f"table of {game}"] = page.url
    rows = []
    for name, url in pages.items():
        size, files = weigh(page, url)
        times = []
        for slowdown in (1, SLOWDOWN):
            found = [painted(browser, context.cookies(), url, slowdown) for _ in range(loads)]
            times.append(f"{statistics.median(found):.0f} ms")
        rows.append((name, f"{size / 1000:.1f} kB", files, *times))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--loads", type=int, default=20)
    args = parser.parse_args()
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        command = [sys.executable, "-m", "stalas.cli", "serve", "--port", "0", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://localhost:\d+", server.stdout.readline())
                assert found is not None
                browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
                rows = measure(browser, found[0], args.loads)
                browser.close()
            finally:
                server.terminate()
    results.write(
        "Weight of pages",
        "python bench/page_weight.py",
        ("page", "over the wire", "files", "painted", f"painted, {SLOWDOWN} times slower"),
        rows,
        f"Phone-sized window, nothing cached, median of {args.loads} loads.",
    )


if __name__ == "__main__":
    main()
