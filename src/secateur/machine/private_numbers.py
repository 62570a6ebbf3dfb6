"""The numbers of private objects: they do not depend on what was allocated before.

Other objects are numbered one after the other, so their addresses tell how many there were. An object is private if no
pointer to it is left when the call that made it is over (`privacy.py`): most local variables whose address is used, and
temporary blocks of the heap. Its number follows from where it is made, which calls lead there and which instruction it
is. The same number is given again and again, so a state does not tell how often a function was called. A fault cannot
be hidden by that: no run can still use the earlier object. Two places lead to the same number only by chance, one in
four million; then the second one gets another number, also when the object of the first no longer exists: a pointer to
it may be left in the call that made it.

All this is the same in every process and does not depend on the order of exploration.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from secateur.machine.argument_lists import ArgumentLists
from secateur.machine.frame import Frame
from secateur.machine.memory import END_PRIVATE, FIRST_PRIVATE, Memory, Place
from secateur.machine.privacy import BlockFate, Privacy

if TYPE_CHECKING:
    from secateur.machine.compiler import CallSite
    from secateur.machine.machine import Machine
    from secateur.machine.state import State

#: How many numbers are tried.
MOST_TRIED = 16
_HALF = (END_PRIVATE - FIRST_PRIVATE) // 2
_WORD = 0xFFFFFFFF
#: The key of the variable arguments of a call. Those of variables are larger than 0.
EXTRA = 0


class PrivateNumbers:
    """Of one machine. A number of 0 means that there is none: then the object is the next one."""

    def __init__(self, machine: Machine) -> None:
        self.privacy = Privacy(machine.program)
        self._lists = ArgumentLists(machine.program, self.privacy)
        self._machine = machine
        self._calls: dict[int, tuple[BlockFate, int]] = {}  # by call site: what becomes of a new block, and its key
        self._contexts: dict[tuple[int, int], int] = {}
        self._firsts: dict[tuple[int, int], int] = {}

    def of_local(self, state: State, key: int) -> int:
        """Of a private variable of the function that runs, by its `key` there."""
        frames = state.frames
        context = frames[-1].context or self._context(frames)
        return self._first(FIRST_PRIVATE, context, key, state.memory, (len(frames), key))

    def of_extra(self, state: State) -> int:
        """Of the variable arguments of the function that runs."""
        return self.of_local(state, EXTRA) if self._lists.are_private(state.frames[-1].code.function) else 0

    def of_argument(self, state: State, frame: Frame, parameter: int) -> int:
        """Of a struct that is passed by value to a function that is being entered."""
        function = frame.code.function
        register = function.parameters[parameter].index
        if not self.privacy.is_private(function, register):
            return 0
        frame.context = self._entered(self._context(state.frames), frame)
        place = len(state.frames) + 1, register + 1
        return self._first(FIRST_PRIVATE, frame.context, register + 1, state.memory, place)

    def of_block(self, state: State, site: CallSite) -> int:
        """Of a block that `malloc` makes. The function that calls `malloc` may return it: then the caller owns it."""
        frames, depth, key = state.frames, len(state.frames), 0
        sites: tuple[int, ...] = ()
        while site.result >= 0:
            depth -= 1
            frame = frames[depth]
            fate, own = self._calls.get(site.number) or self._known(site, frame)
            if not fate.is_private:
                return 0
            key = key * 31 + own
            sites = (*sites, site.number)
            if not fate.is_returned:
                context = frame.context or self._context(frames[: depth + 1])
                return self._first(FIRST_PRIVATE + _HALF, context, key, state.memory, (depth + 1, *sites))
            if frame.call is None:
                return 0
            site = frame.call
        return 0

    def _known(self, site: CallSite, frame: Frame) -> tuple[BlockFate, int]:
        fate = self.privacy.of_block(frame.code.function, site.result)
        found = self._calls[site.number] = fate, self._machine.site_key(site)
        return found

    def _first(self, start: int, context: int, key: int, memory: Memory, place: Place) -> int:
        """The first number for a key that no object has, and that no other place was given in this state."""
        found = self._firsts.get((context, key))
        if found is None:
            found = self._firsts[context, key] = _mixed(context, key, 0)
        for count in range(1, MOST_TRIED):
            number = start + found % _HALF
            if memory.takes(number, place):
                return number
            found = _mixed(context, key, count)
        return 0

    def _context(self, frames: Sequence[Frame]) -> int:
        """The functions that were called, as a number other than 0."""
        depth = len(frames)
        while depth and not frames[depth - 1].context:
            depth -= 1
        context = frames[depth - 1].context if depth else 0
        for frame in frames[depth:]:
            context = frame.context = self._entered(context, frame)
        return context

    def _entered(self, context: int, frame: Frame) -> int:
        key = context, frame.code.key
        found = self._contexts.get(key)
        if found is None:
            found = self._contexts[key] = _mixed(*key, 1) | 1
        return found


def _mixed(one: int, two: int, three: int) -> int:
    found = (one * 0x9E3779B1 + two * 0x85EBCA6B + three * 0xC2B2AE35) & _WORD
    found = (found ^ found >> 15) * 0x2C1B3C6D & _WORD
    return found ^ found >> 13
