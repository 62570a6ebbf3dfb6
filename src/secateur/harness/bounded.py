"""What lies in the driver's memory: pointers that are NULL only because the shape is bounded, and what the user calls
its objects."""

from __future__ import annotations

import re
from collections.abc import Sequence

from secateur.harness.plan import FixedZero, Variable, ZeroReason, storages, walk_here
from secateur.ir.ctype import CArray, CPointer, CStruct, CType, resolved, size_of

_STEP = re.compile(r"\[(\d+)\]|(?:->|\.)(\w+)")


def bounded_pointers(variables: Sequence[Variable]) -> dict[str, dict[int, str]]:
    """By the symbol of an object of the driver, offsets and the names of the pointers there."""
    found: dict[str, dict[int, str]] = {}
    for storage in (each for variable in variables for each in storages(variable)):
        target = None if storage.pointer is None else storage.pointer.to
        for node in walk_here(storage.node) if target is not None else ():
            if isinstance(node, FixedZero) and node.reason is ZeroReason.DEPTH and isinstance(node.type, CPointer):
                assert target is not None
                offset = _offset(node.place.removeprefix(storage.identifier), target)
                if offset is not None:
                    found.setdefault(f"main.{storage.identifier}", {})[offset] = node.name
    return found


def object_labels(variables: Sequence[Variable]) -> dict[str, str]:
    """By the symbol of an object of the driver, the pointer of the user that leads to it."""
    objects = (each for variable in variables for each in storages(variable) if each.pointer is not None)
    return {f"main.{each.identifier}": each.node.name for each in objects if each.identifier != each.node.name}


def _offset(path: str, element: CType) -> int | None:
    """In bytes, of a place in an array of these; None for what cannot be found, such as a member without a name."""
    kind: CType = CArray(element, None)
    offset = 0
    for index, member in _STEP.findall(path):
        target = resolved(kind)
        if member and isinstance(target, CArray):  # `->`: the first element
            target = resolved(target.element)
        if index and isinstance(target, CArray):
            offset, kind = offset + int(index) * size_of(target.element), target.element
        elif member and isinstance(target, CStruct):
            found = next((each for each in target.fields if each.name == member), None)
            if found is None:
                return None
            offset, kind = offset + found.offset_bits // 8, found.type
        else:
            return None
    return offset
