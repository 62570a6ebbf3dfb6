"""The solver of inclusion constraints."""

from __future__ import annotations

import random
from functools import partial

import pytest

from secateur.dependence.memory.inclusion import NOTHING, Inclusion, members


def test_what_is_included_arrives_now_and_later() -> None:
    inclusion = Inclusion()
    small, large, larger = inclusion.make(0b1), inclusion.make(), inclusion.make()
    inclusion.include(large, small)
    inclusion.include(larger, large)
    inclusion.solve()
    assert inclusion.sets[larger] == 0b1
    inclusion.add(small, 0b100)
    inclusion.solve()
    assert inclusion.sets[larger] == 0b101


def test_cycles_end() -> None:
    inclusion = Inclusion()
    first = inclusion.make_many(3)
    for n in range(3):
        inclusion.include(first + (n + 1) % 3, first + n)
    inclusion.add(first, 0b10)
    inclusion.add(first + 2, 0b01)
    inclusion.solve()
    assert inclusion.sets[first : first + 3] == [0b11] * 3


def test_a_rule_sees_every_target_and_can_add_rules() -> None:
    inclusion = Inclusion()
    watched, other = inclusion.make(0b1), inclusion.make()
    seen: list[int] = []

    def later(new: int) -> None:
        seen.append(new << 8)

    def rule(new: int) -> None:
        seen.append(new)
        if new & 0b10:
            inclusion.watch(watched, later)

    inclusion.watch(watched, rule)
    inclusion.include(watched, other)
    inclusion.add(other, 0b10)
    inclusion.solve()
    joined = 0
    for bits in seen:
        joined |= bits
    assert joined == 0b11 | 0b11 << 8


def test_numbers_stay_empty() -> None:
    inclusion = Inclusion()
    made = inclusion.make(0b1)
    inclusion.include(NOTHING, made)
    inclusion.solve()
    assert inclusion.sets[NOTHING] == 0


def test_members() -> None:
    assert list(members(0b1001_0010)) == [1, 4, 7]
    assert list(members(1 << 5000)) == [5000]


@pytest.mark.parametrize("seed", range(5))
def test_cycles_do_not_change_the_solution(seed: int) -> None:
    """Random edges, cells that hold sets, loads through pointers to them; against plain iteration."""
    chance = random.Random(seed)
    cells, count = 40, 400
    pairs = [(chance.randrange(1, count), chance.randrange(1, count)) for _ in range(700)]
    loads = [(chance.randrange(1, count), chance.randrange(1, count)) for _ in range(60)]
    contents = {chance.randrange(1, count): 1 << chance.randrange(cells) for _ in range(60)}

    def load(into: int, new: int) -> None:
        for cell in members(new):
            inclusion.include(into, 1 + cell)

    inclusion = Inclusion(few=50)
    inclusion.make_many(count - 1)
    for number, content in contents.items():
        inclusion.add(number, content)
    for into, address in loads:
        inclusion.watch(address, partial(load, into))
    for larger, smaller in pairs:
        inclusion.include(larger, smaller)
    inclusion.solve()

    expected = [contents.get(number, 0) for number in range(count)]
    before: list[int] = []
    while before != expected:
        before = list(expected)
        for larger, smaller in pairs:
            expected[larger] |= expected[smaller]
        for into, address in loads:
            for cell in members(expected[address]):
                expected[into] |= expected[1 + cell]
    assert inclusion.sets == expected
    assert any(inclusion.find(number) != number for number in range(count))


def test_sets_that_are_declared_equal_share_edges_and_rules() -> None:
    inclusion = Inclusion()
    one, other, larger = inclusion.make(0b1), inclusion.make(), inclusion.make()
    seen: list[int] = []
    inclusion.watch(other, seen.append)
    inclusion.include(larger, other)
    inclusion.equate(one, other)
    inclusion.solve()
    assert inclusion.sets[other] == inclusion.sets[larger] == 0b1
    assert seen == [0b1]
