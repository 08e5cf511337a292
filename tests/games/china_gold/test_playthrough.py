"""A whole match as everybody saw it, compared line by line with the one kept."""

from tests.games.china_gold.golden import FILE, playthrough


def test_the_match_looks_as_it_did() -> None:
    assert playthrough().splitlines() == FILE.read_text(encoding="utf-8").splitlines()
