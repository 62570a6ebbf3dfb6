"""All functions of a project: those that changed are explored, the others keep their answers; findings are judged by
the baseline and by comments in the source."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from secateur.jobs.answer import Answer
from secateur.jobs.processes import ProcessPool
from secateur.jobs.project_function import (
    Explored,
    FunctionTask,
    ProjectFunction,
    explore_function,
    kept_function,
    lost_function,
    read_run,
)
from secateur.jobs.project_targets import targets_of
from secateur.jobs.project_tasks import tasks_of
from secateur.options import settings as settings_json
from secateur.options.jobs import ProjectOptions
from secateur.project.baseline import Baseline, KnownFinding, load_baseline
from secateur.project.findings import FindingStatus, FunctionFault, ProjectFinding, findings_of, with_status
from secateur.project.kept import STATE_FILE, FileHashes, KeptState, load_state, state_json
from secateur.project.settings import ProjectSettings
from secateur.project.suppressions import Suppression, suppressions_in
from secateur.report.project_json import project_json
from secateur.suite.write import replace_file

ANSWER_FILE = "project.json"
Begun = Callable[[ProjectFunction, int, int], None]


@dataclass(frozen=True)
class ProjectRun(Answer):
    """The answer: functions in the order of the sources. `fixed`: what the baseline has and nobody finds any more.
    `suppressions`: those that count for nothing, or match no finding. `is_whole`: all functions were asked for."""

    settings: ProjectSettings
    functions: tuple[ProjectFunction, ...]
    findings: tuple[ProjectFinding, ...]
    baseline: Baseline
    fixed: tuple[KnownFinding, ...]
    suppressions: tuple[Suppression, ...]
    options: ProjectOptions
    is_whole: bool = True

    @property
    def new(self) -> tuple[ProjectFinding, ...]:
        return tuple(each for each in self.findings if each.status is FindingStatus.NEW)

    @property
    def found(self) -> bool:
        """Only new findings count."""
        return bool(self.new)

    @property
    def not_explored(self) -> tuple[ProjectFunction, ...]:
        return tuple(each for each in self.functions if each.data is None)

    @property
    def complete(self) -> bool:
        """Was every function explored, to its end or to its limits, apart from those of the baseline? Limits are part
        of the question here, as they are of the project; `strict` asks for more."""
        if self.options.strict and not all(each.complete for each in self.functions):
            return False
        return all(each.title in self.baseline.not_explored for each in self.not_explored)

    def data(self) -> dict[str, Any]:
        return project_json(self)

    def to_json(self) -> dict[str, Any]:
        return {**self.data(), "settings": settings_json(self.options)}

    def write(self) -> Path:
        """`project.json`, in the output folder."""
        file = self.settings.folder / ANSWER_FILE
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, (json.dumps(self.to_json()) + "\n").encode())
        return file


def run_project(settings: ProjectSettings, options: ProjectOptions, done: Begun | None = None) -> ProjectRun:
    """Explore what changed, in the current folder, which must be that of the project."""
    targets, broken = targets_of(settings, options.only)
    states = load_state(settings.folder)
    tasks = list(tasks_of(settings, targets, {} if options.fresh else states))
    hashes = FileHashes()
    answered = {task.title: kept_function(task) for task in tasks if task.is_answered(hashes)}
    waiting = [task for task in tasks if task.title not in answered]
    explored = _explored(settings, options, waiting, len(answered), len(tasks), done)
    functions = [
        answered.get(task.title) or explored[task.title] for task in tasks if task.title in answered | explored
    ]
    functions += [ProjectFunction(each.file, each.name, "", None, each.problem) for each in broken]
    is_whole = not options.only and len(functions) == len(tasks) + len(broken)
    _keep_states(settings, functions, states, is_whole)
    return judged(settings, options, functions, is_whole)


def judged(
    settings: ProjectSettings, options: ProjectOptions, functions: Sequence[ProjectFunction], is_whole: bool
) -> ProjectRun:
    """The answer, with what the baseline and the source say about the findings."""
    baseline = load_baseline(Path(settings.baseline))
    suppressions = [each for file in _sources(functions) for each in suppressions_in(_text(file), file)]
    used: set[Suppression] = set()

    def reason_of(finding: ProjectFinding) -> str:
        for each in suppressions:
            if each.covers(finding.file, finding.line, finding.kind):
                used.add(each)
                return each.reason
        return ""

    faults = [
        FunctionFault(fault, each.inputs_of(fault), os.path.join(each.folder, fault.get("suite") or ""), each.title)
        for each in functions
        for fault in each.findings
    ]
    findings = with_status(findings_of(faults, _line_text), baseline.fingerprints, reason_of)
    seen = {each.fingerprint for each in findings}
    fixed = tuple(each for each in baseline.findings if each.fingerprint not in seen) if is_whole else ()
    idle = tuple(each for each in suppressions if each.problem or (is_whole and each not in used))
    return ProjectRun(settings, tuple(functions), findings, baseline, fixed, idle, options, is_whole)


def _explored(
    settings: ProjectSettings,
    options: ProjectOptions,
    tasks: Sequence[FunctionTask],
    known: int,
    total: int,
    done: Begun | None,
) -> dict[str, ProjectFunction]:
    found: dict[str, ProjectFunction] = {}

    def ended(task: FunctionTask, result: Explored) -> None:
        data = None if result.problem else read_run(task.folder)
        problem = "interrupted" if result.problem and pool.was_interrupted else result.problem
        found[task.title] = ProjectFunction(
            task.file, task.name, str(task.folder), data, problem, result.is_kept, result.state
        )
        if done is not None:
            done(found[task.title], known + len(found), total)

    jobs = options.jobs or settings.jobs or os.cpu_count() or 1
    pool = ProcessPool(explore_function, lost_function, jobs)
    pool.run(tasks, ended)
    return found


def _keep_states(
    settings: ProjectSettings, functions: Sequence[ProjectFunction], old: Mapping[str, KeptState], is_whole: bool
) -> None:
    kept = {} if is_whole else dict(old)
    for each in functions:
        kept.pop(each.title, None)
        if each.state is not None:
            kept[each.title] = each.state
    settings.folder.mkdir(parents=True, exist_ok=True)
    replace_file(settings.folder / STATE_FILE, state_json(kept).encode())


def _sources(functions: Sequence[ProjectFunction]) -> list[str]:
    """The files with functions, and those with findings, such as headers."""
    found = (str(fault["file"]) for each in functions for fault in each.findings)
    return list(dict.fromkeys((*(each.file for each in functions), *found)))


@cache
def _lines(file: str, stamp: int) -> tuple[str, ...]:
    return tuple(_text(file).split("\n"))


def _line_text(file: str, line: int) -> str:
    try:
        lines = _lines(file, os.stat(file).st_mtime_ns)
    except OSError:
        return ""
    return lines[line - 1] if 0 < line <= len(lines) else ""


def _text(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
