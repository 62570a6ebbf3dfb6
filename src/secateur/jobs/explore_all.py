"""Several functions at once: `file.c:*`, `src/*.c:parse_*`; or several programs: `src/*.c:main`, a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from glob import glob
from pathlib import Path
from typing import Any

from secateur.errors import SecateurError
from secateur.exploration.budget import Spent, Stopwatch, shared
from secateur.exploration.progress import Progress, together
from secateur.frontend.build import compile_source
from secateur.frontend.cache import default_cache
from secateur.frontend.compile_commands import resolved
from secateur.frontend.definitions import defined_names
from secateur.harness.errors import HarnessError
from secateur.harness.linking import WILD, c_files
from secateur.ir.debuginfo import DebugInfo
from secateur.jobs.afterwards import Afterwards
from secateur.jobs.answer import Answer
from secateur.jobs.function_folders import function_folders
from secateur.jobs.plan import Report
from secateur.jobs.processes import ProcessPool
from secateur.jobs.run import FoundFault, Run
from secateur.jobs.sent_runs import packed, unpacked
from secateur.jobs.survey_stores import Taken, explored_function, note_survey, survey_of
from secateur.machine.errors import NothingRuns
from secateur.options import Compiling, Parallel
from secateur.options.jobs import ExploreOptions
from secateur.report.survey_json import survey_json
from secateur.workers.places import LONG_JOB, can_fork, processors

SECONDS_EACH, LEAST_SECONDS = 10.0, 2.0
"""Time for each function, if there is no limit on all of them; and at least, if there is one: compiling a function and
finding out how it is called may take a second. Functions for which nothing is left are not begun."""

MAIN = "main"

INTERRUPTED = "interrupted"
TIME_WAS_OVER = "not begun: the time of all functions was over; raise --timeout or --cpu"


@dataclass(frozen=True, slots=True)
class _Target:
    """A function to be explored, with what it is linked with, and its own options."""

    file: str
    name: str
    specs: Sequence[str]
    options: ExploreOptions
    taken: Taken
    is_written: bool


@dataclass(frozen=True, slots=True)
class ExploredFunction:
    """`run` is None if the function could not be explored; `problem` says why. `is_kept`: an earlier run in its folder
    was complete, and this is its answer."""

    source: str
    name: str
    run: Run | None
    problem: str = ""
    lacks: tuple[str, ...] = ()  # names that are not defined, if that is why it could not be explored
    is_kept: bool = False

    @property
    def undefined(self) -> tuple[str, ...]:
        """The functions and globals that it needs and nobody defines."""
        uses = () if self.run is None else self.run.result.unsupported
        return tuple(dict.fromkeys((*self.lacks, *(use.name for use in uses if use.kind.is_undefined))))


@dataclass(frozen=True, slots=True)
class SurveyFinding:
    """A fault, and the functions from which valid calls lead to it; a test of the first of them shows it."""

    fault: FoundFault
    functions: tuple[str, ...]


@dataclass(frozen=True)
class Survey(Answer):
    """Several functions, each explored for itself."""

    functions: tuple[ExploredFunction, ...]
    options: ExploreOptions

    @property
    def runs(self) -> Iterator[Run]:
        return (each.run for each in self.functions if each.run is not None)

    @property
    def found(self) -> bool:
        return any(run.found for run in self.runs)

    @property
    def complete(self) -> bool:
        return all(each.run is not None and each.run.complete for each in self.functions)

    @property
    def findings(self) -> tuple[SurveyFinding, ...]:
        """Each different fault once."""
        found: dict[tuple[str, int, int, str], list[tuple[FoundFault, str]]] = {}
        for run in self.runs:
            for fault in (*run.findings, *run.longer_findings, *(each.fault for each in run.callers.findings)):
                place = (fault.file, fault.line, fault.column, fault.kind)
                found.setdefault(place, []).append((fault, run.function))
        return tuple(
            SurveyFinding(given[0][0], tuple(dict.fromkeys(name for _, name in given)))
            for _, given in sorted(found.items())
        )

    @property
    def undefined(self) -> dict[str, tuple[str, ...]]:
        """What nobody defines, each name once, with the functions that need it (`file.c:name`)."""
        found: dict[str, list[str]] = {}
        for each in self.functions:
            for name in each.undefined:
                found.setdefault(name, []).append(f"{each.source}:{each.name}")
        return {name: tuple(found[name]) for name in sorted(found)}

    def data(self) -> dict[str, Any]:
        return survey_json(self)

    def write(self) -> list[Path]:
        """Write the tests of each function to a folder of its own."""
        return [run.write() for run in self.runs]


def is_survey(sources: Sequence[str]) -> bool:
    """Does a source name several functions? Do the sources name nothing but folders?"""
    return any(_pattern(each) is not None for each in sources) or all(Path(each).is_dir() for each in sources)


def _pattern(source: str) -> tuple[str, str] | None:
    files, colon, functions = source.rpartition(":")
    is_wild = any(sign in source for sign in WILD)
    return (files, functions) if colon and functions and is_wild and not Path(source).exists() else None


def explore_all(
    sources: Sequence[str],
    options: ExploreOptions,
    report: Report | None = None,
    begin: Callable[[str], None] | None = None,
    taken: Taken = Taken.NOTHING,
    is_written: bool = False,
) -> Survey:
    """Explore every function that the sources name. They share the time: each gets its part of what is left, but not
    less than is needed to explore anything; when the time is over, the others are not begun. With several processors,
    several functions are explored at a time, each in a process of its own. With a folder, each is stored in its own
    folder there while it runs. `taken`: what is taken from there, if nobody asks to resume. `is_written`: the files of
    each function are written when it has ended."""
    is_new = options.resume is None
    taken = taken if is_new or taken is Taken.NOTHING_ELSE else Taken.ALL
    sources, options = survey_of(sources, options)
    targets, others = _targets(sources, options)
    folders = function_folders(targets)
    if is_new:
        note_survey(sources, options)
    files = list(dict.fromkeys(file for file, _ in targets))
    watch = Stopwatch()
    todo: list[_Target] = []
    for file, name in targets:
        folder = None if options.out is None else options.out / folders[file, name]
        linked = others if name == MAIN else (*files, *others)
        specs = [f"{file}:{name}", *(each for each in linked if each != file)]
        todo.append(_Target(file, name, specs, replace(options, out=folder), taken, is_written))

    def begun(target: _Target, left: int, jobs: int) -> _Target | None:
        budget = replace(options.budget, timeout=SECONDS_EACH)
        if options.budget.is_timed:
            budget = shared(watch.left_of(options.budget), left, jobs, LEAST_SECONDS)
        if not budget.has_time:
            return None
        if begin is not None:
            begin(target.name)
        return replace(target, options=replace(target.options, budget=budget))

    done: list[ExploredFunction] = []
    jobs = options.parallel.jobs or 1
    while todo and not (jobs > 1 and len(todo) > 1 and can_fork()):
        target = begun(todo[0], len(todo), 1)
        if target is None:
            break
        done.append(_explored(target, report))
        del todo[0]
        run = done[-1].run
        if run is not None and run.result.spent is Spent.INTERRUPTED:
            return Survey((*done, *(_not_begun(each, INTERRUPTED) for each in todo)), options)
        if options.parallel.jobs is None and watch.elapsed > LONG_JOB:
            jobs = processors()
    done += _side_by_side(todo, min(jobs, len(todo)), lambda target, left: begun(target, left, jobs), report)
    return Survey(tuple(done), options)


def _side_by_side(
    todo: Sequence[_Target], jobs: int, begin: Callable[[_Target, int], _Target | None], report: Report | None
) -> list[ExploredFunction]:
    """Each in a process of its own, in which it has its share of the processors."""
    running: dict[int, Progress] = {}

    def hear(number: int, progress: Progress) -> None:
        running[number] = progress
        if report is not None:
            report(together(list(running.values()), min(jobs, len(running))))

    def work(target: _Target) -> bytes:
        own = replace(target, options=replace(target.options, parallel=Parallel(jobs=1)))
        found = _explored(own, pool.tell if report is not None else None)
        return packed(found, *(() if found.run is None else (found.run,)))

    def lost(target: _Target) -> bytes:
        reason = INTERRUPTED if pool.was_interrupted else "its process ended unexpectedly"
        return packed(ExploredFunction(target.file, target.name, None, reason))

    if not todo:
        return []
    pool: ProcessPool[_Target, bytes] = ProcessPool(work, lost, jobs, hear, begin)
    results = pool.run(todo)
    reason = INTERRUPTED if pool.was_interrupted else TIME_WAS_OVER
    return [
        _not_begun(target, reason) if each is None else unpacked(each, ExploredFunction)
        for target, each in zip(todo, results, strict=True)
    ]


def _not_begun(target: _Target, reason: str) -> ExploredFunction:
    return ExploredFunction(target.file, target.name, None, reason)


def _explored(target: _Target, report: Report | None) -> ExploredFunction:
    file, name = target.file, target.name
    after = Afterwards(target.options.budget)
    try:
        run, is_kept = explored_function(target.specs, target.options, report, target.taken)
        if target.is_written:
            run.written(after=after)
        return ExploredFunction(file, name, run, is_kept=is_kept)
    except NothingRuns as error:
        return ExploredFunction(file, name, None, str(error), error.undefined)
    except SecateurError as error:
        return ExploredFunction(file, name, None, str(error))


def _targets(sources: Sequence[str], options: ExploreOptions) -> tuple[list[tuple[str, str]], list[str]]:
    """The functions, each with its file, and the sources that are linked, or linked if they are needed."""
    targets: list[tuple[str, str]] = []
    others: list[str] = []
    is_folders = all(Path(each).is_dir() for each in sources)
    for source in sources:
        pattern = _pattern(source)
        if pattern is None and not is_folders:
            others.append(source)
            continue
        files = _files(source, pattern)
        wanted = MAIN if pattern is None else pattern[1]
        found = [(file, name) for file in files for name in functions_in(file, wanted, options.compiling)]
        if not found and pattern is not None:
            raise HarnessError("names no function", source)
        targets += found
        if wanted == MAIN:
            others.append(source if pattern is None else pattern[0])
    if not targets:
        raise HarnessError("no file has a main", sources[0], f"'{sources[0]}/*.c:*' explores every function")
    return list(dict.fromkeys(targets)), others


def _files(source: str, pattern: tuple[str, str] | None) -> list[str]:
    if pattern is None:
        return list(map(str, c_files(Path(source))))
    return sorted(glob(pattern[0], recursive=True)) if any(sign in pattern[0] for sign in WILD) else [pattern[0]]


def functions_in(file: str, pattern: str, compiling: Compiling) -> list[str]:
    """The functions that a file itself defines; `main` only if it is asked for by its name."""
    path = Path(file)
    if not path.is_file():
        raise HarnessError("no such file", file)
    if pattern == MAIN:  # whether it can be compiled is seen when it is explored
        return [MAIN] if MAIN in defined_names(path, default_cache()) else []
    text = compile_source(path, resolved(compiling, [path]).options).text
    own = [each for each in DebugInfo(text).functions() if Path(each.file).resolve() == path.resolve()]
    return [each.name for each in own if each.name != MAIN and fnmatchcase(each.name, pattern)]
