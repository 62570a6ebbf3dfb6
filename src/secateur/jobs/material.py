"""What the report of an answer is made of, and writing it in the formats that a user wants."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from secateur.errors import SecateurError
from secateur.jobs.commit_answer import CommitDiff
from secateur.jobs.compare import TechniqueComparison
from secateur.jobs.diff_answer import Diff
from secateur.jobs.explanation import answers_in
from secateur.jobs.explore_all import Survey
from secateur.jobs.replay import ReplayAnswer
from secateur.jobs.run import Run
from secateur.report.commit_markdown import commit_markdown
from secateur.report.escaped import escaped
from secateur.report.format import wanted_formats, write_formats
from secateur.report.markdown import to_markdown
from secateur.report.material import AnswerKind, FilePair, Material, ReportedRun, StatisticsRow
from secateur.report.sentences import count_of
from secateur.report.source_text import SourceText
from secateur.store.run_store import RunStore
from secateur.suite.writers.json import load

#: Where files go if no folder is named.
OUTPUT = Path("secateur-out")


class NoRunThere(SecateurError):
    """The files of a run cannot be read."""


def of_run(run: Run, statistics: Sequence[StatisticsRow] = ()) -> Material:
    """An exploration that has just ended."""
    data = run.to_json()
    return Material(AnswerKind.EXPLORE, data, (_reported(run, data, statistics),), run.subject.title)


def _reported(run: Run, data: Mapping[str, Any], statistics: Sequence[StatisticsRow] = ()) -> ReportedRun:
    paths = list(zip(run.tests, run.result.paths, strict=True))
    values = distinct_values(run.options.trace if run.options is not None else None)
    return ReportedRun(data, run.suite, paths, statistics, answers_in(run.folder), str(run.folder), values)


def distinct_values(trace: Path | None) -> list[tuple[float, int]]:
    """From the table that `--trace` wrote."""
    if trace is None:
        return []
    try:
        with trace.open(encoding="utf-8", newline="") as file:
            return [(float(row["seconds"]), int(row["values"])) for row in csv.DictReader(file)]
    except (OSError, KeyError, ValueError):
        return []


def of_folder(folder: Path, statistics: Sequence[StatisticsRow] = ()) -> Material:
    """The files that an exploration wrote: everything except the conditions of paths."""
    try:
        data = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    except OSError as error:
        raise NoRunThere(error.strerror or str(error), str(folder / "run.json"), "explore again") from None
    except ValueError as error:
        raise NoRunThere(f"not JSON: {error}", str(folder / "run.json"), "explore again") from None
    if "files" not in data.get("coverage", {}):
        raise NoRunThere("was written by an earlier version", str(folder / "run.json"), "explore again, with --fresh")
    run = ReportedRun(data, load(folder), None, statistics, answers_in(folder), str(folder))
    return Material(AnswerKind.EXPLORE, data, (run,), run.title)


def of_survey(survey: Survey) -> Material:
    """Several functions."""
    runs = tuple(_reported(run, run.to_json()) for run in survey.runs)
    return Material(AnswerKind.EXPLORE, survey.to_json(), runs, count_of(len(runs), "function"))


def of_comparison(compared: TechniqueComparison) -> Material:
    data = compared.to_json()
    runs = tuple(map(ReportedRun, data["rows"]))
    return Material(AnswerKind.COMPARE, data, runs, compared.subject.title, statistics=compared.statistics)


def of_diff(diff: Diff) -> Material:
    told = escaped(diff.versions.named(to_markdown(diff, SourceText())))
    title = f"{diff.old} → {diff.new}"
    return Material(AnswerKind.DIFF, diff.to_json(), title=title, markdown=told, files=_pairs(diff))


def _pairs(diff: Diff) -> list[FilePair]:
    """The files that both versions have, or the only one of each."""
    old, new = diff.versions.sources
    text, named = SourceText(), diff.versions.named
    if len(old.files) == len(new.files) == 1:
        both = [(old.files[0], new.files[0])]
    else:
        places = {_inside(file, old.files): file for file in old.files}
        both = [(places[name], file) for file in new.files if (name := _inside(file, new.files)) in places]
    return [
        FilePair(named(str(a)), named(str(b)), text.lines(str(a)), text.lines(str(b)))
        for a, b in both
        if text.lines(str(a)) != text.lines(str(b))
    ]


def _inside(file: Path, files: Sequence[Path]) -> str:
    """Its place in the folder that has them all."""
    return os.path.relpath(file, os.path.commonpath([each.parent for each in files]))


def of_commit(diff: CommitDiff) -> Material:
    """All functions that a commit changes."""
    told = escaped(commit_markdown(diff))
    return Material(AnswerKind.DIFF, diff.to_json(), title=f"{diff.old} → {diff.new}", markdown=told)


def of_replay(answer: ReplayAnswer) -> Material:
    return Material(AnswerKind.REPLAY, answer.to_json(), title=str(answer.directory))


def statistics_of(store: RunStore | None) -> list[StatisticsRow]:
    """How a stored run went on over time."""
    return [] if store is None else [StatisticsRow(*row) for row in store.statistics()]


def write_report(
    answer: Run | Survey | TechniqueComparison | Diff | CommitDiff | ReplayAnswer,
    formats: str,
    folder: Path | str | None = None,
) -> list[Path]:
    """Write an answer in the formats that are named, with commas between; returns the files. For an exploration and a
    replay, the folder is theirs unless another one is named."""
    material, usual = _material(answer)
    wanted = wanted_formats(formats, material.origin)
    return write_formats(wanted, material, usual if folder is None else Path(folder))


def _material(answer: Run | Survey | TechniqueComparison | Diff | CommitDiff | ReplayAnswer) -> tuple[Material, Path]:
    match answer:
        case Run():
            return of_run(answer), answer.folder
        case Survey():
            return of_survey(answer), answer.options.out or OUTPUT
        case TechniqueComparison():
            return of_comparison(answer), OUTPUT / "compare"
        case Diff():
            return of_diff(answer), answer.options.out or OUTPUT / "diff"
        case CommitDiff():
            return of_commit(answer), answer.options.out or OUTPUT / "diff"
        case ReplayAnswer():
            return of_replay(answer), answer.directory
