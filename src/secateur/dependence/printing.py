"""Who prints to standard output: what a criterion over printed output has to know beyond memory.

Printed output only grows, so it behaves like a location that is written by every call that prints and never
overwritten. No statement reads it; so it is kept out of the static analyses, where it would tie together all that
prints. What is written to `stderr` is no output.
"""

from __future__ import annotations

from functools import cached_property

from secateur.dependence.code import Unit
from secateur.dependence.points_to import PointsTo
from secateur.ir.model import Call
from secateur.machine.machine import Machine
from secateur.machine.memory import SHIFT

#: Functions that the machine provides, with the number of the argument that says where to; None: always stdout.
_PRINTS: dict[str, int | None] = {
    "printf": None,
    "vprintf": None,
    "puts": None,
    "putchar": None,
    "putchar_unlocked": None,
    "fprintf": 0,
    "vfprintf": 0,
    "fputs": 1,
    "fputc": 1,
    "putc": 1,
    "fwrite": 3,
}
_ERRORS = "__secateur_stderr"


class Printing:
    """Which calls print, on a run and statically."""

    def __init__(self, machine: Machine, points_to: PointsTo) -> None:
        self.points_to = points_to
        item = machine.program.globals.get(_ERRORS)
        known = item is not None and item.initializer is not None
        self._errors = machine.address_of(_ERRORS) >> SHIFT if known else -1
        self._blocks: dict[int, bool] = {}

    def prints(self, name: str, arguments: tuple[object, ...]) -> bool:
        """Did this call of a provided function print to standard output? One whose stream depends on inputs may have."""
        if name not in _PRINTS:
            return False
        number = _PRINTS[name]
        stream = None if number is None else arguments[number]
        return not (isinstance(stream, int) and stream >> SHIFT == self._errors)

    def at_node(self, node: int) -> bool:
        """May an instruction print by itself?"""
        unit = self.points_to.code.owner[node]
        return any(self._may_print(name, node, unit) for name in self.points_to.callees(node))

    def in_block(self, unit: Unit, block: int) -> bool:
        """May a block print, by itself or by what it calls?"""
        start = unit.starts[block]
        found = self._blocks.get(start)
        if found is None:
            found = self._blocks[start] = any(self._node_prints(node, unit) for node in unit.nodes_of(block))
        return found

    def _node_prints(self, node: int, unit: Unit) -> bool:
        names = self.points_to.callees(node)
        return any(name in self.functions or self._may_print(name, node, unit) for name in names)

    @cached_property
    def functions(self) -> frozenset[str]:
        """The defined functions that may print, directly or not."""
        units = self.points_to.code.units
        calls: dict[str, set[str]] = {}
        found: set[str] = set()
        for name in self.points_to.functions:
            unit = units[name]
            calls[name] = set()
            for node in range(unit.first, unit.last):
                for callee in self.points_to.callees(node):
                    calls[name].add(callee)
                    if self._may_print(callee, node, unit):
                        found.add(name)
        growing = True
        while growing:
            more = {name for name, called in calls.items() if called & found} - found
            found |= more
            growing = bool(more)
        return frozenset(found)

    def _may_print(self, name: str, node: int, unit: Unit) -> bool:
        if name not in _PRINTS or name in self.points_to.code.units:
            return False
        number, item = _PRINTS[name], unit.items[node - unit.first]
        if number is None or not isinstance(item, Call) or number >= len(item.arguments):
            return True
        streams = self.points_to.objects_of(item.arguments[number], unit)
        return not streams or any(stream.name != _ERRORS for stream in streams)
