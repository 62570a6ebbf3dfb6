"""The JSON of an exploration of several functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from secateur import __version__
from secateur.report.fingerprint import add_fingerprints
from secateur.report.run_json import outside_json
from secateur.report.source_text import SourceText

if TYPE_CHECKING:
    from secateur.jobs.explore_all import ExploredFunction, Survey


def survey_json(survey: Survey) -> dict[str, Any]:
    findings = [
        {**outside_json(each.fault), "functions": list(each.functions), "inputs": dict(each.fault.inputs)}
        for each in survey.findings
    ]
    add_fingerprints(findings, SourceText())
    return {
        "tool": "secateur",
        "version": __version__,
        "complete": survey.complete,
        "functions": [_function_json(each) for each in survey.functions],
        "findings": findings,
        "undefined": [{"name": name, "functions": list(users)} for name, users in survey.undefined.items()],
    }


def _function_json(explored: ExploredFunction) -> dict[str, Any]:
    """The answer of `explore` for the function, or why there is none."""
    if explored.run is None:
        return {"source": explored.source, "function": explored.name, "problem": explored.problem}
    return {**explored.run.data(), "problem": None}
