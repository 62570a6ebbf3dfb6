"""`*`: any value. Each star has its own variable, so that values that depend on the same unknown stay related."""

from __future__ import annotations

from dataclasses import dataclass

from secateur import expr
from secateur.approximation.operations import Held, is_whole
from secateur.approximation.strategy import Key
from secateur.expr import Expr, Value
from secateur.ir.model import Position
from secateur.ir.types import FloatType, Type
from secateur.machine.aggregates import parts_of
from secateur.machine.errors import UnsupportedCode
from secateur.machine.machine import Machine
from secateur.machine.widths import width_of

#: Why it is unknown what a variable holds before it is assigned.
UNWRITTEN = "uninitialised"


@dataclass(frozen=True, slots=True)
class Star:
    """`why`: the reason it is unknown, for the user. `key`: the use that a strategy abstracted and can open, if any."""

    variable: Expr
    why: str
    position: Position
    key: Key | None


class Stars:
    """Stars are created when first requested; the same key gives the same star."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._by_key: dict[tuple[object, ...], Expr] = {}
        self.all: dict[Expr, Star] = {}
        self.mask = 0

    def of_type(self, key: Key, kind: Type, why: str, position: Position, opens: Key | None = None) -> Held:
        if is_whole(kind):
            return tuple(
                self.of_type((*key, n), part, why, position, opens) for n, (_, part) in enumerate(parts_of(kind))
            )
        try:
            width = width_of(kind)
        except UnsupportedCode:
            width = 128
        shown = ("f32" if width == 32 else "f64") if isinstance(kind, FloatType) and width < 128 else "signed"
        return self.of_width(key, width, why, position, opens, "bool" if width == 1 else shown)

    def of_width(
        self, key: Key, width: int, why: str, position: Position, opens: Key | None = None, kind: str = "signed"
    ) -> Value:
        full = (*key, width)
        found = self._by_key.get(full)
        if found is None:
            found = self._by_key[full] = self._fresh(key, width, kind)
            self.all[found] = Star(found, why, position, opens)
            self.mask |= found.variables
        return found

    def _fresh(self, key: Key, width: int, kind: str) -> Expr:
        """A variable of the machine, so that models include it; it is printed as `*` like any other."""
        variables = self._machine.variables
        name = f"*{len(self.all) + 1}"
        found = variables.get((name, width, kind))
        if found is None:
            found = variables[name, width, kind] = expr.variable("*", width, len(variables), kind)
        return found

    def of(self, value: Value) -> list[Star]:
        """The stars that a value depends on, oldest first."""
        if not isinstance(value, Expr) or not value.variables & self.mask:
            return []
        return [self.all[v] for v in expr.variables_of(value) if v in self.all]
