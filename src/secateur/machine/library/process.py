"""How a program ends (`exit`, `abort`, failed assertions), and the allocation of its local variables."""

from __future__ import annotations

from typing import Any

from secateur import expr
from secateur.assumption import AFTER_JUMP, WRITTEN, Assumption, AssumptionKind
from secateur.expr import Expr
from secateur.machine.compiler import CallSite
from secateur.machine.fault import FaultKind
from secateur.machine.indeterminate import settled
from secateur.machine.library.builtin import Builtin
from secateur.machine.library.output import STDOUT
from secateur.machine.library.text import read_string
from secateur.machine.library.world import asked
from secateur.machine.memory import SHIFT, Shape
from secateur.machine.path import OWN_FILES, Ending, Site
from secateur.machine.state import State, Stop

#: The C library's `exit`, written in C: runs the `atexit` functions, then ends the run.
EXIT = "exit"


def end(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    status = settled(state, arguments[0], _leaving(state, site), "the exit status")
    state.left = status
    if isinstance(status, Expr):
        status = int(expr.evaluate(status, state.model))
    if site.function != EXIT:
        _keep_output(state, site)
    state.machine.look_for_leaks(state, site)
    ending = Ending.RETURNED if state.returned else Ending.EXITED
    raise Stop(ending, status & 255, site=site)


def _keep_output(state: State, site: CallSite) -> None:
    """Output is written at once; a program that does not end by `exit` may leave it in a buffer."""
    if any(stream == STDOUT for stream, _ in state.output):
        name = asked(state) if site.position.file.startswith(OWN_FILES) else "_exit"
        state.depend_on(Assumption(AssumptionKind.OUTPUT, name, WRITTEN))


def _leaving(state: State, site: CallSite) -> Site:
    """Where the exit status comes from: the end of the entry function, or the call of `exit`."""
    position, _ = state.place(site.position, site.function)
    return state.machine.end_of(state.machine.entry.name, state, site) if position.file.startswith(OWN_FILES) else site


def abort(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    state.fail(site, FaultKind.ABORT, "abort was called")


def assertion(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    text = read_string(state, arguments[0], site)
    state.fail(site, FaultKind.ASSERTION, f"assertion '{text.decode(errors='replace')}' failed")


def error_reached(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    state.fail(site, FaultKind.ASSERTION, "an error location was reached")


def reported_error(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`klee_report_error(file, line, message, suffix)`."""
    text = read_string(state, arguments[2], site)
    state.fail(site, FaultKind.ASSERTION, text.decode(errors="replace"))


def trap(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    state.fail(site, FaultKind.ABORT, "a trap was executed")


#: The fault kind for each trap number of clang's `-fsanitize-trap` (SanitizerHandler.h).
_TRAPS = {
    0: FaultKind.SIGNED_OVERFLOW,
    1: FaultKind.UNREACHABLE,
    3: FaultKind.DIVISION_BY_ZERO,
    12: FaultKind.SIGNED_OVERFLOW,
    13: FaultKind.SIGNED_OVERFLOW,
    16: FaultKind.NULL_POINTER,
    18: FaultKind.OUT_OF_BOUNDS,
    19: FaultKind.OUT_OF_BOUNDS,
    20: FaultKind.SHIFT,
    21: FaultKind.SIGNED_OVERFLOW,
    22: FaultKind.NULL_POINTER,
}


def sanitizer_trap(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`llvm.ubsantrap(n)`: a check that was compiled into the bitcode."""
    kind = _TRAPS.get(int(arguments[0]) & 255, FaultKind.ABORT)
    state.fail(site, kind, "a check compiled into the bitcode failed")


def _on_constants(kind: FaultKind, message: str, always: bool = False) -> Builtin:
    """A fault of an operation on constants, which the compiler has folded away."""

    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
        if always or kind in state.machine.checks:
            state.fail(site, kind, message)

    return call


def assume_aligned(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`__secateur_assume_aligned(pointer, align, offset)`: the source promises that `pointer - offset` is aligned."""
    if FaultKind.MISALIGNED not in state.machine.checks:
        return
    pointer, align, offset = arguments
    rest = expr.and_(expr.sub(pointer, offset, 64), expr.sub(align, 1, 64), 64)
    message = "the address is not aligned as the source promises"
    state.check(expr.ne(rest, 0, 64), state.machine.fault_site(site, FaultKind.MISALIGNED, message))


def jumped(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`__secateur_jumped(variable)`: after `longjmp`, a local variable is used that may have changed since `setjmp` and
    is not volatile. C leaves its value open; without optimisation it is the latest."""
    variable = state.memory.objects[int(arguments[0]) >> SHIFT]
    state.rest_on(AssumptionKind.UNINITIALISED, variable.shape.name, AFTER_JUMP, portable=False)


#: The usual size of a stack, in bytes.
STACK = 8 << 20


def allocate_local(state: State, size: Expr | int, shape: Shape, key: int = 0) -> int:
    """`alloca`: memory that lives until the function returns. `key`: of a private variable (`private_numbers.py`)."""
    made = state.memory.allocate(size, shape, number=state.machine.private_numbers.of_local(state, key) if key else 0)
    state.frames[-1].allocas[made.number] = made
    return made.start


def allocate_variable(
    state: State, count: Expr | int, size: Expr | int, shape: Shape, bad: Site | None, deep: Site
) -> int:
    """A variable-length array, or `alloca`. clang zero-extends an `int` length: a negative one looks huge. `bad`: the
    check that the length is positive."""
    if bad is not None:
        state.check(expr.ule((1 << 31) - 1, expr.sub(count, 1, 64), 64), bad)
    state.check(expr.ult(STACK, size, 64), deep)
    return allocate_local(state, size, shape)


BUILTINS: dict[str, Builtin] = {
    "__secateur_exit": end,
    "abort": abort,
    "__assert_fail": assertion,
    "__VERIFIER_error": error_reached,
    "klee_report_error": reported_error,
    "__secateur_fault_division_by_zero": _on_constants(FaultKind.DIVISION_BY_ZERO, "division by zero"),
    "__secateur_fault_division_overflow": _on_constants(
        FaultKind.SIGNED_OVERFLOW, "signed overflow in division by -1", always=True
    ),
    "__secateur_fault_signed_overflow": _on_constants(FaultKind.SIGNED_OVERFLOW, "signed overflow of constants"),
    "__secateur_fault_shift": _on_constants(FaultKind.SHIFT, "shift of a constant that is undefined"),
    "__secateur_fault_float_to_int": _on_constants(FaultKind.FLOAT_TO_INT, "the number does not fit the integer type"),
    "__secateur_fault_out_of_bounds": _on_constants(FaultKind.OUT_OF_BOUNDS, "index outside the array"),
    "__secateur_assume_aligned": assume_aligned,
    "__secateur_jumped": jumped,
    "llvm.trap": trap,
    "llvm.ubsantrap": sanitizer_trap,
}
