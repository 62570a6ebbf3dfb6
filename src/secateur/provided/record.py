"""The form of the table: what is true of a function that has no C code for the machine to run."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class Effect:
    """What a function does to memory. Arguments are named by number, from 0.

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
COPY = Effect(reads=(1,), writes=(0,), length=2, copies=((0, 1),))
FILL = Effect(writes=(0,), length=2)


class ProgramEnd(Enum):
    """How a function that does not come back ends the program."""

    EXIT = "exit"
    FAULT = "fault"


@dataclass(frozen=True, slots=True, eq=False)
class Provided:
    """One function. Of an intrinsic, `name` is the beginning that all its variants share (`llvm.memcpy`).

    Arguments are named by number, from 0. What a function does to the life of an object is a write to it.
    """

    name: str
    effect: Effect = NOTHING
    #: The machine has code for it, under this name or that of another function, whose code it then shares.
    is_run: bool = True
    runs_as: str = ""
    #: The compiler leaves calls of it out: they do nothing at run time.
    is_dropped: bool = False
    #: It tells the compiler something: no statement of the user's program.
    is_mark: bool = False
    #: The result depends on the arguments and their types only, and is an expression over them.
    is_pure: bool = False
    #: It does not come back.
    end: ProgramEnd | None = None
    #: It prints, to the stream that this argument points to (None: standard output).
    prints: bool = False
    stream: int | None = None
    #: The argument that says how many bytes of the heap it allocates.
    allocates: int | None = None
    #: It ends the life of a block of the heap.
    frees: bool = False
    #: It ends the life of a local variable.
    leaves_scope: bool = False
    #: It makes the variable arguments of its caller available.
    takes_variable_arguments: bool = False
    #: The kind of the input that it hands out: one of `scalars.SCALARS`, "bits" or "object".
    gives: str = ""
    #: What it counts its calls by: the input it hands out depends on how often it was called. The driver's own inputs
    #: have names and need no counter.
    counter: str = ""
    #: It restricts the inputs.
    assumes: bool = False
    #: It shows a value of the tested function.
    observes: bool = False
    #: Arguments that only name things for people (an input, the line of an assertion): they change no behaviour.
    labels: tuple[int, ...] = ()
    #: Its definition in a generated `tests.c`, with @ for its name. Empty: the C library has it, or no test calls it.
    native: str = ""
