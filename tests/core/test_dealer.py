"""The dealer that can be checked: bound before it deals, and repeatable after."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import pytest

from stalas.core.dealer import MAX_ENTROPY, Dealer, read_dealer, verify
from stalas.core.errors import RecordError
from stalas.core.game import DEALER, Json
from stalas.core.records import Record, ReplayError
from tests.core.toy import TOY

SEED = bytes(range(32))


def dealt(dealer: Dealer, *, reveal: bool = True) -> Record:
    """A match of which the dealer's draws are true."""
    state = TOY.start(2)
    moves: list[str] = []
    while state.to_move:
        seat = state.to_move[0]
        move = (
            state.draw(dealer.source(len(moves))) if seat == DEALER else state.legal_moves(seat)[0]
        )
        moves.append(str(move))
        state = state.play(move)
    meta = {"dealer": dealer.to_meta(reveal=reveal)}
    return Record("toy", ("Ona", "Jonas"), {}, tuple(moves), meta)


def changed(record: Record, **changes: Any) -> Record:
    """The record with other words of the dealer; None takes a key away."""
    known: Any = {**record.meta["dealer"], **changes}  # type: ignore[dict-item]
    known = {key: value for key, value in known.items() if value is not None}
    return Record(record.game, record.seats, record.options, record.moves, {"dealer": known})


def test_a_true_match_verifies() -> None:
    verdict = verify(TOY, dealt(Dealer(SEED, ("a", ""))))
    assert (verdict.draws, verdict.differs, verdict.expected) == (1, None, None)


def test_the_commitment_binds_to_the_seed_alone() -> None:
    dealer = Dealer(SEED, ("", ""))
    assert dealer.commitment == hashlib.sha256(b"stalas dealer 1" + SEED).hexdigest()
    assert dealer.with_entropy(0, "luck").commitment == dealer.commitment
    assert Dealer(SEED[::-1], ("", "")).commitment != dealer.commitment


def test_fresh_dealers_differ_and_have_256_bits() -> None:
    seeds = {Dealer.fresh(2).seed for _ in range(20)}
    assert len(seeds) == 20
    assert {len(seed) for seed in seeds} == {32}
    assert Dealer.fresh(3).entropies == ("", "", "")


def test_the_seed_is_told_only_when_revealed() -> None:
    dealer = Dealer(SEED, ("", ""))
    assert "seed" not in dealer.to_meta(reveal=False)
    assert SEED.hex() not in repr(dealer.to_meta(reveal=False))
    assert dealer.to_meta(reveal=True)["seed"] == SEED.hex()


def draws(dealer: Dealer, ply: int = 0) -> list[int]:
    source = dealer.source(ply)
    return [source.below(1000) for _ in range(30)]


def test_draws_repeat_and_hang_on_seed_entropies_and_ply() -> None:
    dealer = Dealer(SEED, ("a", "b"))
    assert draws(dealer) == draws(Dealer(SEED, ("a", "b")))
    others = [
        draws(dealer, 1),
        draws(Dealer(SEED[::-1], ("a", "b"))),
        draws(Dealer(SEED, ("b", "a"))),
        draws(Dealer(SEED, ("a", ""))),
        draws(Dealer(SEED, ("", "ab"))),
        draws(Dealer(SEED, ("ab", ""))),
        draws(Dealer(SEED, ('a","b', ""))),
    ]
    assert draws(dealer) not in others
    assert all(others.count(some) == 1 for some in others)


def test_the_stream_is_pinned_for_ever() -> None:
    source = Dealer(SEED, ("Ona", "ąžuolas")).source(7)
    assert [source.below(n) for n in (2, 3, 6, 10, 100, 92_160, 2**53, 2**300)] == PINNED


PINNED = [
    0,
    2,
    5,
    3,
    71,
    44222,
    7507156053893675,
    1712672819318552998815714855135970305536145062134951699022684281781576979462983858730259522,
]


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 12, 100])
def test_draws_are_uniform(n: int) -> None:
    source = Dealer(SEED, ()).source(0)
    drawn = 1000 * n if n < 10 else 400 * n
    counts = Counter(source.below(n) for _ in range(drawn))
    expected = drawn / n
    assert set(counts) == set(range(n))
    # Chi-square with n − 1 degrees of freedom: mean n − 1, variance 2(n − 1); six deviations.
    chi = sum((count - expected) ** 2 / expected for count in counts.values())
    assert abs(chi - (n - 1)) <= 6 * (2 * max(n - 1, 1)) ** 0.5


def test_below_one_draws_nothing() -> None:
    source = Dealer(SEED, ()).source(0)
    assert source.below(1) == 0
    fresh = Dealer(SEED, ()).source(0)
    assert source.below(1000) == fresh.below(1000)


def test_entropy_is_kept_by_seat_and_bounded() -> None:
    dealer = Dealer(SEED, ("", "")).with_entropy(1, "x" * MAX_ENTROPY)
    assert dealer.entropies == ("", "x" * MAX_ENTROPY)
    with pytest.raises(RecordError, match="200 characters"):
        dealer.with_entropy(0, "x" * (MAX_ENTROPY + 1))


def test_verify_finds_the_first_draw_that_differs() -> None:
    record = dealt(Dealer(SEED, ("", "")))
    others = [f"* deal {a} {b}" for a in range(3) for b in range(3) if a != b]
    for other in others:
        verdict = verify(
            TOY, Record("toy", record.seats, {}, (other, *record.moves[1:]), record.meta)
        )
        if other == record.moves[0]:
            assert verdict.differs is None
        else:
            assert (verdict.draws, verdict.differs) == (0, 0)
            assert verdict.expected == record.moves[0]


def test_verify_notices_changed_entropy() -> None:
    record = dealt(Dealer(SEED, ("", "")))
    differing = [
        verify(TOY, changed(record, entropies=["", str(number)])).differs for number in range(20)
    ]
    assert 0 in differing


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"seed": None}, "64 hexadecimal digits"),
        ({"seed": 3}, "64 hexadecimal digits"),
        ({"seed": SEED.hex()[:-1]}, "64 hexadecimal digits"),
        ({"seed": SEED.hex().upper()}, "64 hexadecimal digits"),
        ({"commitment": None}, "64 hexadecimal digits"),
        ({"commitment": "x" * 64}, "64 hexadecimal digits"),
        ({"commitment": "0" * 64}, "not the one it committed to"),
        ({"seed": "0" * 64}, "not the one it committed to"),
        ({"entropies": "ab"}, "one text a seat"),
        ({"entropies": ["a"]}, "one text a seat"),
        ({"entropies": ["a", 1]}, "one text a seat"),
    ],
)
def test_a_dealer_that_cannot_be_checked_is_named(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(RecordError, match=says):
        read_dealer(changed(dealt(Dealer(SEED, ("", ""))), **changes))


def test_a_record_without_a_dealer_cannot_be_verified() -> None:
    metas: list[dict[str, Json]] = [{}, {"dealer": []}]
    for meta in metas:
        with pytest.raises(RecordError, match="does not tell"):
            verify(TOY, Record("toy", ("a", "b"), {}, (), meta))


def test_entropies_may_be_missing() -> None:
    record = dealt(Dealer(SEED, ("", "")))
    assert verify(TOY, changed(record, entropies=None)).differs is None


def test_verify_refuses_an_illegal_record() -> None:
    record = dealt(Dealer(SEED, ("", "")))
    with pytest.raises(ReplayError) as refused:
        verify(TOY, Record("toy", record.seats, {}, (*record.moves, "1 bid 1"), record.meta))
    assert refused.value.index == 3
