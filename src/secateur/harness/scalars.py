"""Single inputs by C type: which primitive provides them, and with how many bits."""

from __future__ import annotations

from secateur.harness.plan import Leaf
from secateur.ir.debuginfo import CEnum, CField, CFloat, CInt, CType, resolved
from secateur.provided.scalars import OBSERVED, SCALARS


def _observer(kind: str, c: str) -> str:
    space = "" if c.endswith("*") else " "
    return f"void secateur_see_{kind}(const char *name, {c}{space}value);"


PRIMITIVES = {
    **{kind: f"{scalar.c} secateur_{kind}(const char *name);" for kind, scalar in SCALARS.items()},
    "bits": "long secateur_bits(const char *name, int width, int is_signed);",
    "assume": "void secateur_assume(int condition);",
    "requires": "void secateur_requires(int number, int condition);",
    "beyond": "void secateur_beyond(int condition);",
    "resize": "void secateur_resize(void *object, unsigned long capacity, unsigned long size, int is_bounded);",
    "ensures": "void secateur_ensures(int condition, const char *file, int line, int number, const char *function, "
    "const char *text);",
    "block": "void *secateur_block(unsigned long size);",
    "extent": "unsigned long secateur_extent(const void *pointer);",
    **{f"see_{kind}": _observer(kind, c) for kind, c in OBSERVED.items()},
}
"""The driver's declarations of `secateur_<key>`, with types that need no header before the user's source."""


def scalar(name: str, place: str, kind: CType) -> Leaf | None:
    """The input for a type whose typedefs are resolved; None when it is not a single number."""
    match kind:
        case CInt(is_bool=True):
            return Leaf(name, place, "bool", 1, signed=False)
        case CInt(is_char=True):
            return Leaf(name, place, "char", 8, kind.signed)
        case CInt(size=1 | 2 | 4 | 8):
            return Leaf(name, place, _integer(kind), kind.size * 8, kind.signed)
        case CEnum(size=1 | 2 | 4 | 8):
            return Leaf(name, place, _integer(kind), kind.size * 8, kind.signed, kind.values)
        case CFloat(size=4 | 8):
            return Leaf(name, place, f"f{kind.size * 8}", kind.size * 8, signed=True)
        case CFloat(name="long double", size=16):
            return Leaf(name, place, "f80", 79, signed=True)
        case _:
            return None


def _integer(kind: CInt | CEnum) -> str:
    return f"{'i' if kind.signed else 'u'}{kind.size * 8}"


def bit_field(name: str, place: str, member: CField) -> Leaf:
    kind = resolved(member.type)
    assert member.bit_width is not None
    match kind:
        case CInt(is_bool=True):
            return Leaf(name, place, "bool", 1, signed=False)
        case CEnum():
            return Leaf(name, place, "bits", member.bit_width, kind.signed, kind.values)
        case CInt():
            return Leaf(name, place, "bits", member.bit_width, kind.signed)
        case _:
            raise AssertionError(f"a bit-field of type {kind}")
