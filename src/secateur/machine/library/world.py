"""What the C library assumes about the world around a program: an empty standard input, no environment, no other files,
output that never fails."""

from __future__ import annotations

import re
from typing import Any

from secateur.assumption import CHOSEN, OUTSIDE, Assumption, AssumptionKind
from secateur.expr import Expr
from secateur.ir.model import GIVEN_ENVIRONMENT
from secateur.machine.compiler import CallSite
from secateur.machine.library.builtin import Builtin
from secateur.machine.library.text import read_name
from secateur.machine.memory import Region, Shape
from secateur.machine.path import OWN_FILES
from secateur.machine.state import State


def empty_input(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    state.rest_on(AssumptionKind.STDIN, asked(state))


def no_environment(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    if GIVEN_ENVIRONMENT in state.machine.program.globals:
        return
    state.rest_on(AssumptionKind.ENVIRONMENT, asked(state))


def no_error(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    state.rest_on(AssumptionKind.OUTPUT, asked(state))


def no_other_files(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    state.rest_on(AssumptionKind.FILES, asked(state))


def outside(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """Files outside of the folder of the test: other computers have others, and none may be changed."""
    state.depend_on(Assumption(AssumptionKind.FILES, asked(state), OUTSIDE))


def by_chance(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """A name, a number or a time that the system chooses."""
    state.depend_on(Assumption(AssumptionKind.FILES, read_name(state, arguments[0], site), CHOSEN))


def hardware(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """A register: a plain build finds nothing there."""
    state.depend_on(Assumption(AssumptionKind.SYSTEM, read_name(state, arguments[0], site)))


def own_memory(state: State, arguments: tuple[Any, ...], site: CallSite) -> int:
    """`__secateur_memory(size)`: for our C library itself, so it never fails and is never lost."""
    size = state.choose(arguments[0], site) if isinstance(arguments[0], Expr) else arguments[0]
    made = state.memory.allocate(size, Shape(Region.HEAP, "malloc"))
    made.reset(0)
    return made.start


def clock_moves(state: State, arguments: tuple[Any, ...], site: CallSite) -> int:
    """Whether a look at the clock is an input. Only our native runtime can set the clock."""
    moves = state.machine.program.clock_moves
    if moves:
        state.depend_on(Assumption(AssumptionKind.CLOCK, asked(state)))
    else:
        state.rest_on(AssumptionKind.CLOCK, asked(state), portable=False)
    return int(moves)


def this_system(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    state.rest_on(AssumptionKind.SYSTEM, asked(state), portable=False)


def asked(state: State) -> str:
    """The library function that the program called; glibc's headers rename some of them."""
    frame = state.frames[-1]
    for frame in reversed(state.frames):
        if frame.call is None or not frame.call.position.file.startswith(OWN_FILES):
            break
    return re.sub("^__isoc[0-9]+_", "", frame.code.title)


BUILTINS: dict[str, Builtin] = {
    "__secateur_empty_input": empty_input,
    "__secateur_no_environment": no_environment,
    "__secateur_no_error": no_error,
    "__secateur_no_other_files": no_other_files,
    "__secateur_outside": outside,
    "__secateur_by_chance": by_chance,
    "__secateur_memory": own_memory,
    "__secateur_hardware": hardware,
    "__secateur_clock_moves": clock_moves,
    "__secateur_this_system": this_system,
}
