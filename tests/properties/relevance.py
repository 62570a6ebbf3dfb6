"""Checks the meaning of dependence: if every decision that a condition depends on is the same on two paths, so is the
condition."""

from __future__ import annotations

from dataclasses import dataclass, field

from secateur.dependence.trace.dynamic import Dynamic
from secateur.dependence.trace.graphs import Graphs
from secateur.dependence.trace.relevance import numbers
from secateur.exploration.loop import Explorer
from secateur.exploration.task import Task
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.harness.subject import load
from secateur.machine.machine import Machine
from secateur.machine.path import BranchKind, Ending
from secateur.machine.path import Path as Run
from secateur.options import Budget, Compiling, Inputs
from secateur.solver import Solver, by_name

from .written import written


@dataclass
class Recording(Full):
    """Full exploration that keeps the dependence graph of every path."""

    graphs: Graphs | None = None
    found: list[Dynamic] = field(default_factory=list)
    records = True

    def begin(self, machine: Machine, solver: Solver) -> None:
        self.graphs = Graphs(machine)

    def tasks(self, path: Run, task: Task | None):  # type: ignore[no-untyped-def]
        assert self.graphs is not None
        self.found.append(self.graphs.graph(path))
        return super().tasks(path, task)


def graphs_of(text: str, function: str = "f", most: int = 60) -> list[Dynamic]:
    """The dependence graphs of the first paths of a function."""
    return recorded(text, function, most).found


def recorded(text: str, function: str, most: int) -> Recording:
    with written(text) as source:
        subject = load([f"{source}:{function}"], Compiling(), Inputs())
    technique = Recording()
    machine = Machine(subject.program, record=True)
    solver = Solver(by_name("bitwuzla"), timeout=1.0)
    Explorer(machine, solver, technique, budget=Budget(timeout=5.0, max_paths=most)).run()
    return technique


@dataclass
class Seen:
    """Data of one path: the outcomes of its decisions, and what each condition and observation depends on."""

    outcomes: dict[tuple[object, ...], bool]
    values: dict[tuple[object, ...], tuple[object, list[tuple[tuple[object, ...], bool]]]]
    ended: bool


def seen(graph: Dynamic) -> Seen:
    path = graph.path
    keys = [graph.key(n) for n in range(len(path.branches))]
    outcomes = {k: b.outcome for k, b in zip(keys, path.branches, strict=True)}
    values: dict[tuple[object, ...], tuple[object, list[tuple[tuple[object, ...], bool]]]] = {}
    for number, branch in enumerate(path.branches):
        if branch.site.kind in (BranchKind.CHOICE, BranchKind.PINNED):
            continue  # which value is tried first depends on the model
        condition = branch.condition if branch.outcome else branch.negation
        relevant = [(keys[n], path.branches[n].outcome) for n in numbers(graph.relevant(number))]
        values[keys[number]] = (condition, relevant)
    for number, instance in enumerate(graph.record.observed):
        observation = path.observations[number]
        relevant = [(keys[n], path.branches[n].outcome) for n in numbers(graph.relevant_to(instance))]
        if observation.kind != "pointer":
            values[graph.index(instance), observation.name] = (observation.value, relevant)
    return Seen(outcomes, values, path.ending is not Ending.RETURNED)


def check_relevance(text: str, function: str = "f", most: int = 60) -> tuple[int, int]:
    """Check every pair of paths; return the numbers of paths and of comparisons."""
    paths = [seen(g) for g in graphs_of(text, function, most)]
    compared = 0
    for one in paths:
        for key, (value, relevant) in one.values.items():
            for other in paths:
                if other is one or not all(other.outcomes.get(k) is o for k, o in relevant):
                    continue
                there = other.values.get(key)
                if there is None:
                    assert other.ended, f"{key} is missing on another path\n{text}"
                    continue
                compared += 1
                assert _same(value, there[0]), f"{key}: {value} is {there[0]} on another path\n{text}"
    return len(paths), compared


def _same(one: object, other: object) -> bool:
    if isinstance(one, Expr) or isinstance(other, Expr):
        return one is other
    return repr(one) == repr(other)


def check_sweep(text: str, function: str = "f", most: int = 25) -> int:
    """Check that the fast computation of relevant decisions agrees with the graph; return the number of paths."""
    recording = recorded(text, function, most)
    assert recording.graphs is not None
    for graph in recording.found:
        swept, record = recording.graphs.relevance(graph.path), graph.record
        assert swept.before == record.before, text
        assert swept.nodes == [record.nodes[i] for i in record.decided], text
        assert swept.indices == [graph.index(i) for i in record.decided], text
        assert swept.observed == [record.relevant[i] for i in record.observed], text
        assert swept.end == record.relevant[-1], text
    return len(recording.found)
