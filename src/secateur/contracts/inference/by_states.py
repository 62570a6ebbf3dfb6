"""State machines: a member by which the code switches, and to which the module stores nothing but constants, has one of
these values, or 0 if nobody has stored anything yet."""

from __future__ import annotations

from collections.abc import Iterator

from secateur.contracts.inference.by_use import ParameterUse, struct_in_code, use_of
from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.model import Basis, Clause, Origin, clause
from secateur.ir.ctype import CInt, resolved
from secateur.ir.model import Cast, GetElement, Int, Load, Store
from secateur.ir.types import Type

FEWEST = 2
"""Constants from which on it is a state."""


def by_states(evidence: Evidence) -> Iterator[Clause]:
    use = use_of(evidence)
    if use is None:
        return
    origin = Origin(Basis.INFERRED, "the states that the module stores")
    for number, struct, member in sorted(set(_switched(use)), key=lambda each: (each[0], each[2])):
        known = struct_in_code(use.pointer(number))
        kind = None if known is None or member >= len(known.fields) else resolved(known.fields[member].type)
        values = _stored(evidence, struct, member)
        if known is None or not isinstance(kind, CInt) or values is None or len(values) < FEWEST:
            continue
        name = f"{use.parameters[number].name}->{known.fields[member].name}"
        low, high = min(0, *values), max(0, *values)
        text = f"{low} <= {name} && {name} <= {high}" if kind.signed else f"{name} <= {high}"
        yield clause(text, origin)


def _switched(use: ParameterUse) -> Iterator[tuple[int, Type, int]]:
    """The members that the function compares with several constants: number of the parameter, type of the structure,
    number of the member."""
    flow = use.flow
    asked: dict[tuple[int, Type, int], set[int]] = {}
    for each in flow.comparisons():
        made = flow.made_by(each.left)
        while isinstance(made, Cast):
            made = flow.made_by(made.value)
        place = flow.made_by(made.address) if isinstance(made, Load) else None
        if not isinstance(place, GetElement) or len(place.indices) != 2 or not isinstance(each.right, Int):
            continue
        number, last = use.one(flow.based(place.base)), place.indices[1]
        if number is not None and isinstance(last, Int) and each.predicate in ("eq", "ne"):
            asked.setdefault((number, place.source, last.value), set()).add(each.right.value)
    yield from (member for member, values in asked.items() if len(values) > FEWEST)


def _stored(evidence: Evidence, struct: Type, member: int) -> set[int] | None:
    """The constants that the module stores to a member; None if it stores anything else."""
    found: set[int] = set()
    for flow in evidence.flows.by_name.values():
        for each in flow.instructions:
            place = flow.made_by(each.address) if isinstance(each, Store) else None
            if not isinstance(each, Store) or not isinstance(place, GetElement) or place.source != struct:
                continue
            if len(place.indices) == 2 and isinstance(last := place.indices[1], Int) and last.value == member:
                if not isinstance(each.value, Int):
                    return None
                found.add(each.value.value)
    return found
