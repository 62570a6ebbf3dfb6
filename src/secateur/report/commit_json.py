"""The JSON of `diff` for a commit: that of two files, with one entry for each function over all files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from secateur import __version__
from secateur.report.assumptions import assumption_json

if TYPE_CHECKING:
    from secateur.jobs.commit_answer import CommitDiff, CommitFunction


def commit_json(answer: CommitDiff) -> dict[str, Any]:
    changes = answer.changes
    return {
        "tool": "secateur",
        "version": __version__,
        "old": answer.old,
        "new": answer.new,
        "verdict": str(answer.status),
        "functions": [_function(each) for each in answer.functions],
        "only_old": [name for _, name in changes.removed],
        "only_new": [name for _, name in changes.added],
        "renamed": {each.old: each.new for each in changes.renamed},
        "skipped": {each.function: each.reason for each in answer.functions if each.reason},
        "not_compiled": dict(changes.broken),
        "not_built": list(changes.apart),
        "unaffected": changes.unaffected,
        "tests_changed": list(answer.tests),
        "build_notes": list(answer.notes),
        "complete": answer.complete,
        "interrupted": answer.interrupted,
        "assumptions": _assumptions(answer),
        "seconds": round(answer.seconds, 6),
    }


def _function(one: CommitFunction) -> dict[str, Any]:
    place: dict[str, Any] = {"file": one.file, "former": one.former, "through": list(one.through)}
    place |= {"alone": None if one.alone is None else str(one.alone), "cached": one.is_kept}
    if not one.data:
        return {"function": one.function, "status": one.status, "summary": one.reason, "complete": False, **place}
    return {**one.data, **place, "seconds": round(one.seconds, 6)}


def _assumptions(answer: CommitDiff) -> list[Mapping[str, Any]]:
    found: dict[tuple[str, str, str], Mapping[str, Any]] = {}
    for one in answer.functions:
        for each in one.data.get("assumptions", ()):
            found.setdefault((each["kind"], each["subject"], each["text"]), each)
    return [*found.values(), *(assumption_json(each) for each in answer.not_compiled)]
