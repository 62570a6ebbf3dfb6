"""The user's C types, as described by debug information. Sizes are in bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import final


@dataclass(frozen=True, slots=True)
class CVoid:
    pass


@dataclass(frozen=True, slots=True)
class CInt:
    """An integer type by its C name; `is_char` only for plain `char`."""

    name: str
    size: int
    signed: bool
    is_char: bool = False
    is_bool: bool = False


@dataclass(frozen=True, slots=True)
class CFloat:
    """`float`, `double`, `long double`."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class CEnum:
    """`name` is empty for an anonymous enumeration."""

    name: str
    size: int
    signed: bool
    values: tuple[tuple[str, int], ...]


@final
class CPointer:
    """A pointer; `to` is None for `void *`, `const` says whether the pointee is const, `restrict` that no other pointer
    leads there.

    The pointee is resolved on first access, because a struct may contain a pointer to itself.
    Two pointers are equal when C spells them the same way, for the same reason.
    """

    __slots__ = ("_to", "const", "restrict")

    def __init__(
        self, to: CType | Callable[[], CType | None] | None, const: bool = False, restrict: bool = False
    ) -> None:
        self._to = to
        self.const = const
        self.restrict = restrict

    @property
    def to(self) -> CType | None:
        if callable(self._to):
            self._to = self._to()
        return self._to

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CPointer) and spelling(self) == spelling(other)

    def __hash__(self) -> int:
        return hash(spelling(self))

    def __repr__(self) -> str:
        return f"CPointer({spelling(self)!r})"


@dataclass(frozen=True, slots=True)
class CArray:
    """`count` is None when unknown: a flexible array member, a variable-length array."""

    element: CType
    count: int | None


@dataclass(frozen=True, slots=True)
class CField:
    """A member; `name` is empty for an anonymous struct or union, `bit_width` is set for a bit-field. `const`: code may
    not assign to it."""

    name: str
    type: CType
    offset_bits: int
    bit_width: int | None = None
    const: bool = False


@dataclass(frozen=True, slots=True)
class CStruct:
    """A struct or union (`tag`); not `complete` when it is only declared. `name` may be empty."""

    name: str
    tag: str
    size: int
    fields: tuple[CField, ...] = field(repr=False)
    complete: bool = True


@dataclass(frozen=True, slots=True)
class CFunctionPointer:
    """A pointer to a function; `result` is None for void."""

    result: CType | None
    parameters: tuple[CType, ...]
    variadic: bool = False


@dataclass(frozen=True, slots=True)
class CTypedef:
    name: str
    to: CType


@dataclass(frozen=True, slots=True)
class CUnknown:
    """A type that we do not model (complex numbers, vectors); `name` is for messages."""

    name: str


CType = CVoid | CInt | CFloat | CEnum | CPointer | CArray | CStruct | CFunctionPointer | CTypedef | CUnknown


def resolved(ctype: CType) -> CType:
    """The type with typedefs removed."""
    while isinstance(ctype, CTypedef):
        ctype = ctype.to
    return ctype


def spelling(ctype: CType | None) -> str:
    """The type as C writes it in a cast: `struct S *`, `int (*)(int)`; typedef names are kept."""
    return declaration(ctype, "")


def declaration(ctype: CType | None, name: str, const: bool = False) -> str:
    """`int (*name)[4]`: a declaration of `name` (empty: the bare type) with this type; None is void."""
    match ctype:
        case CPointer():
            inner = f"*const {name}".rstrip() if const else f"*{name}"
            if isinstance(ctype.to, CArray):
                inner = f"({inner})"
            return declaration(ctype.to, inner, ctype.const)
        case CArray(element, count):
            return declaration(element, f"{name}[{'' if count is None else count}]", const)
        case CFunctionPointer(result, parameters, variadic):
            inside = [spelling(p) for p in parameters] + (["..."] if variadic else [])
            inner = f"*const {name}".rstrip() if const else f"*{name}"
            return declaration(result, f"({inner})({', '.join(inside) or 'void'})")
    base = f"const {_base(ctype)}" if const else _base(ctype)
    return f"{base} {name}" if name else base


def _base(ctype: CType | None) -> str:
    match ctype:
        case CInt(name) | CFloat(name) | CTypedef(name) | CUnknown(name):
            return name
        case CEnum(name):
            return f"enum {name or '(anonymous)'}"
        case CStruct(name, tag):
            return f"{tag} {name or '(anonymous)'}"
        case _:
            return "void"


def size_of(ctype: CType) -> int:
    """The size in bytes; 0 when unknown."""
    match resolved(ctype):
        case CInt(size=size) | CFloat(size=size) | CEnum(size=size) | CStruct(size=size):
            return size
        case CPointer() | CFunctionPointer():
            return 8
        case CArray(element, count):
            return size_of(element) * (count or 0)
        case _:
            return 0


def member_path(ctype: CType, offset: int, size: int) -> str | None:
    """The scalar that fills these bits of an object, as the suffix that C writes after it: `.next`, `[2].x`.

    The path is empty when the object itself is that scalar, None when no single member fits.
    """
    match resolved(ctype):
        case CStruct(fields=fields):
            for member in fields:
                if member.bit_width is None and member.offset_bits <= offset:
                    inner = member_path(member.type, offset - member.offset_bits, size)
                    if inner is not None:
                        return f".{member.name}{inner}" if member.name else inner
            return None
        case CArray(element):
            step = 8 * size_of(element)
            if not step or offset + size > 8 * size_of(ctype):
                return None
            inner = member_path(element, offset % step, size)
            return None if inner is None else f"[{offset // step}]{inner}"
        case _:
            return "" if offset == 0 and size == 8 * size_of(ctype) else None
