"""What a `void *` parameter is: the structure that the function takes it for, `struct context *c = user;`."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from secateur.ir.ctype import CPointer, CStruct, CType, resolved, spelling
from secateur.ir.debuginfo import DebugInfo, Parameter, Prototype


def with_used_types(signature: Prototype, info: DebugInfo) -> tuple[Prototype, tuple[str, ...]]:
    """The prototype with such types, and a sentence about each."""
    file = Path(signature.file)
    if not any(_is_untyped(each) for each in signature.parameters) or not file.is_file():
        return signature, ()
    lines = file.read_text(errors="replace").splitlines()[max(signature.line - 1, 0) :]
    end = next((number for number, line in enumerate(lines) if line.startswith("}")), len(lines))
    text = "\n".join(lines[:end])
    local = [(name, kind) for name, kind in info.locals_of(signature.name) if _is_structure(kind)]
    parameters, told = [], []
    for each in signature.parameters:
        used = {spelling(kind): kind for name, kind in local if _is_untyped(each) and _is_set(text, name, each.name)}
        if len(used) == 1:
            ((name, kind),) = used.items()
            told.append(f"'{each.name}' leads to what {signature.name} takes it for: {name}")
            parameters.append(Parameter(each.name, kind))
        else:
            parameters.append(each)
    return replace(signature, parameters=tuple(parameters)), tuple(told)


def _is_untyped(parameter: Parameter) -> bool:
    kind = resolved(parameter.type)
    return isinstance(kind, CPointer) and kind.to is None and bool(parameter.name)


def _is_structure(kind: CType) -> bool:
    target = resolved(kind)
    to = resolved(target.to) if isinstance(target, CPointer) and target.to is not None else None
    return isinstance(to, CStruct) and to.complete and "(anonymous)" not in spelling(kind)


def _is_set(text: str, name: str, parameter: str) -> bool:
    """`name = parameter;`, perhaps with a cast."""
    return (
        re.search(rf"\b{re.escape(name)}\s*=\s*(?:\([^()]*\*\s*\)\s*)?{re.escape(parameter)}\s*[;,]", text) is not None
    )
