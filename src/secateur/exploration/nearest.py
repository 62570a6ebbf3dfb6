"""Distances in a graph to the nearest of some goals, kept up to date while goals move away or vanish."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping

from secateur.exploration.code_graph import FAR, Edges


class Nearest:
    """For each node the `distance` to a goal and which `goal` it is (-1: none can be reached). A goal is a number; it
    stands at one or more nodes and has a cost, which is added to the distance. Costs only grow, and so do distances.

    Only nodes whose nearest goal moves away are looked at again: the others keep theirs.
    """

    def __init__(self, edges: Edges, goals: Mapping[int, int]) -> None:
        """`goals`: node → goal."""
        count = len(edges)
        self.distance = [FAR] * count
        self.goal = [-1] * count
        self._goals = goals
        self._cost = dict.fromkeys(goals.values(), 0)
        self._next = edges
        self._previous: Edges = [[] for _ in range(count)]
        for start, following in enumerate(edges):
            for end, length in following:
                self._previous[end].append((start, length))
        self._led: dict[int, list[int]] = {}  # goal → the nodes that it is nearest to
        self._settle(range(count))

    def raise_cost(self, goal: int, cost: int) -> None:
        """A goal is farther away now; `FAR` removes it."""
        self._cost[goal] = cost
        lost = self._led.pop(goal, [])
        for node in lost:
            self.distance[node], self.goal[node] = FAR, -1
        self._settle(lost)

    def _settle(self, nodes: Iterable[int]) -> None:
        """Dijkstra's algorithm from what is known around nodes whose distance is `FAR`."""
        distance = self.distance
        heap = [entry for node in nodes if (entry := self._from_neighbours(node))[0] < FAR]
        heapq.heapify(heap)
        while heap:
            length, node, goal = heapq.heappop(heap)
            if length >= distance[node]:
                continue
            distance[node], self.goal[node] = length, goal
            self._led.setdefault(goal, []).append(node)
            for before, more in self._previous[node]:
                if length + more < distance[before]:
                    heapq.heappush(heap, (length + more, before, goal))

    def _from_neighbours(self, node: int) -> tuple[int, int, int]:
        own = self._goals.get(node)
        best = (FAR, node, -1) if own is None else (self._cost[own], node, own)
        for end, length in self._next[node]:
            if self.distance[end] + length < best[0]:
                best = self.distance[end] + length, node, self.goal[end]
        return best
