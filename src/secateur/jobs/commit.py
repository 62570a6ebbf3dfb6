"""What a whole commit does: the functions that it changes, over all files, each compared in a process of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from secateur.errors import SecateurError
from secateur.evolve.behaviour.equivalence import ChangeVerdict
from secateur.evolve.commits.entries import Alone, ComparedAt, alone, callers_of, places
from secateur.evolve.commits.includes import is_example
from secateur.evolve.commits.repository import CommitRange, find_range
from secateur.evolve.commits.sample_texts import SampleTexts
from secateur.evolve.matching.overview import Overview
from secateur.exploration.alarm import OutOfBudget, alarm
from secateur.exploration.budget import Meter, Stopwatch, shared
from secateur.harness.errors import HarnessError
from secateur.harness.subject import Subject
from secateur.jobs.child import Send, run_in_child
from secateur.jobs.commit_answer import NOT_COMPARED, CommitDiff, CommitFunction
from secateur.jobs.commit_left_out import left_out
from secateur.jobs.commit_stages import CommitStages
from secateur.jobs.commit_store import ComparisonStore
from secateur.jobs.commit_subjects import CommitSubjects, both_builds
from secateur.jobs.diff import chosen_technique, with_accepted
from secateur.jobs.diff_answer import FunctionDiff
from secateur.jobs.processes import ProcessPool
from secateur.jobs.versions import Versions, Workspace
from secateur.options import Budget, External
from secateur.options.jobs import DiffOptions
from secateur.report.diff_json import function_json
from secateur.report.source_text import SourceText
from secateur.workers.places import LONG_JOB, can_fork, processors

#: The time for all functions, if the user gives none; a function's own process may take so much longer than its share.
DEFAULT_SECONDS, GRACE = 60.0, 5.0
#: Why there is no answer.
TOO_LATE = "it did not end within its time"
#: A function has at least this much time, however many there are, as long as there is any.
LEAST_SECONDS = 1.0
#: A function has no more than this once the commit is known to differ.
SECONDS_AFTER = 4.0


@dataclass(frozen=True, slots=True)
class CommitProgress:
    """Which function is being compared, of how many."""

    number: int
    total: int
    function: str


def diff_commit(spec: str, options: DiffOptions, report: Callable[[CommitProgress], None] | None = None) -> CommitDiff:
    """Compare two commits (`A..B`), or a commit and the working tree (`A`). Ctrl-C ends it; what was compared is
    kept."""
    options = with_accepted(options)
    chosen_technique(options)
    if options.tests is not None or options.out is not None:
        raise HarnessError("--tests and --out are about one function: give OLD and NEW as files, or git:REV:path")
    if Path(spec).exists() and ".." not in spec.strip("."):
        raise HarnessError(f"{spec} is a {'folder' if Path(spec).is_dir() else 'file'}", advice="give NEW, too")
    watch = Stopwatch()
    workspace = Workspace()
    job = _CommitJob(find_range(spec, workspace.path), options, workspace)
    return job.run(spec, report, watch)


class _CommitJob:
    def __init__(self, found: CommitRange, options: DiffOptions, workspace: Workspace) -> None:
        self.range = found
        self.options = options
        self.is_asked_for = options.function is not None
        self.is_short = False  # a difference was found: the others need not be decided
        self.workspace = workspace
        builds = both_builds(options.compiling, options.old_cflags, options.old_compile_commands)
        self.subjects = CommitSubjects(found, builds)
        self.comparison = self.subjects.comparison
        self.samples = SampleTexts(found)
        self.matched: dict[str, str] = {}  # functions of the old version, with their names in the new one
        self.interrupted = False
        self.watch, self.budget = Stopwatch(), options.budget  # for all functions

    def run(self, spec: str, report: Callable[[CommitProgress], None] | None, begun: Stopwatch) -> CommitDiff:
        """`begun`: when the command has."""
        budget, watch = self.options.budget, begun
        changes = self.comparison.changes()
        self.matched = changes.matched
        wanted, tests = self._wanted(places(changes), spec)
        if not budget.is_timed:
            budget, watch = replace(budget, timeout=DEFAULT_SECONDS), Stopwatch()
        self.watch, self.budget = watch, budget
        done: list[CommitFunction] = []
        todo = list(wanted)
        while todo and not self.interrupted:
            left = watch.left_of(budget)
            if not left.has_time:
                break
            now, todo = todo[: self._at_once(watch)], todo[self._at_once(watch) :]
            for number, at in enumerate(now, len(done) + 1):
                if report is not None:
                    report(CommitProgress(number, len(done) + len(now) + len(todo), at.name))
            parts = len(now) + sum(len(at.through) for at in now) + len(todo)  # what is inside may be compared alone
            share = shared(left, parts, len(now), LEAST_SECONDS).within(0.0, SECONDS_AFTER if self.is_short else None)
            for at, one in zip(now, self._side_by_side(now, share), strict=True):
                done.append(one)
                self.is_short = self.is_short or one.status == ChangeVerdict.DIFFERENT
                if not one.is_decided and not self.interrupted and not self.is_short:
                    todo += (*self._outer(at, one, done, todo), *self._inner(at, done, todo))
        reason = "interrupted" if self.interrupted else "the time limit was reached (--timeout, --cpu)"
        done += [_left(at, reason) for at in todo]
        old, new = self.range.old, self.range.new
        return CommitDiff(
            old.name or "working tree",
            new.name or "working tree",
            changes,
            tuple(_settled(done)),
            begun.elapsed,
            self.options,
            self._notes(),
            tuple(replace(each, subject=self._named(each.subject)) for each in left_out(self.comparison, changes)),
            self.interrupted,
            (*(at.name for at in tests), *changes.tests),
        )

    def _at_once(self, watch: Stopwatch) -> int:
        """How many functions are compared at a time."""
        jobs = self.options.parallel.jobs
        if jobs is None:
            jobs = processors() if watch.elapsed > LONG_JOB else 1
        return jobs if can_fork() else 1

    def _side_by_side(self, now: Sequence[ComparedAt], share: Budget) -> list[CommitFunction]:
        """Each in a process of its own, if there are several."""
        if len(now) == 1:
            return [self._compared(now[0], share)]

        def work(at: ComparedAt) -> CommitFunction:
            return self._compared(at, share)

        def lost(at: ComparedAt) -> CommitFunction:
            return _left(at, "interrupted" if pool.was_interrupted else "its process ended unexpectedly")

        pool: ProcessPool[ComparedAt, CommitFunction] = ProcessPool(work, lost, len(now))
        found = [one or lost(at) for at, one in zip(now, pool.run(now), strict=True)]
        self.interrupted = self.interrupted or pool.was_interrupted
        return found

    def _wanted(self, found: Sequence[ComparedAt], spec: str) -> tuple[list[ComparedAt], list[ComparedAt]]:
        """What to compare, and the project's own tests and examples: these are not compared, unless they are asked for.
        Examples are, if nothing else changed."""
        function = self.options.function
        if function is None:
            chosen = [at for at in found if not at.is_test]
            chosen = chosen or [at for at in found if is_example(at.file) and at.takes_inputs]
            return chosen, [at for at in found if at not in chosen]
        wanted = [at for at in found if at.name == function]
        if not wanted:
            names = ", ".join(dict.fromkeys(at.name for at in found)) or "none"
            raise HarnessError(f"{spec} does not change what {function} does", advice=f"it changes: {names}")
        return wanted, []

    def _inner(self, at: ComparedAt, done: Sequence[CommitFunction], todo: Sequence[ComparedAt]) -> list[ComparedAt]:
        """The changed functions inside one that was too large. If their parameters changed, too, only callers know what
        to pass."""
        known = {(each.file, each.function) for each in done} | {(each.file, each.name) for each in todo}
        inner = [each for each in at.covers if each.name != at.name and (each.file, each.name) not in known]
        return [alone(each, Alone.TOO_LARGE) for each in inner if each.has_same_type]

    def _outer(
        self, at: ComparedAt, one: CommitFunction, done: Sequence[CommitFunction], todo: Sequence[ComparedAt]
    ) -> list[ComparedAt]:
        """The functions of the file that call one whose inputs cannot be made, or are too small for the change."""
        is_itself = any(each.name == at.name for each in at.covers)
        if one.status != NOT_COMPARED or at.alone is not None or not is_itself:
            return []
        known = {(each.file, each.function) for each in done} | {(each.file, each.name) for each in todo}
        former = {new: old for old, new in self.matched.items()}
        return [each for each in callers_of(at, former) if (each.file, each.name) not in known]

    def _compared(self, at: ComparedAt, budget: Budget) -> CommitFunction:
        before = time.monotonic()
        blank = _left(at, "")
        try:
            found = self._from_store_or_child(at, budget)
        except SecateurError as error:
            found = replace(blank, reason=self._named(str(error)))
        except OutOfBudget:
            found = replace(blank, reason=TOO_LATE)
        made = replace(blank, data=found.data, reason=found.reason, is_kept=found.is_kept)
        return replace(made, seconds=time.monotonic() - before)

    def _from_store_or_child(self, at: ComparedAt, budget: Budget) -> CommitFunction:
        blank = CommitFunction(at.name, at.former, at.file)
        seconds = min(each for each in (budget.timeout, budget.cpu) if each is not None)
        with alarm(Meter(self.left)):
            versions, found = self._versions(at, budget)
            subjects = versions.subjects(at.name, found)
        assert isinstance(versions.options, DiffOptions)
        store = ComparisonStore(versions, subjects, versions.options, self.is_asked_for)
        kept = None if self.options.fresh else store.load(seconds)
        if kept is not None:
            return replace(blank, data=self._shown(kept), is_kept=True)
        sent: list[dict[str, Any]] = []
        changed = [each.name for each in at.covers]
        most = self._at_most(budget)  # a child has a CPU time of its own

        def work(send: Send) -> None:
            with _within(most):
                self._work(versions, found, subjects, changed, send)

        is_whole = run_in_child(work, sent.append, None if budget.timeout is None else budget.timeout + GRACE)
        self.interrupted = not is_whole
        if not sent:
            return replace(blank, reason="interrupted" if not is_whole else TOO_LATE)
        told = sent[-1]
        if "error" in told:
            return replace(blank, reason=self._named(told["error"]))
        is_settled = told["status"] not in (NOT_COMPARED, ChangeVerdict.UNKNOWN)
        if is_whole and (is_settled or not self.is_short):
            store.save(self._neutral(told), seconds)
        return replace(blank, data=versions.named_json(told))

    @property
    def left(self) -> Budget:
        """Of the time, now."""
        return self.watch.left_of(self.budget)

    def _at_most(self, share: Budget) -> Budget:
        """What a function may take: a little more than its share, but no more than is left for all."""
        more = share.less(-GRACE, -GRACE)
        return replace(more, timeout=_least(more.timeout, self.left.timeout), cpu=_least(more.cpu, self.left.cpu))

    def _work(
        self,
        versions: Versions,
        found: Overview,
        subjects: tuple[Subject, Subject],
        changed: Sequence[str],
        send: Send,
    ) -> None:
        """In the function's own process. A mistake of ours in one function does not take the others with it."""
        try:
            samples = self.samples.about((subjects[1].function, *changed))
            stages = CommitStages(versions, found, subjects[1].function, changed, samples)

            def report(one: FunctionDiff) -> None:
                send(function_json(one, SourceText()))

            report(stages.compared(subjects, self.is_asked_for, self.is_short, report))
        except SecateurError as error:
            send({"error": str(error)})
        except Exception as error:
            send({"error": f"a bug in Secateur: {type(error).__name__}: {error}"})

    def _versions(self, at: ComparedAt, budget: Budget) -> tuple[Versions, Overview]:
        """A function with the files that it is linked with, in both versions."""
        placed = self.subjects.placed(at)
        options = replace(self.options, function=None, budget=budget)
        if placed.missing and options.world.external is External.ERROR:
            options = replace(options, world=replace(options.world, external=External.HAVOC))
        versions = Versions(placed.sources, options, self.workspace.path, self.workspace, placed.builds)
        return versions, placed.overview

    def _named(self, text: str) -> str:
        """Files of a commit by their places in the repository."""
        for tree in (self.range.old, self.range.new):
            if tree.name is not None:
                text = text.replace(f"{tree.root}/", f"{tree.name}:")
        return text

    def _neutral(self, data: dict[str, Any]) -> dict[str, Any]:
        """With marks in place of the folders, which another run may have elsewhere."""
        return _replaced(data, [(f"{tree.root}/", mark) for tree, mark in self._marks() if tree.name is not None])

    def _shown(self, data: dict[str, Any]) -> dict[str, Any]:
        return _replaced(data, [(mark, f"{tree.name}:" if tree.name else "") for tree, mark in self._marks()])

    def _marks(self) -> tuple[tuple[Any, str], ...]:
        return (self.range.old, "<old>/"), (self.range.new, "<new>/")

    def _notes(self) -> tuple[str, ...]:
        notes = []
        guessed = self.comparison.units[1].guessed
        folders = dict.fromkeys(folder or "." for found in guessed.values() for folder in found)
        if folders:
            notes.append(f"headers were also looked for in {', '.join(folders)}")
        return tuple(notes)


@contextmanager
def _within(most: Budget) -> Iterator[None]:
    """What was reported until then is the answer."""
    with suppress(OutOfBudget), alarm(Meter(most)):
        yield


def _least(one: float | None, other: float | None) -> float | None:
    return one if other is None else other if one is None else min(one, other)


def _left(at: ComparedAt, reason: str) -> CommitFunction:
    is_changed = any(each.name == at.name for each in at.covers)
    return CommitFunction(at.name, at.former, at.file, at.through, at.alone, reason=reason, is_changed=is_changed)


def _settled(done: Sequence[CommitFunction]) -> list[CommitFunction]:
    """Without callers that were too large, if all that changed inside them is equivalent by itself."""
    proved = {each.function for each in done if each.alone and each.complete and each.status == "equivalent"}
    return [
        each
        for each in done
        if each.is_decided or each.is_changed or not each.through or not set(each.through) <= proved
    ]


def _replaced(data: dict[str, Any], pairs: Sequence[tuple[str, str]]) -> dict[str, Any]:
    import json  # noqa: PLC0415

    text = json.dumps(data)
    for one, other in pairs:
        text = text.replace(one, other)
    made: dict[str, Any] = json.loads(text)
    return made
