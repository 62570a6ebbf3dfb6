"""Explores a function again whenever one of its files is saved, and says what changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from secateur.errors import SecateurError
from secateur.frontend.build import build
from secateur.harness.subject import Subject
from secateur.jobs.explore import explore
from secateur.jobs.run import Run
from secateur.options.jobs import ExploreOptions, WatchOptions
from secateur.project.findings import FunctionFault, ProjectFinding, findings_of
from secateur.report.source_text import SourceText

#: CPU seconds for each exploration, if there is no other limit.
SECONDS_EACH = 10.0


@dataclass(frozen=True, slots=True)
class Look:
    """One exploration. `run` is None if there is none: `problem` says why. `findings` have fingerprints, so that they
    are recognised in the next one."""

    run: Run | None
    findings: tuple[ProjectFinding, ...] = ()
    outcomes: Mapping[str, str] | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class LookChange:
    """What two looks differ in: findings, and tests with the same inputs (as JSON) and other outcomes."""

    found: tuple[ProjectFinding, ...]
    gone: tuple[ProjectFinding, ...]
    outcomes: tuple[tuple[str, str, str], ...]

    @property
    def is_none(self) -> bool:
        return not (self.found or self.gone or self.outcomes)


def look(sources: Sequence[str], options: WatchOptions) -> Look:
    """Explore now. Errors the user can fix, as in a file that was saved half written, are part of the answer."""
    budget = options.budget if options.budget.is_timed else replace(options.budget, cpu=SECONDS_EACH)
    asked = ExploreOptions(
        technique=options.technique,
        inputs=options.inputs,
        compiling=options.compiling,
        checks=options.checks,
        budget=budget,
        world=options.world,
        confirm=False,
    )
    try:
        run = explore(sources, asked, widely=False)
    except SecateurError as error:
        return Look(None, problem=str(error))
    text = SourceText()
    faults = [FunctionFault(_fault(each), each.inputs, "", run.function) for each in run.findings]
    outcomes = {json.dumps(dict(test.inputs)): str(test.outcome) for test in run.tests}
    return Look(run, findings_of(faults, text.line), outcomes)


def difference(before: Look, after: Look) -> LookChange:
    """From the last look that had an answer to another one."""
    old = {each.fingerprint for each in before.findings}
    new = {each.fingerprint for each in after.findings}
    was, now = before.outcomes or {}, after.outcomes or {}
    both = [each for each in was if each in now and was[each] != now[each]]
    return LookChange(
        tuple(each for each in after.findings if each.fingerprint not in old),
        tuple(each for each in before.findings if each.fingerprint not in new),
        tuple((each, was[each], now[each]) for each in both if not _is_moved(was[each], now[each])),
    )


def watch(
    sources: Sequence[str],
    options: WatchOptions,
    show: Callable[[Look, LookChange | None], None],
    wait: Callable[[Sequence[Path]], bool],
) -> None:
    """`show` is called for each look, with what it changes (None for the first). `wait` returns when one of the files
    has changed; False ends."""
    known: Look | None = None
    files = _named(sources)
    while True:
        now = look(sources, options)
        show(now, None if known is None or now.run is None else difference(known, now))
        if now.run is not None:
            known, files = now, files_of(now.run.subject)
        if not wait(files):
            return


def files_of(subject: Subject) -> list[Path]:
    """All that was read to compile a program."""
    made = build(subject.sources, subject.options, driver=subject.driver_text, included=subject.included)
    return [Path(each) for each in dict.fromkeys((*map(str, subject.sources), *made.files))]


def _named(sources: Sequence[str]) -> list[Path]:
    return [Path(each) if Path(each).exists() else Path(each.rpartition(":")[0]) for each in sources]


def _fault(fault: Any) -> dict[str, Any]:
    names = ("kind", "file", "line", "column", "function", "message", "confirmed")
    return {**{name: getattr(fault, name) for name in names}, "test": fault.test.name}


def _is_moved(before: str, after: str) -> bool:
    """The same fault on another line."""
    return " at " in before and before.partition(" at ")[0] == after.partition(" at ")[0]
