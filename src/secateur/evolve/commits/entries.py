"""Where a changed function is compared: at the outermost function whose inputs can be made.

A function that others can call is compared as it is. A static one is compared through the functions of its file that
call it and that others can call; or alone, if it has no callers, if its callers take no inputs, or if they are many.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from secateur.evolve.commits.callers import called_by, size_of
from secateur.evolve.commits.changed import ChangedFunction, CommitChanges, UnitPair
from secateur.evolve.commits.includes import is_test
from secateur.evolve.commits.units import CommitUnit
from secateur.ir.model import Function

#: A static function with more callers is compared alone.
MOST_CALLERS = 3
#: Callers with more instructions, and so many times those of the function, are too large to compare it through them.
LARGE, MUCH_LARGER = 1_000, 2


class Alone(StrEnum):
    """Why a static function is not compared through its callers."""

    NO_CALLERS = "no-callers"
    NO_INPUTS = "no-inputs"
    MANY_CALLERS = "many-callers"
    TOO_LARGE = "too-large"


@dataclass(frozen=True, slots=True, eq=False)
class ComparedAt:
    """A function to compare, and the changed functions that it stands for. `alone`: why a static one is not compared
    through its callers."""

    name: str
    former: str
    file: str
    pair: UnitPair
    covers: tuple[ChangedFunction, ...]
    alone: Alone | None = None

    @property
    def is_test(self) -> bool:
        """Is it one of the project's own tests or examples? A header is what it is, even if only tests include it."""
        return is_test(self.file)

    @property
    def takes_inputs(self) -> bool:
        return _takes_inputs(self.pair.new.functions[self.name])

    @property
    def through(self) -> tuple[str, ...]:
        """The changed functions inside it."""
        return tuple(each.name for each in self.covers if each.name != self.name)


def places(changes: CommitChanges) -> list[ComparedAt]:
    """The functions to compare, in the order of the files; those of tests come last."""
    found: dict[tuple[str, str], list[ChangedFunction]] = defaultdict(list)
    about: dict[tuple[str, str], tuple[Function, UnitPair, Alone | None]] = {}
    callers: dict[str, dict[str, list[str]]] = {}
    former = {new: old for old, new in changes.matched.items()}
    for each in changes.changed:
        why, entries = _entries(each, callers, former)
        for function, pair in entries:
            key = pair.new.home(function) or pair.new.file, function.name
            found[key].append(each)
            about.setdefault(key, (function, pair, why))
    made = [
        ComparedAt(name, former.get(name, name), file, about[file, name][1], tuple(covers), about[file, name][2])
        for (file, name), covers in found.items()
    ]
    return sorted(made, key=lambda at: at.is_test)


def alone(each: ChangedFunction, why: Alone) -> ComparedAt:
    """A static function by itself."""
    return ComparedAt(each.name, each.former, each.file, each.homes[0], (each,), why)


def callers_of(at: ComparedAt, former: Mapping[str, str]) -> list[ComparedAt]:
    """Where a function is compared whose own inputs cannot be made: at the nearest functions of the file that call it
    and that others can call, if they are few."""
    unit = at.pair.new
    found = []
    for function in _outermost(at.name, unit, called_by(unit)):
        before = former.get(function.name, function.name)
        file = unit.home(function) or unit.file
        if before in at.pair.old.functions and _takes_inputs(function) and is_test(file) <= at.is_test:
            found.append(ComparedAt(function.name, before, file, at.pair, at.covers))
    return found[:MOST_CALLERS]


def _entries(
    each: ChangedFunction, callers: dict[str, dict[str, list[str]]], former: dict[str, str]
) -> tuple[Alone | None, list[tuple[Function, UnitPair]]]:
    itself = [(each.homes[0].new.functions[each.name], each.homes[0])]
    if not each.is_static:
        return None, itself
    found: dict[tuple[str, str], tuple[Function, UnitPair]] = {}
    is_called = False
    for pair in each.homes:
        unit = pair.new
        if unit.file not in callers:
            callers[unit.file] = called_by(unit)
        for function in _outermost(each.name, unit, callers[unit.file]):
            is_called = True
            before = pair.old.functions.get(former.get(function.name, function.name))
            home = unit.home(function) or unit.file
            if before is None or not _takes_inputs(function) or (is_test(home) and not is_test(each.file)):
                continue
            found[home, function.name] = (function, pair)
    if not found:
        return Alone.NO_INPUTS if is_called else Alone.NO_CALLERS, itself
    if len(found) > MOST_CALLERS:
        return Alone.MANY_CALLERS, itself
    sizes = [size_of(pair.new, function.name) for function, pair in found.values()]
    own = size_of(each.homes[0].new, each.name)
    is_large = max(sizes) > max(LARGE, MUCH_LARGER * own) and _takes_inputs(itself[0][0])
    return (Alone.TOO_LARGE, itself) if is_large else (None, list(found.values()))


def _takes_inputs(function: Function) -> bool:
    """Can it be called with inputs of ours?"""
    return bool(function.parameters) and not function.type.varargs and function.name != "main"


def _outermost(name: str, unit: CommitUnit, callers: dict[str, list[str]]) -> Iterator[Function]:
    """The nearest functions above that others can call."""
    seen, todo = {name}, [name]
    while todo:
        for caller in callers.get(todo.pop(0), ()):
            if caller in seen:
                continue
            seen.add(caller)
            function = unit.functions.get(caller)
            if function is None:
                continue
            if function.internal:
                todo.append(caller)
            else:
                yield function
