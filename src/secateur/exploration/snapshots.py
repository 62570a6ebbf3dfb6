"""The states of a path from which later runs can resume."""

from __future__ import annotations

from bisect import bisect_right

from secateur.dependence.trace.graphs import Graphs
from secateur.dependence.trace.relevance import Relevance
from secateur.exploration.task import Task
from secateur.machine.path import Path
from secateur.machine.snapshot import Snapshot


def shared_snapshots(path: Path, task: Task | None) -> list[Snapshot]:
    """The snapshots of a task that the path run for it passed as well, before it left the task's path."""
    if task is None:
        return []
    origin = task.origin.branches
    return [
        s
        for s in task.snapshots
        if s.depth == 0 or (s.depth <= len(path.branches) and path.branches[s.depth - 1] is origin[s.depth - 1])
    ]


def own_snapshots(path: Path) -> list[Snapshot]:
    """The snapshots that were taken at the path's own branches."""
    return [branch.resume for branch in path.branches if branch.resume is not None]


def followed(graphs: Graphs, path: Path, task: Task | None) -> tuple[Relevance, tuple[Snapshot, ...]]:
    """The relevant decisions of a path run for a task, and all snapshots on it."""
    shared = shared_snapshots(path, task)
    relevance = graphs.follow(path, shared)
    return relevance, (*shared, *own_snapshots(path))


def until(snapshots: tuple[Snapshot, ...], index: int) -> tuple[Snapshot, ...]:
    """Those that a task at a branch can resume from. It may wait for long, and would hold the others all the time."""
    return snapshots if index < 0 else snapshots[: bisect_right(snapshots, index, key=lambda each: each.depth)]
