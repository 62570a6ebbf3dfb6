"""What a function may change: `assigns` of ACSL, `__CPROVER_assigns` of CBMC. What these do not name keeps its value.

That is checked for what parameters lead to: the first element of an array, and the members of a structure that are
numbers. Elements after the first, globals, and what lies further away are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from secateur.contracts.places import root_of
from secateur.ir.ctype import CEnum, CInt, CPointer, CStruct, CType, resolved
from secateur.ir.debuginfo import Prototype

#: What stands around a place; conditions (`n > 0: *p`) are beyond this.
_AROUND = re.compile(r"__CPROVER_(?:object_whole|object_from|typed_target)\s*\(([^()]*)\)")
_PLACE = re.compile(r"\*?\(?\*?[A-Za-z_][\w.>\[\]*+ -]*\)?")


def unchanged(targets: Sequence[str], signature: Prototype) -> Iterator[str]:
    """Postconditions in our notation. `targets`: the places that may change; nothing follows from one that cannot be
    read."""
    places = [_AROUND.sub(r"*\1", each).strip() for each in targets if each.strip() not in ("", r"\nothing", "void")]
    places = [re.sub(r"\[[^\]]*\]", "[]", each) for each in places]
    if not all(_PLACE.fullmatch(each) for each in places):
        return
    for parameter in signature.parameters:
        kind = resolved(parameter.type)
        if not isinstance(kind, CPointer) or kind.const or kind.to is None or not parameter.name:
            continue
        own = [each for each in places if root_of(each) == parameter.name]
        yield from _kept(parameter.name, resolved(kind.to), own)


def _kept(name: str, target: CType, own: Sequence[str]) -> Iterator[str]:
    if isinstance(target, CInt | CEnum):
        if not own:
            yield f"{name} == 0 || *{name} == old(*{name})"
        return
    if not isinstance(target, CStruct) or target.tag != "struct" or not target.complete:
        return
    named = {found.group(1) for each in own if (found := re.match(rf"{re.escape(name)}\s*->\s*(\w+)", each))}
    if len(own) > sum(1 for each in own if "->" in each):
        return  # all of it
    for member in target.fields:
        is_number = isinstance(resolved(member.type), CInt | CEnum) and member.bit_width is None
        if member.name and is_number and member.name not in named:
            place = f"{name}->{member.name}"
            yield f"{name} == 0 || {place} == old({place})"
