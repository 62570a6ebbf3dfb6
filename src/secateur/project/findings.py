"""The findings of a project: each fault once, with a fingerprint that survives moved lines."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

_COMMENT = re.compile(r"//.*|/\*.*?(?:\*/|$)")


class FindingStatus(StrEnum):
    """What becomes of a finding: only new ones count for the exit code."""

    NEW = "new"
    KNOWN = "known"  # the baseline has it
    SUPPRESSED = "suppressed"  # a comment in the source says why


@dataclass(frozen=True, slots=True)
class ProjectFinding:
    """`fault`: as in `run.json` of the first function that shows it; `suite`: the folder of its test. `functions`: all
    that show it. `text`: the line in the source. `reason`: of a comment that suppresses it."""

    kind: str
    file: str
    line: int
    column: int
    function: str
    message: str
    text: str
    fingerprint: str
    functions: tuple[str, ...]
    fault: Mapping[str, Any]
    inputs: Mapping[str, Any]
    suite: str
    status: FindingStatus = FindingStatus.NEW
    reason: str = ""

    @property
    def test(self) -> str:
        return str(self.fault["test"])

    @property
    def confirmed(self) -> bool | None:
        confirmed = self.fault["confirmed"]
        return None if confirmed is None else bool(confirmed)


def fingerprint(kind: str, file: str, function: str, text: str, number: int) -> str:
    """What a finding is recognised by in a later version. `text`: the line, whose spaces and comments do not count;
    `number`: which of those that are alike otherwise it is."""
    parts = (kind, f"{file}:{function}", code_of(text), str(number))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:32]


def code_of(text: str) -> str:
    """A line without spaces and comments."""
    return "".join(_COMMENT.sub(" ", text).split())


@dataclass(frozen=True, slots=True)
class FunctionFault:
    """A fault that an exploration of `shown_by` (`file.c:name`) found: its JSON, its inputs and the folder of its
    test."""

    fault: Mapping[str, Any]
    inputs: Mapping[str, Any]
    suite: str
    shown_by: str


def findings_of(faults: Iterable[FunctionFault], line_text: Callable[[str, int], str]) -> tuple[ProjectFinding, ...]:
    """Each different fault once, by place. `line_text`: a line of a source."""
    groups: dict[tuple[str, int, int, str], list[FunctionFault]] = {}
    for each in faults:
        fault = each.fault
        groups.setdefault((fault["file"], fault["line"], fault["column"], fault["kind"]), []).append(each)
    seen: dict[tuple[str, ...], int] = {}
    found = []
    for (file, line, column, kind), given in sorted(groups.items()):
        fault, text = given[0].fault, line_text(file, line)
        alike = (kind, file, fault["function"], code_of(text))
        number = seen[alike] = seen.get(alike, 0) + 1
        found.append(
            ProjectFinding(
                kind,
                file,
                line,
                column,
                fault["function"],
                fault["message"],
                text.strip(),
                fingerprint(kind, file, fault["function"], text, number),
                tuple(dict.fromkeys(each.shown_by for each in given)),
                fault,
                given[0].inputs,
                given[0].suite,
            )
        )
    return tuple(found)


def with_status(
    findings: Sequence[ProjectFinding], known: Iterable[str], reason_of: Callable[[ProjectFinding], str]
) -> tuple[ProjectFinding, ...]:
    """`known`: fingerprints of the baseline. `reason_of`: why a finding is ignored; empty if it is not."""
    baseline = frozenset(known)

    def judged(each: ProjectFinding) -> ProjectFinding:
        reason = reason_of(each)
        if reason:
            return replace(each, status=FindingStatus.SUPPRESSED, reason=reason)
        status = FindingStatus.KNOWN if each.fingerprint in baseline else FindingStatus.NEW
        return replace(each, status=status)

    return tuple(map(judged, findings))
