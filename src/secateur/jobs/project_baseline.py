"""The baseline of a project, from what its last run found."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from secateur.errors import SecateurError
from secateur.jobs.run_project import ANSWER_FILE
from secateur.project.baseline import Baseline, KnownFinding, load_baseline, make_baseline
from secateur.project.findings import FindingStatus
from secateur.project.settings import ProjectSettings
from secateur.suite.write import replace_file


class NoRunError(SecateurError):
    """There is no run of a project to take findings from."""


@dataclass(frozen=True, slots=True)
class WrittenBaseline:
    """`added`, `removed`: how many findings it has, and had before."""

    file: Path
    baseline: Baseline
    added: int
    removed: int

    def to_json(self) -> dict[str, Any]:
        return {
            "tool": "secateur",
            "file": str(self.file),
            "findings": len(self.baseline.findings),
            "not_explored": list(self.baseline.not_explored),
            "added": self.added,
            "removed": self.removed,
        }


def write_baseline(settings: ProjectSettings) -> WrittenBaseline:
    """In the current folder, which must be that of the project. A run of some functions only says nothing about the
    others: their entries stay. Raises NoRunError."""
    answer = settings.folder / ANSWER_FILE
    try:
        data = json.loads(answer.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise NoRunError("the project was not run yet", str(settings.root), "secateur run explores it") from None
    file = Path(settings.baseline)
    before = load_baseline(file) if file.is_file() else Baseline()
    found = list(_found(data))
    unexplored = [f"{each['source']}:{each['function']}" for each in data["functions"] if each["problem"] is not None]
    if not data["whole"]:
        explored = {f"{each['source']}:{each['function']}" for each in data["functions"]}
        found += [each for each in before.findings if each.fingerprint not in {new.fingerprint for new in found}]
        unexplored += [each for each in before.not_explored if each not in explored]
    made = make_baseline(found, unexplored)
    replace_file(file, made.to_json().encode())
    new, old = made.fingerprints, before.fingerprints
    return WrittenBaseline(file, made, len(new - old), len(old - new))


def _found(data: Mapping[str, Any]) -> Iterator[KnownFinding]:
    for each in data["findings"]:
        if each["status"] != FindingStatus.SUPPRESSED:
            yield KnownFinding(
                each["fingerprint"], each["kind"], each["file"], each["line"], each["function"], each["text"]
            )
