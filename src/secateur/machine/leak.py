"""Memory that is still allocated when the program ends, although nothing leads to it any more.

What LeakSanitizer calls a leak: a block that cannot be reached from global variables, from functions that are still
running (when `exit` was called) or from what the driver of a function observes after the call: its result, its buffers.
A pointer into the middle of a block keeps it, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from secateur import expr
from secateur.expr import Expr
from secateur.machine.fault import Fault, FaultKind
from secateur.machine.indeterminate import is_indeterminate
from secateur.machine.memory import CODES, SHIFT, Object, Region
from secateur.machine.path import Site, Value

if TYPE_CHECKING:
    from secateur.machine.state import State

_NO_ROOTS = frozenset({Region.HEAP, Region.FUNCTION, Region.UNKNOWN})
_POINTER = 8  # bytes
_POINTER_CODE = CODES[_POINTER]


def leak(state: State, site: Site) -> Fault | None:
    """The first block in the order of allocation that is lost, and that no other lost block leads to."""
    if not any(each.shape.made for each in state.memory.objects.values()):
        return None
    kept = _reached(state, _roots(state), site)
    lost = [each for each in state.memory.objects.values() if each.shape.made and each.number not in kept]
    if not lost:
        return None
    behind = {number for each in lost for number in _reached(state, _cells(each), site) if number != each.number}
    first = next((each for each in lost if each.number not in behind), lost[0])
    assert first.shape.made is not None
    position, function = first.shape.made
    size = first.size if isinstance(first.size, int) else int(expr.evaluate(first.size, state.model))
    message = f"{size} {'byte' if size == 1 else 'bytes'} allocated in '{function}' cannot be reached at the end"
    return Fault(FaultKind.LEAK, position, function, message, (function,))


def _roots(state: State) -> Iterator[Value]:
    for each in list(state.memory.objects.values()):
        if each.shape.region not in _NO_ROOTS:
            yield from _cells(each)
    for frame in state.frames:
        yield from frame.registers
        yield from frame.varargs
    for seen in state.observations:
        yield seen.value


def _cells(item: Object) -> Iterator[Value]:
    """The pointers that an object may hold: cells of 8 bytes, and what was written in parts or copied."""
    yield from (value for key, value in item.kept.items() if key & 7 == _POINTER_CODE)
    if not isinstance(item.size, int) or item.size < _POINTER:
        return
    parts = {key >> 3 & -_POINTER for key in item.kept if key & 7 < _POINTER_CODE}
    starts = sorted(parts | {address & -_POINTER for address, _ in item.copied_cells()})
    reader = item.copy(None) if starts else item  # reading adds cells
    for start in starts:
        if start + _POINTER <= item.start + item.size:
            value = reader.read(start, _POINTER)
            if value is not None:
                yield value


def _reached(state: State, roots: Iterable[Value], site: Site) -> set[int]:
    """The numbers of the objects that can be reached from these values."""
    found: set[int] = set()
    waiting = [roots]
    while waiting:
        for value in waiting.pop():
            number = _object(state, value, site)
            target = state.memory.objects.get(number)
            if target is not None and number not in found and target.shape.region is Region.HEAP:
                found.add(number)
                waiting.append(list(_cells(target)))
    return found


def _object(state: State, value: Value, site: Site) -> int:
    """The number of the object that a value would lead to as an address. If that depends on the inputs, the run is
    for those for which it is the same."""
    if isinstance(value, int):
        return value >> SHIFT
    if not isinstance(value, Expr) or value.width != 64 or is_indeterminate(value):
        return 0
    blocks = {number for number in _numbers(value) if number in state.memory.objects}
    if len(blocks) > 1:
        return state.choose(value, site) >> SHIFT
    return blocks.pop() if blocks else 0


def _numbers(value: Expr) -> Iterator[int]:
    for node in expr.post_order(value):
        for part in node.args:
            if isinstance(part, int) and part >> SHIFT > 0:
                yield part >> SHIFT
