"""The ladder: equal luck for all, every seat for everybody, and nothing finished played twice."""

import json
from pathlib import Path

import pytest

from stalas.cli.referee import judge
from stalas.core.errors import GameError, RecordError
from stalas.core.records import Record
from stalas.games import SHELF
from stalas.players.ladder import CERTAIN, Plan, Standings, run
from stalas.players.match import Fixture, play_match
from stalas.players.workers import Workers

LUCKY = ("random", "greedy")


def plan(game: str = "tower-of-doubt", matches: int = 8, **settings: object) -> Plan:
    return Plan(game, LUCKY, matches, budget=0.02, **settings)  # type: ignore[arg-type]


def last(plan: Plan, finished: Path | None = None) -> Standings:
    *_, standings = run(plan, Workers(2), finished)
    return standings


def played(standings: Standings) -> dict[str, tuple[str, ...]]:
    return {result.fixture.key: result.moves for result in standings.results}


@pytest.mark.parametrize("game", sorted(SHELF))
def test_every_deal_is_played_from_every_seat_and_ends(game: str) -> None:
    standings = last(plan(game, 4))
    seatings = [(result.fixture.deal, result.fixture.seating) for result in standings.results]
    assert sorted(seatings) == sorted(
        (f"0/{deal}", seating) for deal in (0, 1) for seating in (LUCKY, LUCKY[::-1])
    )
    for result in standings.results:
        verdict = judge(Record(game, result.fixture.seating, {}, result.moves))
        assert verdict["over"]
        assert verdict["winners"] == list(result.outcome.winners)


def test_one_deal_gives_the_same_draws_whoever_sits_where() -> None:
    """The first throws of China Gold: every throw is one draw of the dealer."""
    there, back = (
        play_match(Fixture("china-gold", seating, "a deal", {}, 0.02))
        for seating in (LUCKY, LUCKY[::-1])
    )
    throws = [[move for move in result.moves if move[0] == "*"] for result in (there, back)]
    assert len(throws[0]) > 5
    assert throws[0][:5] == throws[1][:5]


def test_a_ladder_is_played_alike_again() -> None:
    assert played(last(plan())) == played(last(plan()))
    assert played(last(plan())) != played(last(plan(seed=1)))


def test_more_than_two_seats_rotate() -> None:
    three = Plan("stick-collection", ("random", "greedy", "club"), 3, seats=3, budget=0.02)
    standings = last(three)
    assert {result.fixture.seating[0] for result in standings.results} == set(three.players)
    assert sum(standings.scores[0].shares) == pytest.approx(3.0)
    assert set(standings.ratings) == set(three.players)


def test_an_interrupted_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    saved = tmp_path / "ladder.jsonl"
    for standings in run(plan(), Workers(1), saved):
        if len(standings.results) == 3:
            break
    kept = saved.read_text().splitlines()
    assert len(kept) == 3
    whole = last(plan(), saved)
    assert saved.read_text().splitlines()[:3] == kept
    assert len(saved.read_text().splitlines()) == 8
    assert played(whole) == played(last(plan()))


def test_a_file_of_another_ladder_is_refused(tmp_path: Path) -> None:
    saved = tmp_path / "ladder.jsonl"
    last(plan(matches=2), saved)
    with pytest.raises(RecordError, match="another ladder"):
        last(plan(matches=2, seed=5), saved)


@pytest.mark.parametrize("broken", ["{", "[]", '{"ladder": 3}', "null", '{"seating": 1}'])
def test_a_broken_line_is_named(tmp_path: Path, broken: str) -> None:
    saved = tmp_path / "ladder.jsonl"
    last(plan(matches=2), saved)
    saved.write_text(saved.read_text() + broken + "\n")
    with pytest.raises(RecordError, match="line 3"):
        last(plan(matches=2), saved)


def test_a_pair_stops_once_its_difference_is_certain() -> None:
    standings = last(plan(matches=400, stop_when_certain=True))
    assert len(standings.results) < 200
    assert standings.scores[0].evidence >= CERTAIN
    assert standings.scores[0].share < 0.5


@pytest.mark.parametrize(
    ("game", "players", "settings"),
    [
        ("chess", LUCKY, {}),
        ("china-gold", ("random", "grandmaster"), {}),
        ("china-gold", ("random",), {}),
        ("china-gold", ("random", "random"), {}),
        ("china-gold", LUCKY, {"seats": 3}),
        ("stick-collection", LUCKY, {"seats": 3}),
        ("china-gold", LUCKY, {"matches": 0}),
        ("china-gold", LUCKY, {"budget": 0.0}),
        ("china-gold", LUCKY, {"budget": float("nan")}),
        ("china-gold", LUCKY, {"options": {"map": "no-such-map"}}),
    ],
)
def test_a_ladder_that_cannot_be_is_refused(
    game: str, players: tuple[str, ...], settings: dict[str, object]
) -> None:
    with pytest.raises(GameError):
        Plan(game, players, **{"matches": 2, **settings})  # type: ignore[arg-type]


def test_standings_are_json() -> None:
    found = json.loads(json.dumps(last(plan()).to_json()))
    assert found["matches"] == 8
    assert {rating["player"] for rating in found["ratings"]} == set(LUCKY)
    assert found["scores"][0]["low"] <= found["scores"][0]["share"] <= found["scores"][0]["high"]
