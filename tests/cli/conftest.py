"""What the tests of the command line share: running it, and records to run it on."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stalas.cli import main
from stalas.core.chance import RandomSource
from stalas.core.game import DEALER, AnyMove, AnyState
from stalas.core.records import Record
from stalas.games import find

Run = Callable[..., tuple[int, str]]
MakeRecord = Callable[..., Record]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line; give the exit status and what it printed."""

    def call(*arguments: object) -> tuple[int, str]:
        status = main([str(argument) for argument in arguments])
        return status, capsys.readouterr().out

    return call


@pytest.fixture
def save(tmp_path: Path) -> Callable[[Any], Path]:
    """Write something into a file: a record, JSON, text or bytes."""

    def write(content: Any, name: str = "record.json") -> Path:
        path = tmp_path / name
        if isinstance(content, Record):
            content = content.dumps()
        elif not isinstance(content, str | bytes):
            content = json.dumps(content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture
def play() -> MakeRecord:
    """Play a match at random, to its end or for so many plies."""

    def record(name: str, seed: int = 1, plies: int | None = None) -> Record:
        game = find(name)
        state: AnyState = game.start(game.seats.start)
        rng = Random(seed)
        moves: list[AnyMove] = []
        while state.to_move and (plies is None or len(moves) < plies):
            seat = state.to_move[0]
            if seat == DEALER:
                move = state.draw(RandomSource(rng))
            else:
                legal = state.legal_moves(seat)
                move = legal[rng.randrange(len(legal))]
            state = state.play(move)
            moves.append(move)
        names = tuple(f"Seat {seat}" for seat in range(game.seats.start))
        return Record(name, names, {}, tuple(map(str, moves)))

    return record
