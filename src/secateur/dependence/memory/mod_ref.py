"""What a call of a function may read and write, including its direct and indirect callees."""

from __future__ import annotations

from collections.abc import Collection

from secateur.dependence.control.code import Unit
from secateur.dependence.control.recursion import components
from secateur.dependence.memory.abstract_objects import ObjectKind
from secateur.dependence.memory.points_to import PointsTo
from secateur.ir.model import Call

_LOCAL = (ObjectKind.LOCAL, ObjectKind.COPY, ObjectKind.ARGUMENTS)


class ModRef:
    """`mod` and `ref` of each function, as bit sets of locations.

    A function's own variables are dead after it returns, so they are excluded, unless another activation of it may be
    alive. Its copies of arguments (`byval`) are in its own `ref`, because they come from outside: the call itself
    writes them (`PointsTo.writes`) before the function starts. They are in no caller's `ref`.
    """

    def __init__(self, points_to: PointsTo) -> None:
        self.points_to = points_to
        self.mod: dict[str, int] = {}
        self.ref: dict[str, int] = {}
        self._blocks: dict[int, int] = {}
        self._own = self._locals(_LOCAL)
        self._copies = self._locals((ObjectKind.COPY,))
        self._sum_up()

    def writes(self, node: int) -> int:
        """What an instruction may write, including callees."""
        found = self.points_to.writes(node)
        if isinstance(self.points_to.code.items[node], Call):
            for name in self.points_to.callees(node):
                found |= self.written_by(node, name)
        return found

    def written_by(self, node: int, name: str) -> int:
        """What a function may write in this call of it."""
        if name not in self.mod:
            return 0
        found = self.points_to.writes_by(node, name)
        return self.mod[name] if found is None else found

    def read_by(self, node: int, name: str) -> int:
        """What a function may read in this call of it."""
        if name not in self.ref:
            return 0
        found = self.points_to.reads_by(node, name)
        return self.ref[name] if found is None else found

    def reads(self, node: int) -> int:
        """What an instruction may read, including callees."""
        found = self.points_to.reads(node)
        if isinstance(self.points_to.code.items[node], Call):
            for name in self.points_to.callees(node):
                found |= self.read_by(node, name)
        return found

    def touched_by(self, node: int, name: str) -> int:
        """What a function may read or write in this call of it."""
        return self.read_by(node, name) | self.written_by(node, name)

    def block_mod(self, unit: Unit, block: int) -> int:
        """What a block may write, including callees."""
        start = unit.starts[block]
        found = self._blocks.get(start)
        if found is None:
            found = 0
            for node in unit.nodes_of(block):
                found |= self.writes(node)
            self._blocks[start] = found
        return found

    def _locals(self, kinds: Collection[ObjectKind]) -> dict[str, int]:
        """Per function that is not recursive, the locations of its objects of these kinds."""
        found: dict[str, int] = {}
        for item in self.points_to.objects:
            if item.kind in kinds and item.owner is not None and not self.points_to.is_recursive(item.owner):
                found[item.owner] = found.get(item.owner, 0) | item.all
        return found

    def _sum_up(self) -> None:
        points_to = self.points_to
        callees: dict[str, dict[str, None]] = {}
        for name in points_to.functions:
            unit = points_to.code.units[name]
            mod = ref = 0
            callees[name] = {}
            for node in range(unit.first, unit.last):
                copies = 0  # a call writes its callee's copies of arguments, which are dead when it returns
                for called in points_to.callees(node):
                    copies |= self._copies.get(called, 0)
                    known = points_to.writes_by(node, called) if called in points_to.code.units else None
                    if known is None:
                        callees[name][called] = None
                    else:
                        mod |= known
                        ref |= points_to.reads_by(node, called) or 0
                mod |= points_to.writes(node) & ~copies
                ref |= points_to.reads(node)
            self.mod[name], self.ref[name] = mod, ref
        edges = {name: [c for c in called if c in callees] for name, called in callees.items()}
        for group in components(points_to.functions, edges):
            mod = ref = 0
            for name in group:
                mod |= self.mod[name]
                ref |= self.ref[name]
                for called in edges[name]:
                    mod |= self.mod[called]
                    ref |= self.ref[called] & ~self._copies.get(called, 0)
            for name in group:
                own, copies = self._own.get(name, 0), self._copies.get(name, 0)
                self.mod[name] = mod & ~own
                self.ref[name] = ref & ~own | ref & copies
