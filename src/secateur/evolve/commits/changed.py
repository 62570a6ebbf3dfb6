"""Which functions a commit changes, over all files: compared as compiled, so that a macro, a type or an inline function
of a header counts wherever it is used."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from secateur.evolve.commits.callers import reaching
from secateur.evolve.commits.includes import TreeText, is_test
from secateur.evolve.commits.repository import CommitRange
from secateur.evolve.commits.units import CommitUnit, Units, compile_all
from secateur.evolve.matching.canonical import Symbols, changed_globals, identity
from secateur.evolve.matching.matching import ALIKE, alike
from secateur.evolve.matching.printed import SameFunctions
from secateur.ir.model import Function
from secateur.options import Compiling

#: Smaller functions count as renamed only if they are the same.
MANY_LINES = 12


@dataclass(frozen=True, slots=True, eq=False)
class UnitPair:
    """A file in both versions."""

    old: CommitUnit
    new: CommitUnit


@dataclass(frozen=True, slots=True, eq=False)
class ChangedFunction:
    """A function whose code is not the same in both versions. `file` defines it; `homes` are the units that contain
    it. `variables`: initial values that changed and that it uses."""

    name: str
    former: str
    file: str
    homes: tuple[UnitPair, ...]
    is_static: bool
    variables: tuple[str, ...] = ()

    @property
    def has_same_type(self) -> bool:
        pair = self.homes[0]
        return pair.old.functions[self.former].type == pair.new.functions[self.name].type


@dataclass(frozen=True, slots=True, eq=False)
class Renamed:
    """A function that has another name, or stands in another file."""

    old: str
    new: str
    file: str


@dataclass(slots=True, eq=False)
class CommitChanges:
    """What a commit does to functions. `unaffected` counts those that it cannot reach. `broken`: files
    that do not compile, by place, with the compiler's words. `apart`: C files that the user's build does not have.
    `foreign`: files of C++. `tests`: the project's own tests, which are not compiled if anything else is changed."""

    pairs: list[UnitPair]
    changed: list[ChangedFunction]
    added: list[tuple[str, str]]
    removed: list[tuple[str, str]]
    renamed: list[Renamed]
    unaffected: int
    broken: dict[str, str] = field(default_factory=dict)
    apart: list[str] = field(default_factory=list)
    matched: dict[str, str] = field(default_factory=dict)
    foreign: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


class CommitComparison:
    """Both versions of a repository, compiled as far as a change can matter."""

    def __init__(self, found: CommitRange, builds: tuple[Compiling, Compiling]) -> None:
        self.range = found
        self.units = Units(TreeText(found.old), builds[0]), Units(TreeText(found.new), builds[1])

    def changes(self) -> CommitChanges:
        before, after, apart = self._affected()
        compiled = {*before, *after}
        compile_all([(self.units[0], file) for file in before] + [(self.units[1], file) for file in after])
        former = self.range.former
        pairs = list(self._paired(after, former))
        known = {pair.new.file for pair in pairs}, {pair.old.file for pair in pairs}
        old_only = self._compiled(0, (f for f in before if f not in known[1]))
        new_only = self._compiled(1, (f for f in after if f not in known[0]))
        matched = _Matched([p.old for p in pairs] + old_only, [p.new for p in pairs] + new_only)
        pairs += matched.moved(pairs)
        changed, same = _changed(pairs, matched.renames)
        changed += self._users_of_variables(pairs, matched.renames, changed)
        affected = reaching((pair.new for pair in pairs), (each.name for each in changed))
        unaffected = sum(name not in affected for _, name in same)
        broken = {f"{place}{file}": text for place, file, text in self._errors(former)}
        order = {pair.new.file: n for n, pair in enumerate(pairs)}
        changed.sort(key=lambda each: order.get(each.homes[0].new.file, len(order)))
        return CommitChanges(
            pairs,
            changed,
            matched.added,
            matched.removed,
            matched.renamed,
            unaffected,
            broken,
            apart,
            matched.renames,
            self._foreign(),
            [f for f in self.range.changed if f.endswith(".c") and is_test(f) and f not in compiled],
        )

    def _affected(self) -> tuple[list[str], list[str], list[str]]:
        """The units of each version that read a changed file; and changed C files that are not built."""
        renamed, found = self.range.renamed, self.range
        before_files = {name: old for old, name in renamed.items()}
        touched = [before_files.get(name, name) for name in found.changed] + list(found.removed)
        before = self.units[0].text.readers(touched)
        after = self.units[1].text.readers(found.changed)
        # a header that is gone is read by units that may not be changed themselves
        after += [f for f in (renamed.get(b, b) for b in before) if f in self.units[1].text.files and f not in after]
        before += [f for f in (before_files.get(a, a) for a in after) if f in self.units[0].text.files]
        if any(not is_test(f) for f in after):  # tests are not compared, and what they include is compiled elsewhere
            after = [f for f in after if not is_test(f)]
            before = [f for f in before if not is_test(f)]
        apart = [f for f in found.changed if f.endswith(".c") and not self.units[1].is_built(f)]
        built = self.units[1].is_built
        return (
            [f for f in dict.fromkeys(before) if self.units[0].is_built(f) or built(renamed.get(f, f))],
            [f for f in dict.fromkeys(after) if built(f)],
            apart,
        )

    def _foreign(self) -> list[str]:
        """Changed files that are C++, or headers that only C++ reads."""
        changed = [f for f in (*self.range.changed, *self.range.removed) if not is_test(f)]
        sides = [(units.text, {f for f in changed if f in units.text.files}) for units in self.units]
        return [f for f in changed if any(f in known and text.is_foreign(f) for text, known in sides)]

    def _paired(self, after: Iterable[str], former: Mapping[str, str]) -> Iterator[UnitPair]:
        for file in after:
            before = former.get(file, file)
            if before in self.units[0].text.files:
                old, new = self.units[0].unit(before), self.units[1].unit(file)
                if old is not None and new is not None:
                    yield UnitPair(old, new)

    def _compiled(self, side: int, files: Iterable[str]) -> list[CommitUnit]:
        return [unit for file in files if (unit := self.units[side].unit(file)) is not None]

    def _errors(self, former: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
        for side, units in enumerate(self.units):
            for file, text in sorted(units.errors.items()):
                other = {b: a for a, b in former.items()}.get(file, file) if side == 0 else former.get(file, file)
                is_both = other in self.units[1 - side].errors
                if is_both and side == 0:
                    continue
                place = "" if is_both else ("old ", "new ")[side]
                yield place, file, text.replace(f"{units.tree.root}/", "") if units.tree.name is not None else text

    def _users_of_variables(
        self, pairs: Sequence[UnitPair], renames: Mapping[str, str], known: Sequence[ChangedFunction]
    ) -> list[ChangedFunction]:
        """Functions of files that were not touched, but that use a variable with another initial value."""
        names = {
            name: None
            for pair in pairs
            for name in _changed_variables(pair, renames)
            if name in pair.new.external and name in pair.old.external
        }
        seen = {pair.new.file for pair in pairs}
        found: list[ChangedFunction] = []
        for name in names:
            for file in self.units[1].text.mentioning(name):
                before = self.range.former.get(file, file)
                if file in seen or before not in self.units[0].text.files or not self.units[1].is_built(file):
                    continue
                seen.add(file)
                old, new = self.units[0].unit(before), self.units[1].unit(file)
                if old is None or new is None:
                    continue
                pair = UnitPair(old, new)
                found += _in_pair(pair, renames, list(names), {(c.file, c.name) for c in known})[0]
        return found


def _changed(
    pairs: Sequence[UnitPair], renames: Mapping[str, str]
) -> tuple[list[ChangedFunction], set[tuple[str, str]]]:
    """The functions that changed, those of headers once, and those that are the same, by file and name."""
    found: dict[tuple[str, str], ChangedFunction] = {}
    same: set[tuple[str, str]] = set()
    for pair in pairs:
        changed, equal = _in_pair(pair, renames, _changed_variables(pair, renames))
        same |= equal
        for each in changed:
            known = found.get((each.file, each.name))
            homes = each.homes if known is None else (*known.homes, *each.homes)
            found[each.file, each.name] = ChangedFunction(
                each.name, each.former, each.file, homes, each.is_static, each.variables
            )
    return list(found.values()), same - found.keys()


def _in_pair(
    pair: UnitPair,
    renames: Mapping[str, str],
    variables: Sequence[str],
    known: Iterable[tuple[str, str]] = (),
) -> tuple[list[ChangedFunction], set[tuple[str, str]]]:
    """The functions of a file that changed, and those that did not. A use of one of the `variables` is a change."""
    former = {new: old for old, new in renames.items()}
    symbols = pair.old.symbols(dict(renames)), pair.new.symbols()
    printed = SameFunctions(pair.old.printed, pair.new.printed, (*renames, *former, *variables))
    changed, same = [], set()
    for name, function in pair.new.functions.items():
        before = pair.old.functions.get(former.get(name, name)) or pair.old.functions.get(name)
        home = pair.new.home(function) or pair.new.file
        if before is None or (home, name) in set(known):
            continue
        if before.name == name and printed.is_same(name):
            same.add((home, name))
            continue
        text = identity(function, symbols[1])
        used = tuple(each for each in variables if f"@{each}," in text or f"@{each})" in text)
        if used or identity(before, symbols[0]) != text:
            changed.append(ChangedFunction(name, before.name, home, (pair,), function.internal, used))
        else:
            same.add((home, name))
    return changed, same


def _changed_variables(pair: UnitPair, renames: Mapping[str, str]) -> list[str]:
    return changed_globals(pair.old.program, pair.new.program, pair.old.symbols(dict(renames)), pair.new.symbols())


class _Matched:
    """Functions that only one version of a file has: elsewhere under the same name, or under another one."""

    def __init__(self, old: Sequence[CommitUnit], new: Sequence[CommitUnit]) -> None:
        self._old, self._new = _homes(old), _homes(new)
        gone = [key for key in self._old if key[1] not in {name for _, name in self._new}]
        come = [key for key in self._new if key[1] not in {name for _, name in self._old}]
        self.renames: dict[str, str] = {}
        self.renamed: list[Renamed] = []
        for key in gone:
            twin = self._twin(key, come)
            if twin is not None:
                come.remove(twin)
                self.renames[key[1]] = twin[1]
                self.renamed.append(Renamed(key[1], twin[1], twin[0]))
        self.removed = [key for key in gone if key[1] not in self.renames]
        self.added = list(come)

    def _twin(self, key: tuple[str, str], free: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
        """The function of the new version that does the same, or nearly so."""
        unit, function = self._old[key]
        best, score = None, ALIKE
        for other in free:
            theirs, candidate = self._new[other]
            if candidate.type != function.type:
                continue
            own = identity(function, Symbols(unit.program, {key[1]: other[1]}))
            text = identity(candidate, theirs.symbols())
            likeness = alike(own, text) if own == text or own.count("\n") >= MANY_LINES else 0.0
            if likeness > score or (best is None and likeness >= score):
                best, score = other, likeness
        return best

    def moved(self, pairs: Sequence[UnitPair]) -> list[UnitPair]:
        """Pairs of different files, for functions that went from one to the other."""
        paired = {(pair.old.file, pair.new.file) for pair in pairs}
        by_name: dict[str, list[CommitUnit]] = defaultdict(list)
        for (_, name), (unit, _) in self._old.items():
            by_name[self.renames.get(name, name)].append(unit)
        found: dict[tuple[str, str], UnitPair] = {}
        for (_, name), (unit, function) in self._new.items():
            homes = by_name.get(name, [])
            if function.internal or any((old.file, unit.file) in paired for old in homes):
                continue
            for old in homes[:1]:
                found.setdefault((old.file, unit.file), UnitPair(old, unit))
        return list(found.values())


def _homes(units: Sequence[CommitUnit]) -> dict[tuple[str, str], tuple[CommitUnit, Function]]:
    """Each function once, by file and name."""
    found: dict[tuple[str, str], tuple[CommitUnit, Function]] = {}
    for unit in units:
        for name, function in unit.functions.items():
            found.setdefault((unit.home(function) or unit.file, name), (unit, function))
    return found
