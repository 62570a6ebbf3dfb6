"""The dependences of one run: which instruction instances, and which decisions, each instance depends on.

An instance is one execution of an instruction. It depends on

- *data*: the instances that computed its operands, and those that last wrote the bytes it loads,
- *control*: the branch instance that decided that it runs, or the call that entered its function,
- *potential*: branch instances whose other side could have given it another value. For a phi these are branches on the
  paths to the join; for a load, branches that ran after the bytes were written and whose other side may write there,
  and stores that could have had that address; for a register defined in a loop and used after it, the branch that left
  the loop.

The *relevant decisions* of each instance are collected along the way as a bit set over the path's branches: all
decisions that it transitively depends on. Checks that passed are excluded, because the failing side ends the run.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from secateur.dependence.trace.index import Indices
from secateur.dependence.trace.relevance import identity, numbers
from secateur.dependence.trace.spans import Spans
from secateur.expr import Expr
from secateur.machine.path import Path

if TYPE_CHECKING:
    from secateur.dependence.static import Static


@dataclass(frozen=True, slots=True, eq=False)
class PotentialWriters:
    """The events of one location from a position on: the instances that could have written it."""

    events: Spans
    start: int
    stop: int

    @property
    def instances(self) -> list[int]:
        return self.events.instances[self.start : self.stop]


@dataclass(slots=True, eq=False)
class Record:
    """The raw graph as written by the walk along a trace: parallel lists by instance."""

    nodes: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    data: list[tuple[int, ...]] = field(default_factory=list)
    relevant: list[int] = field(default_factory=list)
    sides: dict[int, int] = field(default_factory=dict)
    choosing: dict[int, tuple[int, ...]] = field(default_factory=dict)
    potential: dict[int, list[PotentialWriters]] = field(default_factory=dict)
    decided: list[int] = field(default_factory=list)  # by branch number: its instance
    before: list[int] = field(default_factory=list)  # by branch number: its relevant decisions, without itself
    observed: list[int] = field(default_factory=list)  # by number of the observation
    passed: dict[int, tuple[int, ...]] = field(
        default_factory=dict
    )  # by call: what computed its arguments (-1: nothing)


class Dynamic:
    """The dependence graph of a path that a recording machine ran."""

    def __init__(self, static: Static, indices: Indices, path: Path, record: Record) -> None:
        self.static = static
        self.indices = indices
        self.path = path
        self.record = record

    def __len__(self) -> int:
        return len(self.record.nodes)

    # --- one instance

    def line(self, instance: int) -> int:
        return self.static.code.items[self.record.nodes[instance]].position.line

    def potential(self, instance: int) -> list[int]:
        found = list(self.record.choosing.get(instance, ()))
        for span in self.record.potential.get(instance, ()):
            found += span.instances
        return sorted(set(found))

    def direct(self, instance: int) -> list[int]:
        """The direct dependences of an instance: control, data, potential."""
        parent = self.record.parents[instance]
        control = () if parent < 0 else (parent,)
        return sorted({*control, *self.record.data[instance], *self.potential(instance)})

    def slice(self, *instances: int) -> list[int]:
        """The relevant slice: everything that these instances transitively depend on, including themselves."""
        seen, todo = set(instances), list(instances)
        while todo:
            for d in self.direct(todo.pop()):
                if d not in seen:
                    seen.add(d)
                    todo.append(d)
        return sorted(seen)

    def index(self, instance: int) -> int:
        """The execution index: the same instance has the same number on every path."""
        return self._index[instance]

    @cached_property
    def _index(self) -> list[int]:
        return self.indices.number(self.record)

    # --- decisions

    def key(self, decision: int) -> tuple[object, ...]:
        """The identity of a decision across paths, without its outcome."""
        return identity(self.path.branches[decision], self.index(self.record.decided[decision]))

    def relevant(self, decision: int) -> int:
        """The decisions that the condition of this one depends on, by control, data and potential dependence."""
        return self.record.before[decision]

    def relevant_to(self, instance: int) -> int:
        """The decisions that an instance depends on, including its own choices."""
        return self.record.relevant[instance]

    def condition(self, *instances: int) -> list[Expr]:
        """The relevant path condition: what an input must satisfy for these instances to be the same as here."""
        bits = 0
        for instance in instances:
            bits |= self.record.relevant[instance]
        return [self.path.branches[n].condition for n in numbers(bits)]
