"""Chunked sets compared with sets of Python, on numbers that share chunks and numbers that do not."""

from __future__ import annotations

import random

import pytest

from secateur.dependence.control.chunked import WIDTH, ChunkedSets, Unions
from secateur.dependence.control.closure import bits, components, spread, spread_sets

from .test_closure import random_graph


def numbers(chance: random.Random) -> set[int]:
    return {chance.choice((0, WIDTH, 5 * WIDTH)) + chance.randrange(4) for _ in range(chance.randrange(6))}


@pytest.mark.parametrize("seed", range(60))
def test_operations_are_those_of_sets(seed: int) -> None:
    chance, sets = random.Random(seed), ChunkedSets()
    one, other = numbers(chance), numbers(chance)
    x, y = sets.of(one), sets.of(other)
    assert list(x) == sorted(one)
    assert (len(x), bool(x)) == (len(one), bool(one))
    assert set(x | y) == one | other
    assert set(x & y) == one & other
    assert set(x - y) == one - other
    assert (x <= y) == (one <= other)
    assert [n for n in (0, 1, WIDTH, 5 * WIDTH + 2) if n in x] == [n for n in (0, 1, WIDTH, 5 * WIDTH + 2) if n in one]


def test_a_union_with_a_part_of_a_set_is_the_set_itself() -> None:
    sets = ChunkedSets()
    large, small = sets.of([1, 2, WIDTH]), sets.of([2])
    assert large | small is large
    assert small | large is large
    assert sets.of([1, WIDTH]) | large is large


def test_equal_chunks_are_one_object() -> None:
    sets = ChunkedSets()
    far = 200 * WIDTH
    one, other = sets.of([1, far + 77, far + 3000]), sets.of([2]) | sets.of([far + 3000, far + 77])
    assert one.chunks[200] is other.chunks[200]


@pytest.mark.parametrize("seed", range(20))
def test_sets_spread_as_bit_sets_do(seed: int) -> None:
    edges, sets = random_graph(seed), ChunkedSets()
    parts = components(edges)
    spaced = [sets.single(n * 3000) for n in range(len(edges))]
    plain = spread(edges, parts, [1 << n for n in range(len(edges))])
    found = spread_sets(edges, parts, spaced, sets.nothing)
    assert [[n // 3000 for n in one] for one in found] == [bits(one) for one in plain]


def test_the_union_over_a_set() -> None:
    sets = ChunkedSets()
    members = [sets.of([n, 2 * n]) for n in range(2 * WIDTH)]
    unions = Unions(members, sets)
    assert list(unions.over(sets.of([1, 2, WIDTH + 1]))) == [1, 2, 4, WIDTH + 1, 2 * WIDTH + 2]
    assert not unions.over(sets.nothing)
