"""Exploration with summaries: few paths, the faults outside of the functions, and nothing that no real run does."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur import expr
from secateur.exploration import summary_check
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.frontend.build import build
from secateur.ir.model import Program
from secateur.ir.reader import read
from secateur.machine.machine import Machine
from secateur.machine.path import Value
from secateur.machine.summary import Fresh, Summary
from secateur.options import Budget
from secateur.report.sentences import summary
from secateur.solver import Solver, by_name

from .exploring import FIRST, HEADER, Silent, statuses

#: 2^10 paths, and 16 results that are 17.
CHECKSUM = """static unsigned checksum(unsigned x)
{
    unsigned s = 0;
    for (int i = 0; i < 10; i++) {
        if (x & 1u << i) s += i * 3 + 1;
        else s ^= 5;
    }
    return s;
}
"""
CALLER = """int main(void)
{
    unsigned x = UINT, y = UINT;
    unsigned c = checksum(x);
    if (y > 100) return 1;
    assert(c < 1000000);
    assert(c != 17 || y != 3);
    if (c == 60) return 7 / (int)y;
    return 0;
}
"""


class Anything:
    """The summary that knows nothing."""

    def __init__(self, width: int = 32, reads: tuple[str, ...] = ()) -> None:
        self.width = width
        self.reads = reads

    def apply(self, arguments: tuple[Value, ...], fresh: Fresh) -> Value:
        return fresh(self.width, {1: "bool", 64: "f64"}.get(self.width, "signed"))


def _program(text: str, folder: Path) -> Program:
    source = folder / "program.c"
    source.write_text(HEADER + text)
    return read(build([source]).text)


def _explored(program: Program, budget: Budget | None = None, order: str = "dfs", **summaries: Summary) -> Result:
    machine = Machine(program, summaries=summaries)
    return Explorer(machine, Solver(by_name("bitwuzla")), Full(), order, budget).run()


def _faults(result: Result) -> set[tuple[str, int]]:
    return {(str(fault.kind), fault.position.line - FIRST + 1) for fault, _ in result.faults()}


def test_few_paths_and_every_fault_of_the_caller(tmp_path: Path) -> None:
    program = _program(CHECKSUM + CALLER, tmp_path)
    full = _explored(program)
    result = _explored(program, checksum=Anything())
    assert full.counts.completed > 2000
    assert result.counts.completed < 10
    assert _faults(result) == _faults(full) == {("assertion", 16), ("division-by-zero", 17)}
    assert set(statuses(result)) == set(statuses(full))


def test_every_test_is_a_real_run(tmp_path: Path) -> None:
    program = _program(CHECKSUM + CALLER, tmp_path)
    result = _explored(program, checksum=Anything())
    machine = Machine(program)
    for path in result.paths:
        run = machine.run(*machine.start(path.model, concrete=True))
        assert (run.ending, run.status, run.fault) == (path.ending, path.status, path.fault)
        assert len(path.inputs) == 2
        assert all(branch.site.function == "main" for branch in path.branches)


def test_what_the_function_never_gives_is_no_fault(tmp_path: Path) -> None:
    text = """static int sign(int x) { if (x > 0) return 1; if (x < 0) return -1; return 0; }
int main(void)
{
    int n = sign(INT);
    assert(n < 2);
    return 10 / (n + 2);
}
"""
    result = _explored(_program(text, tmp_path), sign=Anything())
    assert not result.faults()
    assert result.counts.infeasible == 2
    assert result.summarised is not None
    assert (result.summarised.open, result.summarised.calls) == (0, {"sign": 1})


def test_a_path_that_no_input_takes_is_counted(tmp_path: Path) -> None:
    """The first run knows nothing of the function yet: its path is predicted, and ruled out."""
    text = """static int odd(int x) { if (x < 0) return 3; return x % 2 * 2 + 1; }
int main(void)
{
    int n = odd(INT);
    if (n == 0) return 9;
    return 0;
}
"""
    result = _explored(_program(text, tmp_path), odd=Anything())
    assert statuses(result) == [0]
    assert result.summarised is not None
    assert (result.summarised.paths, result.summarised.impossible, result.summarised.open) == (2, 1, 0)


def test_faults_inside_are_found_only_by_chance_and_the_result_says_so(tmp_path: Path) -> None:
    text = """static int part(int x) { if (x > 10) return 1; return 100 / (x - 7); }
int main(void)
{
    int x = INT;
    if (part(x) == 3) return 1;
    return 0;
}
"""
    result = _explored(_program(text, tmp_path), part=Anything())
    assert not result.complete
    assert "faults inside part were not looked for" in summary(result)
    assert "every path outside it was explored" in summary(result)
    hit = text.replace("int x = INT;", "int x = INT; if (x != 7) return 5;")
    assert _faults(_explored(_program(hit, tmp_path), part=Anything())) == {("division-by-zero", 1)}


def test_without_a_symbolic_call_nothing_is_left_out(tmp_path: Path) -> None:
    text = """static int g(int x) { return x > 3 ? 4 : 5; }
int main(void) { int x = INT; return x > 2 ? g(1) : g(7); }
"""
    result = _explored(_program(text, tmp_path), g=Anything())
    assert result.complete
    assert statuses(result) == [4, 5]


def test_what_cannot_be_settled_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A function with too many paths, and a value that is hard to find."""
    text = CHECKSUM.replace("10", "14") + CALLER
    monkeypatch.setattr(summary_check, "MOST_TRIES", 1)
    monkeypatch.setattr("secateur.exploration.facts.MOST_FACTS", 4)
    result = _explored(_program(text, tmp_path), checksum=Anything())
    assert result.summarised is not None
    assert result.summarised.open > 0
    assert "could be neither confirmed nor ruled out" in summary(result)
    assert "every path outside" not in summary(result)


def test_a_solver_that_does_not_know_rules_nothing_out(tmp_path: Path) -> None:
    text = "static int g(int x) { if (x > 3) return 5; return 6; }\nint main(void) { return g(INT); }\n"
    machine = Machine(_program(text, tmp_path), summaries={"g": Anything()})
    result = Explorer(machine, Solver(Silent(), stages=()), Full()).run()
    assert result.summarised is not None
    assert (result.summarised.paths, result.summarised.impossible, result.summarised.open) == (1, 0, 1)
    assert not result.paths


def test_truth_values_floats_and_several_calls(tmp_path: Path) -> None:
    text = """#include <stdbool.h>
static bool inside(int x) { return x > 3 && x < 9; }
static double half(double d) { return d < 0 ? 0.5 : d / 2; }
extern double __VERIFIER_nondet_double(void);
int main(void)
{
    int x = INT, y = INT;
    double d = __VERIFIER_nondet_double();
    if (inside(x) && inside(y) && x > y + 4) return 1;
    if (half(half(d)) == 0.25) return inside(x) ? 2 : 3;
    return 0;
}
"""
    program = _program(text, tmp_path)
    result = _explored(program, inside=Anything(1), half=Anything(64))
    full = _explored(program)
    assert set(statuses(result)) == set(statuses(full)) == {0, 2, 3}
    assert result.summarised is not None
    assert result.summarised.open == 0
    assert len(result.paths) < len(full.paths)


def test_the_same_again(tmp_path: Path) -> None:
    program = _program(CHECKSUM + CALLER, tmp_path)

    def once() -> object:
        result = _explored(program, checksum=Anything())
        return [(p.model, p.labels) for p in result.paths], result.counts, result.summarised

    assert once() == once()


def test_coverage_is_that_of_real_runs(tmp_path: Path) -> None:
    text = """static int sign(int x) { if (x > 0) return 1; if (x < 0) return -1; return 0; }
int main(void)
{
    int n = sign(INT);
    if (n == 5)
        return 9;
    return 0;
}
"""
    result = _explored(_program(text, tmp_path), sign=Anything())
    lines = {line - FIRST + 1: run for (_, line), run in result.coverage.lines.items()}
    assert lines[1]
    assert not lines[6]


def test_a_budget_ends_it(tmp_path: Path) -> None:
    result = _explored(_program(CHECKSUM + CALLER, tmp_path), Budget(max_paths=1), checksum=Anything())
    assert len(result.paths) == 1
    assert "--max-paths" in summary(result)


def test_what_leads_to_a_call_that_never_comes_back_is_run(tmp_path: Path) -> None:
    """Another call has taught that the function fails there, so no input is tried for the path behind."""
    text = """static int part(int x) { if (x > 10) return 1; return 100 / (x - x); }
int main(void)
{
    int x = INT, y = INT;
    if (x > 20) return part(x) + 1;
    if (y > 5) {
        y = 3;
        return part(x - 100 > 0) + y;
    }
    return part(x);
}
"""
    program = _program(text, tmp_path)
    full, result = _explored(program), _explored(program, part=Anything())
    assert _faults(result) == _faults(full)
    assert result.coverage.lines == full.coverage.lines


def test_a_function_that_reads_memory(tmp_path: Path) -> None:
    text = """struct limits { int low, high; };
static int level;
static int inside(const struct limits *p, int x)
{
    if (level > 2) return 3;
    if (x < p->low) return 0;
    return x > p->high ? 1 : 2;
}
int main(void)
{
    struct limits l = {INT, 10};
    int x = INT;
    level = INT;
    if (l.low > 5) l.high = 4;
    int n = inside(&l, x);
    if (n == 3) return 10 / (level - 7);
    if (n == 2 && l.low > 5) assert(0);
    if (n == 2) return 10 / (x - 2);
    assert(n < 2);
    return n;
}
"""
    program = _program(text, tmp_path)
    full, result = _explored(program), _explored(program, inside=Anything(32, ("level",)))
    assert _faults(result) == _faults(full) >= {("division-by-zero", 16), ("division-by-zero", 18)}
    assert result.summarised is not None
    assert result.summarised.open == 0
    assert result.coverage.lines == full.coverage.lines


def test_a_buffer_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    text = """static int find(const char *s, char c)
{
    for (int i = 0; i < 8; i++)
        if (s[i] == c) return i;
    return -1;
}
int main(void)
{
    char text[4];
    for (int i = 0; i < 4; i++) text[i] = __VERIFIER_nondet_char();
    int at = find(text, 'x');
    assert(at != 2 || text[0] != 'y' || text[1] != 'z');
    return at & 15;
}
"""
    program = _program(text, tmp_path)
    full, result = _explored(program), _explored(program, find=Anything())
    assert ("assertion", 12) in _faults(result)
    assert _faults(result) <= _faults(full)
    assert ("out-of-bounds", 4) in _faults(full)
    assert set(statuses(result)) <= {0, 1, 2, 3}


class NotANumber:
    """Says NaN, with bits of its own."""

    reads: tuple[str, ...] = ()

    def apply(self, arguments: tuple[Value, ...], fresh: Fresh) -> Value:
        (x,) = arguments
        assert isinstance(x, Expr)
        return expr.ite(expr.fcmp("olt", x, 0, 64), 0x7FF8000000000123, x, 64)


def test_one_nan_is_like_another(tmp_path: Path) -> None:
    text = """#include <math.h>
extern double __VERIFIER_nondet_double(void);
static double root(double d) { return d < 0 ? 0.0 / 0.0 : d; }
int main(void)
{
    double d = __VERIFIER_nondet_double();
    if (isnan(root(d)) && !isnan(d)) return 1;
    return 0;
}
"""
    result = _explored(_program(text, tmp_path), root=NotANumber())
    assert set(statuses(result)) == {0, 1}
    assert result.summarised is not None
    assert (result.summarised.impossible, result.summarised.open) == (0, 0)


class Nothing:
    reads: tuple[str, ...] = ()

    def apply(self, arguments: tuple[Value, ...], fresh: Fresh) -> None:
        return None


def test_a_function_without_a_result_may_still_fail(tmp_path: Path) -> None:
    text = """static void demand(int x) { if (x > 3) return; x = 10 / (x + 5); }
int main(void)
{
    int x = INT;
    if (x < -5 || x > -2) demand(x);
    else demand(-5 + (x > 100));
    demand(x & 3);
    if (x == 7) return 1;
    return 0;
}
"""
    program = _program(text, tmp_path)
    full, result = _explored(program), _explored(program, demand=Nothing())
    assert set(statuses(result)) == set(statuses(full))
    assert _faults(result) == _faults(full) == {("division-by-zero", 1)}
