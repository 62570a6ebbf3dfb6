"""Exploration by output: the order in which conditions are negated, criteria, and what early ends hide."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur import expr
from secateur.dependence.trace.turns import reordered
from secateur.exploration.criteria import Criterion, is_part, roots
from secateur.exploration.frontier import ORDERS
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.techniques.rsc import Rsc
from secateur.frontend.build import build
from secateur.harness.subject import load
from secateur.ir.reader import read
from secateur.machine.machine import Machine
from secateur.options import Budget, Compiling, Inputs, Limits
from secateur.report.outputs import condition_text, output_text
from secateur.solver import Solver, by_name

from .exploring import HEADER, Silent


def explored(
    text: str,
    folder: Path,
    *names: str,
    order: str = "dfs",
    limits: Limits | None = None,
    budget: Budget | None = None,
    solver: Solver | None = None,
) -> tuple[Rsc, Result]:
    """`main` of a text, or `f` with a driver if there is no `main`."""
    source = folder / "program.c"
    source.write_text(HEADER + text)
    if "main(" in text:
        program = read(build([source]).text)
    else:
        program = load([f"{source}:f"], Compiling(), Inputs()).program
    technique = Rsc(Criterion(names))
    machine = Machine(program, limits=limits, record=True)
    return technique, Explorer(machine, solver or Solver(by_name("bitwuzla")), technique, order, budget).run()


def rows(technique: Rsc) -> list[tuple[str, str]]:
    return [
        (condition_text(p.conditions), "; ".join(output_text(name, value) for name, value in p.outputs))
        for p in technique.partitions
    ]


# --- the order


def test_without_dependences_the_last_comes_first() -> None:
    assert reordered(0b1111, [0, 0, 0, 0]) == [3, 2, 1, 0]


def test_what_a_decision_depends_on_comes_before_it() -> None:
    assert reordered(0b1111, [0, 0b1, 0b11, 0b111]) == [0, 1, 2, 3]


def test_both_parts_are_ordered_in_turn() -> None:
    """Six decisions: 5 depends on 1 and 3, 3 on 1, 4 on 0 and 2; 2 does not depend on 0."""
    before = [0, 0, 0, 0b10, 0b101, 0b1010]
    assert reordered(0b111111, before) == [1, 3, 5, 2, 0, 4]


def test_only_the_given_decisions_are_ordered() -> None:
    assert reordered(0b1010, [0, 0, 0b11, 0b10]) == [1, 3]


def test_very_many_decisions() -> None:
    count = 5000
    assert reordered((1 << count) - 1, [(1 << n) - 1 for n in range(count)]) == list(range(count))


# --- criteria


def test_names_of_outputs() -> None:
    assert is_part("panel.gauge", "panel")
    assert is_part("b[0]", "b")
    assert is_part("p->next", "p")
    assert not is_part("panels", "panel")
    assert roots(["return", "b[0]", "b[1]", "s.x", "::g.y", "p->n"]) == ["return", "b", "s", "::g", "p"]


TWO = """int g; static struct { int a, b; } s;
int f(int x, int y, int z) {
    if (x > 5) g = 1;
    if (y > 6) s.a = z;
    if (z > 7) printf("%d;", x);
    return x > y; }"""


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ((), [("1", "x > y")]),
        (("g",), [("x <= 5", "0"), ("x > 5", "1")]),
        (("s.a",), [("y <= 6", "0"), ("y > 6", "z")]),
        (("s",), [("y <= 6", "0; 0"), ("y > 6", "z; 0")]),
        (("stdout",), [("z <= 7", '""'), ("z > 7", '"%d;", x')]),
        (("g", "return"), [("x <= 5", "x > y; 0"), ("x > 5", "x > y; 1")]),
    ],
    ids=str,
)
def test_the_criterion_decides_what_matters(
    names: tuple[str, ...], expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    technique, result = explored(TWO, tmp_path, *names)
    assert rows(technique) == expected
    assert result.complete


def test_a_function_that_returns_nothing_has_all_that_it_changes_for_an_output(tmp_path: Path) -> None:
    technique, _ = explored("int g, h; void f(int x) { if (x > 1) g = x; if (x > 1) h = 2; }", tmp_path)
    assert rows(technique) == [("x <= 1 && x <= 1", "0; 0"), ("x > 1 && x > 1", "x; 2")]


def test_of_a_pointer_only_null_or_not_is_an_output(tmp_path: Path) -> None:
    technique, _ = explored("static int a, b; int *p; void f(int x) { p = x > 3 ? &a : &b; }", tmp_path, "p")
    assert rows(technique) == [("x <= 3", "1"), ("x > 3", "1")]


def test_a_program_returns_too(tmp_path: Path) -> None:
    text = 'int main(void) { int a = INT, b = INT; if (a > 1) puts("a"); return b > 2 ? b : 300; }'
    technique, _ = explored(text, tmp_path)
    assert [output for _, output in rows(technique)] == ["300", "nondet_int#2"]


@pytest.mark.parametrize("order", list(ORDERS))
def test_in_every_order(order: str, tmp_path: Path) -> None:
    text = """int f(int a, int b, int c, int d) { int r = 0;
        if (a > 1) r = b; else if (b > 2) r = 7;
        if (c > 3) puts("c");
        if (d > 4) r++;
        return r; }"""
    technique, result = explored(text, tmp_path, order=order)
    assert sorted(output for _, output in rows(technique)) == ["0", "1", "7", "8", "b", "b + 1"]
    assert result.complete


# --- early ends


def test_an_end_before_the_output_is_got_around(tmp_path: Path) -> None:
    """The first input that the solver gives for x > 10 is 11, and that fails before the branch."""
    text = "int f(int x) { int r = 1; assert(x != 11); if (x > 10) r = 2; return r; }"
    technique, result = explored(text, tmp_path)
    assert rows(technique) == [("x <= 10", "1"), ("x > 10", "2")]
    assert [fault.kind for fault, _ in result.faults()] == ["assertion"]


def test_the_first_run_may_end_early(tmp_path: Path) -> None:
    text = "int f(int x, int y) { assert(x > 3); if (y > 10) exit(1); return y > 5 ? x : 3; }"
    technique, result = explored(text, tmp_path)
    assert rows(technique) == [("y <= 5", "3"), ("y > 5", "x")]
    assert result.complete
    assert {path.status for path in result.paths if path.ending.name == "EXITED"} == {1}


def test_where_every_input_ends_early_there_is_no_output(tmp_path: Path) -> None:
    technique, result = explored("int f(int x) { if (x > 3) exit(2); abort(); return 1; }", tmp_path)
    assert rows(technique) == []
    assert result.complete
    assert sorted(path.ending.name for path in result.paths) == ["EXITED", "FAULT"]


def test_what_is_printed_before_exit_is_an_output(tmp_path: Path) -> None:
    """Each text with each way to end: the exit matters to what is printed behind it, and the branch around it too."""
    text = """int f(int a, int b, int c) {
        if (a > 1) puts("one"); else puts("two");
        if (c > 3) { if (b > 2) exit(4); }
        puts("end"); return 0; }"""
    technique, result = explored(text, tmp_path, "stdout")
    assert sorted({output for _, output in rows(technique)}) == [
        '"one\\n"; 4',
        '"one\\nend\\n"',
        '"two\\n"; 4',
        '"two\\nend\\n"',
    ]
    assert result.complete


def test_errors_are_not_printed_output(tmp_path: Path) -> None:
    text = 'int f(int x) { if (x > 3) fprintf(stderr, "bad\\n"); if (x > 7) fprintf(stdout, "good\\n"); return 0; }'
    technique, _ = explored(text, tmp_path, "stdout")
    assert rows(technique) == [("x <= 7", '""'), ("x > 7", '"good\\n"')]


def test_a_pointer_to_a_function_may_print(tmp_path: Path) -> None:
    text = """static void loud(void) { puts("loud"); } static void quiet(void) { }
        int f(int x) { void (*call)(void) = x > 3 ? loud : quiet; call(); return 0; }"""
    technique, _ = explored(text, tmp_path, "stdout")
    assert rows(technique) == [("x <= 3", '""'), ("x > 3", '"loud\\n"')]


# --- where nothing can be cut


EVERYTHING = """int f(int x[5]) { int r = 0;
    for (int i = 0; i < 5; i++) if (x[i] > 3) r += 1 << i;
    return r; }"""


def test_where_nothing_can_be_cut_it_may_give_up(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(EVERYTHING)
    program = load([f"{source}:f"], Compiling(), Inputs(buffer=5)).program
    technique = Rsc(gives_up=True)
    result = Explorer(Machine(program, record=True), Solver(by_name("bitwuzla")), technique).run()
    assert (result.complete, result.counts.completed) == (True, 32)
    assert (
        result.remark
        == "every condition mattered to the output in the first 16 runs; full exploration was used instead"
    )


def test_it_does_not_give_up_if_partitions_are_wanted_or_something_was_cut(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    cutting = EVERYTHING.replace("return", 'if (x[0] == 9) puts(""); return')
    for text, gives_up in ((EVERYTHING, False), (cutting, True)):
        source.write_text(HEADER + text)
        program = load([f"{source}:f"], Compiling(), Inputs(buffer=5)).program
        technique = Rsc(gives_up=gives_up)
        result = Explorer(Machine(program, record=True), Solver(by_name("bitwuzla")), technique).run()
        assert (result.remark, technique.seen, len(technique.partitions)) == ("", 32, 0 if gives_up else 32)


# --- choices, budgets, the unknown


def test_every_value_of_a_choice_though_an_irrelevant_branch_comes_first(tmp_path: Path) -> None:
    """Which function is called is chosen value by value; the branches on the way to it matter to nothing."""
    text = """static int one(void) { return 1; } static int two(void) { return 2; } static int three(void) { return 3; }
        static int four(void) { return 4; } static int (*const all[])(void) = {one, two, three, four};
        int f(unsigned x) { if (x > 1) puts("x"); if (x > 2) puts("y"); return all[x & 3](); }"""
    technique, result = explored(text, tmp_path)
    assert {output for _, output in rows(technique)} == {"1", "2", "3", "4"}
    assert result.complete


def test_paths_that_a_budget_stops_leave_the_others(tmp_path: Path) -> None:
    text = "int f(unsigned n, int x) { int i = 0; while (i < n % 8) i++; return x > 3 ? i : -1; }"
    technique, result = explored(text, tmp_path, limits=Limits(loop_bound=2))
    assert not result.complete
    assert {"0", "1", "-1"} <= {output for _, output in rows(technique)}


def test_what_the_solver_does_not_know_is_not_impossible(tmp_path: Path) -> None:
    silent = Solver(Silent(), stages=())
    technique, result = explored("int f(int x) { return x > 3 ? 1 : 2; }", tmp_path, solver=silent)
    assert rows(technique) == [("x <= 3", "2")]
    assert not result.complete
    assert result.counts.unknown == 1


def test_the_conditions_of_partitions_exclude_each_other(tmp_path: Path) -> None:
    text = """int f(int a, int b, int c) { int r = a;
        for (int i = 0; i < 3; i++) { if (b > i) r += c; if (r > 10) break; }
        return r; }"""
    technique, result = explored(text, tmp_path)
    assert result.complete
    found = technique.partitions
    assert len(found) > 4
    for one in found:
        holding = [p for p in found if all(expr.evaluate(c, one.path.model) for c in p.conditions)]
        assert holding == [one]
