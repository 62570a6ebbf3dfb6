"""Forks by target: labels with the same target, and tests of one value, are one decision, and each label is covered."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.exploration.coverage import Coverage
from secateur.exploration.loop import Explorer
from secateur.exploration.plugins import registry
from secateur.exploration.result import Result
from secateur.exploration.setup import Setup
from secateur.expr import to_c
from secateur.frontend.build import build
from secateur.ir.model import ConditionalJump, Program
from secateur.ir.reader import read
from secateur.ir.targets import by_target
from secateur.solver import Solver, by_name

from .exploring import FIRST, HEADER, statuses


def _program(text: str, folder: Path) -> Program:
    source = folder / "program.c"
    source.write_text(HEADER + text)
    return read(build([source]).text)


def _explored(program: Program, technique: str = "full") -> Result:
    made = registry().find(technique).make(Setup())
    return Explorer(made.machine(program), Solver(by_name("bitwuzla")), made).run()


def _both(text: str, folder: Path, technique: str = "full") -> tuple[Result, Result]:
    """By label and by target. What is covered is the same."""
    program = _program(text, folder)
    labels, targets = _explored(program), _explored(by_target(program), technique)
    assert targets.complete
    assert targets.coverage == labels.coverage
    return labels, targets


def _run_lines(coverage: Coverage) -> set[int]:
    return {line - FIRST + 1 for (_, line), run in coverage.lines.items() if run}


SWITCH = """int main(void)
{
    switch (INT) {
    case 1: case 4: return 1;
    case 2: return 2;
    case 3: return 1 + 2;
    case 7: case 8: case 9: return 2 + 2;
    default: return 5;
    }
}
"""


@pytest.mark.parametrize("technique", ["full", "pse", "dgse"])
def test_a_switch_forks_by_target_and_its_tests_cover_each_label(tmp_path: Path, technique: str) -> None:
    labels, targets = _both(SWITCH, tmp_path, technique)
    assert labels.counts.completed == 8
    assert targets.explored == 5
    assert targets.counts.covering == 3
    inputs = {path.model[0] if path.model else 0 for path in targets.paths}
    assert {1, 4, 2, 3, 7, 8, 9} < inputs, "a test for each label, and one for the default"
    assert sorted(set(statuses(targets))) == [1, 2, 3, 4, 5]


INTERLEAVED = """define i32 @main() {
entry:
  %n = call i32 @__VERIFIER_nondet_int()
  switch i32 %n, label %rest [
    i32 1, label %one
    i32 2, label %two
    i32 3, label %one
    i32 4, label %rest
    i32 5, label %two
  ]
one:
  br label %end
two:
  br label %end
rest:
  br label %end
end:
  %r = phi i32 [ 1, %one ], [ 2, %two ], [ 3, %rest ]
  ret i32 %r
}
declare i32 @__VERIFIER_nondet_int()
"""


@pytest.mark.parametrize("technique", ["full", "pse", "dgse"])
def test_labels_of_one_target_need_not_be_neighbours(technique: str) -> None:
    program = read(INTERLEAVED)
    labels, targets = _explored(program), _explored(by_target(program), technique)
    assert targets.coverage == labels.coverage
    assert (labels.counts.completed, targets.explored) == (6, 3)
    assert sorted(set(statuses(targets))) == [1, 2, 3]
    assert {path.model[0] for path in targets.paths if path.model} >= {1, 2, 3, 4, 5}


def test_tests_of_one_value_are_one_decision(tmp_path: Path) -> None:
    text = """int main(void)
{
    int n = INT;
    if ((n >= 10 && n <= 19) || n == 42
        || n == 99) return 1;
    return 0;
}
"""
    labels, targets = _both(text, tmp_path)
    assert (labels.counts.completed, targets.counts.completed) == (5, 2)
    (condition,) = {to_c(path.branches[0].condition) for path in targets.paths if path.status == 1}
    assert condition.replace("nondet_int", "n") == "n >= 10 && n <= 19 || n == 42 || n == 99"


def test_a_test_that_no_input_reaches_is_not_covered(tmp_path: Path) -> None:
    text = """int main(void)
{
    unsigned n = UINT & 3;
    if (n < 4 ||
        n == 7)
        return 1;
    return 0;
}
"""
    _, targets = _both(text, tmp_path)
    assert 5 not in _run_lines(targets.coverage)


def test_elements_are_read_once(tmp_path: Path) -> None:
    text = """int main(void)
{
    char s[3] = {(char)INT, (char)INT, 0};
    int count = 0;
    for (char *p = s; *p; p++)
        if (*p == 'a' || *p == 'b' || *p == 'c') count++;
    return count;
}
"""
    labels, targets = _both(text, tmp_path)
    assert targets.counts.completed == 7
    assert labels.counts.completed == 21


def test_what_may_fail_is_not_moved(tmp_path: Path) -> None:
    text = """int main(void)
{
    int n = INT, a[2] = {1, 2};
    if (n == 0 || n == 1 || a[n] == 2) return 1;
    if (n == 5 || 10 / (n - 5) == 2) return 2;
    return 0;
}
"""
    labels, targets = _both(text, tmp_path)
    assert labels.faults() == targets.faults()
    assert [str(fault.kind) for fault, _ in targets.faults()] == ["out-of-bounds"]


def test_a_store_between_two_reads_keeps_them_apart(tmp_path: Path) -> None:
    text = """static int g;
static int next(void) { return g++; }
int main(void)
{
    g = INT & 3;
    if (next() == 1 || next() == 2) return 1;
    return 0;
}
"""
    labels, targets = _both(text, tmp_path)
    assert statuses(labels) == statuses(targets)


def test_indeterminate_values_are_reported_once(tmp_path: Path) -> None:
    text = """int main(void)
{
    int n;
    if (INT) n = 3;
    if (n == 1 || n == 3) return 1;
    return 0;
}
"""
    labels, targets = _both(text, tmp_path)
    assert [fault.position.line for fault, _ in targets.faults()] == [FIRST + 4]
    assert [fault for fault, _ in labels.faults()] == [fault for fault, _ in targets.faults()]


def test_a_program_without_such_tests_stays_as_it_is(tmp_path: Path) -> None:
    program = _program("int main(void) { int n = INT, m = INT; return n == 1 || m == 2; }", tmp_path)
    assert by_target(program).functions["main"].body.blocks == program.functions["main"].body.blocks


def test_a_switch_that_shares_nothing_stays_as_it_is(tmp_path: Path) -> None:
    program = _program("int main(void) { switch (INT) { case 1: return 1; case 2: return 2; } return 0; }", tmp_path)
    jumps = [block.terminator for block in by_target(program).functions["main"].body.blocks.values()]
    assert not any(isinstance(jump, ConditionalJump) and jump.joined for jump in jumps)
