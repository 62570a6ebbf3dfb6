"""The C type of what a name in a contract means: `len`, `s->buf`, `a[0].x`, `*p`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from secateur.ir.ctype import CArray, CField, CPointer, CStruct, CType, resolved

_STEP = re.compile(r"(\w+)|(->|\.)(\w+)|\[[^\]]*\]|(\*)")


def root_of(name: str) -> str:
    """The variable that a name begins with."""
    found = re.search(r"\w+", name)
    return found.group() if found else name


def place_type(name: str, variables: Mapping[str, CType]) -> CType | None:
    """None if there is no such variable or member."""
    stars = len(name) - len(name.lstrip("*"))
    path = name[stars:]
    kind: CType | None = variables.get(root_of(path))
    for match in list(_STEP.finditer(path))[1:]:
        kind = None if kind is None else _step(kind, match.group(2) or "", match.group(3) or "")
    for _ in range(stars):
        kind = None if kind is None else _element(kind)
    return kind


def _step(kind: CType, operator: str, member: str) -> CType | None:
    if not operator:
        return _element(kind)
    target = resolved(kind) if operator == "." else _resolved(_element(kind))
    found = member_of(target, member) if isinstance(target, CStruct) else None
    return None if found is None else found.type


def _resolved(kind: CType | None) -> CType | None:
    return None if kind is None else resolved(kind)


def _element(kind: CType) -> CType | None:
    target = resolved(kind)
    if isinstance(target, CArray):
        return target.element
    return target.to if isinstance(target, CPointer) else None


def member_of(struct: CStruct, name: str) -> CField | None:
    """A member, also of a member without a name."""
    for each in struct.fields:
        if each.name == name:
            return each
        inner = resolved(each.type)
        if not each.name and isinstance(inner, CStruct):
            found = member_of(inner, name)
            if found is not None:
                return found
    return None
