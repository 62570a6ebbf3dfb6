"""The numbers of private objects: they do not depend on what was allocated before.

Other objects are numbered one after the other, so their addresses tell how many there were. An object is private if no
pointer to it is left when the call that made it is over (`privacy.py`): most local variables whose address is used, and
temporary blocks of the heap. Its number follows from where it is made, which calls lead there and which instruction it
is. The same number is given again and again, so a state does not tell how often a function was called. A fault cannot
be hidden by that: no run can still use the earlier object. Two places have the same number only by chance, one in four
million; then the second object gets another one, if the first still exists.

All this is the same in every process and does not depend on the order of exploration.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING

from secateur.machine.frame import Frame
from secateur.machine.memory import END_PRIVATE, FIRST_PRIVATE

if TYPE_CHECKING:
    from secateur.machine.compiler import CallSite
    from secateur.machine.state import State

#: How many numbers are tried.
MOST_TRIED = 16
_HALF = (END_PRIVATE - FIRST_PRIVATE) // 2
_WORD = 0xFFFFFFFF
#: The key of the variable arguments of a call. Those of variables are larger than 0.
EXTRA = 0


def local_number(state: State, key: int) -> int:
    """The number of a private variable of the function that runs, by its `key` there; 0 if there is none."""
    return _local(state, state.frames[-1], _context(state.frames), key)


def argument_number(state: State, frame: Frame, parameter: int) -> int:
    """The number of a struct that is passed by value to a function that is being entered."""
    function = frame.code.function
    register = function.parameters[parameter].index
    if not state.machine.privacy.is_private(function, register):
        return 0
    frame.context = _joined(_context(state.frames), frame.code.key)
    return _local(state, frame, frame.context, register + 1)


def block_number(state: State, site: CallSite) -> int:
    """The number of a block that `malloc` makes; 0 if it is not private. The function that calls `malloc` may return
    it: then it belongs to the caller."""
    frames, privacy = state.frames, state.machine.privacy
    place = 0
    for depth in range(len(frames) - 1, -1, -1):
        place = _joined(place, state.machine.site_key(site))
        if site.result < 0:
            return 0
        frame = frames[depth]
        fate = privacy.of_block(frame.code.function, site.result)
        if not fate.is_private:
            return 0
        if not fate.is_returned:
            context = _context(frames, depth + 1)
            return _first(FIRST_PRIVATE + _HALF, context, place, state.memory.objects)
        if frame.call is None:
            return 0
        site = frame.call
    return 0


def _local(state: State, frame: Frame, context: int, key: int) -> int:
    return _first(FIRST_PRIVATE, context, key, state.memory.objects, frame.allocas)


def _first(start: int, context: int, place: int, objects: Container[int], ended: Container[int] = ()) -> int:
    """The first number of a place that no object has, nor a variable of the function whose lifetime has `ended`; 0 if
    there are many."""
    for count in range(MOST_TRIED):
        number = start + _mixed(context, place, count) % _HALF
        if number not in objects and number not in ended:
            return number
    return 0


def _context(frames: Sequence[Frame], count: int = 0) -> int:
    """The functions that were called, as a number other than 0: up to the last frame, or so many."""
    last = depth = count or len(frames)
    while depth and not frames[depth - 1].context:
        depth -= 1
    context = frames[depth - 1].context if depth else 0
    for frame in frames[depth:last]:
        context = frame.context = _joined(context, frame.code.key)
    return context


def _joined(context: int, key: int) -> int:
    return _mixed(context, key, 1) | 1


def _mixed(one: int, two: int, three: int) -> int:
    found = (one * 0x9E3779B1 + two * 0x85EBCA6B + three * 0xC2B2AE35) & _WORD
    found = (found ^ found >> 15) * 0x2C1B3C6D & _WORD
    return found ^ found >> 13
