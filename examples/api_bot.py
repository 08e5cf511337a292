"""A bot that plays any game by the JSON API, with nothing but the standard library.

`python examples/api_bot.py http://localhost:8321 tower-of-doubt` opens a table against the club
player and plays random moves to the end.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen


class Client:
    """Talks to a server with a token of its own."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.headers = {"Content-Type": "application/json"}
        token = self.ask("/api/tokens", {"name": "Example bot"})["token"]
        self.headers["Authorization"] = f"Bearer {token}"

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Get a path, or post a body to it."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.server + path, data, self.headers)  # noqa: S310
        with urlopen(request, timeout=60) as answer:  # noqa: S310
            return json.load(answer)

    def changes(self, table: str) -> Any:
        """Give every change of a table, as the server's events come."""
        request = Request(f"{self.server}/api/tables/{table}/stream", headers=self.headers)  # noqa: S310
        with urlopen(request, timeout=60) as stream:  # noqa: S310
            for line in stream:
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])


def play(server: str, game: str, level: str = "club") -> dict[str, Any]:
    """Play a match and give the table as it ended."""
    client = Client(server)
    table = client.ask("/api/tables", {"game": game, "bots": {"1": level}})["table"]
    for change in client.changes(table):
        if change["status"] == "ended":
            break
        if 0 in change["to_move"]:
            legal = client.ask(f"/api/tables/{table}/legal")
            if legal["moves"]:
                move = random.choice(legal["moves"])
                body = {"move": move, "version": legal["version"]}
                client.ask(f"/api/tables/{table}/moves", body)
    ended: dict[str, Any] = client.ask(f"/api/tables/{table}")
    return ended


if __name__ == "__main__":
    over = play(*sys.argv[1:3])
    print(over["view"]["scores"], over["view"]["reason"], over["log"][-1]["words"])
