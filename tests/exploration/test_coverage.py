"""Lines and branch sides that were run, and only those."""

from __future__ import annotations

from pathlib import Path

from secateur.exploration.coverage import Coverage
from secateur.options import Budget

from .exploring import FIRST, explored


def _lines(coverage: Coverage) -> dict[int, bool]:
    """Covered or not, by the line's number in the text, from 1."""
    return {line - FIRST + 1: run for (_, line), run in coverage.lines.items()}


def _sides(coverage: Coverage) -> list[tuple[int, tuple[bool, bool]]]:
    return [(line - FIRST + 1, sides) for (_, line, _, _), sides in coverage.branches.items()]


IFS = """int main(void)
{
    int n = INT;
    int r = 0;
    if (n > 5)
        r = 1;
    else
        r = 2;
    if (!(n > 7))
        r += 3;
    return r;
}
static int unused(int x)
{
    return x;
}
int caller(int x)
{
    return unused(x);
}
"""


def test_one_path_covers_its_own_lines_and_sides(tmp_path: Path) -> None:
    coverage = explored(IFS, tmp_path, budget=Budget(max_paths=1)).coverage
    lines = _lines(coverage)
    assert {line for line, run in lines.items() if not run} >= {6}
    assert {3, 5, 8, 9, 10, 11} <= {line for line, run in lines.items() if run}
    assert _sides(coverage) == [(5, (False, True)), (9, (True, False))]
    assert coverage.covered_sides == 2


def test_all_paths_cover_all_but_what_is_not_called(tmp_path: Path) -> None:
    coverage = explored(IFS, tmp_path).coverage
    uncovered = {line for line, run in _lines(coverage).items() if not run}
    assert uncovered <= {15, 19}
    assert _sides(coverage) == [(5, (True, True)), (9, (True, True))]


def test_code_behind_a_fault_was_not_run(tmp_path: Path) -> None:
    text = """int main(void)
{
    int n = INT;
    int zero = 0;
    int a = n + 1 > 0;
    a = 10 / zero;
    a = a + 2;
    return a;
}
"""
    result = explored(text, tmp_path)
    lines = _lines(result.coverage)
    assert all(fault.position.line - FIRST + 1 in (5, 6) for fault, _ in result.faults())
    assert lines[3]
    assert lines[5]
    assert lines[6]
    assert not lines[7]
    assert not lines[8]


def test_code_behind_an_exit_was_not_run(tmp_path: Path) -> None:
    text = """int main(void)
{
    int n = INT;
    if (n > 2) {
        exit(3);
    }
    __VERIFIER_assume(n < -100);
    n = n / 3;
    return n == 0;
}
"""
    first = explored(text, tmp_path, budget=Budget(max_paths=1))
    assert first.counts.completed == 1
    everything = explored(text, tmp_path).coverage
    assert everything.covered_lines == len(everything.lines)


def test_code_behind_a_failed_assumption_was_not_run(tmp_path: Path) -> None:
    text = """int main(void)
{
    int n = INT;
    __VERIFIER_assume(n != n);
    n = n / 3;
    return n == 0;
}
"""
    lines = _lines(explored(text, tmp_path).coverage)
    assert lines[3]
    assert not lines[5]
    assert not lines[6]


def test_both_parts_of_a_condition_are_branches(tmp_path: Path) -> None:
    text = """int main(void)
{
    int a = INT, b = INT;
    if (a > 0 && b > 0)
        return 1;
    return 0;
}
"""
    one = explored(text, tmp_path, budget=Budget(max_paths=1)).coverage
    assert _sides(one) == [(4, (False, True)), (4, (False, False))]
    full = explored(text, tmp_path).coverage
    assert (full.covered_sides, len(full.branches)) == (4, 2)


def test_the_c_library_does_not_count(tmp_path: Path) -> None:
    text = """int main(void)
{
    char s[3] = "ab";
    return strlen(s) + atoi(s);
}
"""
    coverage = explored(text, tmp_path).coverage
    assert {Path(file).name for file, _ in coverage.lines} == {"program.c"}
    lines = _lines(coverage)
    assert {3, 4} <= set(lines) <= {3, 4, 5}  # locals end their lives at the closing brace
    assert all(lines.values())
