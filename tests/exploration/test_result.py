"""What a result says of faults and notes."""

from __future__ import annotations

from pathlib import Path

from .exploring import FIRST, explored

SAME = """static int divide(int a, int b)
{
    return a / b;
}
int main(void)
{
    int n = INT, m = INT;
    if (m > 3)
        return divide(8, n);
    if (m < -3)
        return divide(4, n) + 8 % n;
    assert(n != 7);
    return 0;
}
"""


def test_each_fault_is_reported_once_with_its_first_path(tmp_path: Path) -> None:
    result = explored(SAME, tmp_path)
    faults = [(str(fault.kind), fault.position.line - FIRST + 1) for fault, _ in result.faults()]
    assert faults == [("division-by-zero", 3), ("assertion", 12)]
    assert result.counts.faulty == 3
    for fault, index in result.faults():
        here = [
            number
            for number, path in enumerate(result.paths)
            if path.fault is not None and (path.fault.kind, path.fault.position) == (fault.kind, fault.position)
        ]
        assert index == here[0]
    assert {fault.function for fault, _ in result.faults()} == {"divide", "main"}


def test_two_faults_on_one_line_are_two(tmp_path: Path) -> None:
    result = explored("int main(void) { int n = INT, m = INT; return 8 / n + 8 / m; }", tmp_path)
    places = {(f.kind, f.position.line, f.position.column) for f, _ in result.faults()}
    assert len(places) == len(result.faults()) == 2


def test_notes_are_collected_once(tmp_path: Path) -> None:
    text = """int main(void)
{
    int r = 0;
    if (INT > 0) r = 1;
    if (INT > 0) r = 2;
    printf("%p", &r);
    return r;
}
"""
    result = explored(text, tmp_path)
    assert [(n.position.line - FIRST + 1, n.incomplete) for n in result.notes] == [(6, False)]
    assert "pointer" in result.notes[0].text
    assert result.complete
