"""Getting ready ahead of the first match: every game's strongest levels play."""

from stalas.games import SHELF
from stalas.players.warm import warm


def test_every_game_is_made_ready() -> None:
    assert list(warm()) == list(SHELF)
