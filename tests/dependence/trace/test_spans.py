"""The union of a suffix, compared with direct computation."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from secateur.dependence.trace.spans import Spans


@given(st.lists(st.integers(0, 2**70), max_size=40))
def test_the_union_of_any_tail(sets: list[int]) -> None:
    spans = Spans()
    for time, bits in enumerate(sets):
        spans.add(time * 3, time, bits)
    for start in range(len(sets) + 1):
        expected = 0
        for bits in sets[start:]:
            expected |= bits
        assert spans.union(start) == expected
    assert spans.after(4) == min(2, len(sets))
