"""Instructions that print to standard output or call `exit`: what a criterion on printed output needs besides memory.

Printed output only grows, so it behaves like a location that every printing call writes and none overwrites. Exiting
counts as such a write, because nothing is printed afterwards. No statement reads this location, so it is kept out of
the other static analyses, where it would connect all statements that print. Text written to `stderr` does not count as
output.
"""

from __future__ import annotations

from functools import cached_property

from secateur.dependence.control.code import Unit
from secateur.dependence.memory.points_to import PointsTo
from secateur.ir.model import Call
from secateur.provided import TABLE
from secateur.provided.record import ProgramEnd

#: Provided functions that print, with the number of the argument that selects the stream; None: always stdout.
PRINTS: dict[str, int | None] = {each.name: each.stream for each in TABLE.values() if each.prints}
ERRORS = "__secateur_stderr"
_EXITS = frozenset(each.name for each in TABLE.values() if each.end is ProgramEnd.EXIT)


class Printing:
    """The instructions that may print or exit, themselves or through callees."""

    def __init__(self, points_to: PointsTo) -> None:
        self.points_to = points_to
        self._blocks: dict[int, bool] = {}

    def at_node(self, node: int) -> bool:
        """May an instruction itself print, other than errors?"""
        unit = self.points_to.code.owner[node]
        return any(self._may_print(name, node, unit) for name in self.points_to.callees(node))

    def to_any_stream(self, node: int) -> bool:
        """May an instruction itself print, be it to the stream of errors?"""
        units = self.points_to.code.units
        return any(name in PRINTS and name not in units for name in self.points_to.callees(node))

    def in_block(self, unit: Unit, block: int) -> bool:
        """May a block print or exit?"""
        start = unit.starts[block]
        found = self._blocks.get(start)
        if found is None:
            found = self._blocks[start] = any(
                name in self.functions or name in _EXITS or self._may_print(name, node, unit)
                for node in unit.nodes_of(block)
                for name in self.points_to.callees(node)
            )
        return found

    def exits_behind(self, unit: Unit, block: int) -> bool:
        """Can the program exit on some path from a block, in this function or a callee?"""
        seen: set[int] = set()
        todo = [block]
        while todo:
            here = todo.pop()
            if here not in seen:
                seen.add(here)
                todo += unit.flow.successors[here]
                for node in unit.nodes_of(here):
                    if any(name in _EXITS or name in self.exiting for name in self.points_to.callees(node)):
                        return True
        return False

    @cached_property
    def functions(self) -> frozenset[str]:
        """The defined functions that may print or exit, directly or indirectly."""
        found = set(self.exiting)
        for name in self.points_to.functions:
            unit = self.points_to.code.units[name]
            if any(self.at_node(node) for node in range(unit.first, unit.last)):
                found.add(name)
        return self._with_callers(found)

    @cached_property
    def exiting(self) -> frozenset[str]:
        """The defined functions that may exit."""
        return self._with_callers({name for name, called in self._calls.items() if called & _EXITS})

    @cached_property
    def _calls(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for name in self.points_to.functions:
            unit = self.points_to.code.units[name]
            found[name] = {c for node in range(unit.first, unit.last) for c in self.points_to.callees(node)}
        return found

    def _with_callers(self, found: set[str]) -> frozenset[str]:
        more = found
        while more:
            more = {name for name, called in self._calls.items() if called & more} - found
            found = found | more
        return frozenset(found)

    def _may_print(self, name: str, node: int, unit: Unit) -> bool:
        if name not in PRINTS or name in self.points_to.code.units:
            return False
        number, item = PRINTS[name], unit.items[node - unit.first]
        if number is None or not isinstance(item, Call) or number >= len(item.arguments):
            return True
        streams = self.points_to.objects_of(item.arguments[number], unit)
        return not streams or any(stream.name != ERRORS for stream in streams)
