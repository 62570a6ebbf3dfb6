"""The JSON of `diff`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from secateur import __version__
from secateur.report.assumptions import assumption_json
from secateur.report.change_text import both_outcomes, bound_text, incomplete_text, sentence
from secateur.report.cuts import cuts_json
from secateur.report.impacted_lines import change_json, impacted_lines, line_json, user_changes
from secateur.report.native_run import native_text
from secateur.report.outputs import ways_text
from secateur.report.run_json import limit_json
from secateur.report.source_text import SourceText
from secateur.suite.test import Json

if TYPE_CHECKING:
    from secateur.ir.model import Position
    from secateur.jobs.diff_answer import Diff, FunctionDiff, ShownDifference


def diff_json(diff: Diff, text: SourceText) -> dict[str, Any]:
    return {
        "tool": "secateur",
        "version": __version__,
        "old": diff.old,
        "new": diff.new,
        "verdict": str(diff.status),
        "functions": [function_json(each, text) for each in diff.functions],
        "only_old": list(diff.only_old),
        "only_new": list(diff.only_new),
        "renamed": dict(diff.renamed),
        "skipped": dict(diff.skipped),
        "initial_values": list(diff.initial_values),
        "build_notes": list(diff.versions.notes),
        "complete": diff.complete,
        "assumptions": [assumption_json(each) for each in diff.assumptions],
        "seconds": round(diff.seconds, 6),
    }


def function_json(one: FunctionDiff, text: SourceText) -> dict[str, Any]:
    """One function in two versions."""
    matching, counts = one.pair.matching, one.result.counts
    lines = [] if matching.is_same else impacted_lines(one.pair.impact, text)
    shown: dict[str, Any] = {
        "function": one.function,
        "status": str(one.status),
        "summary": sentence(one),
        "bound": bound_text(one.bound),
        "changes": [change_json(c, text) for c in user_changes(matching, text)],
        "globals": list(matching.globals),
        "renamed": {f: dict(names) for f, names in matching.renamed.items()},
        "impact": [line_json(line, text) for line in lines],
        "paths": {
            "technique": one.result.technique,
            "completed": counts.completed,
            "faulty": counts.faulty,
            "without_effect": one.alike,
            "infeasible": counts.infeasible,
            "runs": counts.runs,
            "old_runs": one.verdict.runs,
        },
        "cuts": cuts_json(one.result.cuts),
        "differences": [_shown_json(d) for d in one.differences],
        "outside": [{**_shown_json(d.shown), "needs": d.needs} for d in one.outside],
        "unconfirmed": [_shown_json(d) for d in one.unconfirmed],
        "not_tried": one.not_tried,
        "further": one.further,
        "uncompared": list(one.uncompared),
        "matched": {
            "renamed": dict(one.match.names),
            "added": list(one.match.added),
            "removed": list(one.match.removed),
            "narrowed": dict(one.match.widths),
        },
        "behind": [_place_json(fault.position, kind=str(fault.kind)) for fault in one.behind],
        "unreached": [_place_json(place) for place in one.unreached],
        "complete": one.complete,
        "incomplete": incomplete_text(one),
        "assumptions": [assumption_json(each) for each in one.assumptions],
        "limits": [limit_json(limit) for limit in (*one.result.limits, *one.verdict.limits)],
        "seconds": round(one.seconds, 6),
    }
    if one.tests is not None:
        shown["tests"] = dict(one.tests)
    return shown


def _place_json(place: Position, **more: str) -> dict[str, Any]:
    return {**more, "file": place.file, "line": place.line}


def _shown_json(shown: ShownDifference) -> dict[str, Any]:
    old, new = both_outcomes(shown)
    found = shown.difference
    inputs: Mapping[str, Json] = shown.new.inputs
    return {
        "condition": ways_text(found.ways),
        "exact": found.is_exact,
        "outputs": list(found.names),
        "input": dict(inputs),
        "outcome": {"old": old, "new": new},
        "paths": {"old": list(shown.old.path), "new": list(shown.new.path)},
        "regions": found.merged,
        "confirmed": shown.confirmed,
        "natively": native_text(shown.confirmed, shown.rests_on, (old, new)),
        "rests_on": list(shown.rests_on),
    }
