"""A smaller suite that computes an output in the same ways.

After Qi, Nguyen and Roychoudhury, "Path Exploration based on Symbolic Output", section 7. Two tests with the same
relevant-slice condition compute the output in the same way, so one of them suffices. A test that ends in a fault has no
output; of those with the same fault, caused by the same decisions, one is kept.
"""

from __future__ import annotations

from dataclasses import dataclass

from secateur.dependence.trace.graphs import Graphs
from secateur.dependence.trace.relevance import numbers
from secateur.exploration.criteria import Criterion
from secateur.exploration.decisions import Decisions
from secateur.exploration.hidden import end_decisions
from secateur.machine.machine import Machine
from secateur.machine.path import LIMITED
from secateur.suite.models import model_of
from secateur.suite.test import Suite, Test


@dataclass(frozen=True, slots=True)
class Reduced:
    """`dropped`: tests, each with the name of the kept test that covers it."""

    kept: tuple[Test, ...]
    dropped: tuple[tuple[Test, str], ...]


def reduce(suite: Suite, machine: Machine, criterion: Criterion) -> Reduced:
    """The first test of each class, in order. `machine` must record, and run the program of the suite."""
    graphs = Graphs(machine, printing=criterion.prints)
    decisions = Decisions()
    first: dict[tuple[object, ...], str] = {}
    kept: list[Test] = []
    dropped: list[tuple[Test, str]] = []
    for test in suite.tests:
        path = machine.run(*machine.start(model_of(machine, test.recorded)))
        if path.ending in LIMITED:
            kept.append(test)
            continue
        relevance = graphs.relevance(path)
        passed = decisions.of(relevance)
        if criterion.is_seen(path):
            key: tuple[object, ...] = (frozenset(passed[n] for n in numbers(criterion.decisions(relevance))),)
        else:
            fault = None if path.fault is None else (path.fault.kind, path.fault.position)
            ended = frozenset(passed[n] for n in numbers(end_decisions(path, relevance)))
            key = (ended, path.ending, fault)
        same = first.setdefault(key, test.name)
        if same == test.name:
            kept.append(test)
        else:
            dropped.append((test, same))
    return Reduced(tuple(kept), tuple(dropped))
