"""Who names whom, in one file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from secateur.evolve.commits.units import CommitUnit
from secateur.evolve.matching.canonical import referred


def called_by(unit: CommitUnit) -> dict[str, list[str]]:
    """For each function, those that call it or take its address."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in unit.functions:
        for each in unit.printed.names(name):
            if each != name:
                found[each].append(name)
    return found


def needed(unit: CommitUnit, names: Sequence[str]) -> list[str]:
    """What these functions name, directly or through others of the file, and the file does not define."""
    found: dict[str, None] = {}
    seen, todo = set(names), list(names)
    while todo:
        name = todo.pop()
        function, variable = unit.program.functions.get(name), unit.program.globals.get(name)
        inner: list[str] = []
        if function is not None and not function.is_declaration:
            inner = list(unit.printed.names(name))
        elif variable is not None and variable.initializer is not None:
            inner = list(referred(variable.initializer))
        elif function is not None or variable is not None:
            found[name] = None
        todo += (new := [each for each in dict.fromkeys(inner) if each not in seen])
        seen.update(new)
    return list(found)


def reaching(units: Iterable[CommitUnit], names: Iterable[str]) -> set[str]:
    """These functions, and those that call them, directly or through others."""
    callers: dict[str, set[str]] = defaultdict(set)
    for unit in units:
        for name, found in called_by(unit).items():
            callers[name].update(found)
    seen = set(names)
    todo = list(seen)
    while todo:
        todo += (new := callers[todo.pop()] - seen)
        seen |= new
    return seen


def size_of(unit: CommitUnit, name: str) -> int:
    """The number of instructions of a function and of all that it calls in its file."""
    seen, todo, size = {name}, [name], 0
    while todo:
        inner = todo.pop()
        size += unit.printed.size(inner)
        todo += (new := [each for each in unit.printed.names(inner) if each not in seen])
        seen.update(new)
    return size
