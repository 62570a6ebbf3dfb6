"""Which narrowings of pointer inputs matter to a change: that a pointer is not NULL, that two of them never lead to the
same object, or that none leads to a global.

That a pointer is not NULL matters only where impacted code has its value. Whether two objects are one matters only if
one of them is written and the other one is accessed, and if one of these two accesses is impacted. Otherwise both
versions do the same with them, whatever is in them.

Objects can also overlap in part: one can be a later element of the array that the other one begins, a member of it, or
its bytes. Such inputs are not made, so this is what an answer rests on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import combinations

from secateur.dependence.control.code import Unit
from secateur.dependence.memory.points_to import PointsTo
from secateur.evolve.impact.impact import Impact, VersionImpact
from secateur.evolve.impact.overlap import Sharing, sharing
from secateur.harness.choices import general
from secateur.harness.driver import Driver
from secateur.harness.narrowing import Reference, references, target_type
from secateur.ir.ctype import CStruct, CType, resolved
from secateur.ir.model import Call, Cast, GetElement, Int, Operand, Program
from secateur.ir.operands import operands_of

#: The function of the driver.
_DRIVER = "main"


class PointerInputs:
    """Asked about the pointers that the driver of the new version sets; both versions are looked at. `exposed`: the
    globals whose addresses other code may have."""

    def __init__(self, impact: Impact, driver: Driver, exposed: Collection[str]) -> None:
        self._exposed = exposed
        self._sides = [_ObjectUse(side) for side in (impact.old, impact.new)]
        self._driver = driver
        self._pointers: dict[str, Reference] = {}
        for variable in (*driver.parameters, *driver.symbolic):
            for each in references(variable):
                self._pointers.setdefault(each.name, each)

    @cached_property
    def not_null(self) -> list[str]:
        """The pointers that are never NULL, and of which impacted code has the value."""
        found = (p for p in self._pointers.values() if not p.is_nullable and self._is_used(p))
        return list(dict.fromkeys(general(p.name) for p in found))

    @cached_property
    def apart(self) -> list[tuple[str, str]]:
        """Pairs of pointers, one of them a parameter, or of a pointer and a global, that are never the same object,
        although it may matter."""
        return list(dict.fromkeys((*self._pairs(), *self._with_globals())))

    @cached_property
    def apart_in_part(self) -> list[tuple[str, str]]:
        """Pairs of pointers, or of a pointer and a global, whose objects never overlap in part, although it may
        matter."""
        return list(dict.fromkeys((*self._partly(), *self._partly_global())))

    def _partly(self) -> Iterator[tuple[str, str]]:
        for one, two in combinations(self._pointers.values(), 2):
            if _is_restricted(one) or _is_restricted(two) or one.name == two.name:
                continue
            symbols = _symbol(one), _symbol(two)
            match sharing(_target(one), _target(two)):
                case Sharing.ELEMENTS:
                    is_possible = target_type(one.storage) != target_type(two.storage) or self._goes_on(symbols)
                case kind:
                    is_possible = kind is Sharing.INSIDE
            if is_possible and not self._are_shape(one, two) and self._conflict(*symbols):
                yield general(one.name), general(two.name)

    def _partly_global(self) -> Iterator[tuple[str, str]]:
        for pointer in self._pointers.values():
            for target in self._driver.globals:
                is_inside = sharing(_target(pointer), target.whole) is Sharing.INSIDE
                if not is_inside or _is_restricted(pointer) or target.symbol not in self._exposed:
                    continue
                if self._conflict(_symbol(pointer), target.symbol):
                    yield general(pointer.name), target.name

    def _are_shape(self, one: Reference, two: Reference) -> bool:
        """Both are inside of structures and lead to structures: that is the shape of a list or tree."""
        are_inner = not one.name.isidentifier() and not two.name.isidentifier()
        return are_inner and all(isinstance(_plain(_target(each)), CStruct) for each in (one, two))

    def _goes_on(self, symbols: tuple[str | None, str | None]) -> bool:
        return any(symbol is None or side.goes_on(symbol) for symbol in symbols for side in self._sides)

    def _is_used(self, pointer: Reference) -> bool:
        symbol = _symbol(pointer)
        return symbol is None or any(side.uses(symbol) for side in self._sides)

    def _pairs(self) -> Iterator[tuple[str, str]]:
        for one, two in combinations(self._pointers.values(), 2):
            if self._are_shape(one, two):
                continue
            is_said = one.name in two.others or two.name in one.others
            if not is_said and target_type(one.storage) == target_type(two.storage):
                names = general(one.name), general(two.name)
                if self._conflict(_symbol(one), _symbol(two)):
                    yield names

    def _with_globals(self) -> Iterator[tuple[str, str]]:
        for pointer in self._pointers.values():
            for target in self._driver.globals:
                if target.name in pointer.others or target.type != target_type(pointer.storage):
                    continue
                if target.symbol in self._exposed and self._conflict(_symbol(pointer), target.symbol):
                    yield general(pointer.name), target.name

    def _conflict(self, one: str | None, two: str | None) -> bool:
        if one is None or two is None:
            return True
        return any(side.conflict(one, two) or side.conflict(two, one) for side in self._sides)


def _symbol(pointer: Reference) -> str | None:
    """Of the object that the driver has for a pointer; None for a block on the heap."""
    return None if pointer.storage.block else f"{_DRIVER}.{pointer.storage.identifier}"


def _target(pointer: Reference) -> CType | None:
    """The type of what it leads to; None for `void *`."""
    assert pointer.storage.pointer is not None
    return pointer.storage.pointer.to


def _plain(kind: CType | None) -> CType | None:
    return None if kind is None else resolved(kind)


def _is_restricted(pointer: Reference) -> bool:
    return pointer.storage.pointer is not None and pointer.storage.pointer.restrict


class _ObjectUse:
    """What the functions of one version do with objects."""

    def __init__(self, side: VersionImpact) -> None:
        static = side.static
        self._impacted = side.nodes
        self._points_to: PointsTo = static.points_to
        self._program: Program = static.program
        self._nodes = [n for n, unit in enumerate(static.code.owner) if unit.function.name != _DRIVER]
        self._found: dict[str, tuple[int, int, int, int]] = {}

    def uses(self, symbol: str) -> bool:
        """Has impacted code the address of an object?"""
        if symbol not in self._program.globals:
            return True
        return self._points_to.object_of_global(symbol) in self._held

    @cached_property
    def _held(self) -> set[object]:
        code = self._points_to.code
        found: set[object] = set()
        for node in self._nodes:
            if node in self._impacted:
                item, unit = code.items[node], code.owner[node]
                result = getattr(item, "result", None)
                operands = (*operands_of(item), *(() if result is None else (result,)))
                for operand in operands:
                    found.update(self._points_to.objects_of(operand, unit))
        return found

    def goes_on(self, symbol: str) -> bool:
        """May code access more than the first element of an object? The C library may, whatever it is given."""
        if symbol not in self._program.globals:
            return True
        target = self._points_to.object_of_global(symbol)
        return any(target in self._points_to.objects_of(base, unit) for base, unit in self._steps)

    @cached_property
    def _steps(self) -> list[tuple[Operand, Unit]]:
        """Pointers with which code computes another element, or which it hands to code that may."""
        code = self._points_to.code
        found: list[tuple[Operand, Unit]] = []
        for node in self._nodes:
            item, unit = code.items[node], code.owner[node]
            match item:
                case GetElement(indices=(Int(value=0), *_)):
                    pass
                case GetElement(base=base):
                    found.append((base, unit))
                case Call() | Cast(op="ptrtoint"):
                    if not self._is_own(node):
                        found += ((operand, unit) for operand in operands_of(item))
        return found

    def _is_own(self, node: int) -> bool:
        """Is it a call of functions whose code is looked at?"""
        names = self._points_to.callees(node)
        functions = self._program.functions
        return bool(names) and all(name in functions and not functions[name].is_declaration for name in names)

    def conflict(self, written: str, accessed: str) -> bool:
        """Is one written and the other one accessed, one of the two by impacted code?"""
        if written not in self._program.globals or accessed not in self._program.globals:
            return True
        writes, impacted_writes, _, _ = self._of(written)
        _, _, accesses, impacted_accesses = self._of(accessed)
        return bool((impacted_writes and accesses) or (writes and impacted_accesses))

    def _of(self, symbol: str) -> tuple[int, int, int, int]:
        """How many instructions write an object, and access it; of all and of the impacted ones."""
        found = self._found.get(symbol)
        if found is None:
            mask = self._points_to.object_of_global(symbol).all
            writes = [n for n in self._nodes if self._points_to.writes(n) & mask]
            accesses = [*writes, *(n for n in self._nodes if self._points_to.reads(n) & mask)]
            counted = (sum(n in self._impacted for n in nodes) for nodes in (writes, accesses))
            found = self._found[symbol] = (len(writes), next(counted), len(accesses), next(counted))
        return found
