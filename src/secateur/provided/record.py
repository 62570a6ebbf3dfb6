"""The record type of the table: the properties of a function that has no C code for the machine to run."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class Effect:
    """What a function does to memory. Arguments are numbered from 0.

    `reads`, `writes`: the memory these arguments point to may be read or written. `rest`: from this argument on, all
    are read. `length`: the argument that gives the number of bytes; `like`: the argument whose type gives it. Without
    either, any number. `copies`: (to, from) pairs; memory contents are copied, including the pointers in them.
    `stores`: (to, value) pairs. `loads`: the result may be the value stored there. `returns`: the result may be that
    argument. `moves`: it may point into the same object as that argument, further on. `computes`: the result is
    computed from the arguments. `allocates`: a new object is created (for `va_start`, the one its list then points to).
    `follows`: everything reachable from there through pointers may be read. `is_unknown`: everything reachable from any
    argument may be read and written, functions may be called.
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
    moves: tuple[int, ...] = ()
    is_unknown: bool = False

    @property
    def fewest(self) -> int:
        """The smallest number of arguments with which the function can be called."""
        return 1 + max((*self.reads, *self.writes, -1 if self.length is None else self.length))


NOTHING = Effect()
NUMBERS = Effect(computes=True)
NAMED = Effect(reads=(0,))
UNKNOWN = Effect(is_unknown=True)
FIRST = Effect(returns=(0,))
COPY = Effect(reads=(1,), writes=(0,), length=2, copies=((0, 1),))
FILL = Effect(writes=(0,), length=2)


class ProgramEnd(Enum):
    """How a function that does not return ends the program."""

    EXIT = "exit"
    FAULT = "fault"


@dataclass(frozen=True, slots=True, eq=False)
class Provided:
    """One function. For an intrinsic, `name` is the prefix that all its variants share (`llvm.memcpy`).

    Arguments are numbered from 0. Starting or ending the lifetime of an object is a write to it.
    """

    name: str
    effect: Effect = NOTHING
    #: The machine has code for it, under its own name or, shared with another function, under `runs_as`.
    is_run: bool = True
    runs_as: str = ""
    #: The machine's compiler drops calls to it: they do nothing at run time.
    is_dropped: bool = False
    #: It is a hint to the compiler, not a statement of the user's program.
    is_mark: bool = False
    #: The result depends only on the arguments and their types, and is an expression over them.
    is_pure: bool = False
    #: It does not return, and ends the program in this way.
    end: ProgramEnd | None = None
    #: It ends the program without writing the buffers of its streams.
    loses_output: bool = False
    #: It prints, to the stream that this argument points to (None: standard output).
    prints: bool = False
    stream: int | None = None
    #: Its name in `runtime/stream_output.c`, which has it for streams of files, after `__secateur_stream_`.
    in_c: str = ""
    #: It may fail, and its result says so.
    can_fail: bool = False
    #: The argument that gives the number of heap bytes it allocates.
    allocates: int | None = None
    #: It ends the lifetime of a heap block.
    frees: bool = False
    #: It begins the lifetime of a local variable, or ends it.
    enters_scope: bool = False
    leaves_scope: bool = False
    #: It makes the variable arguments of its caller available.
    takes_variable_arguments: bool = False
    #: The kind of the input that it returns: one of `scalars.SCALARS`, "bits" or "object".
    gives: str = ""
    #: The counter of its calls: the input it returns depends on how often it was called. The driver's own inputs have
    #: names and need no counter.
    counter: str = ""
    #: The kind of assumption about the world that a call of it makes: the name of an `AssumptionKind`.
    rests_on: str = ""
    #: It restricts the inputs.
    assumes: bool = False
    #: It records a value of the tested function.
    observes: bool = False
    #: Arguments that only label things for users (an input, the line of an assertion) and do not affect behaviour.
    labels: tuple[int, ...] = ()
    #: Its definition in a generated `tests.c`, with @ for its name. Empty if the C library has it or no test calls it.
    native: str = ""
    #: The macro by which programs call it, if they do not call it themselves.
    macro: str = ""
