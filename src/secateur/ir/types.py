"""LLVM's types, with their sizes on the supported 64-bit little-endian targets."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache


@dataclass(frozen=True, slots=True)
class VoidType:
    pass


@dataclass(frozen=True, slots=True)
class IntType:
    width: int


@dataclass(frozen=True, slots=True)
class FloatType:
    """`name` is LLVM's: `half`, `float`, `double`, `x86_fp80`, `fp128`."""

    name: str


@dataclass(frozen=True, slots=True)
class PointerType:
    pass


@dataclass(frozen=True, slots=True)
class ArrayType:
    element: Type
    count: int


@dataclass(frozen=True, slots=True)
class VectorType:
    element: Type
    count: int


@dataclass(frozen=True, slots=True)
class StructType:
    """A struct with named types resolved (LLVM's pointers are opaque, so no struct contains itself). Its hash is
    computed once, as structs are nested deeply and looked up often."""

    fields: tuple[Type, ...]
    packed: bool = False
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.fields, self.packed)))

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True, slots=True)
class OpaqueType:
    """A type without a layout: `%struct.FILE = type opaque`, labels, metadata, tokens."""

    name: str


@dataclass(frozen=True, slots=True)
class FunctionType:
    result: Type
    parameters: tuple[Type, ...]
    varargs: bool = False


Type = VoidType | IntType | FloatType | PointerType | ArrayType | VectorType | StructType | OpaqueType | FunctionType

VOID = VoidType()
POINTER = PointerType()
I1, I8, I16, I32, I64 = (IntType(w) for w in (1, 8, 16, 32, 64))
FLOAT, DOUBLE = FloatType("float"), FloatType("double")
EXTENDED = FloatType("x86_fp80")
"""`long double` on x86."""

_FLOAT_SIZES = {"half": 2, "bfloat": 2, "float": 4, "double": 8, "x86_fp80": 16, "fp128": 16, "ppc_fp128": 16}


@cache
def align_of(kind: Type) -> int:
    """The ABI alignment of a type in bytes."""
    match kind:
        case IntType(width):
            return min(16, 1 << max(0, ((width + 7) // 8 - 1).bit_length()))
        case FloatType(name):
            return _FLOAT_SIZES[name]
        case PointerType():
            return 8
        case ArrayType(element, _):
            return align_of(element)
        case VectorType():
            return max(1, size_of(kind))
        case StructType(fields, packed):
            return 1 if packed else max((align_of(f) for f in fields), default=1)
        case _:
            raise ValueError(f"{kind} has no layout")


@cache
def size_of(kind: Type) -> int:
    """The allocation size of a type in bytes: the distance between two elements of an array of it."""
    match kind:
        case IntType(width):
            return _round_up((width + 7) // 8, align_of(kind))
        case FloatType(name):
            return _FLOAT_SIZES[name]
        case PointerType():
            return 8
        case ArrayType(element, count):
            return size_of(element) * count
        case VectorType(element, count):
            return 1 << (size_of(element) * count - 1).bit_length() if count else 0
        case StructType(fields, _):
            return _layout(kind)[1] if fields else 0
        case _:
            raise ValueError(f"{kind} has no layout")


@cache
def store_size_of(kind: Type) -> int:
    """The number of bytes that a load or store of the type touches."""
    if isinstance(kind, IntType):
        return (kind.width + 7) // 8
    if kind == EXTENDED:
        return 10
    return size_of(kind)


def field_offset(kind: StructType, index: int) -> int:
    return _layout(kind)[0][index]


@cache
def _layout(kind: StructType) -> tuple[tuple[int, ...], int]:
    offset, offsets = 0, []
    for member in kind.fields:
        if not kind.packed:
            offset = _round_up(offset, align_of(member))
        offsets.append(offset)
        offset += size_of(member)
    return tuple(offsets), _round_up(offset, align_of(kind))


def _round_up(size: int, align: int) -> int:
    return (size + align - 1) // align * align
