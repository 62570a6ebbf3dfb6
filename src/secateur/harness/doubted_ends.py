"""Strings of which it was only inferred that they end: the last element is an input, too, and 0 within the contract.

So what happens without the end is found beyond the contract. A plain `char *` is a string by default, which nobody
doubts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from secateur.contracts.places import place_type
from secateur.harness.contract_plan import ContractPlan, Precondition
from secateur.ir.ctype import CInt, CPointer, CType, resolved


def with_doubted_ends(plan: ContractPlan, variables: Mapping[str, CType], string: int) -> ContractPlan:
    """`string`: the maximum length of a string."""
    doubted = {
        pointer: clause
        for pointer, clause in plan.meaning.terminated.items()
        if not clause.is_certain and _is_doubtful(place_type(pointer, variables)) and pointer not in plan.extents
    }
    ends = tuple(Precondition(f"{pointer}[{string}] == 0", clause) for pointer, clause in doubted.items())
    return replace(plan, preconditions=(*plan.preconditions, *ends), doubted_ends=frozenset(doubted))


def _is_doubtful(kind: CType | None) -> bool:
    pointer = None if kind is None else resolved(kind)
    to = resolved(pointer.to) if isinstance(pointer, CPointer) and pointer.to is not None else None
    return isinstance(to, CInt) and not to.is_char
