"""The report of a project, in the formats that a user wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from secateur.jobs.explanation import answers_in
from secateur.jobs.run_project import ProjectRun
from secateur.project.findings import FindingStatus
from secateur.report.format import Format, write_formats
from secateur.report.material import AnswerKind, Material, ReportedRun
from secateur.report.project_markdown import project_markdown
from secateur.suite.writers.json import load

#: The format that shows at lines of a pull request.
ANNOTATIONS = "github"


def of_project(run: ProjectRun, is_new: bool = False) -> Material:
    """All functions of a project, from the files of their runs, without findings that a comment suppresses. `is_new`:
    without those of the baseline, too."""
    hidden = {FindingStatus.SUPPRESSED, FindingStatus.KNOWN} if is_new else {FindingStatus.SUPPRESSED}
    gone = {(each.file, each.line, each.column, each.kind) for each in run.findings if each.status in hidden}

    def kept(fault: Mapping[str, Any]) -> bool:
        return (fault["file"], fault["line"], fault["column"], fault["kind"]) not in gone

    runs = []
    for each in run.functions:
        if each.data is not None:
            data = {**each.data, "faults": [fault for fault in each.data["faults"] if kept(fault)]}
            place = Path(each.folder)
            runs.append(ReportedRun(data, load(place), explanations=answers_in(place), folder=str(place)))
    data = {**run.to_json(), "functions": [each.data for each in runs]}
    title = f"{len(run.functions)} functions"
    return Material(AnswerKind.EXPLORE, data, tuple(runs), title, markdown=project_markdown(run))


def write_project(run: ProjectRun, wanted: Sequence[Format]) -> list[Path]:
    """Write the answer of a project, in the current folder, which must be that of the project. Annotations are of new
    findings only."""
    written: list[Path] = []
    for each in wanted:
        material = of_project(run, is_new=each.name == ANNOTATIONS)
        written += write_formats([each], material, Path(run.settings.out))
    return written
