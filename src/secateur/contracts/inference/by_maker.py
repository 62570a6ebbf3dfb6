"""Objects that only functions of the module can make: what lies before the pointer, or in a structure that is not
declared, is theirs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from secateur.contracts.inference.by_extent import by_extent
from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.model import Basis, Clause, Origin, clause
from secateur.ir.ctype import CFloat, CInt, CPointer, CStruct, CType, CTypedef, CVoid, resolved, spelling
from secateur.ir.debuginfo import Parameter, Prototype


def by_maker(evidence: Evidence) -> Iterator[Clause]:
    before = evidence.flows.stepped_before.get(evidence.function, frozenset())
    for number, parameter in enumerate(evidence.signature.parameters):
        if not parameter.name or not (number in before or _is_opaque(parameter.type)):
            continue
        maker = _maker(evidence, parameter.type)
        if maker is None:
            continue
        origin = Origin(Basis.INFERRED, "what lies before it" if number in before else "its type")
        yield clause(f"made({parameter.name}, {maker.name})", origin)
        yield clause(f"{parameter.name} != 0", origin)
        for part in by_extent(evidence.of(maker)):
            yield clause(_renamed(str(part), parameter.name, maker), part.origin)


def _renamed(text: str, pointer: str, maker: Prototype) -> str:
    names = "|".join(re.escape(p.name) for p in maker.parameters if p.name)
    return re.sub(rf"(?<![\w.>])({names})\b", rf"{pointer}_\1", text) if names else text


def _maker(evidence: Evidence, kind: CType) -> Prototype | None:
    """The first function that returns such a pointer and does not need one; those with the fewest arguments first."""
    found = []
    for each in evidence.info.functions():
        signature = evidence.info.signature(each.name)
        returns = signature.result is not None and _name(signature.result) == _name(kind)
        is_other = not signature.variadic and each.name != evidence.function
        if returns and is_other and all(_can_be_made(p) and _name(p.type) != _name(kind) for p in signature.parameters):
            found.append(signature)
    return min(
        found, key=lambda each: (each.static, -len(each.parameters) if len(each.parameters) < 2 else 0), default=None
    )


def _name(kind: CType) -> str:
    """What a caller sees: the name of the type, if it has one of its own."""
    return spelling(kind) if isinstance(kind, CTypedef) else spelling(resolved(kind))


def _can_be_made(parameter: Parameter) -> bool:
    kind = resolved(parameter.type)
    to = None if not isinstance(kind, CPointer) or kind.to is None else resolved(kind.to)
    is_bytes = isinstance(kind, CPointer) and (to is None or isinstance(to, CInt | CVoid))
    return bool(parameter.name) and (isinstance(kind, CInt | CFloat) or is_bytes)


def _is_opaque(kind: CType) -> bool:
    target = resolved(kind)
    to = resolved(target.to) if isinstance(target, CPointer) and target.to is not None else None
    return isinstance(to, CStruct) and not to.complete
