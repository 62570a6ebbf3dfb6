"""What code takes from the world around it, found without running it: for answers about all paths at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from secateur.assumption import Assumption, AssumptionKind
from secateur.dependence.control.code import Code
from secateur.ir.model import Call, Symbol
from secateur.machine.path import OWN_FILES
from secateur.provided import facts_of


def world_use(code: Code) -> Iterator[Assumption]:
    """Each function of the C library that the user's code calls, and that allocates or reads from outside."""
    calls = {name: _callees(code, name) for name in code.units}
    for name, unit in code.units.items():
        if unit.function.position.file.startswith(OWN_FILES):
            continue
        for callee in calls[name]:
            is_library = callee not in code.units or code.units[callee].function.position.file.startswith(OWN_FILES)
            for kind in sorted(_met(callee, calls)) if is_library else ():
                yield Assumption(kind, callee)


def _callees(code: Code, name: str) -> list[str]:
    items = code.units[name].items
    called = (item.callee for item in items if isinstance(item, Call))
    return list(dict.fromkeys(callee.name for callee in called if isinstance(callee, Symbol)))


def _met(function: str, calls: Mapping[str, list[str]]) -> set[AssumptionKind]:
    """What a call of a function may meet, through all that it calls."""
    seen, waiting = {function}, [function]
    while waiting:
        for callee in calls.get(waiting.pop(), ()):
            if callee not in seen:
                seen.add(callee)
                waiting.append(callee)
    return {AssumptionKind(found) for name in seen if (found := facts_of(name).rests_on)}
