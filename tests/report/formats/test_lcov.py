"""Coverage for other tools."""

from __future__ import annotations

from pathlib import Path

from report.examples import example
from secateur.exploration.coverage import Coverage
from secateur.report.formats.lcov import to_lcov
from secateur.report.run_json import coverage_json


def _records(text: str, kind: str) -> list[tuple[int, ...]]:
    prefix = f"{kind}:"
    return [
        tuple(int(part) for part in line.removeprefix(prefix).split(","))
        for line in text.splitlines()
        if line.startswith(prefix)
    ]


def test_lines_and_branches(tmp_path: Path) -> None:
    result, _ = example(tmp_path)
    text = to_lcov(coverage_json(result.coverage)["files"])
    assert text.splitlines()[:2] == ["TN:", f"SF:{tmp_path / 'f.c'}"]
    assert text.endswith("end_of_record\n")
    lines = {record[0]: record[1] for record in _records(text, "DA")}
    assert {5, 6, 7, 8, 10} <= set(lines)
    assert set(lines.values()) == {1}
    assert [line for line, *_ in _records(text, "BRDA")] == [6, 6, 6, 6]


def test_what_was_not_run_is_zero(tmp_path: Path) -> None:
    result, _ = example(tmp_path, max_paths=1)
    lines = {record[0]: record[1] for record in _records(to_lcov(coverage_json(result.coverage)["files"]), "DA")}
    assert (lines[6], lines[7], lines[10]) == (1, 0, 1)
    taken = [count for *_, count in _records(to_lcov(coverage_json(result.coverage)["files"]), "BRDA")]
    assert sum(taken) == 1


def test_two_branches_on_a_line_are_told_apart(tmp_path: Path) -> None:
    """A record is known by its line, block and branch: tools add up those that have the same."""
    result, _ = example(tmp_path)
    keys = [record[:3] for record in _records(to_lcov(coverage_json(result.coverage)["files"]), "BRDA")]
    assert len(keys) == len(set(keys)) == 4


def test_each_file_is_a_record() -> None:
    coverage = Coverage({("a.c", 1): True, ("b.c", 7): False}, {("b.c", 7, 3, 0): (False, True)})
    text = to_lcov(coverage_json(coverage)["files"])
    assert text.count("end_of_record") == 2
    first, second = text.split("end_of_record\n")[:2]
    assert "SF:a.c" in first
    assert "DA:1,1" in first
    assert "BRDA" not in first
    assert "SF:b.c" in second
    assert "DA:7,0" in second
    assert second.count("BRDA:7,") == 2
