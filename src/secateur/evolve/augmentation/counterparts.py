"""Which instructions of the two versions correspond, and which of them are worth comparing."""

from __future__ import annotations

from secateur.dependence.memory.effects import effect_of
from secateur.evolve.impact.pair import Pair
from secateur.evolve.matching.canonical import Symbols
from secateur.evolve.matching.matching import Matching
from secateur.evolve.matching.outline import outline
from secateur.ir.model import Call, Symbol
from secateur.machine.path import OWN_FILES


class Counterparts:
    """`shared`: for each instruction of the old and the new version, a number shared with its counterpart (that of the
    new version; instructions that only the old one has get negative numbers). `former`: from shared numbers to
    instructions of the old version. `tells`: whether comparing the instruction says anything, i.e. it is a statement or
    has a counterpart, and its operands show its effect; the others are parts of changed statements, or copy memory."""

    def __init__(self, pair: Pair) -> None:
        matching = pair.matching
        counts = tuple(len(static.code.items) for static in pair.statics)
        partners = changed_pairs(matching) | matching.to_new
        self.shared = [partners.get(node, -1 - node) for node in range(counts[0])], list(range(counts[1]))
        self.former = {new: old for old, new in partners.items()}
        known = set(matching.to_new), set(matching.to_new.values())
        told = [_does_something(pair, side) | known[side] for side in (0, 1)]
        changed = pair.impact.old.changed, pair.impact.new.changed
        self.tells = tuple(
            [
                node in told[side] and (node in changed[side] or not _copies(pair, side, node))
                for node in range(counts[side])
            ]
            for side in (0, 1)
        )


def _copies(pair: Pair, side: int, node: int) -> bool:
    """Does it copy memory? Its arguments do not show what it copies."""
    item = pair.statics[side].code.items[node]
    return isinstance(item, Call) and isinstance(item.callee, Symbol) and bool(effect_of(item.callee.name).copies)


def changed_pairs(matching: Matching) -> dict[int, int]:
    """Changed statements: from those of the old version to those of the new one."""
    return {c.old.node: c.new.node for c in matching.changes if c.old is not None and c.new is not None}


def _does_something(pair: Pair, side: int) -> set[int]:
    """The instructions that are statements, not parts of statements."""
    static, matching = pair.statics[side], pair.matching
    symbols = Symbols(static.program, matching.functions) if side == 0 else Symbols(static.program)
    units = [u for u in static.code.units.values() if not u.function.position.file.startswith(OWN_FILES)]
    return {statement.node for unit in units for statement in outline(unit, symbols).all}
