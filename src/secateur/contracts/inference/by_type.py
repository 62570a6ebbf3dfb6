"""What the types of parameters show: values of enumerations, functions that can be called, lists and trees, arrays that
were declared with their size."""

from __future__ import annotations

import re
from collections.abc import Iterator

from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.model import Basis, Clause, Origin, clause
from secateur.ir.ctype import (
    CArray,
    CEnum,
    CFunctionPointer,
    CInt,
    CPointer,
    CStruct,
    CType,
    CUnknown,
    resolved,
    spelling,
)

#: How many nodes follow each other: of a list, of a tree.
LIST, TREE = 3, 2
_DEPTH = 2


_COUNT = re.compile(r"(?:^|_)(?:n|num|count|cnt|len|length|size|used|nr)(?:_|$)|^n\w{0,5}$|\w(?:len|count|size)$")


def by_type(evidence: Evidence) -> Iterator[Clause]:
    origin = Origin(Basis.INFERRED, "the type")
    for parameter in evidence.signature.parameters:
        if parameter.name:
            for text in _flexible(parameter.name, parameter.type):
                yield clause(text, Origin(Basis.INFERRED, "the names of its members"))
            for text in _of(parameter.name, parameter.type, 0):
                yield clause(text, origin)


def _of(name: str, kind: CType, depth: int) -> Iterator[str]:
    target = resolved(kind)
    match target:
        case CEnum() if target.values:
            yield _enumerated(name, target)
        case CFunctionPointer() if _can_stand_in(target):
            yield f"calls({name}, any)"
        case CPointer():
            to = None if target.to is None else resolved(target.to)
            if isinstance(to, CStruct) and depth > 0 and links(to):
                yield f"shape({name}, 0..{LIST - 1 if len(links(to)) == 1 else TREE - 1})"
            elif isinstance(to, CStruct) and to.tag == "struct" and not links(to) and depth < _DEPTH:
                for member in to.fields:
                    if member.name and member.bit_width is None:
                        yield from _of(f"{name}->{member.name}", member.type, depth + 1)


def _flexible(name: str, kind: CType) -> Iterator[str]:
    """The array at the end of a structure, and the one member that is called its length."""
    target = resolved(kind)
    to = resolved(target.to) if isinstance(target, CPointer) and target.to is not None else None
    last = to.fields[-1] if isinstance(to, CStruct) and to.tag == "struct" and to.fields else None
    array = None if last is None else resolved(last.type)
    if not isinstance(to, CStruct) or last is None or not isinstance(array, CArray) or array.count:
        return
    counts = [m for m in to.fields if isinstance(n := resolved(m.type), CInt) and not n.is_bool and m.bit_width is None]
    named = [each.name for each in counts if _COUNT.search(each.name)]
    if len(named) == 1:
        yield f"size({name}->{last.name}) >= {name}->{named[0]}"


def _can_stand_in(kind: CFunctionPointer) -> bool:
    """Can a function of this type be written that returns anything?"""
    result = None if kind.result is None else resolved(kind.result)
    return not kind.variadic and "(anonymous)" not in spelling(kind) and not isinstance(result, CStruct | CUnknown)


def _enumerated(name: str, kind: CEnum) -> str:
    """The enumerators, or all combinations if they are flags."""
    values = sorted({value for _, value in kind.values})
    single = [value for value in values if value > 0 and value & (value - 1) == 0]
    is_flags = len(single) >= 2 and 4 in values and 3 not in values and values[0] >= 0
    low, high = (0, sum(single) | values[-1]) if is_flags else (values[0], values[-1])
    return f"{name} <= {high}" if not kind.signed and low == 0 else f"{low} <= {name} && {name} <= {high}"


def links(struct: CStruct) -> list[str]:
    """The members that lead to the same structure."""
    found = []
    for member in struct.fields:
        kind = resolved(member.type)
        to = resolved(kind.to) if isinstance(kind, CPointer) and kind.to is not None else None
        if isinstance(to, CStruct) and to.name == struct.name and struct.name:
            found.append(member.name)
    return found


def by_declarator(evidence: Evidence) -> Iterator[Clause]:
    """`char out[6]`, `int m[n][n]`: the compiler forgets these sizes, the text has them."""
    head = re.search(rf"\b{re.escape(evidence.function)}\s*\(([^;{{]*?)\)\s*\{{", evidence.text)
    if head is None:
        return
    line = evidence.text.count("\n", 0, head.start()) + 1
    for parameter in evidence.signature.parameters:
        found = re.search(rf"\b{re.escape(parameter.name)}\s*\[([^\]]*)\]", head.group(1)) if parameter.name else None
        size = found.group(1).replace("static", "").strip() if found else ""
        number = _number(size, evidence)
        if number:
            yield clause(f"size({parameter.name}) >= {number}", Origin(Basis.INFERRED, f"line {line}"))


def _number(size: str, evidence: Evidence) -> str:
    """A number, a parameter, or a macro that stands for a number."""
    names = {p.name for p in evidence.signature.parameters}
    if size.isdigit() or size in names:
        return size
    macro = (
        re.search(rf"^\s*#\s*define\s+{re.escape(size)}\s+\(?(\d+)\)?\s*$", evidence.text, re.MULTILINE)
        if size
        else None
    )
    return macro.group(1) if macro else ""
