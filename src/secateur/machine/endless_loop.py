"""The fault `endless-loop`: a run that repeats its state, and has nothing to wait for.

Loops that ask for input, print, or access volatile objects may run forever on purpose; they are no fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from secateur.ir.model import Load, Position, Store
from secateur.machine.endless import PastState
from secateur.machine.fault import Fault, FaultKind
from secateur.machine.path import OWN_FILES, Ending
from secateur.machine.state import Stop

if TYPE_CHECKING:
    from secateur.machine.compiler import FunctionCode, Segment
    from secateur.machine.state import Code, State

#: Maximum number of segments of a round that are looked at.
LONGEST_ROUND = 20_000

_Place = tuple["FunctionCode", "Segment"]


def go_round(state: State, code: Code) -> Code:
    """Run the loop once more to see what belongs to it. If it is no fault, the run goes on."""
    known = {part.run: (each, part) for each in state.machine.codes() for part in each.segments.values()}
    before, start = (len(state.inputs), len(state.output)), PastState(state, code)
    passed: dict[_Place, int] = {}  # with the smallest call depth
    for _ in range(LONGEST_ROUND):
        place = known.get(code)
        if place is not None:
            passed[place] = min(passed.get(place, len(state.frames)), len(state.frames))
        code = code(state.registers, state)
        if start.is_now(state, code, state.model):
            break
    else:
        start.others_leave = True  # the round is longer
    if not passed or before != (len(state.inputs), len(state.output)) or any(map(_is_volatile, passed)):
        return code
    raise Stop(Ending.FAULT, fault=_fault(state, passed), others_leave=start.others_leave)


def _is_volatile(place: _Place) -> bool:
    function, segment = place
    return any(
        isinstance(each, Load | Store) and each.is_volatile
        for label, index, _ in segment.parts
        for each in function.body.blocks[label].instructions[index:]
    )


def _fault(state: State, passed: dict[_Place, int]) -> Fault:
    """At the first line of the loop, in the function that it never leaves."""
    outermost = min(passed.values())
    function = next(function for (function, _), depth in passed.items() if depth == outermost)
    own = [segment for (each, segment), depth in passed.items() if each is function and depth == outermost]
    positions = sorted({position for segment in own for position in segment.positions if position.line})
    first = positions[0] if positions else function.function.position
    stack = state.frames[:outermost]
    trace = tuple(frame.code.title for frame in reversed(stack))
    name = function.title
    if first.file.startswith(OWN_FILES):  # the program is where it called that function
        first, name = state.place(first, name)
    return Fault(FaultKind.ENDLESS_LOOP, first, name, _message(positions), trace)


def _message(positions: list[Position]) -> str:
    lines = sorted({position.line for position in positions})
    where = "" if len(lines) < 2 else f": lines {lines[0]} to {lines[-1]}"
    return f"the loop repeats its state forever{where}"
