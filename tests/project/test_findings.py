"""Fingerprints: they stay when lines move, and change when the code does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from secateur.project.baseline import Baseline, BaselineError, KnownFinding, load_baseline, make_baseline
from secateur.project.findings import FindingStatus, FunctionFault, ProjectFinding, findings_of, with_status


def fault(line: int, column: int = 1, kind: str = "shift", function: str = "f") -> dict[str, Any]:
    return {
        "kind": kind,
        "file": "a.c",
        "line": line,
        "column": column,
        "function": function,
        "message": "m",
        "test": "test000001",
        "confirmed": True,
    }


def judged(lines: list[str], *faults: dict[str, Any]) -> tuple[ProjectFinding, ...]:
    given = [FunctionFault(each, {"x": 1}, "out/a-f", "a.c:f") for each in faults]
    return findings_of(given, lambda _, line: lines[line - 1])


def prints(lines: list[str], *faults: dict[str, Any]) -> list[str]:
    return [each.fingerprint for each in judged(lines, *faults)]


def test_a_fingerprint_survives_moved_and_indented_lines() -> None:
    (before,) = prints(["x = 1 << n;"], fault(1))
    assert prints(["", "", "    x = 1  << n;  // why /* not */"], fault(3)) == [before]


def test_it_changes_with_the_code_the_kind_and_the_function() -> None:
    lines = ["x = 1 << n;", "x = 2 << n;"]
    different = {*prints(lines, fault(1)), *prints(lines, fault(2)), *prints(lines, fault(1, kind="signed-overflow"))}
    different |= {*prints(lines, fault(1, function="g"))}
    assert len(different) == 4


def test_lines_that_are_alike_are_told_apart_by_their_order() -> None:
    lines = ["x <<= n;", "x <<= n;"]
    first, second = prints(lines, fault(1), fault(2))
    assert first != second
    assert prints(["", *lines], fault(2), fault(3)) == [first, second]


def test_a_fault_that_several_functions_show_is_one_finding() -> None:
    given = [FunctionFault(fault(1), {}, "out", name) for name in ("a.c:f", "a.c:g")]
    (one,) = findings_of(given, lambda *_: "x")
    assert one.functions == ("a.c:f", "a.c:g")


def test_a_comment_comes_before_the_baseline() -> None:
    one, two, three = judged(["a", "b", "c"], fault(1), fault(2), fault(3))
    known = {one.fingerprint, two.fingerprint}
    status = [each.status for each in with_status((one, two, three), known, lambda f: "why" if f is one else "")]
    assert status == [FindingStatus.SUPPRESSED, FindingStatus.KNOWN, FindingStatus.NEW]


def test_a_baseline_is_read_as_it_was_written(tmp_path: Path) -> None:
    findings = [KnownFinding("b", "shift", "b.c", 1, "f", "x"), KnownFinding("a", "shift", "a.c", 9, "g", 'y "é"')]
    made = make_baseline(findings, ["a.c:h", "a.c:h"])
    file = tmp_path / "baseline.json"
    file.write_text(made.to_json())
    assert load_baseline(file) == made
    assert [each.fingerprint for each in made.findings] == ["a", "b"]
    assert make_baseline(reversed(findings), ["a.c:h"]).to_json() == made.to_json()
    assert load_baseline(tmp_path / "missing.json") == Baseline()
    for bad in ("{", "[]", '{"format": 7}', '{"format": 1, "findings": [{}], "not_explored": []}'):
        file.write_text(bad)
        with pytest.raises(BaselineError, match=r"baseline\.json"):
            load_baseline(file)
