"""The JSON of `debug`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from secateur import __version__
from secateur.evolve.debugging.debug import Cause
from secateur.report.assumptions import assumption_json
from secateur.report.outputs import condition_text
from secateur.report.source_text import SourceText

if TYPE_CHECKING:
    from secateur.jobs.debug import Alternative, Diagnosis


def debug_json(answer: Diagnosis, text: SourceText) -> dict[str, Any]:
    explanation = answer.explanation
    return {
        "tool": "secateur",
        "version": __version__,
        "old": answer.old,
        "new": answer.new,
        "function": answer.function,
        "conditions": answer.conditions,
        "input": dict(answer.failing.inputs),
        "outcome": {"old": answer.failing.old, "new": answer.failing.new},
        "different": explanation.is_different,
        "causes": [
            _cause(cause, found, text) for cause, found in zip(explanation.causes, answer.alternatives, strict=True)
        ],
        "constraints": {"old": explanation.sizes[0], "new": explanation.sizes[1]},
        "complete": answer.complete,
        "assumptions": [assumption_json(each) for each in answer.assumptions],
        "seconds": round(answer.seconds, 6),
    }


def _cause(cause: Cause, found: Alternative | None, text: SourceText) -> dict[str, Any]:
    return {
        "version": cause.version,
        "file": cause.position.file,
        "line": cause.position.line,
        "other_line": cause.other,
        "kind": cause.kind,
        "text": text.line(cause.position.file, cause.position.line),
        "changed": cause.is_changed,
        "condition": None if cause.condition is None else condition_text([cause.condition]),
        "input": None if found is None else dict(found.inputs),
        "outcome": None if found is None else {"old": found.old, "new": found.new},
    }
