"""The JSON of a run of a project."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from secateur import __version__

if TYPE_CHECKING:
    from secateur.jobs.project_function import ProjectFunction
    from secateur.jobs.run_project import ProjectRun
    from secateur.project.findings import ProjectFinding


def project_json(run: ProjectRun) -> dict[str, Any]:
    return {
        "tool": "secateur",
        "version": __version__,
        "complete": run.complete,
        "whole": run.is_whole,
        "new": len(run.new),
        "functions": [_function_json(each) for each in run.functions],
        "findings": [_finding_json(each) for each in run.findings],
        "fixed": [asdict(each) for each in run.fixed],
        "suppressions": [
            {"file": each.file, "line": each.line, "problem": each.problem or "matches no finding"}
            for each in run.suppressions
        ],
    }


def _function_json(each: ProjectFunction) -> dict[str, Any]:
    """The whole answer is in `run.json` of its folder."""
    data = each.data or {}
    return {
        "source": each.file,
        "function": each.name,
        "out": each.folder,
        "kept": each.is_kept,
        "complete": each.complete,
        "problem": each.problem or None,
        "summary": data.get("summary"),
        "paths": data.get("paths"),
        "coverage": {part: data["coverage"][part] for part in ("lines", "branches")} if data else None,
        "findings": len(each.findings),
    }


def _finding_json(each: ProjectFinding) -> dict[str, Any]:
    return {
        "status": str(each.status),
        "reason": each.reason or None,
        "fingerprint": each.fingerprint,
        "kind": each.kind,
        "file": each.file,
        "line": each.line,
        "column": each.column,
        "function": each.function,
        "message": each.message,
        "text": each.text,
        "confirmed": each.confirmed,
        "functions": list(each.functions),
        "inputs": dict(each.inputs),
        "suite": each.suite,
        "test": each.test,
    }
