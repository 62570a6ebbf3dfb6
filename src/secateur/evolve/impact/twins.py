"""Which instructions of two versions stand for each other when their runs are compared.

Unchanged ones do. So do two branches of which only the condition was changed: if they take the same side, what they
control is the same. And two calls of the same function with the same arguments, of which something else is made.
"""

from __future__ import annotations

from collections.abc import Mapping

from secateur.dependence.static import Static
from secateur.evolve.matching.matching import Matching
from secateur.ir.model import Call, ConditionalJump, Jump, Phi, Register, Symbol, Unreachable


class Twins:
    """`to_new` and `to_old` map instructions to their counterparts; `lone` are those of the old and of the new version
    that have none. A phi is nobody's: it only hands on what it gets."""

    def __init__(self, statics: tuple[Static, Static], matching: Matching) -> None:
        self.to_new = dict(matching.to_new)
        known = set(self.to_new.values())
        for change in matching.changes:
            if change.old is None or change.new is None:
                continue
            pair = change.old.node, change.new.node
            if pair[0] in self.to_new or pair[1] in known:
                continue
            if _controls_same(statics, pair, self.to_new) or _calls_same(statics, pair, self.to_new):
                self.to_new[pair[0]] = pair[1]
        self.to_old = {new: old for old, new in self.to_new.items()}
        self.lone = _without(statics[0], self.to_new), _without(statics[1], self.to_old)


def _controls_same(statics: tuple[Static, Static], pair: tuple[int, int], to_new: Mapping[int, int]) -> bool:
    """Are these branches whose sides control the same, as far as both versions have it?"""
    if not all(isinstance(s.code.items[n], ConditionalJump) for s, n in zip(statics, pair, strict=True)):
        return False
    itself = {n: n for n in to_new.values()}
    return _sides(statics[0], pair[0], to_new) == _sides(statics[1], pair[1], itself)


def _calls_same(statics: tuple[Static, Static], pair: tuple[int, int], to_new: Mapping[int, int]) -> bool:
    """Are these calls of the same function, with arguments that the same instructions compute?"""
    old, new = (s.code.items[n] for s, n in zip(statics, pair, strict=True))
    if not isinstance(old, Call) or not isinstance(new, Call) or len(old.arguments) != len(new.arguments):
        return False
    if not isinstance(old.callee, Symbol) or old.callee != new.callee or old.callee.name not in statics[0].code.units:
        return False
    owners = statics[0].code.owner[pair[0]], statics[1].code.owner[pair[1]]
    for ours, theirs in zip(old.arguments, new.arguments, strict=True):
        if isinstance(ours, Register) and isinstance(theirs, Register):
            homes = owners[0].homes[ours.index], owners[1].homes[theirs.index]
            if homes[0] not in to_new or to_new[homes[0]] != homes[1]:
                return False
        elif ours != theirs:
            return False
    return True


def _sides(static: Static, branch: int, names: Mapping[int, int]) -> tuple[set[int], ...]:
    """What a branch controls by its sides, in the numbering of the new version, as far as both have it."""
    unit, here = static.code.owner[branch], static.code.block_of(branch)
    found: tuple[set[int], ...] = (set(), set())
    for block, controls in enumerate(unit.flow.controls):
        for by, side in controls:
            if by == here:
                found[side].update(names[n] for n in unit.nodes_of(block) if n in names)
    return found


def _without(static: Static, known: Mapping[int, int]) -> frozenset[int]:
    items = enumerate(static.code.items)
    return frozenset(n for n, item in items if n not in known and not isinstance(item, Jump | Unreachable | Phi))
