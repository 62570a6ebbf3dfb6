"""Allocations that may fail: where a module asks somewhere whether one has, all of its functions should."""

from __future__ import annotations

from collections.abc import Iterator

from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.inference.flow import ModuleFlow, ParameterFlow
from secateur.contracts.model import Basis, Clause, Origin, clause
from secateur.ir.model import Call, Load, Null, Operand, Symbol

_ALLOCATING = ("malloc", "calloc", "realloc", "strdup", "strndup", "aligned_alloc")


def by_failure(evidence: Evidence) -> Iterator[Clause]:
    line = next(_asked(evidence.flows), 0)
    used = evidence.flows.called_by(evidence.function)
    for name in _ALLOCATING if line else ():
        if name in used:
            yield clause(f"fails({name})", Origin(Basis.INFERRED, f"line {line}"))
            return


def _asked(flows: ModuleFlow) -> Iterator[int]:
    """The lines where the result of an allocation is compared with NULL."""
    for flow in flows.by_name.values():
        for each in flow.comparisons():
            if isinstance(each.right, Null) and _is_allocated(flow, each.left):
                yield each.position.line


def _is_allocated(flow: ParameterFlow, operand: Operand) -> bool:
    made = flow.made_by(operand)
    if isinstance(made, Load):
        local = flow.local(made.address)
        values = flow.stored.get(local, []) if local is not None else []
        return any(_is_allocation(flow.made_by(value)) for value in values)
    return _is_allocation(made)


def _is_allocation(made: object) -> bool:
    return isinstance(made, Call) and isinstance(made.callee, Symbol) and made.callee.name in _ALLOCATING
