"""The same subject under several techniques, one row each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from secateur.assumption import Assumption, Ledger
from secateur.errors import OptionError, SecateurError
from secateur.exploration.plugins import registry
from secateur.exploration.progress import Progress
from secateur.exploration.registry import Registry
from secateur.exploration.technique import Technique
from secateur.exploration.technique_options import technique_options
from secateur.harness.subject import Subject
from secateur.jobs.afterwards import NativeTrial
from secateur.jobs.answer import Answer
from secateur.jobs.child import Send, run_in_child
from secateur.jobs.plan import Plan, pairs
from secateur.jobs.run import finished
from secateur.jobs.target import (
    compiled,
    default_folder,
    nothing_to_do,
    require_anything,
    wanted_checks,
    wanted_outputs,
)
from secateur.options.jobs import CompareOptions
from secateur.report.compare_json import BASE, Row, compare_json, differences
from secateur.report.material import StatisticsRow

#: Given the rows so far, the technique that is running, and how far it is.
RowsReport = Callable[[Sequence[Row], str | None, Progress | None], None]


@dataclass(frozen=True, slots=True)
class TechniqueComparison(Answer):
    """`rows` are the JSON objects of the explorations, as `explore` gives them. Fewer than `techniques` if it was
    interrupted. `statistics`: how far each technique was over time."""

    subject: Subject
    techniques: tuple[str, ...]
    rows: tuple[Row, ...]
    options: CompareOptions
    ledger: Ledger = field(default_factory=Ledger)
    statistics: Mapping[str, Sequence[StatisticsRow]] = field(default_factory=dict)

    @property
    def differences(self) -> list[dict[str, Any]]:
        """Faults that one technique found and another did not."""
        return differences(self.rows)

    @property
    def found(self) -> bool:
        return any(row["faults"] for row in self.rows)

    @property
    def complete(self) -> bool:
        return len(self.rows) == len(self.techniques) and all(row["complete"] for row in self.rows)

    def data(self) -> dict[str, Any]:
        return compare_json(self.rows, self.subject.source, self.subject.function, self.ledger, self.complete)


def compare(sources: Sequence[str], options: CompareOptions, report: RowsReport | None = None) -> TechniqueComparison:
    """Explore with one technique after another, each in a process of its own. Ctrl-C keeps the rows so far, and what
    the technique that is running has found."""
    techniques = registry(options.search.plugin)
    names = wanted_techniques(options.techniques, techniques)
    _require_tunable(options, [techniques.find(name) for name in names])
    checks = wanted_checks(options.checks, sources)
    subject = compiled(sources, options, default_folder(sources))
    outputs = wanted_outputs(subject, options.outputs)
    plan = Plan.of(subject, checks, options, outputs, options.search, techniques, options.parallel)
    rows: list[Row] = []
    met: list[Assumption] = []
    statistics: dict[str, list[StatisticsRow]] = {name: [] for name in names}
    for name in names:

        def watch(rows: Sequence[Row], running: str | None, progress: Progress | None, name: str = name) -> None:
            if progress is not None:
                statistics[name].append(_statistics(progress))
            if report is not None:
                report(rows, running, progress)

        if not _row(plan, name, options, rows, met, watch):
            break
    ledger = Ledger.of(met, plan.accepted)
    return TechniqueComparison(subject, tuple(names), tuple(rows), options, ledger, statistics)


def _statistics(progress: Progress) -> StatisticsRow:
    """Without coverage, which is measured at the end."""
    share = progress.solver_share
    return StatisticsRow(progress.elapsed, 0.0, progress.paths, 0, 0, progress.faults, progress.queue, share, 0)


def _require_tunable(options: CompareOptions, techniques: Sequence[type[Technique]]) -> None:
    """Each `tune` must be an option of at least one of the techniques."""
    known = tuple(dict.fromkeys(each.name for technique in techniques for each in technique_options(technique)))
    for name in pairs("tune", options.search.tune):
        if name not in known:
            raise OptionError("tune", name, "no technique has such an option" if not known else "unknown", known=known)


def wanted_techniques(text: str | None, techniques: Registry) -> list[str]:
    """The names in the user's order; all that look for faults, `full` first, if none are given."""
    if text is None:
        seeking = [name for name in techniques.names() if techniques.find(name).seeks_faults]
        return sorted(seeking, key=lambda name: name != BASE)
    names = list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))
    if not names:
        raise OptionError("techniques", problem="none given", advice=f"choose from {', '.join(techniques.names())}")
    for name in names:
        try:
            techniques.find(name)
        except OptionError as error:
            raise OptionError("techniques", name, error.problem, error.advice) from None
    return names


def _row(
    plan: Plan, technique: str, options: CompareOptions, rows: list[Row], met: list[Assumption], report: RowsReport
) -> bool:
    """Adds a row, and what it rests on to `met`."""

    def receive(message: Any) -> None:
        if isinstance(message, SecateurError):
            raise message
        progress = message if isinstance(message, Progress) else None
        if progress is None:
            row, assumptions = message
            rows.append(row)
            met.extend(assumptions)
        report(rows, technique if progress is not None else None, progress)

    report(rows, technique, None)
    return run_in_child(lambda send: _explore(plan, technique, options, send), receive)


def _explore(plan: Plan, technique: str, options: CompareOptions, send: Send) -> None:
    """In a process of its own: sends progress, then the row and what it rests on; or an error that the user can fix."""
    try:
        result = plan.run(technique, send)
        require_anything(result)
        if not result.paths and result.complete:
            raise nothing_to_do("explore")
        shown = {"order": str(plan.search.order), "seed": plan.search.seed}
        trial = NativeTrial(plan.limits.recursion, options.trust) if options.confirm else None
        folder = default_folder([str(plan.subject.sources[0])])
        run = finished(plan.subject, result, plan.checks, shown, folder, trial)
    except SecateurError as error:
        send(error)
    else:
        send((run.data(), run.assumptions))
