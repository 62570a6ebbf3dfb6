"""What each instruction of one function defines, overwrites and uses; a call is one statement with all its effects.

A *variable* here is a number: a web of registers joined by phis (a local after `sroa`; a phi without a name in the
source, such as that of `?:`, joins different variables and does not form a web), or a class of memory locations that
the function accesses alike. Reaching facts are kept per variable.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Protocol

from secateur.dependence.control.closure import bits
from secateur.dependence.control.code import Code, Item, Unit
from secateur.ir.model import Phi, Register


class Kills(Protocol):
    """The part of `PointsTo` that is needed here."""

    def kills(self, node: int, /) -> int: ...


class Accesses(Protocol):
    """The part of `ModRef` that is needed here: what an instruction reads and writes, including its callees."""

    def reads(self, node: int, /) -> int: ...
    def writes(self, node: int, /) -> int: ...


@dataclass(slots=True, eq=False)
class Statements:
    """By node of a function: the variables it may define, definitely overwrites, and uses.

    `memory` are the variables in memory. `roots[node]` are the nodes whose results it uses, looking through phis;
    `constants` are the nodes that use a constant through a phi, a definition without an instruction. `names` are the
    source names of webs.
    """

    defines: dict[int, tuple[int, ...]]
    overwrites: dict[int, tuple[int, ...]]
    uses: dict[int, tuple[int, ...]]
    roots: dict[int, tuple[int, ...]]
    memory: frozenset[int]
    constants: set[int]
    names: dict[int, str]


def statements_of(code: Code, unit: Unit, points_to: Kills, mod_ref: Accesses) -> Statements:
    webs = _webs(unit)
    reads, writes, kills = _accesses(unit, points_to, mod_ref)
    classes = _classes(reads, writes, kills, unit.function.body.register_count)
    made = Statements({}, {}, {}, {}, frozenset(classes.values()), set(), _names(unit, webs))
    for node in range(unit.first, unit.last):
        item = code.items[node]
        if isinstance(item, Phi):
            continue
        result = getattr(item, "result", None)
        own = () if result is None else (webs[result.index],)
        roots, passed, constant = _origins(code, unit, list(registers_of(item)))
        made.defines[node] = (*own, *_pick(writes.get(node, 0), classes))
        made.overwrites[node] = (*own, *_pick(kills.get(node, 0), classes))
        made.uses[node] = (*dict.fromkeys(webs[r] for r in passed), *_pick(reads.get(node, 0), classes))
        made.roots[node] = roots
        if constant:
            made.constants.add(node)
    return made


def registers_of(item: Item) -> Iterator[Register]:
    """The registers that an instruction uses; for a phi, all incoming ones."""
    for field in fields(item):
        value = getattr(item, field.name) if field.name not in ("result", "position") else None
        if isinstance(value, Register):
            yield value
        elif isinstance(value, tuple):
            yield from (v for v in value if isinstance(v, Register))
        elif isinstance(item, Phi) and isinstance(value, Mapping):
            yield from (v for v in value.values() if isinstance(v, Register))


# --- registers


def _webs(unit: Unit) -> list[int]:
    """Per register, the lowest one that it is connected to by phis of its variable."""
    parent = list(range(unit.function.body.register_count))

    def top(register: int) -> int:
        while parent[register] != register:
            parent[register] = parent[parent[register]]
            register = parent[register]
        return register

    named = {variable.register for variable in unit.function.body.variables if not variable.address}
    for item in unit.items:
        if isinstance(item, Phi) and item.result.index in named:
            for incoming in registers_of(item):
                low, high = sorted((top(item.result.index), top(incoming.index)))
                parent[high] = low
    return [top(register) for register in range(len(parent))]


def _names(unit: Unit, webs: list[int]) -> dict[int, str]:
    return {webs[v.register]: v.name for v in unit.function.body.variables if not v.address}


def _origins(code: Code, unit: Unit, registers: list[Register]) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    """The origin of the values, looking through phis: the nodes that compute them, all registers on the way, and
    whether a phi also selects a constant."""
    found: list[int] = []
    constant = False
    seen: dict[int, None] = {}
    todo = [r.index for r in registers]
    while todo:
        register = todo.pop()
        if register in seen:
            continue
        seen[register] = None
        home = unit.homes[register]
        item = code.items[home] if home >= 0 else None
        if isinstance(item, Phi):
            incoming = list(registers_of(item))
            constant = constant or len(incoming) < len(item.incoming)
            todo += [r.index for r in incoming]
        elif home >= 0:
            found.append(home)
    return tuple(sorted(found)), tuple(seen), constant


# --- memory


def _accesses(unit: Unit, points_to: Kills, mod_ref: Accesses) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    """Locations by node: read, written, definitely overwritten."""
    nodes = range(unit.first, unit.last)
    reads = {node: mod_ref.reads(node) for node in nodes}
    writes = {node: mod_ref.writes(node) for node in nodes}
    return reads, writes, {node: points_to.kills(node) for node in nodes if writes[node]}


def _classes(reads: dict[int, int], writes: dict[int, int], kills: dict[int, int], first: int) -> dict[int, int]:
    """Per location that is both written and read here, its class: locations with the same accesses are one variable."""
    wanted = _all(reads) & _all(writes)
    accesses: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, table in enumerate((reads, writes, kills)):
        for node, locations in table.items():
            for location in bits(locations & wanted):
                accesses[location].append((number, node))
    classes: dict[tuple[tuple[int, int], ...], int] = {}
    return {
        location: classes.setdefault(tuple(accesses[location]), first + len(classes)) for location in sorted(accesses)
    }


def _all(table: dict[int, int]) -> int:
    found = 0
    for locations in table.values():
        found |= locations
    return found


def _pick(locations: int, classes: dict[int, int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(classes[location] for location in bits(locations) if location in classes))
