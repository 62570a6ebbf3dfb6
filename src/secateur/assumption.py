"""What an answer rests on: how the inputs or the world were narrowed. Data only: sentences, and the option that lifts
an assumption, are added in `secateur.report`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class AssumptionKind(StrEnum):
    # the inputs of the function that is explored
    CONDITION = "condition"  # what they must satisfy (`--assume`)
    SHAPE = "shape"  # which objects pointers lead to
    SIZE = "size"  # how large they are
    NOT_NULL = "not-null"  # pointers that are never null
    NO_ALIAS = "no-alias"  # pointers that never lead to the same object
    CALLEE = "callee"  # which function a pointer calls
    GLOBALS = "globals"  # globals that have their initial values
    PARAMETERS = "parameters"  # inputs that only one of two versions has, or that have different types
    # the world around the program
    ALLOCATION = "allocation"  # allocations that never fail
    ARGUMENTS = "arguments"  # the command line
    ENVIRONMENT = "environment"  # environment variables
    STDIN = "stdin"  # what is read from standard input
    FILES = "files"  # files that do not exist, or are outside of the folder
    OUTPUT = "output"  # output that never fails
    CLOCK = "clock"  # the time, which stands still
    SYSTEM = "system"  # the computer, its users and the process
    LOCALE = "locale"  # the locale "C", in a program that chooses another
    STAND_IN = "stand-in"  # functions without a body that return what their contract allows
    # what the machine made of the program
    UNINITIALISED = "uninitialised"  # memory that was never written, and that decides something
    ADDRESS = "address"  # the address of an object, as a number
    ADDRESS_ORDER = "address-order"  # which of two unrelated objects has the smaller address
    EVALUATION_ORDER = "evaluation-order"  # which of two calls in one expression comes first
    CONCRETE = "concrete"  # values of which only some were tried
    NOT_COMPILED = "not-compiled"  # code that the preprocessor or the compiler left out
    WEAK = "weak"  # functions that another file may define
    UNREACHED = "unreached"  # changed lines that none of the inputs executes, though larger ones might
    NOT_RUN = "not-run"  # code that ends a path, as it cannot be run


#: Details of a stand-in for a function that may write through its pointers: nothing is written there.
WRITES_NOTHING = "writes-nothing"


#: Details of files outside of the folder in which a program is started.
OUTSIDE = "outside"
#: Details of a name, number or time that the system chooses.
CHOSEN = "chosen"


#: Details of a function pointer that is any function: it returns anything, and writes nothing.
ANY_FUNCTION = "any"


#: Details of a weak function without a definition: its address is NULL.
UNDEFINED = "undefined"
#: Details of an address that a block had before it was freed: no later block gets it.
FREED = "freed"
#: Details of something that a library keeps from call to call: as it is when a program starts.
AT_START = "at-start"
#: Details of a global that two versions may leave with different values, and that is not compared.
UNSEEN = "unseen"
#: Details of a function that ends the program without writing what is still in the buffers of streams: nothing is.
WRITTEN = "written"
#: Details of a local variable after `longjmp` that may have changed since `setjmp`: it keeps its latest value.
AFTER_JUMP = "after-jump"
#: Details of a static variable inside a function that a test sets before the call.
PRESET = "preset"


@dataclass(frozen=True, slots=True)
class Assumption:
    """`subject`: the input, object or function it is about."""

    kind: AssumptionKind
    subject: str
    details: str = ""


#: The inputs that were asked for: always named, never in doubt.
ASKED_FOR = frozenset(
    {
        AssumptionKind.CONDITION,
        AssumptionKind.SHAPE,
        AssumptionKind.SIZE,
        AssumptionKind.NOT_NULL,
        AssumptionKind.NO_ALIAS,
        AssumptionKind.CALLEE,
    }
)
#: For answers about one version: that allocations succeed is the usual reading.
USUAL = ASKED_FOR | {AssumptionKind.ALLOCATION}


@dataclass(frozen=True, slots=True)
class Ledger:
    """What one answer rests on. `accepted` are the kinds that leave it complete."""

    assumptions: tuple[Assumption, ...] = ()
    accepted: frozenset[AssumptionKind] = USUAL

    @staticmethod
    def of(assumptions: Iterable[Assumption], accepted: Iterable[AssumptionKind] = USUAL) -> Ledger:
        return Ledger(tuple(dict.fromkeys(assumptions)), frozenset(accepted))

    @property
    def open(self) -> tuple[Assumption, ...]:
        """Those that nobody has accepted: the answer is complete only if they hold."""
        return tuple(each for each in self.assumptions if each.kind not in self.accepted)
