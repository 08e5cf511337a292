"""One test or more for each numbered rule of China Gold.

Most positions are on the map `STRIPES`: mountains along the rows, rivers along the slanting lines.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from stalas.core.errors import BadNotation, RecordError
from stalas.core.game import DEALER
from stalas.games.china_gold import GAME
from stalas.games.china_gold.maps import HOUSE_MAPS, house_map, moved, read_map
from stalas.games.china_gold.pieces import grid
from tests.games.china_gold.playing import STRIPES, after, dug_out, rule_of, sites, turns


def test_cg_1_all_markers_start_face_down_and_the_dealer_picks_who_begins() -> None:
    state = GAME.start(2)
    assert state.to_move == (DEALER,)
    assert [(str(m), p) for m, p in state.chances()] == [
        ("* first 0", Fraction(1, 2)),
        ("* first 1", Fraction(1, 2)),
    ]
    assert state.face_down.bit_count() == 61
    assert sites(state)[1] == []


def test_cg_1_a_settled_beginner_is_kept() -> None:
    state = GAME.start(2, {"first": 1})
    assert [str(m) for m, _ in state.chances()] == ["* first 1"]
    assert rule_of(state, "* first 0") == "CG-1"


def test_cg_1_seats_alternate() -> None:
    state = turns("0+0+1 dig a1", "0+0+1")
    assert state.to_move == (1,)
    assert rule_of(state, "0 dig a2") == "CG-1"


def test_cg_1_a_seat_waits_for_the_beginner_to_be_picked() -> None:
    assert rule_of(GAME.start(2), "0 dig a1") == "CG-1"


@pytest.mark.parametrize(
    ("kept", "stage"),
    [
        (("e1", "e2", "e3", "e4", "e5", "e6"), 5),  # a run of six: two lines of five
        (("e1", "e2", "e3", "e4", "e5"), 4),  # one line of five holds two of four
        (("e1", "e2", "e3", "e4"), 3),  # one line of four holds two of three
        (("e1", "e2", "e3"), 1),
        (("e1", "e2", "e3", "a1", "a2", "a3"), 3),  # two lines of three apart
        (("e1", "f2", "g3", "h4", "i5", "a1"), 4),  # along the third direction
        (("a1", "i9"), 1),
    ],
)
def test_cg_2_the_lines_left_settle_the_stage(kept: tuple[str, ...], stage: int) -> None:
    board = grid(5)
    assert board.stage(board.mask(kept)) == stage
    assert dug_out(*kept).stage == stage


def test_cg_2_the_final_stage_stays() -> None:
    kept = ("a1", "a2", "a3", "b1", "c1")
    assert dug_out(*kept).stage == 3
    state = replace(dug_out(*kept, bury_in_final=True), stage=1)
    for text in ("0 dig a1", "1 bury a1"):
        state = state.play(GAME.parse(text))
    # Two lines of three lie face down again, and still nothing is thrown.
    assert state.stage == 1
    assert state.to_move == (0,)


def test_cg_3_the_sum_of_the_discs_is_the_number() -> None:
    state = after("* first 0")
    chances = {str(m): p for m, p in state.chances()}
    assert len(chances) == 8
    assert sum(chances.values()) == 1
    assert chances["* throw 1+2+2"] == Fraction(1, 8)
    assert rule_of(state, "0 dig a1") == "CG-3"
    assert rule_of(state.play(GAME.parse("* throw 0+0+1")), "* throw 0+0+1") == "CG-3"


@pytest.mark.parametrize("text", ["* throw 0+0", "* throw 2+0+1", "* throw 0+0+0", "* throw 1"])
def test_cg_3_only_the_discs_in_play_are_thrown(text: str) -> None:
    assert rule_of(after("* first 0"), text) == "CG-3"


def test_cg_4_exactly_the_number_in_one_straight_line_none_skipped() -> None:
    state = turns("1+0+2 dig b1-b3", "1+0+2")
    assert state.why_illegal(GAME.parse("1 dig a1-a3")) is None
    assert state.why_illegal(GAME.parse("1 dig c1-e1")) is None
    assert state.why_illegal(GAME.parse("1 dig e5-g7")) is None
    assert rule_of(state, "1 dig a1-a2") == "CG-4"
    assert rule_of(state, "1 dig b2-b4") == "CG-4"
    assert rule_of(state, "1 dig a1-c2") == "CG-4"
    assert rule_of(state, "1 dig a9") == "CG-4"


def test_cg_4_the_lower_end_stands_first() -> None:
    for text in ("0 dig c3-a1", "0 dig a3-a1", "0 dig a1-a1"):
        state = turns("1+0+2")
        try:
            move = GAME.parse(text)
        except BadNotation:
            continue
        assert state.why_illegal(move) is not None


def test_cg_5_one_face_up_marker_may_be_buried_after_the_throw() -> None:
    state = turns("0+0+1 dig b2", "0+0+1")
    assert rule_of(state, "1 bury b3") == "CG-5"
    state = state.play(GAME.parse("1 bury b2"))
    assert state.face_down.bit_count() == 61
    assert rule_of(turns("0+0+1 dig b2"), "1 bury b2") == "CG-3"


def test_cg_5_nothing_is_buried_in_the_final_stage_but_by_option() -> None:
    kept = ("a1", "a2", "b1", "i9")  # neither area of a1 is finished by digging it
    state = dug_out(*kept).play(GAME.parse("0 dig a1"))
    assert rule_of(state, "1 bury a1") == "CG-5"
    allowed = dug_out(*kept, bury_in_final=True).play(GAME.parse("0 dig a1"))
    assert allowed.why_illegal(GAME.parse("1 bury a1")) is None


def test_cg_6_a_burial_may_not_bring_a_position_about_for_the_third_time() -> None:
    cycle = ("0+0+1 dig b2", "0+0+1 bury b2")
    state = turns(*cycle, "0+0+1 dig b2", "0+0+1")
    assert rule_of(state, "1 bury b2") == "CG-6"
    assert "1 bury b2" not in [str(move) for move in state.legal_moves(1)]
    free = turns(*cycle, "0+0+1 dig b2", "0+0+1", repeat=0)
    assert free.why_illegal(GAME.parse("1 bury b2")) is None
    strict = turns("0+0+1 dig b2", "0+0+1", repeat=2)
    assert rule_of(strict, "1 bury b2") == "CG-6"


def test_cg_7_in_the_final_stage_one_marker_or_two_adjacent_ones() -> None:
    state = dug_out("a1", "a2", "a3", "e5")
    assert state.to_move == (0,)
    assert [str(move) for move in state.legal_moves(0)] == [
        "0 dig a1",
        "0 dig a2",
        "0 dig a3",
        "0 dig e5",
        "0 dig a1-a2",
        "0 dig a2-a3",
    ]
    assert rule_of(state, "0 dig a1-a3") == "CG-7"
    assert rule_of(state, "* throw 0+1") == "CG-7"


def test_cg_8_the_digger_claims_first_then_the_other_what_is_left() -> None:
    # a1 and b1 left: mountain a (one marker) and river a1-b1 meet in a1.
    state = dug_out("a1", "b1", "i9").play(GAME.parse("0 dig a1"))
    assert state.gold == (1, 0)
    state = state.play(GAME.parse("1 dig b1"))
    assert state.gold == (1, 1)
    # The rivers dig a1 last: their area is not yet finished, the mountain's is.
    state = dug_out("a1", "b1", "i9", turn=1).play(GAME.parse("1 dig a1"))
    assert state.gold == (1, 0)


def test_cg_8_a_burial_claims_nothing() -> None:
    state = turns("0+0+1 dig b2", "0+0+1 bury b2")
    assert state.gold == (0, 0)


def test_cg_9_more_gold_wins_when_no_marker_is_left() -> None:
    state = dug_out("a1")
    assert state.outcome() is None
    state = state.play(GAME.parse("0 dig a1"))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "points"
    assert state.to_move == ()
    assert rule_of(state, "1 dig a1") == "CG-9"


def test_the_sheet_of_rivers_can_be_turned_and_flipped() -> None:
    assert moved("e5", 5, 3, True) == "e5"
    assert moved("a1", 5, 1, False) == "e1"
    assert all(moved(moved(s, 5, 2, False), 5, 4, False) == s for s in grid(5).sites)
    assert all(moved(moved(s, 6, 0, True), 6, 0, True) == s for s in grid(6).sites)
    turned = GAME.start(2, {"river_turn": 1}).board.map
    assert turned.mountains == house_map("house-61").mountains
    assert turned.rivers != house_map("house-61").rivers


def test_a_placement_in_which_a_river_equals_a_mountain_is_refused() -> None:
    with pytest.raises(RecordError, match="river_flip"):
        GAME.start(2, {"river_flip": True})


@pytest.mark.parametrize("name", HOUSE_MAPS)
def test_the_house_maps_hold_all_that_they_promise(name: str) -> None:
    board = house_map(name)
    sheet = grid(board.side)
    assert len(board.mountains) == len(board.rivers) == {5: 12, 6: 17}[board.side]
    for areas in (board.mountains, board.rivers):
        assert sorted(site for area in areas for site in area) == sorted(sheet.sites)
        assert all(3 <= len(area) <= 8 for area in areas)
    for river in board.rivers:
        for here, there in pairwise(river):
            assert sheet.index[there] in sheet.neighbours[sheet.index[here]]
    mirrored = {frozenset(moved(s, board.side, 0, True) for s in river) for river in board.rivers}
    turned = [
        {frozenset(moved(s, board.side, turn, True) for s in river) for river in board.rivers}
        for turn in range(6)
    ]
    mountains = {frozenset(mountain) for mountain in board.mountains}
    assert mountains in (mirrored, *turned)
    assert all(len(set(m) & set(r)) <= 3 for m in board.mountains for r in board.rivers)


def changed(kind: str, area: int, names: list[str]) -> dict[str, Any]:
    """The stripes with another area."""
    areas = [list(names_) for names_ in STRIPES[kind]]
    areas[area] = names
    return {**STRIPES, kind: areas}


SHORT = changed("rivers", 1, ["a2", "b2"])
SHORT["rivers"][2] = ["c2", "d2", "e2", "f2"]


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (changed("mountains", 0, ["a1", "a2", "a3", "a4", "a5", "b1"]), "b1"),
        (changed("mountains", 0, ["a1", "a2", "a3", "a4"]), "a5"),
        (changed("rivers", 1, ["a2", "b2", "c2", "a2"]), "a2"),
        (SHORT, "river 2 has 2 sites"),
        (changed("rivers", 1, ["a2", "b2", "z9"]), "z9"),
        ({**STRIPES, "side": 7}, "side"),
        ({**STRIPES, "colour": 1}, "colour"),
        ({k: v for k, v in STRIPES.items() if k != "rivers"}, "rivers"),
        ({**STRIPES, "rivers": STRIPES["mountains"]}, "same sites"),
        ({**STRIPES, "mountains": 3}, "mountains"),
    ],
)
def test_a_wrong_map_is_refused_by_naming_the_site_or_area(
    table: dict[str, Any], says: str
) -> None:
    with pytest.raises(RecordError) as refusal:
        read_map(table)
    assert says in str(refusal.value)
    with pytest.raises(RecordError):
        GAME.start(2, {"map": table})


def test_an_area_in_two_pieces_is_refused() -> None:
    table = {
        **STRIPES,
        "mountains": [["a1", "a2", "a3", "a4", "b6"], ["a5", "b4", "b5"]]
        + [list(area) for i, area in enumerate(STRIPES["mountains"]) if i not in (0, 2)],
    }
    with pytest.raises(RecordError, match="not connected"):
        read_map(table)
