"""Where the pointers lead that two versions leave behind: in returned values, globals and members.

Outputs are compared for being null, and by what lies there. That says nothing about two places with the same content:
one function or another, one element or the next. Addresses can be compared only if they lead to something that both
versions have: a function, a global, or an input buffer. Memory that a version allocates has no name.
"""

from __future__ import annotations

from dataclasses import dataclass

from secateur import expr
from secateur.evolve.behaviour.outcomes import Equality
from secateur.exploration.criteria import same
from secateur.expr import Expr
from secateur.ir.model import Program
from secateur.machine.machine import Machine
from secateur.machine.memory import SHIFT, Region
from secateur.machine.path import Ending, Path
from secateur.machine.path import Value as Number


@dataclass(frozen=True, slots=True)
class PlaceName:
    """A function, or a byte of a global; `start` is the address of the object in its version."""

    name: str
    offset: int
    is_function: bool
    start: int


@dataclass(frozen=True, slots=True)
class PointerPair:
    """An output that is a pointer in both versions. `is_inner`: nothing is observed behind it."""

    name: str
    old: Number
    new: Number
    is_inner: bool


def pointers(old: Path, new: Path, equality: Equality) -> list[PointerPair]:
    """The pointers that both runs leave behind, and that are not the same."""
    if old.ending is not Ending.RETURNED or new.ending is not Ending.RETURNED:
        return []
    theirs = {each.name: each.value for each in new.observations if each.kind == "pointer"}
    found = []
    for each in old.observations:
        name = equality.new_name(each.name)
        if each.kind == "pointer" and name in theirs and equality.counts(name):
            found.append(PointerPair(name, each.value, theirs[name], name in equality.inner))
    return found


class Places:
    """Compares places of two versions. `functions` maps names of the old version to the new one."""

    def __init__(self, old: Machine, new: Machine, functions: dict[str, str]) -> None:
        self._machines = old, new
        self._functions = functions

    def condition(self, pair: PointerPair, model: tuple[int, ...]) -> Expr | bool:
        """When the pointers lead to different places, as far as is known."""
        old, new = (self._place(side, value, model) for side, value in enumerate((pair.old, pair.new)))
        if old is None or new is None:
            return pair.is_inner and not self._is_null(pair, model)
        if old.is_function and new.is_function:
            return self._functions.get(old.name, old.name) != new.name  # those without a body keep their names
        if old.name != new.name:
            return self._have(old.name) and self._have(new.name)
        if old.start != new.start or same(pair.old, pair.new) or isinstance(pair.old, float | int):
            return old.offset != new.offset
        differ = expr.ne(pair.old, pair.new, 64) if not isinstance(pair.new, float) else False
        return differ if isinstance(differ, Expr) else bool(differ)

    def _place(self, side: int, value: Number, model: tuple[int, ...]) -> PlaceName | None:
        if isinstance(value, float):
            return None
        machine, address = self._machines[side], int(expr.evaluate(value, model))
        made = machine.initial.objects.get(address >> SHIFT)
        if made is None or not made.shape.name or made.shape.name.startswith(".str"):
            return None
        offset = address - made.start
        return PlaceName(made.shape.name, offset, made.shape.region is Region.FUNCTION, made.start)

    def _is_null(self, pair: PointerPair, model: tuple[int, ...]) -> bool:
        return any(not isinstance(each, float) and expr.evaluate(each, model) == 0 for each in (pair.old, pair.new))

    def _have(self, name: str) -> bool:
        """Do both versions have it?"""
        return all(_defines(machine.program, name) for machine in self._machines)


def _defines(program: Program, name: str) -> bool:
    return name in program.globals or name in program.functions or f"main.{name}" in program.globals
