"""The kinds of scalar inputs and observed values, with their C types."""

from __future__ import annotations

from typing import NamedTuple


class ScalarKind(NamedTuple):
    """`c` is the C type, spelled so that no header is needed; `variable` is the kind of the solver's variable."""

    c: str
    width: int
    variable: str


SCALARS: dict[str, ScalarKind] = {
    "i8": ScalarKind("signed char", 8, "signed"),
    "u8": ScalarKind("unsigned char", 8, "unsigned"),
    "char": ScalarKind("char", 8, "char"),
    "i16": ScalarKind("short", 16, "signed"),
    "u16": ScalarKind("unsigned short", 16, "unsigned"),
    "i32": ScalarKind("int", 32, "signed"),
    "u32": ScalarKind("unsigned int", 32, "unsigned"),
    "i64": ScalarKind("long", 64, "signed"),
    "u64": ScalarKind("unsigned long", 64, "unsigned"),
    "bool": ScalarKind("_Bool", 1, "bool"),
    "f32": ScalarKind("float", 32, "f32"),
    "f64": ScalarKind("double", 64, "f64"),
    "f80": ScalarKind("long double", 79, "f80"),
}

#: SV-COMP's names for C types (`__VERIFIER_nondet_<name>`), with the kind of the input.
NONDET: dict[str, str] = {
    "char": "char",
    "schar": "i8",
    "uchar": "u8",
    "short": "i16",
    "ushort": "u16",
    "int": "i32",
    "uint": "u32",
    "unsigned": "u32",
    "unsigned_int": "u32",
    "long": "i64",
    "ulong": "u64",
    "unsigned_long": "u64",
    "longlong": "i64",
    "ulonglong": "u64",
    "size_t": "u64",
    "loff_t": "i64",
    "bool": "bool",
    "_Bool": "bool",
    "u8": "u8",
    "u16": "u16",
    "u32": "u32",
    "float": "f32",
    "double": "f64",
}

#: What the driver observes: `secateur_see_<kind>`, with the C type of the value.
OBSERVED: dict[str, str] = {
    "signed": "long",
    "unsigned": "unsigned long",
    "f32": "float",
    "f64": "double",
    "f80": "long double",
    "pointer": "const void *",
}
