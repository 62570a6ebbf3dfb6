"""The page of one or several explorations."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from secateur.report.covered_files import covered_files
from secateur.report.fault_kinds import FAULT_TEXTS
from secateur.report.finding_text import Fault, fault_inputs, is_within, sure_text
from secateur.report.fingerprint import different_faults
from secateur.report.material import Material, ReportedRun
from secateur.report.pages.curves import path_plots, time_plots
from secateur.report.pages.page import page
from secateur.report.pages.path_data import path_data
from secateur.report.pages.source_view import highlighted, source_files
from secateur.report.pages.uncovered import by_line, uncovered_stretches
from secateur.report.places import from_here
from secateur.report.shown import show_inputs
from secateur.report.source_text import SourceText

Places = Mapping[tuple[str, int], int]
"""The lines that are in the page: the number of their file, for links."""


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A decision on the way to a finding. `file` is the number of the file in the page, 0 if it is not there."""

    file: int
    name: str
    line: int
    function: str
    code: Markup
    side: bool
    condition: str
    values: str
    left_out: int


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding as the page shows it; `number` counts from one."""

    number: int
    run: ReportedRun
    fault: Fault
    file: int
    place: str
    code: Markup
    kind_text: str
    inputs: list[tuple[str, str]]
    sure: str
    steps: list[ShownStep]
    commands: list[str]

    @property
    def is_within(self) -> bool:
        return is_within(self.fault)


def explore_page(material: Material) -> str:
    text = SourceText()
    runs = material.runs
    pairs = sorted(different_faults(runs, text), key=_order)
    stretches = [each for run in runs for each in uncovered_stretches(run)]
    reached = _reached(runs)
    stretches = [each for each in stretches if (each.file, each.first) not in reached]
    stretches = list({(each.file, each.first): each for each in reversed(stretches)}.values())[::-1]
    files = source_files(runs, [fault for _, fault in pairs], by_line(stretches), text)
    numbers = {(each.name, line.number): each.number for each in files for line in each.lines}
    findings = [_finding(number, *pair, numbers, text) for number, pair in enumerate(pairs, 1)]
    return page(
        "explore.html",
        title=material.title or "several functions",
        runs=runs,
        totals=_totals(runs),
        findings=findings,
        within=sum(each.is_within for each in findings),
        kinds=sorted({each.fault["kind"] for each in findings}),
        files=files,
        stretches=[(numbers.get((from_here(each.file), each.first), 0), each) for each in stretches],
        contracts=[(run, run.data["contract"]) for run in runs if run.data.get("contract")],
        plots=[(run, time_plots(run), path_plots(run)) for run in runs],
        paths=[path_data(run) for run in runs],
        explanations=[(run, list(run.explanations)) for run in runs if run.explanations],
    )


def _order(pair: tuple[ReportedRun, Fault]) -> tuple[bool, str, int, int]:
    fault = pair[1]
    return not is_within(fault), fault["file"], fault["line"], fault["column"]


def _reached(runs: Sequence[ReportedRun]) -> set[tuple[str, int]]:
    """Lines that at least one of the explorations covers."""
    return {(each["file"], line) for run in runs for each in run.data["coverage"]["files"] for line in each["covered"]}


def _totals(runs: Sequence[ReportedRun]) -> dict[str, Any]:
    files = covered_files(runs)
    sides = [branch[side] for each in files for branch in each["branches"] for side in ("true", "false")]
    seconds = sum(run.data["seconds"] for run in runs)
    solving = sum(run.data["solver"]["seconds"] for run in runs)
    return {
        "paths": {
            name: sum(run.data["paths"][name] for run in runs)
            for name in ("completed", "faulty", "cut", "infeasible", "limited")
        },
        "lines": (
            sum(len(each["covered"]) for each in files),
            sum(len(e["covered"]) + len(e["missed"]) for e in files),
        ),
        "sides": (sum(sides), len(sides)),
        "tests": sum(len(run.data["tests"]) for run in runs),
        "complete": all(run.data["complete"] for run in runs),
        "seconds": seconds,
        "solver": solving / seconds if seconds else 0.0,
        "queries": sum(run.data["solver"]["queries"] for run in runs),
        "instructions": sum(run.data["instructions"] for run in runs),
    }


def _finding(number: int, run: ReportedRun, fault: Fault, files: Places, text: SourceText) -> ShownFinding:
    place = from_here(fault["file"])
    inputs = fault_inputs(run, fault)
    return ShownFinding(
        number,
        run,
        fault,
        files.get((place, fault["line"]), 0),
        f"{place}:{fault['line']}",
        highlighted([text.line(fault["file"], fault["line"])])[0],
        FAULT_TEXTS.get(str(fault["kind"]), str(fault["kind"])),
        [(name, show_inputs({name: value}).partition("=")[2]) for name, value in inputs.items()],
        sure_text(fault),
        [_step(step, files, text) for step in fault["steps"]],
        _commands(fault, Path(run.folder)) if run.folder else [],
    )


def _step(step: Mapping[str, Any], files: Places, text: SourceText) -> ShownStep:
    name = from_here(step["file"])
    return ShownStep(
        files.get((name, step["line"]), 0),
        name,
        step["line"],
        step["function"],
        highlighted([text.line(step["file"], step["line"])])[0],
        step["side"],
        step["condition"],
        show_inputs(step["values"]),
        step["left_out"],
    )


def _commands(fault: Fault, folder: Path) -> list[str]:
    """How to see it again: with any compiler, and with ours and its checks."""
    place = folder / fault["suite"] if fault.get("suite") else folder
    if "caller" in fault:
        place = folder / "callers" / fault["caller"]
    try:
        head = (place / "tests.c").read_text(errors="replace").split("\n")[:8]
    except OSError:
        head = []
    build = next((line.removeprefix(" *").strip() for line in head if "tests.c -o tests" in line), "")
    here = shlex.quote(str(place))
    found = [f"cd {here} && {build} {shlex.quote(fault['test'])}"] if build else []
    return [*found, f"secateur replay {here}"]
