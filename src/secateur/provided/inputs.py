"""Functions about inputs and observations: the driver's own, KLEE's and SV-COMP's.

Their native counterparts are in `suite/native/runtime` (`inputs.c`, `intrinsics.c`), which distinguishes faults. Suites
that users compile themselves use the `native` definitions here.
"""

from __future__ import annotations

from collections.abc import Iterator

from secateur.provided.record import FIRST, NAMED, NOTHING, Effect, ProgramEnd, Provided
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
_ERRNO = "int @(void) { extern int *__errno_location(void); return *__errno_location(); }"
_CHOICE = (
    "unsigned long @(unsigned long count) { unsigned long value; secateur_take(&value, sizeof value); "
    "if (value >= count) exit(SECATEUR_ASSUMED); return value; }"
)


_OBJECT = "void @(void *object, unsigned long size, const char *name) { (void)name; secateur_take(object, size); }"


def driver() -> Iterator[Provided]:
    """Functions that the driver calls."""
    for kind, scalar in SCALARS.items():
        native = _take(scalar.c, "const char *name", "(void)name; ")
        yield Provided(f"secateur_{kind}", NAMED, gives=kind, labels=(0,), native=native)
        havoc = f"secateur_havoc_{kind}"
        yield Provided(havoc, NAMED, gives=kind, counter=havoc)
    bytes_ = Effect(reads=(2,), writes=(0,), length=1)
    yield Provided("secateur_bytes", bytes_, gives="object", labels=(2,), native=_OBJECT)
    yield Provided("secateur_bits", NAMED, gives="bits", labels=(0,))
    yield Provided("secateur_extent", Effect(reads=(0,)))
    yield Provided("secateur_assume", assumes=True, native=_assume("int"))
    for kind in OBSERVED:
        yield Provided(f"secateur_see_{kind}", NAMED, observes=True, labels=(0,))


#: What the driver says about a contract. In `tests.c` the objects have their full capacity.
CONTRACTS = (
    Provided("secateur_requires", assumes=True),
    Provided("secateur_beyond"),
    Provided("secateur_resize"),
    Provided("secateur_ensures", Effect(reads=(1, 4, 5)), labels=(1, 2, 3, 4, 5)),
    Provided("secateur_block", Effect(allocates=True), allocates=0),
)


#: What stand-ins of functions without a body call (`--external havoc`). `tests.c` has no stand-ins.
STAND_INS = (
    Provided("secateur_stand_in", NAMED, labels=(0, 1)),
    Provided("secateur_bounded", Effect(reads=(0, 1)), labels=(0, 1, 2)),
    Provided(
        "secateur_havoc_bytes",
        Effect(reads=(0, 4), writes=(0,)),
        gives="object",
        counter="secateur_havoc_bytes",
    ),
    Provided("secateur_put_text", Effect(reads=(0, 2), writes=(0,))),
    Provided(
        "secateur_havoc_object",
        Effect(reads=(2, 3), writes=(0,), length=1),
        gives="object",
        counter="secateur_havoc_object",
    ),
    Provided("secateur_havoc_memory", Effect(allocates=True), allocates=0),
    Provided("secateur_havoc_stream", Effect(allocates=True)),
)


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
    Provided(
        "klee_assert_fail",
        Effect(reads=(0, 1, 3)),
        runs_as="__assert_fail",
        end=ProgramEnd.FAULT,
        labels=(1, 2, 3),
        native=_FAILURE,
        macro="klee_assert",
    ),
    Provided(
        "klee_silent_exit",
        runs_as="__secateur_exit",
        end=ProgramEnd.EXIT,
        native="void @(int status) { _Exit(status); }",
    ),
    Provided("klee_choose", gives="object", counter="klee", native=_CHOICE),
    Provided("klee_is_symbolic", native="unsigned @(unsigned long value) { (void)value; return 0; }"),
    Provided("klee_is_replay", runs_as="klee_prefer_cex", native="unsigned @(void) { return 0; }"),
    Provided("klee_get_errno", is_run=False, native=_ERRNO),  # C, in the runtime library
    Provided("klee_check_memory_access", Effect(reads=(0,), length=1), native=_IGNORED),
    Provided("klee_get_obj_size", native=_FAILURE),
    Provided("klee_define_fixed_object", Effect(writes=(0,), length=1), native=_FAILURE),
    Provided("klee_get_value_i32", FIRST, native=_same("int")),
    Provided("klee_get_value_i64", FIRST, runs_as="klee_get_value_i32", native=_same("long")),
    Provided("klee_get_valuel", FIRST, runs_as="klee_get_value_i32", native=_same("long")),
    Provided("klee_get_valuell", FIRST, runs_as="klee_get_value_i32", native=_same("long long")),
    Provided("klee_get_valuef", FIRST, native=_same("float")),
    Provided("klee_get_valued", FIRST, native=_same("double")),
    # hints to KLEE, without effect here
    Provided("klee_prefer_cex", native=_IGNORED),
    Provided("klee_open_merge", native=_IGNORED),
    Provided("klee_close_merge", native=_IGNORED),
    Provided("klee_mark_global", runs_as="klee_prefer_cex", native=_IGNORED),
    Provided("klee_warning", NAMED, runs_as="klee_prefer_cex", native=_IGNORED),
    Provided("klee_warning_once", NAMED, runs_as="klee_prefer_cex", native=_IGNORED),
    Provided("klee_print_expr", NAMED, runs_as="klee_prefer_cex", native=_IGNORED),
    Provided("klee_print_range", NAMED, runs_as="klee_prefer_cex", native=_IGNORED),
    Provided("klee_posix_prefer_cex", runs_as="klee_prefer_cex", native=_IGNORED),
    Provided("klee_set_forking", runs_as="klee_prefer_cex", native=_IGNORED),
    Provided("klee_stack_trace", runs_as="klee_prefer_cex", native=_IGNORED),
    Provided("klee_merge", runs_as="klee_prefer_cex", native=_IGNORED),
)


def of_unknown_type(name: str) -> Provided:
    """An SV-COMP input of an unknown type: it cannot run, but it is an input like the others."""
    return Provided(name, NOTHING, is_run=False, counter=name)


#: The input that a look at the clock is, with `--clock any` (`frontend/runtime/clock.c`).
CLOCK_INPUT = "clock"


def allocation_input(number: int) -> str:
    """The input that decides whether the allocation with this number, counted from 1, fails."""
    return f"malloc#{number} fails"


def is_allocation(name: str) -> bool:
    """Whether an input decides about an allocation."""
    return name.startswith("malloc#")
