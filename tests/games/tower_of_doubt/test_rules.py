"""Every numbered rule of Tower of Doubt."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from stalas.core.chance import RandomSource
from stalas.core.errors import BadNotation, GameOver, IllegalMove, NotYourTurn, RecordError
from stalas.games.tower_of_doubt import GAME
from stalas.games.tower_of_doubt.moves import Towers
from stalas.games.tower_of_doubt.pieces import KIND_OF, KINDS, TURNINGS, VALUES, value_of
from stalas.games.tower_of_doubt.scoring import Verdict, judge
from stalas.games.tower_of_doubt.state import State
from tests.games.tower_of_doubt.playing import BAG, DEAL, after, in_play, marking, rule_of

# TD-1 places


def test_td_1_six_towers_one_for_each_ring_of_four_beads() -> None:
    rings = {min(n[i:] + n[:i] for i in range(4)) for n in (f"{k:04b}" for k in range(16))}
    assert len(rings) == len(KINDS) == len({KIND_OF[kind] for kind in KINDS}) == 6
    assert len(KIND_OF) == 16
    assert [value_of(kind) for kind in KINDS] == list(VALUES) == [0, 1, 2, 2, 3, 4]


def test_td_1_the_six_towers_stand_each_once() -> None:
    ready = after("* first 0")
    for wrong in (
        "* towers bwwb bbbb wwww bwbw bbbw bbww",
        "* towers bbbb bbbb bbbb bbbb bbbb bbbb",
        "* towers bwbw wbwb wwww bbbb bbbw bwww",
    ):
        assert rule_of(ready, wrong) == "TD-1"
    assert ready.why_illegal(GAME.parse(DEAL)) is None


def test_td_1_the_dealer_stands_the_towers_once_a_round_before_anybody_acts() -> None:
    assert rule_of(after("* first 0"), "0 peek 1") == "TD-1"
    assert rule_of(after("* first 0"), "1 mark 1") == "TD-1"
    assert rule_of(after(), DEAL) == "TD-1"
    assert rule_of(in_play(), DEAL) == "TD-1"
    assert rule_of(in_play("0 peek 1", "1 peek -", "0 mark 1"), DEAL) == "TD-1"


def test_td_1_there_are_six_places() -> None:
    for text in ("0 peek 0", "0 peek 7", "0 peek 10"):
        assert rule_of(in_play(), text) == "TD-1"
    for text in ("0 mark 0", "0 mark 7", "0 mark 66"):
        assert rule_of(marking(), text) == "TD-1"


def test_td_1_each_seat_sees_the_two_faces_on_its_own_side() -> None:
    state = in_play(deal="* towers bwww bbbb wwww bwbw bbbw wbbw")
    assert state.view(0).faces == ("bw", "bb", "ww", "bw", "bb", "wb")
    assert state.view(1).faces == ("ww", "bb", "ww", "bw", "bw", "bw")
    assert state.view(None).faces == ("",) * 6
    assert state.seen(GAME.parse(DEAL), 0) == "* towers bw?? bb?? ww?? bw?? bb?? bw??"
    assert state.seen(GAME.parse(DEAL), 1) == "* towers ??wb ??bb ??ww ??bw ??bw ??ww"
    assert state.seen(GAME.parse(DEAL), None) == "* towers ???? ???? ???? ???? ???? ????"


def test_td_1_every_deal_is_listed_once_and_all_are_equally_likely() -> None:
    chances = after("* first 0").chances()
    assert len(chances) == 92_160
    assert {chance for _deal, chance in chances} == {Fraction(1, 92_160)}
    deals = [deal for deal, _chance in chances]
    assert len(set(deals)) == len(deals)
    for index in (0, 1, 127, 128, 50_000, 92_159, -1):
        assert chances[index][0] == deals[index]
    assert [deal for deal, _chance in chances[500:505]] == deals[500:505]
    with pytest.raises(IndexError):
        chances[92_160]


def test_td_1_the_dealer_draws_each_order_and_turning_alike() -> None:
    state = after("* first 0")
    source = RandomSource(Random(1))
    first: Counter[str] = Counter()
    draws = 12_000
    for _ in range(draws):
        deal = state.draw(source)
        assert isinstance(deal, Towers)
        assert state.why_illegal(deal) is None
        first[deal.beads[0]] += 1
    for kind in range(6):
        for beads in TURNINGS[kind]:
            expected = draws / 6 / len(TURNINGS[kind])
            assert abs(first[beads] - expected) < 5 * expected**0.5, beads


# TD-2 starter


def test_td_2_the_dealer_picks_who_starts_the_first_round() -> None:
    assert after().chances() == tuple((GAME.parse(f"* first {s}"), Fraction(1, 2)) for s in (0, 1))
    assert {str(after().draw(RandomSource(Random(seed)))) for seed in range(20)} == {
        "* first 0",
        "* first 1",
    }
    assert after("* first 1").starter == 1
    assert rule_of(after(), "0 peek 1") == "TD-2"
    assert rule_of(after(), "* first 2") == "TD-2"
    assert rule_of(after("* first 0"), "* first 0") == "TD-2"
    assert rule_of(in_play(), "* first 0") == "TD-2"


def test_td_2_the_option_first_settles_who_starts() -> None:
    settled = after(first=1)
    assert settled.chances() == ((GAME.parse("* first 1"), Fraction(1)),)
    assert str(settled.draw(RandomSource(Random(1)))) == "* first 1"
    assert rule_of(settled, "* first 0") == "TD-2"
    assert after("* first 1", first=1).starter == 1


def test_td_2_the_leader_starts_and_if_level_the_last_winner() -> None:
    # DEAL is worth 2, 0, 4, 2, 1, 3: seat 0 takes 4 + 3 and wins, then seat 1 does.
    one_nil = marking(3, 1, 6, 2)
    assert (one_nil.points, one_nil.starter, one_nil.round) == ((1, 0), 0, 2)
    level = one_nil
    for text in (DEAL, "0 peek -", "1 peek -", "0 mark 2", "1 mark 3", "0 mark 5", "1 mark 6"):
        level = level.play(GAME.parse(text))
    assert (level.points, level.starter, level.round) == ((1, 1), 1, 3)
    behind = level
    for text in (DEAL, "1 peek -", "0 peek -", "1 mark 3", "0 mark 2", "1 mark 6", "0 mark 5"):
        behind = behind.play(GAME.parse(text))
    assert (behind.points, behind.starter) == ((1, 2), 1)


def test_td_2_the_leader_starts_even_after_losing_a_round() -> None:
    state = after("* first 0", points=5)
    for winner, starter in ((0, 0), (0, 0), (1, 0)):
        state = _won_by(winner, state)
        assert state.starter == starter
    assert state.points == (2, 1)


def _won_by(winner: int, state: State) -> State:
    """Play a round in which a seat takes 4 and 3."""
    finished = len(state.rounds)
    state = state.play(GAME.parse(DEAL))
    good, bad = ["3", "6"], ["2", "5"]
    while len(state.rounds) == finished:
        seat = state.to_move[0]
        if len(state.peeks) < 2:
            text = f"{seat} peek -"
        else:
            text = f"{seat} mark {(good if seat == winner else bad).pop()}"
        state = state.play(GAME.parse(text))
    return state


# TD-3 peek


def test_td_3_the_starter_peeks_first_then_the_other() -> None:
    assert in_play().to_move == (0,)
    assert rule_of(in_play(), "1 peek 1") == "TD-3"
    assert in_play("0 peek 1").to_move == (1,)
    assert rule_of(in_play("0 peek 1"), "0 peek 2") == "TD-3"
    assert in_play("0 peek 1", "1 peek 2").to_move == (0,)
    assert after("* first 1", DEAL, "1 peek 1").to_move == (0,)


def test_td_3_nobody_marks_before_both_peeked_nor_peeks_after() -> None:
    assert rule_of(in_play(), "0 mark 1") == "TD-3"
    assert rule_of(in_play("0 peek 1"), "1 mark 1") == "TD-3"
    assert rule_of(marking(), "0 peek 1") == "TD-3"
    assert rule_of(marking(1), "0 peek 1") == "TD-3"


def test_td_3_the_value_is_seen_by_the_peeking_seat_alone_and_the_pawn_by_all() -> None:
    state = in_play("0 peek 3", "1 peek 1")
    assert [(p.seat, p.place, p.value) for p in state.view(0).peeks] == [(0, 3, 4), (1, 1, None)]
    assert [(p.seat, p.place, p.value) for p in state.view(1).peeks] == [(0, 3, None), (1, 1, 2)]
    assert [p.value for p in state.view(None).peeks] == [None, None]
    peeking = in_play()
    move = GAME.parse("0 peek 3")
    assert [str(s) for s in peeking.tell(move, 0)] == [
        "Seat 0 peeks at tower 3.",
        "The value of tower 3 is 4.",
    ]
    assert [str(s) for s in peeking.tell(move, 1)] == ["Seat 0 peeks at tower 3."]
    assert [str(s) for s in peeking.tell(move, None)] == ["Seat 0 peeks at tower 3."]


def test_td_3_the_second_may_not_peek_at_the_same_tower() -> None:
    assert rule_of(in_play("0 peek 4"), "1 peek 4") == "TD-3"
    assert [str(m) for m in in_play("0 peek 4").legal_moves(1)] == [
        "1 peek 1",
        "1 peek 2",
        "1 peek 3",
        "1 peek 5",
        "1 peek 6",
        "1 peek -",
    ]


def test_td_3_after_a_declined_peek_the_second_may_peek_anywhere() -> None:
    state = in_play("0 peek -")
    assert len(state.legal_moves(1)) == 7
    assert [(p.seat, p.place, p.value) for p in state.view(0).peeks] == [(0, None, None)]


def test_td_3_must_peek_forbids_declining() -> None:
    state = in_play(must_peek=True)
    assert rule_of(state, "0 peek -") == "TD-3"
    assert [str(m) for m in state.legal_moves(0)] == [f"0 peek {p}" for p in range(1, 7)]
    assert rule_of(in_play("0 peek 2", must_peek=True), "1 peek -") == "TD-3"


# TD-4 mark


def test_td_4_the_starter_marks_first_and_turns_alternate() -> None:
    assert marking().to_move == (0,)
    assert rule_of(marking(), "1 mark 1") == "TD-4"
    assert marking(1).to_move == (1,)
    assert rule_of(marking(1), "0 mark 2") == "TD-4"
    assert marking(1, 2).to_move == (0,)
    assert isinstance(marking().why_illegal(GAME.parse("1 mark 1")), NotYourTurn)


def test_td_4_a_tower_bears_at_most_two_markers_whoever_s() -> None:
    state = marking(3, 3)
    assert state.stacks[2] == "01"
    assert rule_of(state, "0 mark 3") == "TD-4"
    assert GAME.parse("0 mark 3") not in state.legal_moves(0)
    own = marking(3, 1, 3)
    assert own.stacks[2] == "00"
    assert rule_of(own, "1 mark 3") == "TD-4"
    assert [str(m) for m in own.legal_moves(1)] == [f"1 mark {p}" for p in (1, 2, 4, 5, 6)]


def test_td_4_passing_is_not_allowed() -> None:
    for text in ("0 pass", "0 mark -"):
        with pytest.raises(BadNotation):
            GAME.parse(text)


# TD-5 own


def test_td_5_the_marker_on_top_owns() -> None:
    assert marking(3).owners() == (None, None, 0, None, None, None)
    assert marking(3, 3).owners() == (None, None, 1, None, None, None)
    assert marking(3, 1, 3).owners() == (1, None, 0, None, None, None)


# TD-6 skip


def test_td_6_an_owner_of_two_is_skipped_until_it_loses_one() -> None:
    # Seat 0 owns 1 and 2, seat 1 covers its own: seat 1 is to move again.
    state = marking(1, 3, 2, 3)
    assert state.to_move == (1,)
    assert rule_of(state, "0 mark 4") == "TD-6"
    robbed = marking(1, 3, 2, 3, 1)  # takes tower 1; both have marked, seat 1 owns two
    assert robbed.owners() == (1, 0, 1, None, None, None)
    assert robbed.to_move == (0,)
    assert rule_of(robbed, "1 mark 4") == "TD-6"


# TD-7 end of round


def test_td_7_the_round_ends_at_once_when_both_own_two() -> None:
    assert marking(1, 2, 3).to_move == (1,)
    over = marking(1, 2, 3, 4)
    assert len(over.rounds) == 1
    assert (over.round, over.stacks, over.to_move) == (2, ("",) * 6, (-1,))
    assert over.view(0).peeks == ()


def test_td_7_a_round_takes_four_to_seven_markers() -> None:
    lengths = set()
    for seed in range(400):
        rng = Random(seed)
        state = marking()
        while state.towers:
            state = state.play(rng.choice(state.legal_moves(state.to_move[0])))
        marks = state.rounds[0].marks
        assert all(sum(m.seat == seat for m in marks) <= 5 for seat in (0, 1))
        lengths.add(len(marks))
    assert lengths == {4, 5, 6, 7}


# TD-8 round winner

VALUES_AT = (2, 2, 4, 3, 1, 0)


def judged(own_0: tuple[int, int], own_1: tuple[int, int]) -> Verdict:
    """The verdict when each seat owns these two places of VALUES_AT, counted from 0."""
    return judge(VALUES_AT, [0 if i in own_0 else 1 if i in own_1 else None for i in range(6)])


def test_td_8_both_twos_win_outright() -> None:
    assert judged((0, 1), (2, 3)) == Verdict(winner=0, sums=(4, 7), two_twos=True)
    assert judged((2, 3), (1, 0)) == Verdict(winner=1, sums=(7, 4), two_twos=True)


def test_td_8_otherwise_the_higher_sum() -> None:
    assert judged((0, 3), (1, 2)) == Verdict(winner=1, sums=(5, 6), two_twos=False)


def test_td_8_equal_sums_go_to_the_higher_lower_tower() -> None:
    assert judged((0, 3), (2, 4)) == Verdict(winner=0, sums=(5, 5), two_twos=False)  # 2+3, 4+1
    assert judged((2, 5), (3, 4)) == Verdict(winner=1, sums=(4, 4), two_twos=False)  # 4+0, 3+1
    assert judged((0, 4), (3, 5)) == Verdict(winner=0, sums=(3, 3), two_twos=False)  # 2+1, 3+0


def test_td_8_no_round_is_fully_equal() -> None:
    pairs = list(combinations(range(6), 2))
    for own, other in product(pairs, pairs):
        if not set(own) & set(other):
            assert judged(own, other).winner == 1 - judged(other, own).winner


def test_td_8_all_towers_are_shown_after_the_round() -> None:
    over = marking(1, 2, 3, 4)
    for viewer in (0, 1, None):
        assert over.view(viewer).rounds[0].towers == (
            "bwwb",
            "bbbb",
            "wwww",
            "bwbw",
            "bbbw",
            "bwww",
        )
        assert over.view(viewer).faces == ("",) * 6


# TD-9 match


def test_td_9_the_first_to_three_round_wins_takes_the_match() -> None:
    state = after("* first 0")
    for _ in range(3):
        assert state.outcome() is None
        state = _won_by(1, state)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores) == ((1,), "match", (0, 3))
    assert state.to_move == ()
    assert isinstance(state.why_illegal(GAME.parse("0 mark 1")), GameOver)
    for text in ("0 mark 1", "1 peek 1", DEAL, "* first 0", "0 resign", "1 flag"):
        assert rule_of(state, text) == "TD-9"


def test_td_9_the_option_points_sets_how_many() -> None:
    assert _won_by(0, after("* first 0", points=1)).outcome() is not None
    assert _won_by(0, after("* first 0", points=2)).outcome() is None
    for wrong in (0, -1, 1.0, True, "3", 100, None):
        with pytest.raises(RecordError):
            GAME.start(2, {"points": wrong})


def test_td_9_the_last_round_stays_on_the_table() -> None:
    over = _won_by(0, after("* first 0", points=1))
    assert over.round == 1
    assert over.truth()["marks"] != [""] * 6
    assert over.view(None).towers == over.towers != ()


# TD-10 missing tower


def test_td_10_exactly_one_tower_stays_in_the_bag_with_the_option_alone() -> None:
    two = "* towers ?bwwb ?bbbb wwww bwbw bbbw bwww"
    assert rule_of(after("* first 0"), BAG) == "TD-10"
    assert rule_of(after("* first 0", missing_tower=True), DEAL) == "TD-10"
    assert rule_of(after("* first 0", missing_tower=True), two) == "TD-10"
    assert in_play(deal=BAG, missing_tower=True).missing == 6


def test_td_10_any_place_stands_empty_alike_whichever_tower_it_is() -> None:
    state = after("* first 0", missing_tower=True)
    chances = state.chances()
    assert len(chances) == 552_960
    assert chances[0][1] == Fraction(1, 552_960)
    source = RandomSource(Random(2))
    drawn: Counter[tuple[int, int]] = Counter()
    for _ in range(7_200):
        deal = state.draw(source)
        assert isinstance(deal, Towers)
        place = deal.missing[0]
        drawn[place, KIND_OF[deal.beads[place - 1]]] += 1
    assert len(drawn) == 36
    assert all(abs(count - 200) < 75 for count in drawn.values())


def test_td_10_the_missing_tower_cannot_be_peeked_at() -> None:
    state = in_play(deal=BAG, missing_tower=True)
    assert rule_of(state, "0 peek 6") == "TD-10"
    assert [str(m) for m in state.legal_moves(0)] == [
        *(f"0 peek {place}" for place in range(1, 6)),
        "0 peek -",
    ]
    assert isinstance(state.why_illegal(GAME.parse("0 peek 6")), IllegalMove)


def test_td_10_it_is_marked_and_owned_like_any_other_and_shown_at_the_end() -> None:
    state = marking(6, 6, 3, deal=BAG, missing_tower=True)
    assert state.owners()[5] == 1
    for viewer in (0, 1, None):
        view = state.view(viewer)
        assert (view.missing, view.faces[5]) == (6, "")
        assert state.seen(GAME.parse(BAG), viewer).endswith(" ?????")
    over = marking(6, 6, 3, 1, 5, deal=BAG, missing_tower=True)
    assert over.rounds[0].verdict.sums == (5, 5)  # 4 + 1 against 3 (from the bag) + 2
    assert over.rounds[0].verdict.winner == 1
    assert over.view(None).rounds[0].towers[5] == "bwww"
    assert over.view(None).rounds[0].missing == 6


# Giving up, seats, notation


def test_a_seat_may_resign_or_run_out_of_time_even_while_the_dealer_is_to_move() -> None:
    for state in (after(), after("* first 0"), in_play(), marking(1), marking(1, 2, 3, 4)):
        for text, winner, reason in (
            ("0 resign", 1, "resigned"),
            ("1 resign", 0, "resigned"),
            ("0 flag", 1, "time"),
            ("1 flag", 0, "time"),
        ):
            outcome = state.play(GAME.parse(text)).outcome()
            assert outcome is not None
            assert (outcome.winners, outcome.reason) == ((winner,), reason)
            assert outcome.scores == state.points


def test_the_standing_towers_are_shown_to_all_once_a_seat_resigned() -> None:
    state = in_play("0 peek 3", "1 peek 1", "0 resign")
    for viewer in (0, 1, None):
        assert state.view(viewer).towers == state.towers
        assert [p.value for p in state.view(viewer).peeks] == [4, 2]


def test_two_seats_play() -> None:
    for seats in (0, 1, 3):
        with pytest.raises(RecordError):
            GAME.start(seats)
    error = marking().why_illegal(GAME.parse("2 mark 1"))
    assert isinstance(error, BadNotation)
    assert error.rule is None


@pytest.mark.parametrize(
    "text",
    [
        *("* first 0", DEAL, BAG, "0 peek 4", "1 peek -", "0 mark 3", "1 resign", "0 flag"),
        *("0 mark 0", "1 peek 99", "* first 9", "9 mark 1"),
    ],
)
def test_every_text_reads_back_as_itself(text: str) -> None:
    assert str(GAME.parse(text)) == text


def test_every_rule_has_its_text() -> None:
    numbers = [rule.number for rule in GAME.rules]
    assert numbers == [f"TD-{n}" for n in range(1, 11)] + ["TD-N"]
