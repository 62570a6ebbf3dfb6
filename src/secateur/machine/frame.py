"""The activation of a function in a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from secateur.machine.memory import Object
from secateur.machine.path import Value

if TYPE_CHECKING:
    from secateur.machine.compiler import CallSite, FunctionCode


class Frame:
    """An activation of a function. `shared` frames are copied before they are changed."""

    __slots__ = ("allocas", "call", "code", "context", "registers", "serial", "shared", "varargs")

    def __init__(self, code: FunctionCode, registers: list[Value], call: CallSite | None, serial: int) -> None:
        self.code = code
        self.registers = registers
        self.call = call
        self.serial = serial
        self.context = 0  # of `private_numbers.py`
        self.allocas: dict[int, Object] = {}
        self.varargs: tuple[Value, ...] = ()
        self.shared = False

    def copy(self) -> Frame:
        twin = Frame(self.code, self.registers.copy(), self.call, self.serial)
        twin.allocas = self.allocas.copy()
        twin.varargs = self.varargs
        twin.context = self.context
        return twin
