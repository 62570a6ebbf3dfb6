"""KLEE's and SV-COMP's intrinsics in C, answered from the inputs of the running test.

They have their public names only as symbols (`__asm__`): programs declare the intrinsics themselves, each in
its own way, and two declarations in one file would have to agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_NUMBERS = {
    "i8": "signed char",
    "u8": "unsigned char",
    "char": "char",
    "i16": "short",
    "u16": "unsigned short",
    "i32": "int",
    "u32": "unsigned int",
    "i64": "long",
    "u64": "unsigned long",
    "bool": "_Bool",
    "f32": "float",
    "f64": "double",
}

_NONDET = {
    "char": "char",
    "schar": "signed char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned int",
    "unsigned": "unsigned int",
    "unsigned_int": "unsigned int",
    "long": "long",
    "ulong": "unsigned long",
    "unsigned_long": "unsigned long",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "size_t": "unsigned long",
    "loff_t": "long",
    "bool": "_Bool",
    "_Bool": "_Bool",
    "u8": "unsigned char",
    "u16": "unsigned short",
    "u32": "unsigned int",
    "float": "float",
    "double": "double",
    "pointer": "void *",
}

_TAKE = "{ %s value; secateur_take(&value, sizeof value); return value; }"
_ASSUME = "{ if (!condition) exit(SECATEUR_ASSUMED); }"
_FAIL = ("klee_abort", "klee_report_error", "__VERIFIER_error", "reach_error")
_INFORM = (  # hints for KLEE; their arguments are ignored here
    "klee_check_memory_access",
    "klee_close_merge",
    "klee_mark_global",
    "klee_merge",
    "klee_open_merge",
    "klee_posix_prefer_cex",
    "klee_prefer_cex",
    "klee_print_expr",
    "klee_set_forking",
    "klee_stack_trace",
    "klee_warning",
    "klee_warning_once",
)

_OTHERS = {
    "klee_make_symbolic": (
        "void",
        "void *object, unsigned long size, const char *name",
        "{ (void)name; secateur_take(object, size); }",
    ),
    "klee_int": ("int", "const char *name", "{ (void)name; " + (_TAKE % "int")[2:]),
    "klee_range": (
        "int",
        "int begin, int end, const char *name",
        "{ (void)begin; (void)end; (void)name; " + (_TAKE % "int")[2:],
    ),
    "klee_choose": (
        "unsigned long",
        "unsigned long count",
        "{ (void)count; " + (_TAKE % "unsigned long")[2:],
    ),
    "klee_assume": ("void", "unsigned long condition", _ASSUME),
    "__VERIFIER_assume": ("void", "int condition", _ASSUME),
    "secateur_assume": ("void", "int condition", _ASSUME),
    "klee_silent_exit": ("void", "int status", "{ exit(status); }"),
    "klee_is_symbolic": ("unsigned", "unsigned long value", "{ (void)value; return 0; }"),
    "klee_is_replay": ("unsigned", "void", "{ return 1; }"),
    "klee_get_value_i32": ("int", "int value", "{ return value; }"),
    "klee_get_value_i64": ("long", "long value", "{ return value; }"),
    "klee_get_valuef": ("float", "float value", "{ return value; }"),
    "klee_get_valued": ("double", "double value", "{ return value; }"),
    **dict.fromkeys(_INFORM, ("void", "void", "{ }")),
    **dict.fromkeys(_FAIL, ("void", "void", "{ abort(); }")),
}
"""Result, parameters and body."""


def definitions(sources: Iterable[str]) -> str:
    """The intrinsics that the program calls but does not define."""
    text = "\n".join(sources)
    called = set(re.findall(r"\b(?:klee_\w+|__VERIFIER_\w+|secateur_\w+|reach_error)(?=\s*\()", text))
    called -= set(re.findall(r"\b(\w+)\s*\([^;{}()]*\)\s*\{", text))
    return "\n".join(line for name in sorted(called) for line in _define(name))


def _define(name: str) -> Iterator[str]:
    nondet, number = name.removeprefix("__VERIFIER_nondet_"), name.removeprefix("secateur_")
    if name in _OTHERS:
        result, parameters, body = _OTHERS[name]
    elif nondet in _NONDET:
        result, parameters, body = _NONDET[nondet], "void", _TAKE % _NONDET[nondet]
    elif number in _NUMBERS:
        result, parameters = _NUMBERS[number], "const char *name"
        body = "{ (void)name; " + (_TAKE % result)[2:]
    else:
        return
    own = f"secateur_input_{name.lstrip('_')}"
    yield f'{result} {own}({parameters}) __asm__("{name}");'
    yield f"{result} {own}({parameters}) {body}"
    yield ""
