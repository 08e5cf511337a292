"""Profiles and stackings: counted twice, in two ways."""

from collections import Counter, defaultdict
from itertools import combinations

from stalas.solvers.gold_hunting.stackings import alike, orders, profile_of, profiles, stackings


def _sequences(left: tuple[int, int, int]) -> list[str]:
    if not any(left):
        return [""]
    found = []
    for size in (1, 2, 3):
        if left[size - 1]:
            fewer = tuple(count - (size == k) for k, count in enumerate(left, 1))
            found += [f"{size}{rest}" for rest in _sequences((fewer[0], fewer[1], fewer[2]))]
    return found


def test_counts_agree_with_cutting_every_sequence_into_four_hills() -> None:
    apart: Counter[tuple[int, ...]] = Counter()
    together = defaultdict(set)
    for text in _sequences((4, 4, 2)):
        for a, b, c in combinations(range(1, 10), 3):
            hills = (text[:a], text[a:b], text[b:c], text[c:])
            heights = tuple(sum(map(int, hill)) for hill in hills)
            if heights == tuple(sorted(heights)):
                apart[heights] += 1
                together[heights].add(alike(heights, hills))
    assert len(apart) == 47
    # Hills of equal height told apart, and alike as they are to a digger.
    assert (apart.total(), max(apart.values())) == (18_363, 639)
    assert sum(map(len, together.values())) == 13_114
    assert set(profiles()) == set(apart)
    for heights in profiles():
        assert set(stackings(heights)) == together[heights]
        assert len(stackings(heights)) == len(together[heights])
        assert sum(len(list(orders(heights, s))) for s in stackings(heights)) == apart[heights]


def test_a_profile_remembers_where_its_hills_stood() -> None:
    hills = ("2312", "2", "132", "112")
    heights, places = profile_of(hills)
    assert heights == (2, 4, 6, 8)
    assert [sum(map(int, hills[place])) for place in places] == list(heights)
