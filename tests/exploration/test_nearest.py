"""Distances that are kept up to date are those that are computed anew."""

from __future__ import annotations

import random

from secateur.exploration.code_graph import FAR, Edges
from secateur.exploration.nearest import Nearest


def _anew(edges: Edges, goals: dict[int, int], cost: dict[int, int]) -> list[int]:
    """By Bellman and Ford."""
    distance = [FAR] * len(edges)
    for node, goal in goals.items():
        distance[node] = min(FAR, cost[goal])
    for _ in edges:
        for node, following in enumerate(edges):
            for end, length in following:
                distance[node] = min(distance[node], distance[end] + length)
    return distance


def test_a_chain_with_two_goals() -> None:
    edges: Edges = [[(1, 1)], [(2, 1)], [(3, 1)], []]
    nearest = Nearest(edges, {1: 0, 3: 1})
    assert (nearest.distance, nearest.goal) == ([1, 0, 1, 0], [0, 0, 1, 1])
    nearest.raise_cost(0, FAR)
    assert (nearest.distance, nearest.goal) == ([3, 2, 1, 0], [1, 1, 1, 1])
    nearest.raise_cost(1, FAR)
    assert (nearest.distance, nearest.goal) == ([FAR] * 4, [-1] * 4)


def test_goals_that_move_away_and_vanish_at_random() -> None:
    chance = random.Random(1)
    for _ in range(60):
        count = chance.randrange(2, 25)
        edges: Edges = [
            [(chance.randrange(count), chance.randrange(3)) for _ in range(chance.randrange(4))] for _ in range(count)
        ]
        goals = {chance.randrange(count): number for number in range(4)}
        cost = dict.fromkeys(goals.values(), 0)
        nearest = Nearest(edges, goals)
        for _ in range(8):
            assert nearest.distance == _anew(edges, goals, cost)
            for node, goal in enumerate(nearest.goal):
                assert (goal < 0) == (nearest.distance[node] >= FAR)
            goal = chance.choice(sorted(cost))
            cost[goal] = FAR if chance.random() < 0.3 else min(FAR, cost[goal] + chance.randrange(1, 4))
            nearest.raise_cost(goal, cost[goal])
