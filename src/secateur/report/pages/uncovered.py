"""Why lines were not run, as far as the answer of an exploration shows it. `secateur explain` looks closer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from secateur.report.line_ranges import line_ranges
from secateur.report.material import ReportedRun

#: Limits of the whole run.
_BUDGETS = ("time", "cpu", "paths", "memory", "interrupted", "first")
#: Assumptions about the inputs, which can exclude what would lead to a line.
_NARROWING = ("condition", "size", "shape", "not-null", "no-alias", "callee", "globals", "allocation")


_LINE = re.compile(r"(?:(?P<file>.+):)?(?P<line>\d+)")


@dataclass(frozen=True, slots=True)
class UncoveredStretch:
    """Lines of a file that no run reached. `option`: what might change that, or nothing."""

    file: str
    first: int
    last: int
    function: str
    why: str
    option: str = ""

    @property
    def lines(self) -> str:
        return f"line {self.first}" if self.first == self.last else f"lines {self.first}-{self.last}"


def uncovered_stretches(run: ReportedRun) -> list[UncoveredStretch]:
    """What `secateur explain` has answered about a line counts more than what the run itself shows."""
    found = [found for each in run.data["coverage"]["files"] for found in _in_file(run.data, each)]
    return [_explained(each, run.explanations) for each in found]


def _explained(stretch: UncoveredStretch, answers: Sequence[tuple[str, str]]) -> UncoveredStretch:
    for question, answer in answers:
        asked = _LINE.fullmatch(question)
        if asked is None or not stretch.first <= int(asked["line"]) <= stretch.last:
            continue
        if asked["file"] is None or stretch.file.endswith(asked["file"].removeprefix("./")):
            return replace(stretch, why=answer.partition("\n")[0], option="")
    return stretch


def _in_file(data: Mapping[str, Any], each: Mapping[str, Any]) -> Iterator[UncoveredStretch]:
    file, missed = each["file"], set(each["missed"])
    functions = [f for f in data["coverage"].get("functions", ()) if f["file"] == file]
    code = [*each["covered"], *each["missed"]]
    for function in functions:
        inside = [line for line in code if function["line"] <= line <= function["end"]]
        own = missed.intersection(inside)
        if own and not function["called"]:
            why, option = _never_called(data, function)
            yield UncoveredStretch(file, min(own), max(own), function["name"], why, option)
        else:
            for first, last in line_ranges(own, inside):
                yield UncoveredStretch(file, first, last, function["name"], *_why(data, function, first))
        missed -= own
    for first, last in line_ranges(missed, code):
        yield UncoveredStretch(file, first, last, "", *_why(data, None, first))


def _never_called(data: Mapping[str, Any], function: Mapping[str, Any]) -> tuple[str, str]:
    told, option = _why(data, None, 0)
    return f"{function['name']} is never called; {told}", option


def _why(data: Mapping[str, Any], function: Mapping[str, Any] | None, line: int) -> tuple[str, str]:
    """The most likely reason first: where runs end before the line, then the budget, then what was assumed."""
    stopped = [each for each in (*data["unsupported"], *data["limits"]) if _is_before(each, function, line)]
    if stopped:
        last = max(stopped, key=lambda each: each["line"])
        return f"runs end before it, at line {last['line']}: {last['text']}", ""
    for limit in data["limits"]:
        if limit["kind"] in _BUDGETS:
            return f"not reached before {limit['text'].partition(' (')[0]}", ""
    if data["limits"]:
        return f"not reached; {'; '.join(each['text'] for each in data['limits'][:3])}", ""
    lifts = [each["lift"] for each in data["assumptions"] if each["kind"] in _NARROWING and each["lift"]]
    if data["cuts"]:
        return f"no path that {data['technique']} explored reaches it", "--technique full"
    return "no input reaches it, with these inputs and assumptions", lifts[0] if lifts else ""


def _is_before(place: Mapping[str, Any], function: Mapping[str, Any] | None, line: int) -> bool:
    """Is it a place in the same function, before the line?"""
    if function is None or place["line"] is None or place["file"] != function["file"]:
        return False
    return bool(function["line"] <= place["line"] < line) and bool(place.get("count", place.get("paths")))


def by_line(stretches: Sequence[UncoveredStretch]) -> dict[tuple[str, int], UncoveredStretch]:
    """By the line at which a stretch begins."""
    return {(each.file, each.first): each for each in stretches}
