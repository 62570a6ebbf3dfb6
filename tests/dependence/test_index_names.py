"""Execution indices have names that are the same in every process, whatever their numbers are."""

from __future__ import annotations

from secateur.dependence.trace.elsewhere import Elsewhere
from secateur.dependence.trace.index import Indices
from secateur.dependence.trace.told_writes import WriteExchange


def test_names_do_not_depend_on_the_order() -> None:
    one, two = Indices(), Indices()
    first = one.of(-1, 0, 5)
    second = one.of(first, 1, 7)
    two.of(-1, 1, 9)
    other = two.of(two.of(-1, 0, 5), 1, 7)
    assert one.name(second) == two.name(other)
    assert one.name(first) != one.name(second)


def test_writes_are_told_once_and_found_by_readers() -> None:
    """What one process wrote makes a run of the other outdated that read it and went another way."""
    here, there = Elsewhere(Indices()), Elsewhere(Indices())
    there.indices.of(-1, 0, 99)  # so that numbers differ
    mine, theirs = WriteExchange(here), WriteExchange(there)
    theirs.news()
    branch = here.indices.of(-1, 0, 5)
    run = here.begin((1,))
    here.add(here.writing(3, (0, 4)), (branch, 1), run)
    indices, writes = mine.news()
    assert len(writes) == 1
    assert mine.news() == ([], [])
    reader = there.begin((2,))
    there.reading(3, (2, 3)).readers.append((reader, 0))
    there.passed(reader, [there.indices.of(-1, 0, 5)])
    theirs.hear(indices, writes)
    assert there.outdated == {reader: 0}
    assert theirs.news() == ([], [])  # what was heard is not told
