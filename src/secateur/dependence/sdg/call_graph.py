"""The calls of functions that have a body, with their arguments."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from secateur.dependence.control.closure import components
from secateur.ir.model import Call, Operand, Return

if TYPE_CHECKING:
    from secateur.dependence.memory.points_to import PointsTo


class CallGraph:
    """The machine runs `exit`, if there is one, when the entry function returns, so that return is also a call."""

    def __init__(self, points_to: PointsTo, entry: str) -> None:
        self.code = points_to.code
        self._defined: dict[int, tuple[str, ...]] = {}
        self._open: set[int] = set()
        units = self.code.units
        for node, item in enumerate(self.code.items):
            if isinstance(item, Call):
                names = points_to.callees(node)
                self._defined[node] = tuple(name for name in names if name in units)
                if not names or any(name not in units for name in names):
                    self._open.add(node)
            elif (
                isinstance(item, Return) and self.code.owner[node].function.name == entry != "exit" and "exit" in units
            ):
                self._defined[node] = ("exit",)

    def defined(self, node: int) -> tuple[str, ...]:
        """The functions with a body that an instruction may call."""
        return self._defined.get(node, ())

    def is_open(self, node: int) -> bool:
        """May an instruction call a function without a body?"""
        return node in self._open

    def arguments(self, node: int) -> tuple[Operand, ...]:
        item = self.code.items[node]
        if isinstance(item, Call):
            return item.arguments
        return (item.value,) if isinstance(item, Return) and item.value is not None else ()

    def groups(self) -> list[tuple[list[str], bool]]:
        """The functions, callees first, mutually recursive ones together; and whether they are recursive."""
        names = list(self.code.units)
        number = {name: n for n, name in enumerate(names)}
        edges: list[dict[int, None]] = [{} for _ in names]
        for node, called in self._defined.items():
            caller = number[self.code.owner[node].function.name]
            edges[caller].update((number[name], None) for name in called)
        found = []
        for part in components([list(e) for e in edges]):
            is_recursive = len(part) > 1 or part[0] in edges[part[0]]
            found.append(([names[n] for n in sorted(part)], is_recursive))
        return found

    def sites(self) -> int:
        """The number of calls of functions with a body; a call that may enter several counts for each of them."""
        return sum(len(called) for called in self._defined.values())

    def callers(self, names: Collection[str]) -> dict[str, list[str]]:
        """Per function, which of the others in the group call it."""
        found: dict[str, dict[str, None]] = {name: {} for name in names}
        for node, called in self._defined.items():
            caller = self.code.owner[node].function.name
            if caller in found:
                for name in called:
                    if name in found:
                        found[name][caller] = None
        return {name: list(callers) for name, callers in found.items()}
