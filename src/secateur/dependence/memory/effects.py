"""What functions without a body do to memory: those that the machine provides, LLVM's intrinsics, and unknown ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Effect:
    """Arguments are named by number, from 0.

    `reads`, `writes`: what these arguments point to may be read, written. `rest`: from this argument on, all are read.
    `length`: the argument that says how many bytes; `like`: the argument whose type says it. Without both, any number.
    `copies`: (to, from) pairs, what lies in memory moves with the pointers in it. `stores`: (to, value) pairs.
    `loads`: the result may be what lies there. `returns`: the result may be that argument. `computes`: the result is
    computed from the arguments. `allocates`: there is a new object (for `va_start` what its list then points to).
    `follows`: everything that can be reached from there may be read, pointer after pointer. `is_unknown`: everything
    that can be reached from any argument may be read and written, functions may be called.
    """

    reads: tuple[int, ...] = ()
    writes: tuple[int, ...] = ()
    length: int | None = None
    copies: tuple[tuple[int, int], ...] = ()
    allocates: bool = False
    returns: tuple[int, ...] = ()
    rest: int | None = None
    like: int | None = None
    stores: tuple[tuple[int, int], ...] = ()
    loads: tuple[int, ...] = ()
    computes: bool = False
    follows: tuple[int, ...] = ()
    is_unknown: bool = False


NOTHING = Effect()
NUMBERS = Effect(computes=True)
NAMED = Effect(reads=(0,))
UNKNOWN = Effect(is_unknown=True)
FIRST = Effect(returns=(0,))

_COPY = Effect(reads=(1,), writes=(0,), length=2, copies=((0, 1),))
_FILL = Effect(writes=(0,), length=2)
_MODIFY = Effect(reads=(0,), writes=(0,), like=1, stores=((0, 1),), loads=(0,))

#: Functions that the machine provides. What they do to an object's life counts as a write to it.
_FUNCTIONS: dict[str, Effect] = {
    "malloc": Effect(allocates=True),
    "free": Effect(writes=(0,)),
    "__secateur_object_size": NOTHING,
    "printf": Effect(reads=(0,), rest=1),
    "fprintf": Effect(reads=(1,), rest=2),
    "vprintf": Effect(reads=(0, 1), writes=(1,), follows=(1,)),
    "vfprintf": Effect(reads=(1, 2), writes=(2,), follows=(2,)),
    "puts": Effect(reads=(0,)),
    "fputs": Effect(reads=(0,)),
    "putchar": NUMBERS,
    "putchar_unlocked": NUMBERS,
    "fputc": NUMBERS,
    "putc": NUMBERS,
    "fwrite": Effect(reads=(0,)),
    "fflush": NOTHING,
    "__secateur_format_double": Effect(reads=(2,), writes=(0,)),
    "__secateur_exit": NOTHING,
    "_exit": NOTHING,
    "_Exit": NOTHING,
    "quick_exit": NOTHING,
    "abort": NOTHING,
    "__assert_fail": Effect(reads=(0, 1, 3)),
    "__assert": Effect(rest=0),
    "reach_error": NOTHING,
    "__VERIFIER_error": NOTHING,
    "__VERIFIER_assume": NOTHING,
    "klee_report_error": Effect(reads=(0, 2, 3)),
    "klee_abort": NOTHING,
    "klee_assume": NOTHING,
    "klee_prefer_cex": NOTHING,
    "klee_make_symbolic": Effect(reads=(2,), writes=(0,), length=1),
    "klee_range": Effect(reads=(2,)),
    "klee_int": NAMED,
    "klee_is_symbolic": NOTHING,
    "klee_open_merge": NOTHING,
    "klee_close_merge": NOTHING,
    "klee_warning": NAMED,
    "klee_warning_once": NAMED,
    "klee_print_expr": NAMED,
    "klee_mark_global": NOTHING,
    "klee_get_value_i32": FIRST,
    "klee_get_value_i64": FIRST,
    "klee_get_valuef": FIRST,
    "klee_get_valued": FIRST,
    "secateur_assume": NOTHING,
    "secateur_bits": NAMED,
}

#: Names that begin with one of these: inputs and observations read their name.
_PREFIXES: tuple[tuple[str, Effect], ...] = (
    ("secateur_see_", NAMED),
    ("secateur_havoc_", NAMED),
    ("secateur_", NAMED),
    ("__VERIFIER_nondet_", NOTHING),
)

_INTRINSICS: dict[str, Effect] = {
    "llvm.memcpy": _COPY,
    "llvm.memmove": _COPY,
    "llvm.memset": _FILL,
    "llvm.lifetime.start": Effect(writes=(-1,)),
    "llvm.lifetime.end": Effect(writes=(-1,)),
    "llvm.cmpxchg": Effect(reads=(0,), writes=(0,), like=1, stores=((0, 2),), loads=(0,)),
    "llvm.atomicrmw": _MODIFY,
    "llvm.va_start": Effect(writes=(0,), allocates=True),
    "llvm.va_end": NOTHING,
    "llvm.va_copy": Effect(reads=(1,), writes=(0,), copies=((0, 1),)),
    "llvm.ptr.annotation": FIRST,
    "llvm.expect": FIRST,
    "llvm.launder.invariant.group": FIRST,
    "llvm.strip.invariant.group": FIRST,
    "llvm.threadlocal.address": FIRST,
    **dict.fromkeys(
        (
            "llvm.objectsize", "llvm.is.constant", "llvm.stacksave", "llvm.stackrestore", "llvm.fence", "llvm.prefetch",
            "llvm.dbg", "llvm.assume", "llvm.trap", "llvm.debugtrap", "llvm.ubsantrap", "llvm.donothing",
            "llvm.experimental.noalias.scope.decl", "llvm.var.annotation", "llvm.invariant", "llvm.frameaddress",
            "llvm.returnaddress", "llvm.is.fpclass", "llvm.ctpop", "llvm.ctlz", "llvm.cttz",
        ),
        NOTHING,
    ),
    **dict.fromkeys(
        (
            "llvm.sadd", "llvm.uadd", "llvm.ssub", "llvm.usub", "llvm.smul", "llvm.umul", "llvm.smax", "llvm.smin",
            "llvm.umax", "llvm.umin", "llvm.abs", "llvm.bswap", "llvm.bitreverse", "llvm.fshl", "llvm.fshr",
            "llvm.ptrmask", "llvm.sqrt", "llvm.floor", "llvm.ceil", "llvm.trunc", "llvm.round", "llvm.rint",
            "llvm.nearbyint", "llvm.roundeven", "llvm.copysign", "llvm.minnum", "llvm.maxnum", "llvm.fmuladd",
            "llvm.fma", "llvm.fabs",
        ),
        NUMBERS,
    ),
}  # fmt: skip

_MATHEMATICS = frozenset(
    name + end
    for name in (
        "pow", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan",
        "atan2", "sinh", "cosh", "tanh", "cbrt", "hypot", "asinh", "acosh", "atanh", "erf", "erfc", "tgamma", "lgamma",
        "exp10", "ldexp",
    )
    for end in ("", "f")
)  # fmt: skip


@cache
def effect_of(name: str) -> Effect:
    """What a function without a body does. Of an intrinsic the longest known beginning of its name decides. Any other
    name is unknown."""
    found = _FUNCTIONS.get(name)
    if found is not None:
        return found
    if name.startswith("llvm."):
        return _intrinsic(name)
    if name in _MATHEMATICS:
        return NOTHING
    for prefix, effect in _PREFIXES:
        if name.startswith(prefix):
            return effect
    return UNKNOWN


def _intrinsic(name: str) -> Effect:
    while name != "llvm":
        found = _INTRINSICS.get(name)
        if found is not None:
            return found
        if name.removeprefix("llvm.") in _MATHEMATICS:
            return NUMBERS
        name = name.rpartition(".")[0]
    return UNKNOWN


def counter_of(name: str) -> str | None:
    """The counter that a function steps when it hands out an input: what it gives depends on how often it was called.
    The driver's own inputs have names and need none."""
    if name.startswith(("__VERIFIER_nondet_", "secateur_havoc_")):
        return None if name == "secateur_havoc_nothing" else name
    return "klee" if name in ("klee_make_symbolic", "klee_range", "klee_int") else None
