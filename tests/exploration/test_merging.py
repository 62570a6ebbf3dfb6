"""Merging: fewer paths, and the same faults, lines and branch sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.techniques.full import Full
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine.machine import Machine
from secateur.solver import Solver, by_name

from .exploring import FIRST, HEADER


def _both(text: str, folder: Path, always: bool = True) -> tuple[Result, Result]:
    """Without and with merging; what is found and covered is the same."""
    source = folder / "program.c"
    source.write_text(HEADER + text)
    program = read(build([source]).text)
    plain, merged = (
        Explorer(Machine(program), Solver(by_name("bitwuzla")), Full(), merge=merge).run() for merge in (False, always)
    )
    assert merged.complete
    assert merged.coverage == plain.coverage
    assert _faults(merged) == _faults(plain)
    for path in merged.paths:
        machine = Machine(program)
        run = machine.run(*machine.start(path.model, concrete=True))
        assert (run.ending, run.status, run.fault) == (path.ending, path.status, path.fault)
    return plain, merged


def _faults(result: Result) -> set[tuple[str, int]]:
    return {(str(fault.kind), fault.position.line - FIRST + 1) for fault, _ in result.faults()}


def _paths(text: str, folder: Path) -> tuple[int, int]:
    plain, merged = _both(text, folder)
    return plain.counts.completed, merged.counts.completed


def test_diamonds_do_not_multiply(tmp_path: Path) -> None:
    text = """int main(void)
{
    int r = 0;
    if (INT > 1) r = 1; else r = 2;
    if (INT > 2) r += 10;
    if (INT > 3 && INT < 9) r *= 2;
    if (r > 11) return 1;
    return 0;
}
"""
    assert _paths(text, tmp_path) == (12, 2)


def test_faults_inside_a_region_are_found_under_its_condition(tmp_path: Path) -> None:
    text = """int main(void)
{
    int a = INT, b = INT, r = 0, t[3] = {4, 5, 6};
    if (a > 3)
        r = 12 / (b - 7);
    if (a < 0)
        r = t[b];
    return r > 5;
}
"""
    plain, merged = _both(text, tmp_path)
    assert _faults(merged) == {("division-by-zero", 5), ("out-of-bounds", 7), ("signed-overflow", 5)}
    for path in merged.paths:
        if path.fault is not None:
            line, (a, *_) = path.fault.position.line - FIRST + 1, path.model
            assert a > 3 if line == 5 else a < 0
    assert merged.counts.completed < plain.counts.completed


def test_a_side_that_fails_is_a_check(tmp_path: Path) -> None:
    text = """static int limited(int x) { assert(x != 8); if (x > 9) return 9; return x; }
int main(void)
{
    int x = INT, y = INT, lamp = 0, r = 0;
    if (x > 3) lamp = 1;
    assert(lamp || x < 4);
    if (y > 2) r = limited(y); else if (y == -5) abort();
    assert(!lamp || r != 7);
    return lamp && r > 3;
}
"""
    plain, merged = _both(text, tmp_path)
    assert _faults(merged) == {("assertion", 1), ("abort", 7), ("assertion", 8)}
    assert merged.counts.completed == 4 < plain.counts.completed


def test_code_before_a_failing_side_is_covered_by_inputs_that_pass_its_checks(tmp_path: Path) -> None:
    text = """int main(void)
{
    int a = INT, b = INT, r = 0, t[4] = {0}, at = 7;
    if (a == 1) {
        if (b != 2) {
            r = 2;
            r = 12 / b;
            r++;
        } else {
            r = 3;
        }
        t[at] = r;
    }
    return r;
}
"""
    _, merged = _both(text, tmp_path)
    assert _faults(merged) == {("division-by-zero", 7), ("out-of-bounds", 12)}


def test_a_function_that_only_has_the_name_of_a_failure(tmp_path: Path) -> None:
    text = """int n;
void klee_abort(void) { n++; }
int main(void)
{
    int x = INT;
    if (x > 3) klee_abort();
    if (n) return 1;
    return 0;
}
"""
    _, merged = _both(text, tmp_path)
    assert not merged.faults()


def test_the_first_input_may_fail_in_a_region(tmp_path: Path) -> None:
    text = """int main(void)
{
    int a = INT, r = 0;
    if (a < 3) {
        r = 1;
        r = 12 / a;
    }
    return r;
}
"""
    _, merged = _both(text, tmp_path)
    assert merged.paths[0].fault is not None


def test_memory_and_functions(tmp_path: Path) -> None:
    text = """struct s { int a; short b; char c[4]; } g;
static int larger(int x, int y) { if (x > y) return x; return y; }
static void set(struct s *s, int x) { if (x > 3) { s->a = x; s->c[1] = 2; } else s->b = 7; }
int main(void)
{
    int x = INT, y = INT;
    set(&g, x);
    if (y > 1) g.a = larger(x, y); else g.c[1]++;
    if (g.a == 5 && g.c[1] == 3) return 1;
    return 0;
}
"""
    plain, merged = _paths(text, tmp_path)
    assert merged <= 4 < plain


def test_a_cell_that_only_one_side_splits(tmp_path: Path) -> None:
    text = """int main(void)
{
    union { int whole; char part[4]; } u = {0x01020304};
    int x = INT;
    if (x > 1) u.part[1] = 9;
    if (x < 0) u.whole = 0x01020304;
    if (u.whole == 0x01020904) return 1;
    return u.part[1] == 3;
}
"""
    assert _paths(text, tmp_path)[1] <= 3


LOOP = """int main(void)
{
    int n = INT, most = 1, r = 0;
    if (n > 3) most = 3;
    for (int i = 0; i < most; i++) r += 2;
    return r;
}
"""


def test_what_bounds_a_loop_stays_concrete(tmp_path: Path) -> None:
    assert _paths(LOOP, tmp_path) == (2, 2)


def test_open_merge_merges_what_can_be_merged(tmp_path: Path) -> None:
    """Without the option, and whatever the estimate says."""
    opened = LOOP.replace("    if (n", "    klee_open_merge();\n    if (n").replace(
        "    for", "    klee_close_merge();\n    for"
    )
    text = "void klee_open_merge(void); void klee_close_merge(void);\n" + opened
    _, merged = _both(text.replace("r += 2", "r += n > 7"), tmp_path, always=False)
    first = next(branch for branch in merged.paths[0].branches if not branch.implied)
    assert first.site.position.line == FIRST + 7


@pytest.mark.parametrize(
    "inside",
    [
        'printf("x")',
        "p = &b",
        "exit(3)",
        "r = INT",
        "p = malloc(4)",
        "free(h)",
        "while (r < n) r++",
        "r = *(int *)0",
        "abort()",
        "__VERIFIER_assume(n > 7)",
    ],
)
def test_what_cannot_be_done_under_a_condition_is_decided(tmp_path: Path, inside: str) -> None:
    text = f"""int main(void)
{{
    int a = 1, b = 2, *p = &a, r = 0, n = INT & 15;
    void *h = malloc(3);
    if (n > 4) {inside};
    if (n > 9) r++;
    return r + (p ? *p : 0);
}}
"""
    plain, merged = _both(text, tmp_path)
    assert any(branch.site.position.line == FIRST + 4 for branch in merged.paths[0].branches)
    assert merged.counts.completed <= plain.counts.completed


def test_indeterminate_values_are_not_merged(tmp_path: Path) -> None:
    text = """int main(void)
{
    int u, v = INT;
    if (v > 3) u = 1;
    if (v > 4) return u;
    if (v < 0) return u;
    return 0;
}
"""
    plain, merged = _both(text, tmp_path)
    assert _faults(merged) == _faults(plain) != set()


def test_uncovered_sides_get_tests(tmp_path: Path) -> None:
    text = """int main(void)
{
    int n = INT, r = 0;
    if (n == 4711)
        r = 1;
    else if (n == 815)
        r = 2;
    return r;
}
"""
    _, merged = _both(text, tmp_path)
    assert (merged.counts.completed, merged.counts.covering) == (1, 2)
    assert sorted(path.status for path in merged.paths) == [0, 1, 2]


def test_lines_behind_a_fault_in_a_region(tmp_path: Path) -> None:
    """What is covered is what a run would have executed, up to the fault."""
    text = """int main(void)
{
    int n = INT, z = n & 1, r = 0;
    if (n > 3) {
        r = 1;
        if (z == 0)
            r = 5 / z;
        r += 2;
    }
    return r;
}
"""
    _, merged = _both(text, tmp_path)
    assert _faults(merged) == {("division-by-zero", 7)}
    assert merged.coverage.lines
    assert all(merged.coverage.lines.values())


def test_sorting_is_one_path(tmp_path: Path) -> None:
    text = """int main(void)
{
    int a[4] = {INT, INT, INT, INT};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3 - i; j++)
            if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
    assert(a[0] <= a[1] && a[2] <= a[3]);
    return 0;
}
"""
    assert _paths(text, tmp_path) == (24, 1)
