"""The dependences of one run: which instruction instances, and which decisions, each instance depends on.

An instance is one execution of an instruction. It depends on

- *data*: what made its operands, and what last wrote the bytes that it loads,
- *control*: the branch instance that decided that it runs, or the call that its function was entered by,
- *potential*: branch instances whose other side could have brought it another value. For a phi these are branches on
  the way to the join; for a load, branches passed after the bytes were written whose other side may write there, and
  stores whose address could have been that one; for a register that comes out of a loop, the branch that ended it.

Alongside, the *relevant decisions* of each instance are gathered as a bit set over the path's branches: all that it
transitively depends on. Checks that passed are not among them, because the failing side has no future.
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
    """Events of one location from a position on: the instances that could have written it."""

    events: Spans
    start: int
    stop: int

    @property
    def instances(self) -> list[int]:
        return self.events.instances[self.start : self.stop]


@dataclass(slots=True, eq=False)
class Record:
    """The raw graph, as the walk along a trace writes it: parallel lists by instance."""

    nodes: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    data: list[tuple[int, ...]] = field(default_factory=list)
    relevant: list[int] = field(default_factory=list)
    sides: dict[int, int] = field(default_factory=dict)
    choosing: dict[int, tuple[int, ...]] = field(default_factory=dict)
    potential: dict[int, list[PotentialWriters]] = field(default_factory=dict)
    decided: list[int] = field(default_factory=list)  # by number of the path's branch: the instance that it belongs to
    before: list[int] = field(default_factory=list)  # likewise: the relevant decisions of it, without itself
    observed: list[int] = field(default_factory=list)  # by number of the observation


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
        """What an instance depends on directly: control, data, potential."""
        parent = self.record.parents[instance]
        control = () if parent < 0 else (parent,)
        return sorted({*control, *self.record.data[instance], *self.potential(instance)})

    def slice(self, *instances: int) -> list[int]:
        """The relevant slice: everything that these instances transitively depend on, and themselves."""
        seen, todo = set(instances), list(instances)
        while todo:
            for d in self.direct(todo.pop()):
                if d not in seen:
                    seen.add(d)
                    todo.append(d)
        return sorted(seen)

    def index(self, instance: int) -> int:
        """The execution index: the same number on every path for what is the same instance there."""
        return self._index[instance]

    @cached_property
    def _index(self) -> list[int]:
        return self.indices.number(self.record)

    # --- decisions

    def key(self, decision: int) -> tuple[object, ...]:
        """What identifies a decision on all paths; its outcome is not part of it."""
        return identity(self.path.branches[decision], self.index(self.record.decided[decision]))

    def relevant(self, decision: int) -> int:
        """The decisions that the condition of this one depends on, by control, data and potential dependence."""
        return self.record.before[decision]

    def relevant_to(self, instance: int) -> int:
        """The decisions that an instance depends on, its own choices included."""
        return self.record.relevant[instance]

    def condition(self, *instances: int) -> list[Expr]:
        """The relevant path condition: what an input has to satisfy for these instances to be what they are here."""
        bits = 0
        for instance in instances:
            bits |= self.record.relevant[instance]
        return [self.path.branches[n].condition for n in numbers(bits)]
