"""Why a run is as it is: a line, a test, a cut, a fault, an assumption. Answers are computed, not looked up: tests run
again, inputs are looked for, conditions are asked of the solver."""

from __future__ import annotations

import re
from pathlib import Path

from secateur.jobs.explain_assumption import explain_assumption
from secateur.jobs.explain_change import explain_change
from secateur.jobs.explain_cut import explain_cut
from secateur.jobs.explain_line import explain_line
from secateur.jobs.explain_test import explain_fault, explain_test
from secateur.jobs.explained_run import NotExplained, explained_run
from secateur.jobs.explanation import RunExplanation
from secateur.options.jobs import ExplainOptions

_LINE = re.compile(r"(?:(?P<file>.+):)?(?P<line>\d+)")


def explain(folder: Path | str, what: str, options: ExplainOptions) -> RunExplanation:
    """`folder`: of a stored run, or a file with what `secateur diff --json` printed. `what`: `FILE:LINE` or `LINE`, the
    name of a test, `cut:N`, `fault:N` or `assumption:N`, which count from 1 in the JSON."""
    if Path(folder).is_file():
        return explain_change(Path(folder), what, options)
    with explained_run(Path(folder)) as run:
        kind = what.partition(":")[0]
        line = _LINE.fullmatch(what)
        if kind == "cut":
            return explain_cut(run, what, options)
        if kind == "fault":
            return explain_fault(run, what, options)
        if kind == "assumption":
            return explain_assumption(run, what, options)
        if line is not None:
            return explain_line(run, line["file"] or "", int(line["line"]), options)
        if re.fullmatch(r"\w+", what):
            return explain_test(run, what, options)
        advice = "ask about FILE:LINE, a test such as test000001, cut:N, fault:N or assumption:N"
        raise NotExplained(f"{what} is no question", str(folder), advice)
