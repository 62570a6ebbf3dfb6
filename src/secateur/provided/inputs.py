"""Functions about inputs and observations: the driver's own, KLEE's and SV-COMP's.

Their native counterparts are in `suite/native/runtime` (`inputs.c`, `intrinsics.c`), which distinguishes faults. Suites
that users compile themselves use the `native` definitions here.
"""

from __future__ import annotations

from collections.abc import Iterator

from secateur.provided.record import FIRST, NAMED, NOTHING, UNKNOWN, Effect, ProgramEnd, Provided
from secateur.provided.scalars import NONDET, OBSERVED, SCALARS

#: Prefixes of functions about inputs or the path they take.
NAMESPACES = ("secateur_", "klee_", "__VERIFIER_")
NONDET_PREFIX = "__VERIFIER_nondet_"


def _take(kind: str, parameters: str = "void", unused: str = "") -> str:
    """A function that returns the next input of the test."""
    return f"{kind} @({parameters}) {{ {unused}{kind} value; secateur_take(&value, sizeof value); return value; }}"


def _assume(kind: str) -> str:
    return f"void @({kind} condition) {{ if (!condition) exit(SECATEUR_ASSUMED); }}"


def _same(kind: str) -> str:
    return f"{kind} @({kind} value) {{ return value; }}"


_IGNORED = "void @(void) { }"  # arguments are not needed
_FAILURE = "void @(void) { abort(); }"


def driver() -> Iterator[Provided]:
    """Functions the driver calls, and replacements for undefined functions (`--external havoc`)."""
    for kind, scalar in SCALARS.items():
        native = _take(scalar.c, "const char *name", "(void)name; ")
        yield Provided(f"secateur_{kind}", NAMED, gives=kind, labels=(0,), native=native)
        havoc = f"secateur_havoc_{kind}"
        yield Provided(havoc, NAMED, gives=kind, counter=havoc)
    yield Provided("secateur_havoc_nothing", NAMED)
    yield Provided("secateur_bits", NAMED, gives="bits", labels=(0,))
    yield Provided("secateur_assume", assumes=True, native=_assume("int"))
    for kind in OBSERVED:
        yield Provided(f"secateur_see_{kind}", NAMED, observes=True, labels=(0,))


def sv_comp() -> Iterator[Provided]:
    for word, kind in NONDET.items():
        name = NONDET_PREFIX + word
        spelling = {"longlong": "long long", "ulonglong": "unsigned long long"}.get(word, SCALARS[kind].c)
        yield Provided(name, gives=kind, counter=name, native=_take(spelling))
    pointer = f"{NONDET_PREFIX}pointer"
    yield Provided(pointer, is_run=False, counter=pointer, native=_take("void *"))
    yield Provided("__VERIFIER_assume", runs_as="secateur_assume", assumes=True, native=_assume("int"))
    yield Provided("__VERIFIER_error", end=ProgramEnd.FAULT, native=_FAILURE)
    yield Provided("reach_error", runs_as="__VERIFIER_error", end=ProgramEnd.FAULT, native=_FAILURE)


_INT = _take("int", "const char *name", "(void)name; ")
_OBJECT = "void @(void *object, unsigned long size, const char *name) { (void)name; secateur_take(object, size); }"
_RANGE = _take("int", "int begin, int end, const char *name", "(void)begin; (void)end; (void)name; ")

KLEE = (
    Provided(
        "klee_make_symbolic",
        Effect(reads=(2,), writes=(0,), length=1),
        gives="object",
        counter="klee",
        native=_OBJECT,
    ),
    Provided("klee_int", NAMED, runs_as="secateur_i32", gives="i32", counter="klee", native=_INT),
    Provided("klee_range", Effect(reads=(2,)), gives="i32", counter="klee", native=_RANGE),
    Provided("klee_assume", runs_as="secateur_assume", assumes=True, native=_assume("unsigned long")),
    Provided("klee_report_error", Effect(reads=(0, 2, 3)), end=ProgramEnd.FAULT, native=_FAILURE),
    Provided("klee_abort", runs_as="abort", end=ProgramEnd.FAULT, native=_FAILURE),
    Provided("klee_is_symbolic", native="unsigned @(unsigned long value) { (void)value; return 0; }"),
    Provided("klee_get_value_i32", FIRST, native=_same("int")),
    Provided("klee_get_value_i64", FIRST, runs_as="klee_get_value_i32", native=_same("long")),
    Provided("klee_get_valuef", FIRST, runs_as="klee_get_value_i32", native=_same("float")),
    Provided("klee_get_valued", FIRST, runs_as="klee_get_value_i32", native=_same("double")),
    # hints to KLEE, without effect here
    Provided("klee_prefer_cex", native=_IGNORED),
    Provided("klee_open_merge", runs_as="klee_prefer_cex", native=_IGNORED),
    Provided("klee_close_merge", runs_as="klee_prefer_cex", native=_IGNORED),
    Provided("klee_mark_global", runs_as="klee_prefer_cex", native=_IGNORED),
    Provided("klee_warning", NAMED, runs_as="klee_prefer_cex", native=_IGNORED),
    Provided("klee_warning_once", NAMED, runs_as="klee_prefer_cex", native=_IGNORED),
    Provided("klee_print_expr", NAMED, runs_as="klee_prefer_cex", native=_IGNORED),
)

#: The machine does not implement these; programs that call them can still be explored with `--external havoc`.
_HAVOCKED = {
    "klee_choose": _take("unsigned long", "unsigned long count", "(void)count; "),
    "klee_silent_exit": "void @(int status) { exit(status); }",
    "klee_is_replay": "unsigned @(void) { return 1; }",
    "klee_check_memory_access": _IGNORED,
    "klee_merge": _IGNORED,
    "klee_posix_prefer_cex": _IGNORED,
    "klee_set_forking": _IGNORED,
    "klee_stack_trace": _IGNORED,
}


def klee() -> Iterator[Provided]:
    yield from KLEE
    for name, native in _HAVOCKED.items():
        yield Provided(name, UNKNOWN, is_run=False, native=native)


def of_unknown_type(name: str) -> Provided:
    """An SV-COMP input of an unknown type: it cannot run, but it is an input like the others."""
    return Provided(name, NOTHING, is_run=False, counter=name)
