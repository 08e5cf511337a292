"""One test or more for every numbered rule, named after it: long, but one file like the rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from stalas.core.chance import RandomSource
from stalas.core.errors import BadNotation, GameOver, IllegalMove, NotYourTurn, RecordError
from stalas.core.game import DEALER
from stalas.games.gold_hunting import GAME
from stalas.games.gold_hunting.moves import Stack
from stalas.games.gold_hunting.pieces import nuggets
from stalas.games.gold_hunting.stackings import Stackings
from tests.games.gold_hunting.playing import STACKS, after, digging, pile, rule_of

# GH-1 tokens


def test_gh_1_the_dealer_deals_two_of_three_tokens_all_alike() -> None:
    start = GAME.start(2)
    assert start.to_move == (DEALER,)
    assert {str(move): chance for move, chance in start.chances()} == {
        f"* tokens {a} {b}": Fraction(1, 6) for a in (1, 2, 3) for b in (1, 2, 3) if a != b
    }
    source = RandomSource(Random(1))
    drawn = Counter(str(start.draw(source)) for _ in range(3000))
    assert len(drawn) == 6
    assert all(400 < count < 600 for count in drawn.values())


@pytest.mark.parametrize("numbers", ["1 1", "0 1", "2 4", "10 1"])
def test_gh_1_no_other_tokens_are_dealt(numbers: str) -> None:
    assert rule_of(GAME.start(2), f"* tokens {numbers}") == "GH-1"


def test_gh_1_tokens_are_dealt_once_and_before_anything_else() -> None:
    assert rule_of(after("* tokens 2 1"), "* tokens 2 1") == "GH-1"
    assert rule_of(digging(), "* tokens 3 1") == "GH-1"
    for text in (STACKS[0], "0 dig 1@1", "1 rush@1", "0 safe"):
        assert rule_of(GAME.start(2), text) == "GH-1"


def test_gh_1_a_seat_knows_its_own_token_only() -> None:
    state = digging(tokens="3 1")
    assert state.view(0).tokens == (3, None)
    assert state.view(1).tokens == (None, 1)
    assert state.view(None).tokens == (None, None)
    deal = GAME.parse("* tokens 3 1")
    assert [GAME.start(2).seen(deal, viewer) for viewer in (0, 1, None)] == [
        "* tokens 3 ?",
        "* tokens ? 1",
        "* tokens ? ?",
    ]


# GH-2 stack


def test_gh_2_both_stack_at_the_same_time_in_either_order() -> None:
    dealt = after("* tokens 2 1")
    assert dealt.to_move == (0, 1)
    assert dealt.play(GAME.parse(STACKS[0])).to_move == (1,)
    assert dealt.play(GAME.parse(STACKS[1])).to_move == (0,)
    assert after("* tokens 2 1", *STACKS) == after("* tokens 2 1", *STACKS[::-1])


def test_gh_2_neither_sees_more_than_that_the_other_is_ready() -> None:
    state = after("* tokens 2 1", STACKS[1])
    for viewer in (0, None):
        view = state.view(viewer)
        assert view.ready == (False, True)
        assert view.stacks == view.hills == ((), ())
        assert view.heights == view.first_heights == ((), ())
    assert state.view(1).hills == ((), ("1", "1", "1", "1222233"))
    assert after("* tokens 2 1").seen(GAME.parse(STACKS[1]), 0) == "1 stack ?"
    assert after("* tokens 2 1").seen(GAME.parse(STACKS[1]), 1) == STACKS[1]


@pytest.mark.parametrize(
    "hills",
    [
        "112/231/2/133",
        "112/231/2/13",
        "112/231/2/1321",
        "1111222233",
        "11/11/2222/3/3",
        "112/23/12/2/132",
        "11223/3112//22",
        "///1111222233",
        "112/231/2/130",
        "112/2312/2/4",
    ],
)
def test_gh_2_ten_ingots_in_four_hills_none_of_them_empty(hills: str) -> None:
    assert rule_of(after("* tokens 2 1"), f"0 stack {hills}") == "GH-2"


def test_gh_2_an_option_allows_empty_hills() -> None:
    state = after("* tokens 2 1", empty_hills=True)
    for hills in ("///1111222233", "1111222233///", "/1111/222233/", "112/231/2/132"):
        assert state.why_illegal(GAME.parse(f"0 stack {hills}")) is None
    assert rule_of(state, "0 stack //1111222233") == "GH-2"


def test_gh_2_a_seat_stacks_once() -> None:
    assert rule_of(after("* tokens 2 1", STACKS[0]), "0 stack 2/1/1/1122233") == "GH-2"
    assert rule_of(digging(), STACKS[0]) == "GH-2"


def test_gh_2_nobody_digs_before_both_have_stacked() -> None:
    state = after("* tokens 2 1", STACKS[0])
    for text in ("0 dig 1@1", "1 dig 1@1", "0 rush@1", "0 safe"):
        assert rule_of(state, text) == "GH-2"


@pytest.mark.parametrize(("empty_hills", "count"), [(False, 264_600), (True, 900_900)])
def test_gh_2_so_many_stacks_there_are(empty_hills: bool, count: int) -> None:
    legal = after("* tokens 2 1", empty_hills=empty_hills).legal_moves(1)
    assert isinstance(legal, Stackings)
    assert len(legal) == count
    rng = Random(3)
    for place in [0, 1, count - 1, *(rng.randrange(count) for _ in range(300))]:
        stack = legal[place]
        assert stack in legal
        assert legal.index(stack) == place
        assert legal.count(stack) == 1
    assert legal[-1] == legal[count - 1]
    assert legal[5:8] == (legal[5], legal[6], legal[7])
    assert legal[:0] == ()
    assert Stack(0, legal[0].hills) not in legal
    strangers: list[object] = ["112/231/2/132", None, 3]
    assert not any(stranger in legal for stranger in strangers)
    for outside in (count, -count - 1):
        with pytest.raises(IndexError):
            legal[outside]
    with pytest.raises(ValueError, match="not among the stacks"):
        legal.index(Stack(0, legal[0].hills))
    with pytest.raises(ValueError, match="not among the stacks"):
        legal.index(legal[0], 1)


def test_gh_2_the_stacks_are_all_different() -> None:
    legal = Stackings(0, False)
    texts = {"/".join(stack.hills) for stack in legal}
    assert len(texts) == len(legal)
    assert legal == Stackings(0, False)
    assert legal != Stackings(1, False)


# GH-3 what shows


def test_gh_3_everybody_sees_heights_and_what_was_lifted_but_no_joints() -> None:
    state = digging("0 dig 3@4", "1 dig 2@2")
    for viewer in (0, 1, None):
        view = state.view(viewer)
        assert view.first_heights == ((4, 6, 2, 6), (1, 1, 1, 15))
        assert view.heights == ((4, 5, 2, 6), (1, 1, 1, 12))
        assert view.lifted == (("", "1", "", ""), ("", "", "", "3"))
        assert view.left(0) == (3, 4, 2)
        assert view.left(1) == (4, 4, 1)
    assert state.view(0).hills == (("112", "23", "2", "132"), ())
    assert state.view(1).hills == ((), ("1", "1", "1", "122223"))
    assert state.view(None).hills == ((), ())


# GH-4 start


def test_gh_4_the_dealer_picks_who_begins() -> None:
    stacked = after("* tokens 2 1", *STACKS)
    assert stacked.to_move == (DEALER,)
    assert [(str(m), p) for m, p in stacked.chances()] == [
        ("* first 0", Fraction(1, 2)),
        ("* first 1", Fraction(1, 2)),
    ]
    assert stacked.play(GAME.parse("* first 1")).to_move == (1,)
    for text in ("0 dig 1@1", "1 safe", "1 rush@2"):
        assert rule_of(stacked, text) == "GH-4"
    source = RandomSource(Random(1))
    assert {str(stacked.draw(source)) for _ in range(50)} == {"* first 0", "* first 1"}


def test_gh_4_only_then_and_only_once() -> None:
    for state in (
        GAME.start(2),
        after("* tokens 2 1"),
        after("* tokens 2 1", STACKS[0]),
        digging(),
    ):
        assert rule_of(state, "* first 0") == "GH-4"
    assert rule_of(after("* tokens 2 1", *STACKS), "* first 2") == "GH-4"


@pytest.mark.parametrize("seat", [0, 1])
def test_gh_4_an_option_settles_it_and_the_record_still_says_so(seat: int) -> None:
    state = after("* tokens 2 1", *STACKS, first=seat)
    assert [(str(m), p) for m, p in state.chances()] == [(f"* first {seat}", Fraction(1))]
    assert str(state.draw(RandomSource(Random(1)))) == f"* first {seat}"
    assert rule_of(state, f"* first {1 - seat}") == "GH-4"


# GH-5 turn


def test_gh_5_turns_alternate() -> None:
    state = digging()
    for text in ("0 dig 1@1", "1 rush@1", "0 rush@2", "1 dig 3@2"):
        assert state.to_move == (int(text[0]),)
        for other in (f"{1 - int(text[0])} dig 1@4", f"{1 - int(text[0])} safe"):
            assert rule_of(state, other) == "GH-5"
        state = state.play(GAME.parse(text))


ONE_LEFT = ("1/1/1/1222233", "1/1/1/1222233")
"""Each seat's tall hill comes up 3 3 2 2 2 2 1."""


def dug_out(**options: Any) -> Any:
    """Seat 1 has used a whole turn for its Safe, so seat 0 is done first."""
    texts = ["0 dig 1@1", "1 dig 1@1", "0 dig 1@2", "1 safe", "0 dig 1@3"]
    for turn in range(7):
        texts.append(f"1 dig 3@{[2, 3, 4, 4, 4, 4, 4][turn]}")
        texts.append("0 dig 3@4")
    return digging(*texts, stacks=ONE_LEFT, safe_ends_turn=True, **options)


def test_gh_5_a_seat_with_nothing_to_dig_is_skipped() -> None:
    state = dug_out()
    assert state.truth()["hills"] == [["", "", "", "12"], ["", "", "", ""]]
    assert state.to_move == (1,)
    assert rule_of(state, "0 dig 1@1") == "GH-5"
    state = state.play(GAME.parse("1 dig 1@4"))
    assert state.to_move == (1,)
    assert "skipped" in str(state.why_illegal(GAME.parse("0 dig 1@1")))
    state = state.play(GAME.parse("1 dig 1@4"))
    assert state.to_move == ()


# GH-6 dig


def test_gh_6_any_size_may_be_announced_at_any_hill_that_is_not_empty() -> None:
    state = digging("0 dig 1@1", "1 dig 1@3")
    assert [str(move) for move in state.legal_moves(0) if "dig" in str(move)] == [
        f"0 dig {size}@{hill}" for hill in (2, 3, 4) for size in (1, 2, 3)
    ]
    assert rule_of(state, "0 dig 1@1") == "GH-6"
    assert rule_of(state, "0 rush@1") == "GH-6"


@pytest.mark.parametrize("text", ["0 dig 4@1", "0 dig 0@1", "0 dig 1@5", "0 dig 1@0", "0 rush@5"])
def test_gh_6_there_are_three_sizes_and_four_hills(text: str) -> None:
    assert rule_of(digging(), text) == "GH-6"


def test_gh_6_everybody_sees_what_comes_up() -> None:
    state = digging()
    move = GAME.parse("0 dig 1@4")
    for viewer in (0, 1, None):
        assert "lifts a triple from hill 4" in str(state.tell(move, viewer)[0])
        assert state.play(move).view(viewer).acts[0].to_json() == {
            "seat": 0,
            "act": "dig",
            "announced": 1,
            "hill": 4,
            "lifted": 3,
            "bust": False,
        }


# GH-7 success, GH-8 failure


def test_gh_7_the_announced_ingot_goes_on_the_pile() -> None:
    state = digging("0 dig 3@4", "1 dig 2@1", "0 dig 3@4", "1 dig 1@2")
    assert (pile(state, 0), pile(state, 1)) == ("33", "21")
    assert state.scores() == (6, 3)


def test_gh_8_another_one_goes_to_the_box_and_the_pile_stays() -> None:
    state = digging("0 dig 1@1", "1 dig 2@1", "0 dig 1@4", "1 dig 3@2")
    assert (pile(state, 0), pile(state, 1)) == ("1", "2")
    assert state.scores() == (1, 2)


# GH-9 bust


def test_gh_9_the_sheets_example() -> None:
    state = digging(
        "0 dig 3@1",
        "1 dig 1@1",
        "0 dig 2@1",
        "1 dig 1@1",
        "0 dig 3@1",
        stacks=("1111/222/2/33", "2223/2/1111/3"),
    )
    assert pile(state, 0) == "2"
    act = state.acts[-1].to_json()
    assert (act["announced"], act["lifted"], act["bust"]) == (3, 2, True)


def test_gh_9_only_a_smaller_ingot_busts() -> None:
    # A pile of 3, and a triple comes up on the announcement of a double: equal, no bust.
    state = digging(
        "0 dig 3@1", "1 dig 1@4", "0 dig 2@4", stacks=("213/2/111/223", "213/2/111/223")
    )
    assert pile(state, 0) == "3"
    assert not state.acts[-1].to_json()["bust"]


@pytest.mark.parametrize(("bust_from", "left"), [(3, "2"), (2, "1")])
def test_gh_9_a_pile_of_two_and_a_single_lifted_by_either_reading(
    bust_from: int, left: str
) -> None:
    stacks = ("112/231/2/132", "12/1/1/122233")
    state = digging("0 dig 2@1", "1 dig 1@1", "0 dig 3@2", stacks=stacks, bust_from=bust_from)
    assert pile(state, 0) == left


def test_gh_9_a_pile_of_one_never_busts() -> None:
    for bust_from in (2, 3):
        state = digging("0 dig 1@1", "1 dig 3@1", "0 dig 3@2", bust_from=bust_from)
        assert pile(state, 0) == "1"


def test_gh_9_a_pile_of_three_busts_on_single_and_double() -> None:
    stacks = ("112/231/2/132", "13/12/1/12223")
    for hill, left in ((2, "2"), (3, "1")):
        state = digging("0 dig 3@1", "1 dig 3@1", f"0 dig 3@{hill}", stacks=stacks)
        assert pile(state, 0) == left


# GH-10 Gold Rush


def test_gh_10_the_tokens_number_is_the_announcement() -> None:
    state = digging("0 rush@4", tokens="3 1")
    assert pile(state, 0) == "3"
    assert state.fates == ("rushed", "held")
    assert state.scores() == (5, 0)
    assert state.to_move == (1,)
    assert [state.view(viewer).tokens[0] for viewer in (0, 1, None)] == [3, 3, 3]


def test_gh_10_a_failed_rush_is_a_failed_dig_and_shows_the_token() -> None:
    state = digging("0 rush@4", tokens="2 1")
    assert pile(state, 0) == ""
    assert state.fates == ("spent", "held")
    assert state.scores() == (0, 0)
    assert state.to_move == (1,)
    assert state.view(1).tokens == (2, 1)
    bust = digging("0 dig 3@4", "1 dig 1@1", "0 rush@1", tokens="2 1")
    assert pile(bust, 0) == "1"
    assert bust.fates == ("spent", "held")


def test_gh_10_once_and_only_with_the_token() -> None:
    for first in ("0 rush@1", "0 rush@4"):
        state = digging(first, "1 dig 1@1")
        assert rule_of(state, "0 rush@2") == "GH-10"
        assert rule_of(state, "0 safe") == "GH-11"
        assert not [m for m in state.legal_moves(0) if "rush" in str(m)]
    saved = digging("0 dig 1@1", "1 dig 1@1", "0 safe")
    assert rule_of(saved, "0 rush@2") == "GH-10"


# GH-11 Safe


def test_gh_11_sets_the_pile_aside_and_digs_in_the_same_turn() -> None:
    state = digging("0 dig 3@4", "1 dig 1@1", "0 safe")
    assert state.to_move == (0,)
    assert state.must_dig
    assert (state.piles[0], state.safes[0]) == ("", "3")
    assert state.fates == ("safe", "held")
    assert state.scores() == (1, 0)
    assert {str(move).split()[1] for move in state.legal_moves(0)} == {"dig"}
    assert rule_of(state, "1 dig 1@1") == "GH-5"
    state = state.play(GAME.parse("0 dig 3@4"))
    assert not state.must_dig
    assert state.to_move == (1,)
    assert state.scores() == (4, 0)


def test_gh_11_an_option_lets_it_end_the_turn() -> None:
    state = digging("0 dig 3@4", "1 dig 1@1", "0 safe", safe_ends_turn=True)
    assert state.to_move == (1,)
    assert not state.must_dig


def test_gh_11_what_is_set_aside_cannot_be_lost() -> None:
    state = digging("0 dig 3@4", "1 dig 1@1", "0 safe", "0 dig 3@4", "1 dig 1@1", "0 dig 3@1")
    assert state.acts[-1].to_json()["bust"]
    assert (state.piles[0], state.safes[0]) == ("1", "3")


def test_gh_11_needs_a_pile_and_an_unused_token() -> None:
    assert rule_of(digging(), "0 safe") == "GH-11"
    assert not [m for m in digging().legal_moves(0) if "safe" in str(m)]
    saved = digging("0 dig 3@4", "1 dig 1@1", "0 safe")
    assert rule_of(saved, "0 safe") == "GH-11"
    later = digging("0 dig 3@4", "1 dig 1@1", "0 safe", "0 dig 3@4", "1 dig 1@1")
    assert rule_of(later, "0 safe") == "GH-11"


def test_gh_11_the_token_goes_to_the_box_unseen_until_the_match_is_over() -> None:
    state = digging("0 dig 3@4", "1 dig 1@1", "0 safe", tokens="3 2")
    assert state.view(1).tokens == (None, 2)
    assert state.view(1).fates == ("safe", "held")
    assert {state.redeal(1, Random(seed)).tokens[0] for seed in range(40)} == {1, 3}
    over = state.play(GAME.parse("1 resign"))
    assert over.view(1).tokens == over.view(None).tokens == (3, 2)


# GH-12 end


def test_gh_12_ends_when_no_hill_holds_an_ingot() -> None:
    state = dug_out().play(GAME.parse("1 dig 1@4"))
    assert state.outcome() is None
    state = state.play(GAME.parse("1 dig 1@4"))
    assert state.outcome() is not None
    assert state.truth()["hills"] == [[""] * 4, [""] * 4]


def test_gh_12_nothing_happens_after_the_end() -> None:
    state = dug_out().play(GAME.parse("1 dig 1@4")).play(GAME.parse("1 dig 1@4"))
    for text in ("0 dig 1@1", "1 safe", "* first 0", "* tokens 1 2", STACKS[0], "0 resign"):
        error = state.why_illegal(GAME.parse(text))
        assert isinstance(error, GameOver)
        assert error.rule == "GH-12"


def test_gh_12_half_the_safe_rounded_down_and_two_for_a_rush() -> None:
    stacks = ("112/231/2/132", "13/12/1/12223")
    state = digging("0 dig 3@1", "1 rush@1", "0 dig 2@2", "1 dig 2@2", stacks=stacks, tokens="3 2")
    assert state.scores() == (5, 4)
    assert state.play(GAME.parse("0 safe")).scores() == (2, 4)


# GH-13 winner: whole matches with each reason are among the records


def test_gh_13_triples_then_doubles_break_a_tie() -> None:
    from stalas.games.gold_hunting.scoring import judge

    def winners(*piles: str, safes: tuple[str, str] = ("", ""), counted: bool = True) -> Any:
        outcome = judge((5, 5), (piles[0], piles[1]), safes, tie_counts_safe=counted)
        return outcome.winners, outcome.reason

    assert winners("32", "221") == ((0,), "tie-break")
    assert winners("11111", "2111") == ((1,), "tie-break")
    assert winners("221", "122") == ((0, 1), "draw")
    assert winners("2", "2", safes=("", "3")) == ((1,), "tie-break")
    assert winners("2", "2", safes=("", "3"), counted=False) == ((0, 1), "draw")
    assert winners("32", "2", safes=("", "33")) == ((1,), "tie-break")


# Giving up, notation, options


@pytest.mark.parametrize(("act", "reason"), [("resign", "resigned"), ("flag", "time")])
@pytest.mark.parametrize("seat", [0, 1])
def test_either_seat_may_give_up_at_any_time(act: str, reason: str, seat: int) -> None:
    for state in (
        GAME.start(2),
        after("* tokens 2 1"),
        after("* tokens 2 1", STACKS[1]),
        after("* tokens 2 1", *STACKS),
        digging("0 dig 3@4"),
        digging("0 dig 3@4", "1 dig 1@1", "0 safe"),
    ):
        scores = state.scores()
        over = state.play(GAME.parse(f"{seat} {act}"))
        outcome = over.outcome()
        assert outcome is not None
        assert (outcome.winners, outcome.reason) == ((1 - seat,), reason)
        assert outcome.scores == scores
        assert over.to_move == ()
        assert rule_of(over, f"{seat} {act}") == "GH-12"


def test_a_match_given_up_shows_everything() -> None:
    over = digging("0 dig 3@4", "1 resign", tokens="3 1")
    for viewer in (0, 1, None):
        view = over.view(viewer)
        assert view.tokens == (3, 1)
        assert view.stacks == (("112", "231", "2", "132"), ("1", "1", "1", "1222233"))
        assert view.hills[1] == ("1", "1", "1", "122223")
        assert view.legal == ()


@pytest.mark.parametrize(
    "text",
    ["0 dig 2@3", "1 rush@1", "0 safe", "* tokens 2 1", "* first 1", "1 resign", "0 flag",
     "0 stack 112/231/2/132", "1 stack ///", "0 stack 99", "1 dig 99@10", "0 rush@0"],
)  # fmt: skip
def test_notation_reads_back(text: str) -> None:
    assert str(GAME.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["0 dig 2@3 ", "0 dig 02@3", "0 stack", "* safe", "0 d\u0456g 2@3"]
)
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(BadNotation) as refused:
        GAME.parse(text)
    assert refused.value.rule is None


def test_a_third_seat_is_not_there() -> None:
    error = digging().why_illegal(GAME.parse("2 dig 1@1"))
    assert isinstance(error, BadNotation)
    assert error.rule is None


def test_refusals_are_of_the_right_kind() -> None:
    assert isinstance(digging().why_illegal(GAME.parse("1 dig 1@1")), NotYourTurn)
    assert isinstance(digging().why_illegal(GAME.parse("0 dig 4@1")), IllegalMove)
    assert isinstance(GAME.start(2).why_illegal(GAME.parse(STACKS[0])), NotYourTurn)


@pytest.mark.parametrize(
    "options",
    [{"bust_form": 2}, {"bust_from": 4}, {"bust_from": "3"}, {"bust_from": True},
     {"empty_hills": 1}, {"safe_ends_turn": None}, {"tie_counts_safe": "yes"}, {"first": 2}],
)  # fmt: skip
def test_unknown_options_and_values_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as refused:
        GAME.start(2, options)
    assert next(iter(options)) in str(refused.value)


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_it_is_a_game_for_two(seats: int) -> None:
    with pytest.raises(RecordError, match="two seats"):
        GAME.start(seats)


def test_every_rule_of_the_page_is_retold() -> None:
    assert [rule.number for rule in GAME.rules] == [*(f"GH-{n}" for n in range(1, 14)), "GH-N"]


def test_hills_are_counted_in_nuggets() -> None:
    assert [nuggets(hill) for hill in ("", "1", "23", "1111222233")] == [0, 1, 5, 18]
