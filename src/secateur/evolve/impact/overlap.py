"""Which objects of two types can share memory, by the rules of C.

An object is accessed as its own type, as a type that differs only in its sign, as part of a structure or array that it
belongs to, or as characters. Integers of the same size and pointers count as one type each, whatever their names are:
many programs are compiled so that they may be.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

from secateur.ir.ctype import CArray, CEnum, CFloat, CInt, CPointer, CStruct, CType, CVoid, resolved


class Sharing(Enum):
    """How two objects can share memory: one after the other in an array, or one inside the other."""

    NEVER = auto()
    ELEMENTS = auto()
    INSIDE = auto()


def sharing(one: CType | None, two: CType | None) -> Sharing:
    """Of what two pointers lead to; None for `void *`."""
    if _is_bytes(one) or _is_bytes(two):
        return Sharing.ELEMENTS if _is_bytes(one) and _is_bytes(two) else Sharing.INSIDE
    if _key(one) == _key(two):
        return Sharing.ELEMENTS
    inside = _key(two) in set(_keys_in(one)) or _key(one) in set(_keys_in(two))
    return Sharing.INSIDE if inside else Sharing.NEVER


def _is_bytes(kind: CType | None) -> bool:
    plain = None if kind is None else resolved(kind)
    return plain is None or isinstance(plain, CVoid) or (isinstance(plain, CInt) and plain.size == 1)


def _key(kind: CType | None) -> object:
    """The same for types of which one may be accessed as the other."""
    match None if kind is None else resolved(kind):
        case CInt(size=size) | CEnum(size=size):
            return size
        case CFloat(size=size):
            return "float", size
        case CPointer():
            return "pointer"
        case CStruct(name=name, tag=tag) as plain:
            return tag, name or id(plain)
        case CArray(element=element):
            return "array", _key(element)
        case plain:
            return type(plain)


def _keys_in(kind: CType | None) -> Iterator[object]:
    """The types of all that is inside, at any depth."""
    todo = [kind]
    while todo:
        match None if (each := todo.pop()) is None else resolved(each):
            case CStruct(fields=fields):
                for field in fields:
                    yield _key(field.type)
                    todo.append(field.type)
            case CArray(element=element):
                yield _key(element)
                todo.append(element)
