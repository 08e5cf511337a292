"""One test or more for each numbered rule, named by it."""

from __future__ import annotations

from random import Random
from statistics import fmean, pstdev
from typing import Any

import pytest

from stalas.core.chance import RandomSource
from stalas.core.errors import BadNotation, GameOver, NotYourTurn, RecordError
from stalas.games.stick_collection import GAME
from stalas.games.stick_collection.moves import Stick, Sticks
from stalas.games.stick_collection.scoring import chain, points
from stalas.games.stick_collection.tracks import TRACKS, house_track
from tests.games.stick_collection.playing import after, begun, give, rule_of, stand


def test_sc_1_each_seat_starts_with_50_money_and_one_stick() -> None:
    state = begun("5 3 9")
    assert state.money == (50, 50, 50)
    assert state.rows == ((5,), (3,), (9,))
    assert state.in_box() == 33


def test_sc_1_the_dealer_deals_and_picks_the_first_player_before_anything_else() -> None:
    start = after()
    assert rule_of(start, "* first 0") == "SC-1"
    assert rule_of(start, "0 bid 1") == "SC-1"
    assert rule_of(start, "* stick 5 +0.0 +0.0 +0.0") == "SC-2"
    dealt = after("* sticks 5 3 9")
    assert rule_of(dealt, "* sticks 5 3 9") == "SC-1"
    assert rule_of(dealt, "0 pass") == "SC-1"
    assert rule_of(dealt, "* stick 5 +0.0 +0.0 +0.0") == "SC-2"
    assert rule_of(dealt, "* first 3") == "SC-1"
    assert rule_of(begun("5 3 9"), "* first 1") == "SC-1"
    assert [str(move) for move, _chance in dealt.chances()] == [f"* first {s}" for s in range(3)]


@pytest.mark.parametrize("lengths", ["5 3", "5 3 9 1", "5 3 0", "5 3 10", "5 3 100"])
def test_sc_1_starting_sticks_are_one_a_seat_of_lengths_1_to_9(lengths: str) -> None:
    assert rule_of(after(), f"* sticks {lengths}") == "SC-1"


def test_sc_1_there_are_four_sticks_of_each_length() -> None:
    assert rule_of(after(seats=5), "* sticks 7 7 7 7 7") == "SC-1"
    assert after("* sticks 7 7 7 7 6", seats=5).box()[6] == 0


def test_sc_2_a_stick_must_be_in_the_box() -> None:
    state = give(begun("5 5 5"), 1, 5)
    assert state.rows == ((5,), (5, 5), (5,))
    assert rule_of(state, "* stick 5 +0.0 +0.0 +0.0") == "SC-2"
    assert state.why_illegal(GAME.parse("* stick 4 +0.0 +0.0 +0.0")) is None


def test_sc_2_the_stand_holds_one_stick_with_an_error_for_each_seat() -> None:
    state = begun("5 3 9")
    assert rule_of(state, "* stick 5 +0.0 +0.0") == "SC-2"
    assert rule_of(state, "* stick 0 +0.0 +0.0 +0.0") == "SC-2"
    assert rule_of(state, "* stick 10 +0.0 +0.0 +0.0") == "SC-2"
    assert rule_of(state, "0 bid 1") == "SC-2"
    standing = stand(state, 5)
    assert rule_of(standing, "* stick 5 +0.0 +0.0 +0.0") == "SC-2"
    assert standing.in_box() == 32


def test_sc_2_eye_errors_may_have_any_size() -> None:
    state = stand(begun("5 3 9"), 5, errors="+123456789.0 -0.0 -50.3")
    assert state.view(0).auction is not None
    assert state.view(0).auction.glimpse == 700 + 1234567890  # type: ignore[union-attr]
    assert state.view(1).auction.glimpse == 700  # type: ignore[union-attr]
    assert state.view(2).auction.glimpse == 700 - 503  # type: ignore[union-attr]
    assert str(GAME.parse("* stick 5 -0.0 +0.0")) == "* stick 5 +0.0 +0.0"


def test_sc_3_bidding_goes_round_and_the_first_player_is_last() -> None:
    state = stand(begun("5 3 9", first=1), 4)
    turns = []
    for call in ("2 bid 1", "0 bid 2", "1 bid 3", "2 bid 4", "0 bid 5"):
        turns.append(state.to_move)
        state = state.play(GAME.parse(call))
    assert turns == [(2,), (0,), (1,), (2,), (0,)]


def test_sc_3_a_bid_is_1_to_10_more_than_the_last_and_not_more_than_one_owns() -> None:
    state = stand(begun("5 3 9"), 4, "1 bid 4")
    for bid in (0, 1, 4, 11, 100):
        assert rule_of(state, f"2 bid {bid}") == "SC-3"
    assert [str(move) for move in state.legal_moves(2)] == [
        *(f"2 bid {bid}" for bid in range(5, 11)),
        "2 pass",
    ]
    poor = begun("5 3 9")
    for length in (1, 2, 4, 6):
        poor = give(poor, 0, length, 10)
    assert poor.money == (10, 50, 50)
    poor = give(poor, 0, 7, 3)
    assert poor.money[0] == 7
    poor = stand(poor, 8, "1 pass", "2 bid 3")
    assert rule_of(poor, "0 bid 8") == "SC-3"
    assert str(poor.legal_moves(0)[-2]) == "0 bid 7"


def test_sc_3_a_pass_is_final_for_this_stick() -> None:
    state = stand(begun("5 3 9"), 4, "1 bid 4", "2 pass", "0 bid 5", "1 bid 6")
    assert state.to_move == (0,)
    assert rule_of(state, "2 bid 7") == "SC-3"
    assert "final" in str(state.why_illegal(GAME.parse("2 pass")))
    assert isinstance(state.why_illegal(GAME.parse("1 bid 7")), NotYourTurn)


def test_sc_3_the_last_seat_left_wins() -> None:
    state = stand(begun("5 3 9"), 4, "1 bid 4", "2 pass", "0 pass")
    assert state.rows == ((5,), (3, 4), (9,))
    assert state.money == (50, 46, 50)
    assert state.first_player == 1


def test_sc_3_a_bid_of_10_wins_at_once() -> None:
    state = stand(begun("5 3 9"), 4, "1 bid 10")
    assert state.rows == ((5,), (3, 4), (9,))
    assert state.auction is None


def test_sc_3_who_cannot_raise_passes_without_a_move() -> None:
    poor = begun("5 3 9", first=2)
    for length in (1, 2, 4, 6):
        poor = give(poor, 0, length, 10)
    poor = give(poor, 0, 7, 3)  # 7 money
    state = stand(poor, 8, "1 bid 7")
    assert state.to_move == (2,)
    state = state.play(GAME.parse("2 bid 8"))
    assert state.to_move == (1,)
    assert state.truth()["auction"] == {"stick": 8, "high": 8, "by": 2, "passed": [0]}
    assert rule_of(state, "0 pass") == "SC-3"
    # If nobody else can raise either, the auction ends by itself.
    ended = stand(poor, 8, "1 pass", "2 bid 7")
    assert ended.auction is None
    assert ended.rows[2] == (9, 8)
    assert "0 cannot raise" in str(
        [str(s) for s in stand(poor, 8, "1 pass").tell(GAME.parse("2 bid 7"), None)]
    )


def test_sc_4_if_nobody_bids_the_first_player_gets_the_stick_for_nothing() -> None:
    state = stand(begun("5 3 9", first=1), 4, "2 pass", "0 pass")
    assert state.rows == ((5,), (3, 4), (9,))
    assert state.money == (50, 50, 50)
    assert state.first_player == 1


def test_sc_4_the_first_player_is_not_asked_when_nobody_bids() -> None:
    state = stand(begun("5 3", first=0), 4, "1 pass")
    assert state.rows == ((5, 4), (3,))


def test_sc_5_the_winner_pays_its_bid() -> None:
    assert give(begun("5 3 9"), 1, 4, 7).money == (50, 43, 50)


def test_sc_5_a_lucky_square_moves_up_once() -> None:
    assert give(begun("5 3 9"), 1, 4, 6).money == (50, 46, 50)  # 44 to 46
    sheet = begun("5 3 9", track="sheet")
    sheet = give(sheet, 1, 4, 6)
    assert sheet.money == (50, 44, 50)
    sheet = give(sheet, 1, 6, 5)
    sheet = give(sheet, 1, 7, 10)
    assert sheet.money == (50, 31, 50)  # 29 to 31


def test_sc_5_a_free_stick_moves_nobody() -> None:
    own = {"name": "Ours", "lucky": [[45, 50]]}
    state = give(begun("5 3 9", track=own), 1, 4, 5)
    assert state.money == (50, 50, 50)
    state = give(state, 1, 6, 0)
    assert state.money == (50, 50, 50)


def test_sc_5_the_tracks_that_come_with_the_game() -> None:
    assert TRACKS == ("house", "sheet")
    assert house_track("sheet").lucky == ((29, 31),)
    assert (29, 31) in house_track("house").lucky
    assert len(house_track("house").squares) == 51


@pytest.mark.parametrize(
    ("track", "word"),
    [
        ("none", "none"),
        (7, "table"),
        ([], "table"),
        ({}, "name"),
        ({"name": "x"}, "lucky"),
        ({"name": "x", "lucky": [], "more": 1}, "more"),
        ({"name": "", "lucky": []}, "name"),
        ({"name": 4, "lucky": []}, "name"),
        ({"name": "x\n", "lucky": []}, "name"),
        ({"name": "x", "lucky": {"29": 31}}, "pairs"),
        ({"name": "x", "lucky": [[29]]}, "pairs"),
        ({"name": "x", "lucky": [[29, 31.0]]}, "pairs"),
        ({"name": "x", "lucky": [[True, 31]]}, "pairs"),
        ({"name": "x", "lucky": [[0, 31]]}, "square 0"),
        ({"name": "x", "lucky": [[50, 51]]}, "square 50"),
        ({"name": "x", "lucky": [[29, 51]]}, "square 29"),
        ({"name": "x", "lucky": [[29, 29]]}, "square 29"),
        ({"name": "x", "lucky": [[29, 10**40]]}, "square 29"),
        ({"name": "x", "lucky": [[29, 31], [29, 33]]}, "29 is lucky twice"),
        ({"name": "x", "lucky": [[29, 31], [31, 33]]}, "lucky itself"),
    ],
)
def test_sc_5_a_wrong_track_is_refused_with_what_is_wrong(track: Any, word: str) -> None:
    with pytest.raises(RecordError, match="track") as caught:
        GAME.start(3, {"track": track})
    assert word in str(caught.value)


def test_sc_6_the_winner_adds_the_stick_to_its_row_for_all_to_see() -> None:
    state = give(give(begun("5 3 9"), 1, 4), 1, 7)
    assert state.rows[1] == (3, 4, 7)
    for viewer in (0, 1, 2, None):
        assert state.view(viewer).steps[1] == (0, 1, 4)
    assert state.first_player == 1


def test_sc_7_eight_sticks_end_the_match() -> None:
    state = begun("1 2 3")
    for length in (1, 2, 4, 6, 7, 8):
        state = give(state, 0, length)
    assert len(state.rows[0]) == 7
    assert state.outcome() is None
    state = give(state, 0, 9)
    assert state.outcome() is not None
    assert state.to_move == ()


def test_sc_7_no_money_ends_the_match() -> None:
    state = begun("1 2 3", track="sheet")
    for length in (1, 4, 6, 8):
        state = give(state, 0, length, 10)
    assert state.outcome() is None
    state = give(state, 0, 9, 10)
    assert state.money[0] == 0
    assert state.outcome() is not None


def test_sc_7_a_lucky_square_is_not_the_end() -> None:
    own = {"name": "Ours", "lucky": [[1, 2]]}
    state = begun("1 2 3", track=own)
    for length in (1, 4, 6, 8):
        state = give(state, 0, length, 10)
    state = give(state, 0, 9, 9)
    assert state.money[0] == 2
    assert state.outcome() is None


def test_sc_7_four_alike_end_the_match() -> None:
    state = begun("1 2 3")
    for _ in range(2):
        state = give(state, 0, 1)
    assert state.outcome() is None
    assert give(state, 0, 1).outcome() is not None


def test_sc_7_nothing_is_done_after_the_end() -> None:
    state = begun("1 2 3")
    for _ in range(3):
        state = give(state, 0, 1)
    for text in ("* stick 5 +0.0 +0.0 +0.0", "* first 1", "* sticks 1 2 3", "1 bid 1", "1 pass"):
        assert isinstance(state.why_illegal(GAME.parse(text)), GameOver)
        assert rule_of(state, text) == "SC-7"


def test_sc_7_the_box_never_runs_empty() -> None:
    state = begun("1 2 3 4 5")
    box = {length: 4 - (length <= 5) for length in range(1, 10)}
    # Rows in which no length comes four times: 7 sticks each for five seats, 35 of the 36.
    turn = 0
    while state.outcome() is None:
        length = next(
            length
            for length in sorted(box, key=lambda length: -box[length])
            if box[length] and state.rows[turn].count(length) < 3
        )
        box[length] -= 1
        state = give(state, turn, length)
        turn = (turn + 1) % 5
    assert state.in_box() == 0
    assert sorted(map(len, state.rows)) == [7, 7, 7, 7, 8]


@pytest.mark.parametrize(
    ("row", "longest"),
    [
        ([5], 1),
        ([5, 5], 1),
        ([5, 6], 2),
        ([6, 5], 2),
        ([5, 6, 6, 7], 3),
        ([1, 2, 4, 5, 6, 9], 3),
        ([1, 2, 3, 4, 5, 6, 7, 8], 8),
        ([2, 4, 6, 8], 1),
        ([9, 1], 1),
    ],
)
def test_sc_8_the_longest_chain(row: list[int], longest: int) -> None:
    assert chain(row) == longest
    assert chain([length - min(row) for length in row]) == longest


def test_sc_8_money_scores_22_at_most() -> None:
    assert points([5], 50) == 32
    assert points([5], 22) == 32
    assert points([5], 21) == 31
    assert points([5, 6], 0) == 20


def test_sc_9_four_alike_win_outright() -> None:
    state = begun("1 2 3")
    for length in (3, 4):
        state = give(state, 1, length)
    for _ in range(3):
        state = give(state, 0, 1)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores[1] > outcome.scores[0]
    assert (outcome.winners, outcome.reason) == ((0,), "four-alike")


def test_sc_9_more_sticks_break_a_tie_then_more_money_then_it_is_shared() -> None:
    sticks = begun("1 5 9", track="sheet")
    for length in (1, 1, 3, 3, 6, 6):
        sticks = give(sticks, 0, length, 1)
    assert sticks.scores() == (32, 32, 32)
    won = give(sticks, 0, 8, 1).outcome()
    assert won is not None
    assert (won.winners, won.reason) == ((0,), "tie-break")


def test_resigning_is_for_two_seats_and_any_time() -> None:
    for state in (after(seats=2), begun("5 3"), stand(begun("5 3"), 4)):
        outcome = state.play(GAME.parse("0 resign")).outcome()
        assert outcome is not None
        assert (outcome.winners, outcome.reason) == ((1,), "resigned")
        outcome = state.play(GAME.parse("1 flag")).outcome()
        assert outcome is not None
        assert (outcome.winners, outcome.reason) == ((0,), "time")
    assert isinstance(after().why_illegal(GAME.parse("0 resign")), BadNotation)


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_two_to_five_seats(seats: int) -> None:
    with pytest.raises(RecordError):
        GAME.start(seats)


@pytest.mark.parametrize(
    "options",
    [{"eye_mm": -1}, {"eye_mm": "2"}, {"eye_mm": True}, {"shortest_mm": 5.5}, {"shortest_mm": 0}],
)
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(RecordError):
        GAME.start(2, options)


def test_draws_have_their_stated_distribution() -> None:
    source = RandomSource(Random(4))
    start, dealt, ready = after(seats=5), after("* sticks 7 7 7 7 6", seats=5), begun("7 7 7 7 6")
    deals = [start.draw(source) for _ in range(2000)]
    lengths = [length for deal in deals if isinstance(deal, Sticks) for length in deal.lengths]
    assert {lengths.count(length) > 1000 for length in range(1, 10)} == {True}
    assert {str(dealt.draw(source)) for _ in range(200)} == {f"* first {s}" for s in range(5)}
    sticks = [move for move in (ready.draw(source) for _ in range(3000)) if isinstance(move, Stick)]
    assert {stick.length for stick in sticks} == {1, 2, 3, 4, 5, 6, 8, 9}
    sixes = sum(stick.length == 6 for stick in sticks) / 3000
    assert abs(sixes - 3 / 31) < 0.025
    errors = [error for stick in sticks for error in stick.errors]
    assert abs(fmean(errors)) < 1
    assert abs(pstdev(errors) - 25) < 1
