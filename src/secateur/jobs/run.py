"""The answer of `explore`: tests, faults that were tried natively, coverage, and every path on demand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from secateur import expr
from secateur.assumption import Ledger
from secateur.contracts.model import Contract
from secateur.errors import SecateurError
from secateur.exploration.alarm import OutOfBudget
from secateur.exploration.audit import Audit
from secateur.exploration.coverage import Coverage
from secateur.exploration.interruption import end_if_interrupted, shielded
from secateur.exploration.result import Counts, Result
from secateur.harness.subject import Subject
from secateur.ir.model import NOWHERE
from secateur.jobs.afterwards import MADE, WRITTEN, Afterwards, NativeTrial
from secateur.jobs.answer import Answer
from secateur.jobs.beyond import Beyond, Judgement
from secateur.jobs.callers import FromCallers
from secateur.jobs.doubts import DoubtedWord, all_doubted
from secateur.jobs.growth import LongerRun
from secateur.machine.fault import Fault, FaultKind
from secateur.machine.limit import Limit, LimitKind
from secateur.machine.path import Note
from secateur.machine.path import Path as MachinePath
from secateur.options.jobs import ExploreOptions
from secateur.report.contract_text import needs_text
from secateur.report.covered_functions import functions_json
from secateur.report.fingerprint import add_fingerprints
from secateur.report.formats.lcov import to_lcov
from secateur.report.path_steps import steps_json
from secateur.report.run_json import (
    audit_json,
    called_json,
    callers_json,
    explore_json,
    longer_json,
    outside_json,
    suite_check_json,
    test_json,
)
from secateur.report.sentences import summary
from secateur.report.source_text import SourceText
from secateur.suite.portable import settled
from secateur.suite.record import Recorder, suite_of
from secateur.suite.telling import telling
from secateur.suite.test import Json, Outcome, Suite, Test
from secateur.suite.write import remove_programs, replace_file, write_programs, write_tests

if TYPE_CHECKING:
    from secateur.suite.plain_build import SuiteCheck


@dataclass(frozen=True, slots=True)
class FoundFault:
    """A fault with a test that shows it. `confirmed`: a native run agreed (None: it was not tried). `rests_on`: the
    functions without a body that were called before; what they really do is not known, so it cannot be confirmed.
    `contract`: whether a valid call shows it; if not, what it `needs`, in the notation of contracts. `suite`: the
    folder of its test, inside of that of the function, if it is not in the same suite as the others."""

    kind: str
    file: str
    line: int
    column: int
    function: str
    message: str
    confirmed: bool | None
    test: Test
    _path: MachinePath = field(repr=False, compare=False)
    rests_on: tuple[str, ...] = ()
    contract: Judgement = Judgement.WITHIN
    needs: str = ""
    suite: str = ""

    @property
    def inputs(self) -> Mapping[str, Json]:
        return self.test.inputs

    @property
    def steps(self) -> tuple[Mapping[str, Any], ...]:
        """The decisions that lead there, as JSON has them."""
        return tuple(steps_json(self._path, self.test))

    def __str__(self) -> str:
        return f"{self.kind} at {self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class ExploredPath:
    """A path of the program: its branches by line, and the condition under which it is taken."""

    test: Test
    _path: MachinePath

    @property
    def inputs(self) -> Mapping[str, Json]:
        return self.test.inputs

    @property
    def outcome(self) -> Outcome:
        return self.test.outcome

    @property
    def branches(self) -> tuple[str, ...]:
        """Lines with T or F: `("12T", "14F")`."""
        return self.test.path

    @property
    def conditions(self) -> tuple[str, ...]:
        """Everything that was decided, as C over the inputs, in the order of the path."""
        return tuple(dict.fromkeys(expr.to_c(condition) for condition in self._path.conditions))

    def to_smtlib(self) -> str:
        """The path condition as an SMT-LIB script."""
        from secateur.solver.z3 import to_smtlib  # noqa: PLC0415 - z3 is slow to import

        return to_smtlib(self._path.conditions)


@dataclass(frozen=True, eq=False)
class Run(Answer):
    """One exploration. `result` is what the engine counted; `folder` is where its files go unless another is named;
    `head` are options that stand at the top of the JSON. `tests` are those of the paths; `beyond_tests` show the faults
    that only calls beyond the contract show."""

    subject: Subject
    result: Result
    checks: frozenset[FaultKind]
    head: Mapping[str, Any]
    folder: Path
    tests: tuple[Test, ...]
    confirmed: Mapping[str, bool]
    options: ExploreOptions | None = None
    audited: AuditedRun | None = None
    suite_check: SuiteCheck | None = None
    beyond: Beyond = field(default_factory=Beyond)
    beyond_tests: tuple[Test, ...] = ()
    callers: FromCallers = field(default_factory=FromCallers)
    doubts: tuple[DoubtedWord, ...] = ()
    longer: LongerRun | None = None

    @property
    def contract(self) -> Contract:
        """What a valid call is: the parts that were declared, given or inferred."""
        return self.subject.contract

    @property
    def source(self) -> str:
        return self.subject.source

    @property
    def function(self) -> str:
        return self.subject.function

    @property
    def technique(self) -> str:
        return self.result.technique

    @property
    def counts(self) -> Counts:
        return self.result.counts

    @property
    def coverage(self) -> Coverage:
        return self.result.coverage

    @property
    def complete(self) -> bool:
        return self.result.settled

    @property
    def ledger(self) -> Ledger:
        return self.result.ledger

    @property
    def summary(self) -> str:
        """One line: how it ended."""
        return summary(self.result)

    @property
    def found(self) -> bool:
        is_missed = self.audited is not None and bool(self.audited.audit.missed)
        return bool(self.counts.faulty or self.longer_findings or self.callers.findings) or is_missed

    @cached_property
    def faults(self) -> tuple[FoundFault, ...]:
        """Each different fault (kind and place): the findings, then those that are outside of the contract."""
        called = (each.fault for each in self.callers.findings)
        return (*self.findings, *self.longer_findings, *called, *self.outside)

    @cached_property
    def findings(self) -> tuple[FoundFault, ...]:
        """The faults that valid calls show."""
        return tuple(
            self._fault(fault, self.tests[index], self.result.paths[index]) for fault, index in self.result.faults()
        )

    @property
    def longer_findings(self) -> tuple[FoundFault, ...]:
        """The faults that valid calls with longer strings show."""
        return () if self.longer is None else self.longer.faults

    @cached_property
    def outside(self) -> tuple[FoundFault, ...]:
        """The faults that only calls beyond the contract show, or for which that is not known."""
        made = []
        for each, test in zip(self.beyond.faults, self.beyond_tests, strict=True):
            fault = self._fault(each.fault, test, each.path)
            made.append(replace(fault, contract=each.judgement, needs=needs_text(each.broken)))
        return tuple(each for each in (*made, *all_doubted(self.doubts)) if not self.callers.settles(each))

    def _fault(self, fault: Fault, test: Test, path: MachinePath) -> FoundFault:
        place = fault.position
        return FoundFault(
            str(fault.kind),
            place.file,
            place.line,
            place.column,
            fault.function,
            fault.message,
            self.confirmed.get(test.name),
            test,
            path,
            path.rests_on,
        )

    @property
    def paths(self) -> Iterator[ExploredPath]:
        """Every path, in the order in which they were found."""
        return (ExploredPath(test, path) for test, path in zip(self.tests, self.result.paths, strict=True))

    @property
    def suite(self) -> Suite:
        return suite_of(self.subject, (*self.tests, *self.beyond_tests), self.checks)

    def checked(self, trust: bool = False, most: int | None = None, after: Afterwards | None = None) -> Run:
        """The run with its `tests.c` built by the compiler of this computer, if there is one, and run. `most`: of so
        many tests. `after`: how much time there is."""
        from secateur.suite.plain_build import MOST_CHECKED, check_suite  # noqa: PLC0415 - only if it is wanted

        try:
            end_if_interrupted()
            with (after or Afterwards()).limited():
                check = check_suite(self.suite, self.subject.driver, trust=trust, most=most or MOST_CHECKED)
            return replace(self, suite_check=check)
        except KeyboardInterrupt:  # what was found is kept
            return self.noting("interrupted: tests.c was not tried with a compiler")
        except OutOfBudget:
            return self.noting("the time is over: tests.c was not tried with a compiler")

    def noting(self, text: str) -> Run:
        """The same, with a remark."""
        self.result.notes.append(Note(text, NOWHERE, False))
        return self

    def data(self) -> dict[str, Any]:
        shown = explore_json(self.result, self.tests, self.source, self.function, self.head, self.confirmed)
        shown["contract"] = self.contract.texts
        shown["coverage"]["functions"] = functions_json(self.subject.program, self.coverage)
        shown["longer"] = longer_json(self.longer)
        shown["faults"] += [outside_json(each) for each in self.longer_findings]
        shown["faults"] += [called_json(each) for each in self.callers.findings]
        shown["faults"] += [outside_json(each) for each in self.outside]
        shown["callers"] = callers_json(self.callers)
        shown["tests"] += [test_json(each) for each in self.beyond_tests]
        shown["suite_check"] = suite_check_json(self.suite_check)
        add_fingerprints(shown["faults"], SourceText())
        if self.audited is not None:
            full = self.audited.full
            shown["audit"] = audit_json(self.audited.audit, full.tests, full.confirmed)
        return shown

    def write(self, folder: Path | str | None = None) -> Path:
        """Write the tests (JSON, C and pytest), run.json and coverage.lcov; returns the folder."""
        return self.written(folder)[0]

    def written(self, folder: Path | str | None = None, after: Afterwards | None = None) -> tuple[Path, dict[str, Any]]:
        """The same, with what is in run.json: making it takes time. `after`: how much there is; what only repeats other
        files is left out when it is over."""
        place = self.folder if folder is None else Path(folder)
        with shielded(f"the files in {place} are written"):
            write_tests(self.suite, place)
            try:
                with (after or Afterwards()).within(WRITTEN):
                    write_programs(self.suite, self.subject.driver, place)
            except OutOfBudget:
                remove_programs(self.suite, place)
                self.noting(f"the time is over: tests.c was not written (secateur report {place} writes it)")
            for each in self.callers.findings:
                each.run.written(place / "callers" / each.run.function, after)
            if self.longer is not None:
                self.longer.run.written(place / self.longer.folder, after)
            for word in self.doubts:
                word.run.written(place / word.folder, after)
            data = self.to_json()
            replace_file(place / "run.json", (json.dumps(data) + "\n").encode())
            replace_file(place / "coverage.lcov", to_lcov(data["coverage"]["files"]).encode())
        return place, data


@dataclass(frozen=True, slots=True)
class AuditedRun:
    """A full exploration of the same subject, and what the comparison with it says."""

    audit: Audit
    full: Run


def finished(
    subject: Subject,
    result: Result,
    checks: frozenset[FaultKind],
    head: Mapping[str, Any],
    folder: Path,
    trial: NativeTrial | None = None,
    options: ExploreOptions | None = None,
    beyond: Beyond | None = None,
    after: Afterwards | None = None,
) -> Run:
    """The run of an exploration that has ended. With a `trial` each fault is tried natively; deep recursion that the
    real stack holds is then only a limit of ours, not a fault. `after`: the time for what follows an exploration."""
    run = Run(subject, result, checks, head, folder, (), {}, options, beyond=beyond or Beyond())
    with shielded("the tests are made"):
        run = _tested(run, after or Afterwards())
    if trial is None:
        return run
    run, recursion = _tried(run, trial), trial.recursion
    limit = Limit(LimitKind.RECURSION, bound=recursion)
    for fault, index in result.faults():
        is_deep = fault.kind is FaultKind.STACK_OVERFLOW and len(fault.trace) >= recursion
        if is_deep and run.confirmed.get(run.tests[index].name) is False:
            result.demote(fault, limit)
    if len(result.paths) < len(run.tests):
        run = _tried(_tested(run, after or Afterwards()), trial)
    resting = _resting(run)
    return replace(run, confirmed={name: sure for name, sure in run.confirmed.items() if name not in resting})


def _resting(run: Run) -> set[str]:
    """The tests that rest on stand-ins: a native run with the same stand-ins confirms nothing."""
    paths = (*run.result.paths, *(each.path for each in run.beyond.faults))
    tests = (*run.tests, *run.beyond_tests)
    return {test.name for test, path in zip(tests, paths, strict=True) if path.rests_on}


def _tested(run: Run, after: Afterwards) -> Run:
    """The run with tests of its paths, and of the faults beyond the contract. Where the time does not suffice for all,
    those of faults come first, and the others are left out."""
    recorder, kept = Recorder(run.subject.driver), run.result.paths
    paths = (*kept, *(each.path for each in run.beyond.faults))
    given = bool(run.options and run.options.search.start)  # then the user has chosen
    made: dict[int, Test] = {}
    try:
        with after.within(MADE):
            for number in sorted(range(len(paths)), key=lambda number: paths[number].fault is None):
                path = paths[number]
                made[number] = recorder.test(path if given else telling(path), number + 1)
    except OutOfBudget:
        left = f"{len(made):,} of {len(paths):,} tests were made"
        run.noting(f"the time is over: {left} (secateur report {run.folder} makes the others)")
    numbers = sorted(made)
    tests = settled(tuple(made[number] for number in numbers), run.subject.program, run.checks)
    if len(made) < len(paths):
        run.result.paths = [path for number, path in enumerate(kept) if number in made]
        faults = tuple(each for number, each in enumerate(run.beyond.faults, len(kept)) if number in made)
        run = replace(run, beyond=replace(run.beyond, faults=faults))
    count = len(run.result.paths)
    return replace(run, tests=tests[:count], beyond_tests=tests[count:])


def _tried(run: Run, trial: NativeTrial) -> Run:
    """The run with a test of each fault replayed natively."""
    failing = (*(run.tests[index] for _, index in run.result.faults()), *run.beyond_tests)
    if not failing:
        return replace(run, confirmed={})
    from secateur.suite.replay import Replayed, Running, replay_suite  # noqa: PLC0415 - not needed without a fault

    done: dict[str, Replayed] = {}
    try:
        end_if_interrupted()
        with trial.after.limited():
            replay_suite(replace(run.suite, tests=failing), Running(trust=trial.trust), done)
    except (SecateurError, OSError) as error:
        run.noting(f"faults could not be tried natively: {error}")
    except KeyboardInterrupt:  # what was found is kept
        run.noting("interrupted: not all faults were tried natively")
    except OutOfBudget:
        run.noting("the time is over: not all faults were tried natively")
    return replace(run, confirmed={name: each.confirmed for name, each in done.items()})
