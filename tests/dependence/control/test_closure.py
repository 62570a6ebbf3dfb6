"""Components and the propagation of seeds over them, compared with plain reachability."""

from __future__ import annotations

import random

import pytest

from secateur.dependence.control.closure import bits, components, spread, transpose


def reachable(edges: list[list[int]], start: int) -> set[int]:
    seen: set[int] = set()
    todo = [start]
    while todo:
        here = todo.pop()
        if here not in seen:
            seen.add(here)
            todo += edges[here]
    return seen


def random_graph(seed: int) -> list[list[int]]:
    chance = random.Random(seed)
    count = chance.randint(1, 12)
    return [[chance.randrange(count) for _ in range(chance.randint(0, 2))] for _ in range(count)]


@pytest.mark.parametrize("number", [0, 1, 6, 1 << 70 | 1 << 31 | 5])
def test_bits_are_the_positions_of_the_ones(number: int) -> None:
    assert bits(number) == [n for n in range(number.bit_length()) if number >> n & 1]


@pytest.mark.parametrize("seed", range(40))
def test_components_are_what_reaches_each_other_and_come_behind_what_they_reach(seed: int) -> None:
    edges = random_graph(seed)
    reach = [reachable(edges, n) for n in range(len(edges))]
    parts = components(edges)
    assert sorted(n for part in parts for n in part) == list(range(len(edges)))
    for at, part in enumerate(parts):
        assert set(part) == {n for n in reach[part[0]] if part[0] in reach[n]}
        assert not any(m in reach[part[0]] for later in parts[at + 1 :] for m in later)


@pytest.mark.parametrize("seed", range(40))
def test_seeds_spread_to_all_that_can_be_reached(seed: int) -> None:
    edges = random_graph(seed)
    found = spread(edges, components(edges), [1 << n for n in range(len(edges))])
    for n, came in enumerate(found):
        assert set(bits(came)) == {m for m in range(len(edges)) if n in reachable(edges, m)}


def test_a_long_chain_needs_no_recursion() -> None:
    edges = [[n + 1] for n in range(50_000)] + [[]]
    parts = components(edges)
    assert len(parts) == len(edges)
    assert spread(edges, parts, [1] + [0] * 50_000)[-1] == 1


def test_transposed_twice_is_the_same() -> None:
    rows = [0b101, 0b010, 0b101, 0]
    assert transpose(rows, 3) == [0b0101, 0b0010, 0b0101]
    assert transpose(transpose(rows, 3), 4) == rows
