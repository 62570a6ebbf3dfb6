"""Lists of pointers that end with NULL, as `argv` does: the function, or one that it passes the list to, walks along
the list and compares each element with NULL."""

from __future__ import annotations

from collections.abc import Iterator

from secateur.contracts.inference.by_use import ParameterUse, use_of
from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.model import Basis, Clause, Origin, clause
from secateur.ir.ctype import CInt, CPointer, CType, resolved
from secateur.ir.debuginfo import NoDebugInfoError
from secateur.ir.model import GetElement, Int, Load, Null

MOST_CALLS = 3
"""Calls between the function and the one that walks along the list."""


def by_command_line(evidence: Evidence) -> Iterator[Clause]:
    """`argc` and `argv`, as `main` gets them."""
    parameters = evidence.signature.parameters
    numbers = [each.name for each in parameters if each.name.endswith("argc") and isinstance(resolved(each.type), CInt)]
    for each in parameters:
        count = f"{each.name.removesuffix('argv')}argc"
        if each.name.endswith("argv") and count in numbers and _is_list(each.type):
            said = f"size({each.name}) >= {count} + 1 && {count} >= 0 && terminated({each.name})"
            yield clause(said, Origin(Basis.INFERRED, "the names"))


def by_list_end(evidence: Evidence) -> Iterator[Clause]:
    names = [parameter.name for parameter in evidence.signature.parameters]
    for number, line in _ended(evidence, MOST_CALLS).items():
        yield clause(f"terminated({names[number]})", Origin(Basis.INFERRED, f"line {line}"))


def _ended(evidence: Evidence, calls: int) -> dict[int, int]:
    """The parameters that are such lists, each with the line that shows it."""
    use = use_of(evidence)
    if use is None or not any(_is_list(each.type) for each in use.parameters):
        return {}
    found: dict[int, int] = {}
    for number, line in (*_walked(use), *(_passed(use, calls - 1) if calls else ())):
        found.setdefault(number, line)
    return found


def _walked(use: ParameterUse) -> Iterator[tuple[int, int]]:
    for each in use.flow.comparisons():
        if isinstance(each.right, Null) and each.predicate in ("eq", "ne"):
            loaded = use.flow.made_by(each.left)
            number = use.one(use.flow.based(loaded.address)) if isinstance(loaded, Load) else None
            if number is not None and _is_list(use.parameters[number].type) and _is_step(use, number):
                yield number, each.position.line


def _passed(use: ParameterUse, calls: int) -> Iterator[tuple[int, int]]:
    for callee, call in use.flow.calls():
        if callee not in use.evidence.flows.by_name or callee == use.evidence.function:
            continue
        given = [use.one(use.flow.based(each)) for each in call.arguments]
        if not any(number is not None and _is_list(use.parameters[number].type) for number in given):
            continue
        try:
            signature = use.evidence.info.signature(callee)
        except NoDebugInfoError:
            continue
        for number in _ended(use.evidence.of(signature), calls):
            own = given[number] if number < len(given) else None
            if own is not None and _is_list(use.parameters[own].type):
                yield own, call.position.line


def _is_step(use: ParameterUse, number: int) -> bool:
    """Does the function go from element to element: is the pointer moved, or the index a variable? `p[1]` alone may be
    a pair."""
    moved = {getattr(value, "index", None) for values in use.flow.stored.values() for value in values}
    places = (e for e in use.flow.instructions if isinstance(e, GetElement) and number in use.flow.based(e.base))
    return any(not isinstance(each.indices[-1], Int) or each.result.index in moved for each in places)


def _is_list(kind: CType) -> bool:
    pointer = resolved(kind)
    to = resolved(pointer.to) if isinstance(pointer, CPointer) and pointer.to is not None else None
    return isinstance(to, CPointer)
