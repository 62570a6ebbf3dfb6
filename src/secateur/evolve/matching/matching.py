"""What changed between two versions of a program: functions and statements, on both sides.

Functions are matched by name, the rest by what they do. In a function that differs between the versions, statements are
aligned as trees (`alignment`), and local variables are matched. A pair is unchanged if it does the same with the same
variables, and if its dependences are the same: the same assignments reach it, in the same order, under the same sides
of the same branches. That applies to moved code, too; but statements that can fail or are visible from outside must
have kept their places.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from secateur.dependence.static import Static
from secateur.evolve.matching.alignment import StatementPair, align
from secateur.evolve.matching.canonical import Symbols, changed_globals, identity
from secateur.evolve.matching.outline import Outline, Statement, outline
from secateur.ir.model import Function, Program
from secateur.machine.path import OWN_FILES

#: Minimum similarity for two functions of different names to be matched.
ALIKE = 0.6


class ChangeStatus(StrEnum):
    """How a statement differs from its counterpart in the other version."""

    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"  # to a place where it may matter
    REWIRED = "rewired"  # the same statement, but its dependences differ


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """A statement that differs between the versions: that of the old version, of the new one, or both."""

    status: ChangeStatus
    function: str
    old: Statement | None
    new: Statement | None


@dataclass(slots=True, eq=False)
class Matching:
    """`functions` maps names of the old version to the new one. `to_new` maps instructions of the old version to their
    unchanged counterparts. `changes` are in the order of the new version's functions.

    `removed` and `added` are the instructions of the old and the new version that the other does not have; `globals`
    are variables whose initial value differs. `renamed`: local variables with another name, by function.
    """

    functions: dict[str, str]
    to_new: dict[int, int] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    removed: set[int] = field(default_factory=set)
    added: set[int] = field(default_factory=set)
    globals: list[str] = field(default_factory=list)
    renamed: dict[str, dict[str, str]] = field(default_factory=dict)
    only_old: list[str] = field(default_factory=list)
    only_new: list[str] = field(default_factory=list)

    @property
    def is_same(self) -> bool:
        return not (self.changes or self.removed or self.added or self.globals)


def same_functions(old: Program, new: Program) -> dict[str, str]:
    """Maps functions of the old version to their counterparts in the new one."""
    ours, theirs = _defined(old), _defined(new)
    found = {n: n for n, f in old.functions.items() if not f.is_declaration and _has_body(new, n)}
    left = [name for name in ours if name not in found]
    free = [name for name in theirs if name not in found]
    texts = {name: identity(theirs[name], Symbols(new)) for name in free}
    for name in list(left):
        own = identity(ours[name], Symbols(old))
        twin = next((other for other in free if texts[other] == own), None)
        if twin is None:
            scored = [(alike(own, texts[other]), other) for other in free if ours[name].type == theirs[other].type]
            best = max(scored, default=(0.0, ""), key=lambda s: s[0])
            twin = best[1] if best[0] >= ALIKE else None
        if twin is not None:
            found[name] = twin
            free.remove(twin)
    return found


def match(old: Static, new: Static, matched: Mapping[str, str] | None = None) -> Matching:
    """Compares all functions reachable from the entry points of two programs."""
    functions = dict(same_functions(old.program, new.program) if matched is None else matched)
    for name, _ in _never_compared(old, new, functions):
        del functions[name]
    made = Matching(functions)
    old_symbols, new_symbols = Symbols(old.program, functions), Symbols(new.program)
    made.globals = changed_globals(old.program, new.program, old_symbols, new_symbols)
    back = {two: one for one, two in functions.items()}
    pairs: list[StatementPair] = []
    moved: list[StatementPair] = []
    outlines: list[tuple[str, Outline, Outline]] = []
    for name, unit in new.code.units.items():
        former = back.get(name)
        if former is None or former not in old.code.units:
            made.only_new.append(name)
            made.added |= set(range(unit.first, unit.last))
            made.changes += [Change(ChangeStatus.ADDED, name, None, s) for s in outline(unit, new_symbols).all]
            continue
        before = old.code.units[former]
        if identity(before.function, old_symbols) == identity(unit.function, new_symbols):
            made.to_new.update(zip(range(before.first, before.last), range(unit.first, unit.last), strict=True))
            continue
        trees = (name, outline(before, old_symbols), outline(unit, new_symbols))
        outlines.append(trees)
        kept, elsewhere = align(*trees[1:])
        pairs += kept
        moved += elsewhere
    for name, unit in old.code.units.items():
        if functions.get(name) not in new.code.units:
            made.only_old.append(name)
            made.removed |= set(range(unit.first, unit.last))
            made.changes += [Change(ChangeStatus.REMOVED, name, s, None) for s in outline(unit, old_symbols).all]
    _Judge(old, new, made).judge(outlines, pairs, moved)
    return made


def _never_compared(old: Static, new: Static, functions: Mapping[str, str]) -> list[tuple[str, str]]:
    """Functions with different names and bodies that are not compared, as nothing calls them: their addresses are
    not the same."""
    symbols = Symbols(old.program, functions), Symbols(new.program)
    return [
        (one, two)
        for one, two in functions.items()
        if one != two
        and (one not in old.code.units or two not in new.code.units)
        and identity(old.program.functions[one], symbols[0]) != identity(new.program.functions[two], symbols[1])
    ]


class _Judge:
    """Decides which pairs of statements are unchanged."""

    def __init__(self, old: Static, new: Static, made: Matching) -> None:
        self.old = old
        self.new = new
        self.made = made

    def judge(
        self,
        outlines: Sequence[tuple[str, Outline, Outline]],
        pairs: Sequence[StatementPair],
        moved: Sequence[StatementPair],
    ) -> None:
        made = self.made
        away = {id(one) for one, _ in moved}
        owners = {id(s): name for name, old, new in outlines for s in (*old.all, *new.all)}
        same = [p for p in (*pairs, *moved) if p[0].content == p[1].content]
        names = _renamings(same, owners, {name: _parameters(old, new) for name, old, new in outlines})
        same = [p for p in same if _means(p, names[owners[id(p[1])]])]
        made.renamed = {f: {a: b for a, b in known.items() if a != b} for f, known in names.items()}
        made.renamed = {f: known for f, known in made.renamed.items() if known}
        kept = {id(one): (one, two) for one, two in same if id(one) not in away or one.is_free}
        suspects = self._rewired(list(kept.values()), outlines)
        kept = {key: pair for key, pair in kept.items() if id(pair[1]) not in suspects}
        for one, two in kept.values():
            made.to_new.update(zip(one.nodes, two.nodes, strict=True))
        partner = {id(two): one for one, two in (*pairs, *moved)}
        matched = {id(part) for pair in (*pairs, *moved) for part in pair}
        unchanged = {id(part) for pair in kept.values() for part in pair}
        for name, old, new in outlines:
            for two in new.all:
                if id(two) in unchanged:
                    continue
                former = partner.get(id(two))
                status = ChangeStatus.ADDED if former is None else ChangeStatus.CHANGED
                if former is not None and id(former) in away:
                    status = ChangeStatus.MOVED
                elif id(two) in suspects:
                    status = ChangeStatus.REWIRED
                made.changes.append(Change(status, name, former, two))
            made.changes += [Change(ChangeStatus.REMOVED, name, s, None) for s in old.all if id(s) not in matched]
            made.removed |= _nodes(s for s in old.all if id(s) not in unchanged)
            made.added |= _nodes(s for s in new.all if id(s) not in unchanged)
        for name, old, new in outlines:
            if not any(id(one) in away for one in old.all) and not any(c.function == name for c in made.changes):
                self._distrust(name, old, new, partner)

    def _distrust(self, name: str, old: Outline, new: Outline, partner: Mapping[int, Statement]) -> None:
        """The code differs, but no statement explains why: then all statements count as changed."""
        made = self.made
        made.changes += [Change(ChangeStatus.REWIRED, name, partner.get(id(two)), two) for two in new.all]
        made.removed |= _nodes(old.all)
        made.added |= _nodes(new.all)
        for node in _nodes(old.all):
            made.to_new.pop(node, None)

    def _rewired(self, pairs: Sequence[StatementPair], outlines: Sequence[tuple[str, Outline, Outline]]) -> set[int]:
        """The pairs of equal statements with different dependences, although everything they depend on is unchanged.
        (Dependence on a changed statement is left to the impact rules.)"""
        to_new = dict(self.made.to_new)
        for one, two in pairs:
            to_new.update(zip(one.nodes, two.nodes, strict=True))
        itself = {n: n for n in to_new.values()}
        removed = self.made.removed | {n for _, o, _ in outlines for n in _nodes(o.all) if n not in to_new}
        added = self.made.added | {n for _, _, o in outlines for n in _nodes(o.all) if n not in itself}
        before, after = _Sources(self.old), _Sources(self.new)
        found: set[int] = set()
        for one, two in pairs:
            for node, other in zip(one.nodes, two.nodes, strict=True):
                if before.depends(node, removed) or after.depends(other, added):
                    continue
                if before.of(node, to_new) != after.of(other, itself):
                    found.add(id(two))
        return found | self._read_otherwise(pairs, before, after)

    def _read_otherwise(self, pairs: Sequence[StatementPair], before: _Sources, after: _Sources) -> set[int]:
        """Equal statements whose values unchanged functions get in another order, or no longer: `g = 1; g = 2;`."""
        to_new = {old: new for one, two in pairs for old, new in zip(one.nodes, two.nodes, strict=True)}
        itself = {n: n for n in to_new.values()}
        writers: set[int] = set()
        for node, other in self.made.to_new.items():
            ours, theirs = before.of(node, to_new)[:2], after.of(other, itself)[:2]
            if ours != theirs:
                writers |= ours[0] | theirs[0]
        return {id(two) for _, two in pairs if writers.intersection(two.nodes)}


class _Sources:
    """What instructions depend on: assignments per variable, in the order of the text, and sides of branches."""

    def __init__(self, static: Static) -> None:
        self._data: dict[int, dict[str | None, list[int]]] = defaultdict(lambda: defaultdict(list))
        for edge in sorted(static.data_edges(), key=lambda e: (e.target, e.source)):
            self._data[edge.target][edge.variable].append(edge.source)
        self._control: dict[int, set[tuple[int, int]]] = defaultdict(set)
        for control in static.control_edges():
            self._control[control.target].add((control.branch, control.side))

    def depends(self, node: int, sources: set[int]) -> bool:
        """Does it directly depend on one of these?"""
        return any(s in sources for group in self._data.get(node, {}).values() for s in group) or any(
            branch in sources for branch, _ in self._control.get(node, ())
        )

    def of(self, node: int, names: Mapping[int, int]) -> tuple[set[int], set[tuple[int, ...]], set[tuple[int, int]]]:
        """Everything an instruction depends on, translated by `names`; what has no name there is left out."""
        groups = [tuple(names[s] for s in group if s in names) for group in self._data.get(node, {}).values()]
        sides = {(names[branch], side) for branch, side in self._control.get(node, ()) if branch in names}
        return {s for group in groups for s in group}, {group for group in groups if len(group) > 1}, sides


def _parameters(old: Outline, new: Outline) -> dict[str, str]:
    """Parameters are matched by position if the function has the same type, otherwise by name."""
    if old.unit.function.type != new.unit.function.type:
        return {name: name for name in old.parameters if name and name in new.parameters}
    pairs = zip(old.parameters, new.parameters, strict=True)
    return {ours: theirs for ours, theirs in pairs if ours and theirs}


def _renamings(
    pairs: Sequence[StatementPair], owners: Mapping[int, str], parameters: Mapping[str, Mapping[str, str]]
) -> dict[str, dict[str, str]]:
    """For each function, a map from local variables of the old version to those of the new one. Paired statements vote
    for it; no statement defines a parameter, so these are given."""
    votes: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for one, two in pairs:
        votes[owners[id(two)]].update(zip(one.names, two.names, strict=True))
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for function, counted in votes.items():
        known = found[function]
        known.update(parameters.get(function, {}))
        taken = set(known.values())
        for (ours, theirs), _ in sorted(counted.items(), key=lambda v: (-v[1], v[0][0] != v[0][1], v[0])):
            if ours not in known and theirs not in taken:
                known[ours] = theirs
                taken.add(theirs)
    return found


def _means(pair: StatementPair, names: Mapping[str, str]) -> bool:
    """Do both statements use the same variables?"""
    return all(names.get(ours) == theirs for ours, theirs in zip(pair[0].names, pair[1].names, strict=True))


def _nodes(statements: Iterable[Statement]) -> set[int]:
    return {node for statement in statements for node in statement.nodes}


def _defined(program: Program) -> dict[str, Function]:
    return {
        name: function
        for name, function in program.functions.items()
        if not function.is_declaration and not function.position.file.startswith(OWN_FILES)
    }


def _has_body(program: Program, name: str) -> bool:
    return name in program.functions and not program.functions[name].is_declaration


def alike(one: str, other: str) -> float:
    """How much of two texts is the same, line by line: 0 to 1."""
    ours, theirs = Counter(one.split("\n")), Counter(other.split("\n"))
    return 2 * (ours & theirs).total() / max(1, ours.total() + theirs.total())
