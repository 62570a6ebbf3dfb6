"""A generated test: the inputs of one path and what the program does with them.

Everything is plain data that survives `suite/writers/json.py` and back without loss.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from secateur.assumption import Assumption, AssumptionKind
from secateur.harness.invocation import StartPlan
from secateur.options import Compiling, Inputs
from secateur.provided.inputs import CLOCK_INPUT, is_allocation

Json = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

#: A pointer, as far as it is observed; also what a `double` of a union is seen as, if it holds an address.
NON_NULL = "non-null"


@dataclass(frozen=True, slots=True)
class Recorded:
    """One input as the program receives it, in order: the little-endian bytes of the value.

    `kind` is i8 … u64, char, bool (one byte), f32, f64, f80 (ten bytes), bits (8 bytes, sign or zero extended), or
    object (raw bytes, from `klee_make_symbolic`).
    """

    name: str
    kind: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Described:
    """An input that every test of a suite has; `width` in bits."""

    name: str
    kind: str
    width: int
    signed: bool


@dataclass(frozen=True, slots=True)
class FaultRecord:
    kind: str
    file: str
    line: int
    column: int = 0
    function: str = ""
    message: str = ""

    def __str__(self) -> str:
        return f"{self.kind} at {self.file}:{self.line}"


#: The outcome of a program that never ends: natively, time runs out.
ENDLESS = "timeout"
NEVER_ENDS = "never ends"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the program does; `kind` is "return" (of the function, or of `main`), "exit", "fault", "assume" or
    "timeout": it never ends.

    An observation is a name and a text: decimal for integers, hexadecimal or nan/inf/-inf for floats,
    "null" or "non-null" for pointers. `status` is the exit status of the process. `files` are those that a program
    leaves in its folder: names as `ls -F` shows them, and contents, None where they are not known.
    """

    kind: str
    status: int = 0
    observations: tuple[tuple[str, str], ...] = ()
    output: bytes = b""
    error: bytes = b""
    fault: FaultRecord | None = None
    files: tuple[tuple[str, bytes | None], ...] | None = None

    def __str__(self) -> str:
        """A short description: `return 1`, `exit 3`, `division-by-zero at f.c:14`."""
        match self.kind:
            case "fault" if self.fault is not None:
                return str(self.fault)
            case "exit":
                return f"exit {self.status}"
            case "timeout":
                return NEVER_ENDS
            case "return":
                value = dict(self.observations).get("return")
                if value is None:
                    return f"return {self.status}" if self.status else "return"
                return f"return {readable(value)}"
            case _:
                return self.kind


@dataclass(frozen=True, slots=True)
class Test:
    """`inputs` is for people, `recorded` for the machine; `path` lists the lines of its branches with T or F.
    `rests_on`: what the outcome needs and another build of the program may decide differently. `quiet`: the inputs on
    which nothing depends, for short displays; not kept in files. `title`: what it shows, as a name; `purpose`: the same
    for a comment, not kept in files."""

    __test__: ClassVar[bool] = False  # keeps pytest from collecting it

    name: str
    inputs: Mapping[str, Json]
    recorded: tuple[Recorded, ...]
    outcome: Outcome
    path: tuple[str, ...] = ()
    rests_on: tuple[Assumption, ...] = ()
    quiet: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    title: str = ""
    purpose: str = field(default="", compare=False, repr=False)

    @property
    def stand_ins(self) -> tuple[str, ...]:
        """The functions without a body that it calls: a native run with the same stand-ins confirms nothing."""
        return tuple(each.subject for each in self.rests_on if each.kind is AssumptionKind.STAND_IN)


@dataclass(frozen=True, slots=True)
class Suite:
    """The tests of one function, or of a program from its `main` (then there is no driver and no `inputs`).

    Paths are relative to the current directory, or absolute; in the JSON they are relative to its directory.
    `checks` are the kinds of faults that were checked (None: all); the native build checks the same.
    `cflags` are the words of the user's compiler flags, `own_flags` those of single files; `flags` are clang's.
    `harness` are the options of the driver, if known, so that it can be generated again. `stand_ins` is the source with
    stand-ins of functions without a body, if there are any. `start` is how a program is started, `start_file` the
    source that does so.
    """

    sources: tuple[str, ...]
    function: str
    driver: str | None
    inputs: tuple[Described, ...]
    tests: tuple[Test, ...]
    include_paths: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    cflags: tuple[str, ...] = ()
    own_flags: tuple[tuple[str, tuple[str, ...]], ...] = ()
    checks: tuple[str, ...] | None = None
    harness: Inputs | None = None
    stand_ins: str = ""
    start: StartPlan | None = None
    start_file: str = ""

    @property
    def compiling(self) -> Compiling:
        """How its program is compiled."""
        cflags = tuple(map(shlex.quote, self.cflags))
        return Compiling(self.include_paths, self.defines, cflags, flags=self.flags, own=self.own_flags)

    @property
    def own_sources(self) -> tuple[str, ...]:
        """The sources of the program itself."""
        return tuple(path for path in self.sources if path != self.stand_ins)

    @property
    def failing_allocations(self) -> int:
        """How many allocations the tests decide about."""
        counts = (sum(1 for given in test.recorded if is_allocation(given.name)) for test in self.tests)
        return max(counts, default=0)

    @property
    def looks_at_the_clock(self) -> bool:
        """Whether the tests decide what a look at the clock finds."""
        return any(given.name == CLOCK_INPUT for test in self.tests for given in test.recorded)


def shortened(data: bytes, size: int) -> bytes:
    """What is kept of a file of that size, of which `data` are the first bytes."""
    return data[:size] if size <= len(data) else data + b"[%d bytes]" % size


def float_text(value: float) -> str:
    """A float as an observation: exact, and the same text for the same number."""
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    mantissa, _, exponent = value.hex().partition("p")
    return f"{mantissa.rstrip('0').rstrip('.') if '.' in mantissa else mantissa}p{exponent}"


def text_float(text: str) -> float:
    """The inverse of `float_text`, for any C or Python spelling of hexadecimal floats."""
    return float.fromhex(text)


def is_float_text(text: str) -> bool:
    return "x" in text or text.lstrip("-") in ("nan", "inf")


def readable(observation: str) -> str:
    """An observation in readable form: floats in decimal."""
    if not is_float_text(observation):
        return observation
    try:
        return repr(text_float(observation))
    except OverflowError:  # a `long double` that no double is near
        return observation
