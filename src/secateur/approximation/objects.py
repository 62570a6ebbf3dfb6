"""Memory objects by address: globals as in the machine, and one object for each allocation in a frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from secateur.approximation.frames import StaticFrame
from secateur.dependence.memory.abstract_objects import AbstractObject
from secateur.dependence.static import Static
from secateur.ir.model import Alloca
from secateur.ir.types import size_of
from secateur.machine.machine import Machine
from secateur.machine.memory import BIAS, SHIFT, Region


@dataclass(frozen=True, slots=True)
class Home:
    """The object that an address belongs to. `frame`: the frame whose local variable, or copy of an argument (number
    `copied`), it is; `made`: the call that allocates it, as frame, copy and instruction; `maker` is that frame. If
    `is_constant`, its content never changes after program start."""

    abstract: AbstractObject
    start: int
    size: int | None = None
    frame: StaticFrame | None = None
    copied: int = -1
    made: tuple[int, int, int] | None = None
    maker: StaticFrame | None = None
    is_constant: bool = False

    @property
    def is_numbered(self) -> bool:
        """Is its address the same number as in a run?"""
        return self.frame is None and self.made is None


class Objects:
    """Addresses are laid out as in the machine, so that offsets from an address stay in its object."""

    def __init__(self, machine: Machine, static: Static) -> None:
        self._machine = machine
        self._static = static
        self._next = machine.initial.next
        self._made: dict[tuple[int, int, int], int] = {}
        self._homes: dict[int, Home] = {}
        for name, item in machine.program.globals.items():
            if item.initializer is not None:
                start = machine.address_of(name)
                abstract = static.points_to.object_of_global(name)
                self._homes[start >> SHIFT] = Home(abstract, start, size_of(item.type), is_constant=item.constant)

    def home(self, number: int) -> Home | None:
        return self._homes.get(number)

    def made_by(self, frame: StaticFrame, copy: int, node: int) -> int | None:
        """The address of the object that an `alloca` or a call of `malloc` creates."""
        key = (frame.number, copy, node)
        abstract = self._static.points_to.object_of_node(node)
        if abstract is None:
            return None
        if key not in self._made:
            local = isinstance(self._static.code.items[node], Alloca)
            made = (None, frame, -1) if local else (None, None, -1, key, frame)
            self._made[key] = self._add(lambda start: Home(abstract, start, *made))
        return self._made[key]

    def copy_of(self, frame: StaticFrame, parameter: int) -> int:
        """The address of a function's own copy of a struct that it was passed."""
        key = (frame.number, -1, parameter)
        if key not in self._made:
            abstract = self._static.points_to.object_of_copy(frame.name, parameter)
            self._made[key] = self._add(lambda start: Home(abstract, start, None, frame, parameter))
        return self._made[key]

    def initial(self, address: int, size: int) -> int | None:
        """The content of a global at program start; None if the address is outside all globals."""
        target = self._machine.initial.objects.get(address >> SHIFT)
        if target is None or target.shape.region is Region.UNKNOWN or not isinstance(target.size, int):
            return None
        if not 0 <= address - target.start <= target.size - size:
            return None
        value = target.read(address, size)
        assert not isinstance(value, float)
        return value if isinstance(value, int) else 0

    def text_at(self, address: int) -> str | None:
        """The string constant at an address."""
        found = bytearray()
        while True:
            byte = self.initial(address + len(found), 1)
            if byte is None:
                return None
            if byte == 0:
                return found.decode(errors="backslashreplace")
            found.append(byte & 255)

    def _add(self, make: Callable[[int], Home]) -> int:
        number = self._next
        self._next += 1
        start = (number << SHIFT) + BIAS
        self._homes[number] = make(start)
        return start
