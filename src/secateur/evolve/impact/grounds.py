"""Which assumptions the comparison of two versions rests on: those about something that impacted code reads.

An impact set is closed backward, so it has everything that impacted statements depend on. A global that no instruction
in it mentions has no influence on them, and an allocation outside of it is the same in both versions. About the other
kinds nothing is known, and they count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from secateur.assumption import Assumption, AssumptionKind
from secateur.evolve.impact.impact import Impact, VersionImpact, mentions
from secateur.ir.model import Call, Instruction, Phi, Symbol, Terminator
from secateur.ir.operands import operands_of
from secateur.machine.initial import symbol_of
from secateur.provided import facts_of


def grounds(assumptions: Iterable[Assumption], impact: Impact) -> list[Assumption]:
    """Those on which it rests, each once."""
    sides = (impact.old, impact.new)
    return [each for each in dict.fromkeys(assumptions) if any(_reads(side, each) for side in sides)]


def _reads(side: VersionImpact, assumption: Assumption) -> bool:
    match assumption.kind:
        case AssumptionKind.GLOBALS:
            names = {symbol_of(assumption)}
            program = side.static.program
            values = (each.initializer for each in program.globals.values())
            held = any(value is not None and mentions(value, names) for value in values)
            return held or any(mentions(operand, names) for item in _items(side) for operand in operands_of(item))
        case AssumptionKind.OUTPUT | AssumptionKind.LOCALE | AssumptionKind.WEAK:
            names = {assumption.subject, f"__secateur_counting_{assumption.subject}"}
            return any(mentions(operand, names) for item in _items(side) for operand in operands_of(item))
        case AssumptionKind.EVALUATION_ORDER:
            return any(str(item.position) == assumption.details for item in _items(side) if not isinstance(item, Phi))
        case AssumptionKind.ALLOCATION:
            return any(_allocates(item) for item in _items(side))
        case _:
            return True


def _items(side: VersionImpact) -> Iterator[Instruction | Terminator | Phi]:
    return (side.static.code.items[node] for node in sorted(side.nodes))


def _allocates(item: Instruction | Terminator | Phi) -> bool:
    if not isinstance(item, Call):
        return False
    return not isinstance(item.callee, Symbol) or facts_of(item.callee.name).allocates is not None
