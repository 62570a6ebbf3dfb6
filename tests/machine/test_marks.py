"""Which ways through joined tests would cover more."""

from __future__ import annotations

from secateur.ir.model import NOWHERE, Joined, JoinedTest, JoinedWay, Register
from secateur.ir.types import IntType
from secateur.machine.marks import Marks, MissingWay

VALUE = Register(0, IntType(32), "c")


def _switch() -> Marks:
    """`case 1: case 2:` go to one block, `case 3:` to another, and all else to a third."""
    tests = tuple(JoinedTest(VALUE, number, False, NOWHERE) for number in (1, 2, 3))
    ways = [JoinedWay(exit_, ((number, True),), number) for number, exit_ in enumerate((0, 0, 1))]
    ways.append(JoinedWay(2, tuple((number, False) for number in range(3))))
    return Marks(Joined(tests, tuple(ways), is_switch=True), set(), "f")


def test_ways_are_open_until_all_their_sides_are_covered() -> None:
    marks = _switch()
    ways = marks.joined.ways
    assert [list(marks.open_at(exit_)) for exit_ in (0, 1, 2)] == [[0, 1], [2], [3]]
    assert marks.cover(ways[0])
    assert not marks.cover(ways[0])
    assert list(marks.open_at(0)) == [1]
    assert marks.cover(ways[2])  # the tests before it were made in vain
    assert [list(marks.open_at(exit_)) for exit_ in (0, 1, 2)] == [[1], [], [3]]
    assert not MissingWay(marks, 2).is_open
    assert MissingWay(marks, 3).is_open


def test_what_is_forgotten_is_open_again() -> None:
    marks = _switch()
    known = [side.copy() for side in marks.sides]
    for way in marks.joined.ways:
        marks.cover(way)
    assert not marks.is_open
    assert not any(marks.open_at(exit_) for exit_ in (0, 1, 2))
    marks.restrict(known)
    assert list(marks.open_at(2)) == [3]
    marks.cover(marks.joined.ways[3])
    marks.uncover(set(marks.covered_names))
    assert list(marks.open_at(2)) == [3]
