"""C library functions that the machine provides: the heap, output, program exit, mathematics.

The rest of the C library is C (`frontend/runtime`).
"""

from __future__ import annotations

from collections.abc import Iterator

from secateur.provided.record import NAMED, NOTHING, NUMBERS, UNKNOWN, Effect, ProgramEnd, Provided

HEAP = (
    Provided("malloc", Effect(allocates=True), rests_on="allocation", allocates=0),
    Provided("free", Effect(writes=(0,)), frees=True),
    Provided("__secateur_object_size"),
    Provided("__secateur_memory", Effect(allocates=True)),  # of our C library itself; all 0
)

_UNLOCKED = (
    Provided("fputc_unlocked", NUMBERS, runs_as="fputc", in_c="fputc", prints=True, can_fail=True, stream=1),
    Provided("putc_unlocked", NUMBERS, runs_as="fputc", in_c="fputc", prints=True, can_fail=True, stream=1),
    Provided("_IO_putc", NUMBERS, runs_as="fputc", in_c="fputc", prints=True, can_fail=True, stream=1),
    Provided("fputs_unlocked", Effect(reads=(0,)), runs_as="fputs", in_c="fputs", prints=True, can_fail=True, stream=1),
    Provided("puts_unlocked", Effect(reads=(0,)), runs_as="puts", in_c="puts", prints=True, can_fail=True),
    Provided(
        "fwrite_unlocked", Effect(reads=(0,)), runs_as="fwrite", in_c="fwrite", prints=True, can_fail=True, stream=3
    ),
    Provided("fflush_unlocked", runs_as="fflush", in_c="fflush", can_fail=True),
)

#: What `runtime/stream_output.c` calls if a stream leads to standard output or error.
_OF_STREAMS = (
    Provided(
        "__secateur_vfprintf",
        Effect(reads=(1, 2), writes=(2,), follows=(2,)),
        runs_as="vfprintf",
        prints=True,
        can_fail=True,
        stream=0,
    ),
    Provided("__secateur_fputs", Effect(reads=(0,)), runs_as="fputs", prints=True, can_fail=True, stream=1),
    Provided("__secateur_fputc", NUMBERS, runs_as="fputc", prints=True, can_fail=True, stream=1),
    Provided("__secateur_fwrite", Effect(reads=(0,)), runs_as="fwrite", prints=True, can_fail=True, stream=3),
)

OUTPUT = (
    Provided("printf", Effect(reads=(0,), rest=1), in_c="printf", prints=True, can_fail=True),
    Provided("fprintf", Effect(reads=(1,), rest=2), in_c="fprintf", prints=True, can_fail=True, stream=0),
    Provided("vprintf", Effect(reads=(0, 1), writes=(1,), follows=(1,)), in_c="vprintf", prints=True, can_fail=True),
    Provided(
        "vfprintf",
        Effect(reads=(1, 2), writes=(2,), follows=(2,)),
        in_c="vfprintf",
        prints=True,
        can_fail=True,
        stream=0,
    ),
    Provided("puts", Effect(reads=(0,)), in_c="puts", prints=True, can_fail=True),
    Provided("fputs", Effect(reads=(0,)), in_c="fputs", prints=True, can_fail=True, stream=1),
    Provided("putchar", NUMBERS, in_c="putchar", prints=True, can_fail=True),
    Provided("putchar_unlocked", NUMBERS, runs_as="putchar", in_c="putchar", prints=True, can_fail=True),
    Provided("fputc", NUMBERS, in_c="fputc", prints=True, can_fail=True, stream=1),
    Provided("putc", NUMBERS, runs_as="fputc", in_c="fputc", prints=True, can_fail=True, stream=1),
    Provided("fwrite", Effect(reads=(0,)), in_c="fwrite", prints=True, can_fail=True, stream=3),
    Provided("fflush", in_c="fflush", can_fail=True),
    *_UNLOCKED,
    *_OF_STREAMS,
    Provided("__secateur_format_double", Effect(reads=(2,), writes=(0,))),
    Provided("__secateur_format_extended", Effect(reads=(2,), writes=(0,))),
    Provided("__secateur_read_extended", Effect(reads=(0,), writes=(2,))),
)

PROCESS = (
    Provided("__secateur_exit", end=ProgramEnd.EXIT),
    Provided("_exit", runs_as="__secateur_exit", end=ProgramEnd.EXIT, loses_output=True),
    Provided("_Exit", runs_as="__secateur_exit", end=ProgramEnd.EXIT, loses_output=True),
    Provided("abort", end=ProgramEnd.FAULT),
    Provided("__assert_fail", Effect(reads=(0, 1, 3)), end=ProgramEnd.FAULT, labels=(1, 2, 3)),
    Provided("__assert", Effect(rest=0), runs_as="__assert_fail", end=ProgramEnd.FAULT, labels=(0, 1, 2)),
    Provided("__secateur_jumped"),
    Provided("__assert_rtn", UNKNOWN, is_run=False, labels=(0, 1, 2, 3)),
)

#: How the C library tells what it assumes about the world. Each does nothing else.
WORLD = (
    Provided("__secateur_empty_input", rests_on="stdin"),
    Provided("__secateur_no_environment", rests_on="environment"),
    Provided("__secateur_no_error", rests_on="output"),
    Provided("__secateur_no_other_files", rests_on="files"),
    Provided("__secateur_outside"),
    Provided("__secateur_by_chance", NAMED, labels=(0,)),
    Provided("__secateur_hardware", NAMED, labels=(0,)),  # the program uses a register (`harness/hardware.py`)
    Provided("__secateur_clock_moves", rests_on="clock"),  # returns whether it does
    Provided("__secateur_this_system", rests_on="system"),
)

#: Faults on constant operands, which clang folds away (`frontend/constant_faults.py`). They return if not looked for.
CONSTANT_FAULTS = tuple(
    Provided(f"__secateur_fault_{each}")
    for each in ("division_by_zero", "division_overflow", "signed_overflow", "shift", "float_to_int", "out_of_bounds")
)

#: What the C library requires of its arguments: a string must not overlap the place that it is copied to, and a block
#: must be there as a whole.
REQUIREMENTS = (Provided("__secateur_apart", Effect(reads=(2,))), Provided("__secateur_readable"))

#: An alignment that the source promises (`frontend/assumed_alignment.py`).
ALIGNMENT = (Provided("__secateur_assume_aligned"),)

#: The functions of math.h that the solver's float theory lacks; each also has a `float` and a `long double` version.
MATHEMATICS = (
    "pow", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan",
    "atan2", "sinh", "cosh", "tanh", "cbrt", "hypot", "asinh", "acosh", "atanh", "erf", "erfc", "tgamma", "lgamma",
    "exp10", "ldexp",
)  # fmt: skip


def mathematics() -> Iterator[Provided]:
    """Each is listed as a function and as an intrinsic."""
    for name in MATHEMATICS:
        yield Provided(name, NOTHING)
        yield Provided(f"{name}f", NOTHING)
        yield Provided(f"{name}l", NOTHING)
        yield Provided(f"llvm.{name}", NUMBERS, is_run=False)  # e.g. on vectors
        yield Provided(f"llvm.{name}.f64", NUMBERS, runs_as=name)
        yield Provided(f"llvm.{name}.f32", NUMBERS, runs_as=f"{name}f")
        yield Provided(f"llvm.{name}.f80", NUMBERS, runs_as=f"{name}l")
