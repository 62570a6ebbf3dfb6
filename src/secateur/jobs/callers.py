"""Do callers bring about what a function alone cannot judge? A fault outside the contract of a function is a finding of
a caller whose valid calls show it; if no caller can, it is dropped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from secateur.contracts.meaning import is_widening
from secateur.errors import SecateurError
from secateur.frontend.build import compile_source
from secateur.harness.subject import Subject
from secateur.ir.lexer import name_of
from secateur.ir.module_text import ModuleText, split

if TYPE_CHECKING:
    from secateur.jobs.run import FoundFault, Run

Explore = Callable[[Sequence[str]], "Run"]


@dataclass(frozen=True, slots=True)
class CallerFinding:
    """A fault that valid calls of a caller show. `chain`: the functions from there to the one that was explored."""

    fault: FoundFault
    chain: tuple[str, ...]
    run: Run


@dataclass(frozen=True, slots=True)
class FromCallers:
    """What callers say about the faults outside the contract: findings; those that no caller brings about; and the
    callers that were explored."""

    levels: int = 0
    findings: tuple[CallerFinding, ...] = ()
    dropped: tuple[FoundFault, ...] = ()
    explored: tuple[str, ...] = ()

    def settles(self, fault: FoundFault) -> bool:
        """Is a fault no longer one of those outside the contract?"""
        place = place_of(fault)
        return any(place == place_of(each) for each in (*(f.fault for f in self.findings), *self.dropped))


def place_of(fault: FoundFault) -> tuple[str, str, int, int]:
    return fault.kind, fault.file, fault.line, fault.column


def ask_callers(run: Run, levels: int, explore: Explore) -> FromCallers:
    """Explore callers, up to this many levels above the function: which faults do their valid calls bring about in it,
    or in what it calls? Not only those that were found outside of its contract: a caller may reach further with larger
    objects."""
    if not levels:
        return FromCallers()
    search = _CallerSearch(run.subject, explore)
    known = {place_of(each) for each in run.findings}
    findings: dict[tuple[str, str, int, int], CallerFinding] = {}
    for chain in search.chains(run.function, levels):
        for each in search.findings(chain, run.function):
            if place_of(each.fault) not in known:
                findings.setdefault(place_of(each.fault), each)
    left = [fault for fault in run.outside if place_of(fault) not in findings]
    dropped = [fault for fault in left if search.is_excluded(fault, run.function, (run.function,), levels)]
    told = sorted(findings.values(), key=lambda each: (each.fault.file, each.fault.line, each.fault.column))
    return FromCallers(levels, tuple(told), tuple(dropped), tuple(search.runs))


@dataclass(slots=True)
class _CallerSearch:
    subject: Subject
    explore: Explore
    runs: dict[str, Run | None] = field(default_factory=dict)
    _units: list[tuple[Path, ModuleText]] = field(default_factory=list)

    def chains(self, function: str, levels: int) -> Iterator[tuple[Path, tuple[str, ...]]]:
        """The ways to the function, from callers that are at most so many levels above; each with the file of the
        first."""
        waiting: list[tuple[str, ...]] = [(function,)]
        for _ in range(levels):
            above = [(source, (name, *chain)) for chain in waiting for source, name in self.callers(chain[0])]
            above = [(source, chain) for source, chain in above if chain[0] not in chain[1:]]
            yield from above
            waiting = [chain for _, chain in above]

    def findings(self, way: tuple[Path, tuple[str, ...]], function: str) -> Iterator[CallerFinding]:
        """The faults in the function, or in what it calls, that valid calls of the first in a chain show."""
        source, chain = way
        run = self.run_of(source, chain[0])
        if run is None:
            return
        for (fault, _), found in zip(run.result.faults(), run.findings, strict=True):
            if function in fault.trace:
                yield CallerFinding(found, chain, run)

    def is_excluded(self, fault: FoundFault, function: str, chain: tuple[str, ...], levels: int) -> bool:
        """Does no caller bring it about? That is known only if all callers are, and if their explorations, and those of
        their own callers where needed, are complete."""
        callers = [each for each in self.callers(function) if each[1] not in chain]
        if not callers or self.is_pointed_to(function):
            return False
        return all(self._excludes(fault, source, caller, chain, levels) for source, caller in callers)

    def _excludes(self, fault: FoundFault, source: Path, caller: str, chain: tuple[str, ...], levels: int) -> bool:
        run = self.run_of(source, caller)
        if run is None:
            return False
        if any(place_of(each) == place_of(fault) for each in run.outside):
            return levels > 1 and self.is_excluded(fault, caller, (caller, *chain), levels - 1)
        is_found = any(place_of(each) == place_of(fault) for each in run.findings)
        return not is_found and run.complete and run.beyond.complete and not _guesses(run)

    def run_of(self, source: Path, function: str) -> Run | None:
        """None if it cannot be explored."""
        if function not in self.runs:
            others = [str(each) for each in self.subject.sources if each not in (source, self.subject.externals)]
            try:
                self.runs[function] = self.explore([f"{source}:{function}", *others])
            except SecateurError:
                self.runs[function] = None
        return self.runs[function]

    @property
    def units(self) -> list[tuple[Path, ModuleText]]:
        if not self._units:
            own = [each for each in dict.fromkeys(self.subject.sources) if each != self.subject.externals]
            self._units = [(each, split(compile_source(each, self.subject.options).text)) for each in own]
        return self._units

    def callers(self, function: str) -> list[tuple[Path, str]]:
        """The functions that call it directly, in the order of the sources."""
        return [
            (source, name_of(name))
            for source, unit in self.units
            for name, text in unit.functions.items()
            if any(_calls(line, function) for line in text.body or ())
        ]

    def is_pointed_to(self, function: str) -> bool:
        """Does something keep its address? Then others may call it."""
        mention = re.compile(rf'@"?{re.escape(function)}"?(?![\w.$])')
        for _, unit in self.units:
            bodies = (line for text in unit.functions.values() for line in text.body or ())
            if any(mention.search(_without_call(line, function)) for line in bodies):
                return True
            if any(mention.search(line.text.partition(" = ")[2]) for line in unit.globals.values()):
                return True
        return False


def _guesses(run: Run) -> bool:
    """Did only calls count that fit a part which was inferred and never doubted? Other calls may be valid, too."""
    driver = run.subject.driver
    doubted = () if driver is None else driver.contract.doubted
    guessed = (each for each in run.contract.requires if not each.is_certain and each not in doubted)
    return any(not is_widening(each) for each in guessed)


def _calls(line: str, function: str) -> bool:
    return " call " in f" {line}" and re.search(_called(function), line) is not None


def _without_call(line: str, function: str) -> str:
    return re.sub(_called(function), "(", line, count=1) if " call " in f" {line}" else line


def _called(function: str) -> str:
    return rf'@"?{re.escape(function)}"?\('
