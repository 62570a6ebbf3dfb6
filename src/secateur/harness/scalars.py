"""Single inputs by C type: which primitive provides them, and with how many bits."""

from __future__ import annotations

from secateur.harness.plan import Leaf
from secateur.ir.debuginfo import CEnum, CField, CFloat, CInt, CType, resolved

PRIMITIVES = {
    "i8": "signed char secateur_i8(const char *name);",
    "u8": "unsigned char secateur_u8(const char *name);",
    "char": "char secateur_char(const char *name);",
    "i16": "short secateur_i16(const char *name);",
    "u16": "unsigned short secateur_u16(const char *name);",
    "i32": "int secateur_i32(const char *name);",
    "u32": "unsigned int secateur_u32(const char *name);",
    "i64": "long secateur_i64(const char *name);",
    "u64": "unsigned long secateur_u64(const char *name);",
    "bool": "_Bool secateur_bool(const char *name);",
    "f32": "float secateur_f32(const char *name);",
    "f64": "double secateur_f64(const char *name);",
    "bits": "long secateur_bits(const char *name, int width, int is_signed);",
    "assume": "void secateur_assume(int condition);",
    "see_signed": "void secateur_see_signed(const char *name, long value);",
    "see_unsigned": "void secateur_see_unsigned(const char *name, unsigned long value);",
    "see_f32": "void secateur_see_f32(const char *name, float value);",
    "see_f64": "void secateur_see_f64(const char *name, double value);",
    "see_pointer": "void secateur_see_pointer(const char *name, const void *value);",
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
