"""A real server process: how it starts, stops and fails."""

from __future__ import annotations

import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

SERVE = [sys.executable, "-m", "stalas.cli", "serve", "--host", "127.0.0.1"]


class Running:
    """A server and a browser without a script."""

    def __init__(self, data: Path) -> None:
        self.said = data / "stderr.txt"
        with self.said.open("w") as stderr:
            self.process = subprocess.Popen(
                [*SERVE, "--port", "0", "--data", str(data)],
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
            )
        assert self.process.stdout is not None
        found = re.search(r"http://localhost:\d+", self.process.stdout.readline())
        assert found is not None
        self.client = httpx2.Client(base_url=found[0], follow_redirects=True, timeout=20)
        token = re.search(r'name="token" value="([0-9a-f]+)"', self.client.get("/").text)
        assert token is not None
        self.token = token[1]

    def post(self, path: str, **form: str) -> httpx2.Response:
        return self.client.post(path, data={"token": self.token, **form})

    def stop(self, number: int = signal.SIGTERM) -> float:
        """Send a signal; give the seconds until the process has ended."""
        began = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(20)
        return time.monotonic() - began


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path)
    yield running
    running.client.close()
    running.process.kill()
    running.process.wait()
    assert running.process.stdout is not None
    running.process.stdout.close()


def test_sigterm_ends_it_while_a_stream_is_open(server: Running) -> None:
    table = server.post("/open", game="tower-of-doubt", mode="device").url.path
    ended = threading.Event()
    opened = threading.Event()

    def follow() -> None:
        with server.client.stream("GET", f"{table}/stream") as stream:
            opened.set()
            for _ in stream.iter_lines():
                pass
        ended.set()

    follower = threading.Thread(target=follow)
    follower.start()
    assert opened.wait(10)
    server.stop()
    assert ended.wait(10), "the stream must end with the server"
    follower.join()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_silence_with_its_bots_workers(server: Running, number: int) -> None:
    table = server.post("/open", game="gold-hunting", mode="bot", level="random").url.path
    with server.client.stream("GET", f"{table}/stream") as stream:
        stacked = (line for line in stream.iter_lines() if "has stacked" in line)
        assert next(stacked), "the bot has answered, so there is a worker"
        server.stop(number)
    assert server.process.returncode == 0
    assert server.said.read_text() == ""


def test_a_killed_server_comes_back_with_every_move(server: Running, tmp_path: Path) -> None:
    table = server.post("/open", game="gold-hunting", mode="device", name="Ona").url.path
    server.post(f"{table}/i-am", seat="0")
    assert server.post(f"{table}/move", typed="stack 112/231/2/132", seat="0").status_code == 200
    cookie = server.client.cookies["stalas"]
    server.stop(signal.SIGKILL)
    again = Running(tmp_path)
    page = httpx2.get(
        f"{again.client.base_url}{table}", headers={"cookie": f"stalas={cookie}"}
    ).text
    assert "Seat 0 has stacked" in page
    assert "I am Ona 2" in page
    again.stop()
    again.client.close()
    assert again.process.stdout is not None
    again.process.stdout.close()


def test_what_cannot_be_written_is_said_and_not_done(server: Running, tmp_path: Path) -> None:
    table = server.post("/open", game="tower-of-doubt", mode="device").url.path
    before = server.client.get(table).text
    blocker = sqlite3.connect(tmp_path / "tables.sqlite")
    blocker.execute(
        "CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(FAIL, 'x'); END"
    )
    blocker.commit()
    seat = re.search(r'/i-am".*?name="seat" value="(\d)"', before, re.DOTALL)
    assert seat is not None
    server.post(f"{table}/i-am", seat=seat[1])
    move = re.search(r'name="move" value="([^"]+)"', server.client.get(table).text)
    assert move is not None
    answer = server.post(f"{table}/move", move=move[1])
    assert answer.status_code == 503
    assert 'class="problem"' in answer.text
    blocker.execute("DROP TRIGGER full")
    blocker.commit()
    blocker.close()
    assert server.post(f"{table}/move", move=move[1]).status_code == 200


def test_a_port_in_use_is_said_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = subprocess.run(
            [*SERVE, "--port", port, "--data", str(tmp_path)],
            capture_output=True,
            text=True,
            check=False,
        )
    assert said.returncode == 2
    assert said.stderr.startswith("stalas serve: cannot listen")
    assert said.stderr.count("\n") == 1
