"""The semantic signature of a program: the values that its output can have, and when.

One row is one partition of exploration by output: a condition over the inputs, and the expression of the output for
all of them. Every input that leads to an output is in a row; `exclusive.py` makes sure that it is in one only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from secateur import expr
from secateur.exploration.criteria import Value
from secateur.exploration.partition import Partition
from secateur.expr import Expr
from secateur.machine.path import Path
from secateur.solver import Solver


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """`conditions` hold together; those implied by the others are left out. `path` is one run of the partition, `paths`
    their number, if they were counted."""

    conditions: tuple[Expr, ...]
    outputs: tuple[tuple[str, Value], ...]
    path: Path
    paths: int | None = None

    def holds(self, model: tuple[int, ...]) -> bool:
        return all(expr.evaluate(condition, model) for condition in self.conditions)


def signature(partitions: Sequence[Partition], solver: Solver) -> list[Row]:
    """One row per partition, in the order in which they were found."""
    seen: set[frozenset[int]] = set()
    rows: list[Row] = []
    for partition in partitions:
        if partition.key not in seen:
            seen.add(partition.key)
            conditions = needed(partition.conditions, solver, partition.path.model)
            rows.append(Row(tuple(conditions), partition.outputs, partition.path))
    return rows


def needed(conditions: Sequence[Expr], solver: Solver, model: tuple[int, ...] = ()) -> list[Expr]:
    """The conditions without those that the others imply. Conditions that the solver cannot decide on are kept. `model`
    satisfies all of them: an input that violates just one is often similar."""
    kept = list(dict.fromkeys(part for condition in conditions for part in conjuncts(condition)))
    for condition in list(kept):
        others = [c for c in kept if c is not condition]
        if not any(c.variables & condition.variables for c in others):
            continue
        if solver.must_be_true(condition, others, model) is True:
            kept = others
    return kept


def conjuncts(condition: Expr) -> list[Expr]:
    """The conjuncts of a condition, in their order: `!a` and `!b` for `!(a || b)`."""
    found: list[Expr] = []
    todo = [condition]
    while todo:
        one = todo.pop()
        inner = one.args[0] if one.op == "not" else None
        if one.op == "and" and one.width == 1:
            todo += reversed(one.args)
        elif isinstance(inner, Expr) and inner.op == "or" and inner.width == 1:
            parts = [expr.not_(arg) for arg in inner.args]
            todo += [part for part in reversed(parts) if isinstance(part, Expr)]
        else:
            found.append(one)
    return found


def counted(rows: Sequence[Row], paths: Iterable[Path]) -> list[Row]:
    """The rows with the number of full paths that each stands for; `paths` are those that led to an output."""
    counts = [0] * len(rows)
    for path in paths:
        for number, row in enumerate(rows):
            if row.holds(path.model):
                counts[number] += 1
                break
    return [replace(row, paths=count) for row, count in zip(rows, counts, strict=True)]
