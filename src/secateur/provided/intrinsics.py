"""LLVM's intrinsics. The longest listed prefix of a name applies: `llvm.memcpy` for `llvm.memcpy.p0.p0.i64`."""

from __future__ import annotations

from collections.abc import Iterator

from secateur.provided.record import COPY, FILL, FIRST, NUMBERS, Effect, ProgramEnd, Provided

_LIFE = Effect(writes=(-1,))
_MODIFY = Effect(reads=(0,), writes=(0,), like=1, stores=((0, 1),), loads=(0,))
_EXCHANGE = Effect(reads=(0,), writes=(0,), like=1, stores=((0, 2),), loads=(0,))

_MEMORY = (
    Provided("llvm.memcpy", COPY),
    Provided("llvm.memcpy.inline", COPY, runs_as="llvm.memcpy"),
    Provided("llvm.memmove", COPY),
    Provided("llvm.memset", FILL),
    Provided("llvm.memset.inline", FILL, runs_as="llvm.memset"),
    Provided("llvm.lifetime.start", _LIFE, is_mark=True, enters_scope=True),
    Provided("llvm.lifetime.end", _LIFE, is_mark=True, leaves_scope=True),
    Provided("llvm.cmpxchg", _EXCHANGE),
    Provided("llvm.atomicrmw", _MODIFY, is_run=False),  # operations that the machine does not implement
    Provided("llvm.va_start", Effect(writes=(0,), allocates=True), takes_variable_arguments=True),
    Provided("llvm.va_end", runs_as="llvm.fence"),
    Provided("llvm.va_copy", Effect(reads=(1,), writes=(0,), copies=((0, 1),))),
)

_COMPILER = (
    Provided("llvm.dbg", is_run=False, is_dropped=True, is_mark=True),
    Provided("llvm.assume", is_run=False, is_dropped=True, is_mark=True),
    Provided("llvm.stackrestore", is_run=False, is_dropped=True),
    Provided("llvm.stacksave", runs_as="llvm.fence"),
    Provided("llvm.objectsize"),
    Provided("llvm.is.constant"),
    Provided("llvm.fence"),
    Provided("llvm.prefetch", runs_as="llvm.fence"),
    Provided("llvm.expect", FIRST),
    Provided("llvm.ptr.annotation", FIRST, runs_as="llvm.expect"),
    Provided("llvm.launder.invariant.group", FIRST, is_run=False),
    Provided("llvm.strip.invariant.group", FIRST, is_run=False),
    Provided("llvm.threadlocal.address", FIRST, runs_as="llvm.expect"),
    Provided("llvm.trap", end=ProgramEnd.FAULT),
    Provided("llvm.debugtrap", runs_as="llvm.trap", end=ProgramEnd.FAULT),
    Provided("llvm.ubsantrap", end=ProgramEnd.FAULT),
)

_ATOMIC = ("xchg", "add", "sub", "and", "or", "xor", "nand", "max", "min", "umax", "umin", "fadd", "fsub")
_OVERFLOWING = ("sadd", "uadd", "ssub", "usub", "smul", "umul")
_SATURATING = ("sadd", "uadd", "ssub", "usub")
_PURE = (
    "smax", "smin", "umax", "umin", "abs", "bswap", "fshl", "fshr", "fabs", "sqrt", "floor", "ceil", "trunc", "round",
    "rint", "nearbyint", "roundeven", "copysign", "minnum", "maxnum", "fmuladd", "fma", "modf", "ptrmask",
)  # fmt: skip
#: Pointers in the arguments do not flow into their results.
_COUNTS = ("ctpop", "ctlz", "cttz", "is.fpclass")
#: Not implemented by the machine, but known to do nothing, or to compute from their arguments.
_KNOWN = (
    "donothing", "experimental.noalias.scope.decl", "var.annotation", "invariant", "frameaddress", "returnaddress",
)  # fmt: skip
_COMPUTING = (*_OVERFLOWING, "bitreverse")


def intrinsics() -> Iterator[Provided]:
    yield from _MEMORY
    yield from _COMPILER
    yield from (Provided(f"llvm.atomicrmw.{each}", _MODIFY) for each in _ATOMIC)
    yield from (Provided(f"llvm.{each}.with.overflow", NUMBERS, is_pure=True) for each in _OVERFLOWING)
    yield from (Provided(f"llvm.{each}.sat", NUMBERS, is_pure=True) for each in _SATURATING)
    yield from (Provided(f"llvm.{each}", NUMBERS, is_pure=True) for each in _PURE)
    yield from (Provided(f"llvm.{each}", is_pure=True) for each in _COUNTS)
    yield from (Provided(f"llvm.{each}", is_run=False) for each in _KNOWN)
    yield from (Provided(f"llvm.{each}", NUMBERS, is_run=False) for each in _COMPUTING)
