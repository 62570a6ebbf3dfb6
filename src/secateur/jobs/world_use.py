"""What code takes from the world around it, found without running it: for answers about all paths at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from secateur.assumption import Assumption, AssumptionKind
from secateur.dependence.control.code import Code, Unit
from secateur.dependence.memory.unsequenced import unsequenced
from secateur.evolve.impact.impact import mentions
from secateur.ir.model import Call, Instruction, Operand, Phi, Register, Return, Store, Symbol, Terminator
from secateur.ir.operands import operands_of
from secateur.machine.initial import initial_value
from secateur.machine.path import OWN_FILES
from secateur.provided import facts_of

#: Functions that return the address of a global.
_ADDRESSES = {"__errno_location": "__secateur_errno"}


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


def choices_use(code: Code) -> Iterator[Assumption]:
    """Weak functions, output whose success somebody looks at, and the order in which operands are evaluated."""
    users = [unit for unit in code.units.values() if not unit.function.position.file.startswith(OWN_FILES)]
    for unit in users:
        used = {each.index for item in unit.items for each in operands_of(item) if isinstance(each, Register)}
        for call in (item for item in unit.items if isinstance(item, Call) and isinstance(item.callee, Symbol)):
            assert isinstance(call.callee, Symbol)
            name = call.callee.name
            if name in code.program.replaceable:
                yield Assumption(AssumptionKind.WEAK, name)
            if facts_of(name).can_fail and call.result is not None and call.result.index in used:
                yield Assumption(AssumptionKind.OUTPUT, name)
    for each in unsequenced(code.program, [unit.function for unit in users], lambda _: True):
        yield Assumption(AssumptionKind.EVALUATION_ORDER, f"{each.first}, {each.second}", str(each.position))


def initial_use(code: Code) -> Iterator[Assumption]:
    """The globals that the code may read with another value than the initial one."""
    read = [each for unit in code.units.values() for item in unit.items for each in _read_by(item, unit)]
    for symbol in code.program.globals:
        made = initial_value(code.program, symbol)
        names = {symbol, *(name for name, held in _ADDRESSES.items() if held == symbol)}
        if made is not None and any(mentions(each, names) for each in read):
            yield made


def _read_by(item: Instruction | Terminator | Phi, unit: Unit) -> Iterable[Operand]:
    """What may be read through or called; the C library itself only writes where its own functions lead."""
    match item:
        case Store(value=value):
            return (value,)
        case Call(callee=callee, arguments=arguments):
            return arguments if unit.function.position.file.startswith(OWN_FILES) else (callee, *arguments)
        case Return() if unit.function.name in _ADDRESSES:
            return ()
        case _:
            return operands_of(item)


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
