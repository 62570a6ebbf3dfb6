"""Exact summaries: guarded writes, recursion, calls that are entered; the same faults and statuses as without."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.approximation.suitable import Suitable
from secateur.dependence.static import Static
from secateur.exploration.guarded import Workshop, exact_summaries
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.techniques.full import Full
from secateur.frontend.build import build
from secateur.frontend.cache import Cache
from secateur.ir.model import Program
from secateur.ir.reader import read
from secateur.machine.fault import DEFAULT_CHECKS
from secateur.machine.machine import Machine
from secateur.options import Limits
from secateur.solver import Solver, by_name

from .exploring import HEADER, statuses

PROGRAMS = {
    "a global": """static int entries;
static void log(int v) { if (v > 0) entries++; }
int main(void) { int a = INT; log(a); log(-a); log(a ^ 5); assert(entries != 2 || a != 6); return entries; }""",
    "a struct with a buffer": """struct text { int n; char held[4]; };
static int push(struct text *t, char c) { if (t->n >= 4) return -1; t->held[t->n++] = c; return 0; }
int main(void) {
    struct text t = {0, ""}; int k = INT; char c = INT;
    if (k < 0 || k > 5) return 9;
    t.n = k; push(&t, c); int r = push(&t, 7);
    assert(t.held[2] != 5);
    return t.n * 2 + r;
}""",
    "what a pointer in memory leads to": """struct node { int v; struct node *next; };
static int add(struct node *n, int x) { int s = 0; for (; n; n = n->next) if (n->v < x) { n->v += 2; s++; } return s; }
int main(void) {
    struct node b = {3, 0}, a = {1, &b};
    int x = INT, s = add(&a, x);
    assert(b.v != 5 || s != 2);
    return s;
}""",
    "a result that is not always written": """
static int parse(int x, int *out) { if (x < 10) return -1; *out = x / 10; return 0; }
int main(void) { int x = INT, v; if (x > 90 || parse(x, &v)) return 7; assert(v != 4); return v; }""",
    "a pointer as the result": """static int low, high;
static int *of(int x, int *other) { return x < 5 ? &low : x < 9 ? other : &high; }
int main(void) { int x = INT, own = 3; *of(x, &own) = 4; return low * 4 + high * 2 + own; }""",
    "a fault inside": """static int part(int x) { if (x > 50) return 1; return 100 / (x - 7); }
int main(void) { int x = INT; if (x < 0 || x > 60) return 0; return part(x) == 10 ? 1 : 2; }""",
    "the end of the program": """static int last(int x) { if (x == 5) exit(3); return x > 8; }
int main(void) { int x = INT; return last(x) ? 1 : 2; }""",
    "recursion": """static int sum, depth;
static int down(int n, int v) { depth++; if (n <= 0) return v; sum += v & 1; return down(n - 1, v >> 1); }
int main(void) { int x = INT, r = down(x & 7, 11); assert(sum != 3 || depth != 6); return r; }""",
    "recursion without end": """static int up(int n) { return n == 3 ? 7 : n > 40 ? 1 : up(n + 1) ^ 1; }
int main(void) { int x = INT; if (x < 0) return 0; return up(x); }""",
    "aliases": """static int both(int *p, int *q) { *p = 1; if (*q > 2) *q = 5; return *p; }
int main(void) { int x = INT, y = INT; int r = both(&x, &x) * 4 + both(&x, &y); assert(y != 5); return r; }""",
    "floats": """static double gain; static void set(double d, int n) { gain = n > 3 ? d : 0.5; }
int main(void) { int n = INT; set(2.5, n); return gain > 1 ? 1 : 2; }""",
    "a null pointer": """static int at(const int *p, int x) { return p ? *p + 1 : x > 4; }
int main(void) { int x = INT & 15, y = x; return at(0, x) * 32 + at(&y, x); }""",
}


def _program(text: str, folder: Path) -> Program:
    source = folder / "program.c"
    source.write_text(HEADER + "extern void exit(int);\n" + text)
    return read(build([source]).text)


def _explored(program: Program, cache: Cache | None = None) -> tuple[Result, Workshop]:
    suitable = Suitable(Static(program, "main"), ())
    solver = Solver(by_name("bitwuzla"), 1.0)
    workshop = Workshop(suitable.reduction, solver, DEFAULT_CHECKS, Limits(), cache or Cache(None))
    names = {name: suitable.touches(name) for name in suitable.automatic()}
    machine = Machine(program, exact=exact_summaries(names, workshop))
    return Explorer(machine, Solver(by_name("bitwuzla")), Full()).run(), workshop


def _faults(result: Result) -> set[tuple[object, ...]]:
    return {(fault.kind, fault.position, fault.function) for fault, _ in result.faults()}


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_is_missed_and_nothing_is_invented(name: str, tmp_path: Path) -> None:
    program = _program(PROGRAMS[name], tmp_path)
    full = Explorer(Machine(program), Solver(by_name("bitwuzla")), Full()).run()
    result, _ = _explored(program)
    assert full.complete
    assert result.complete
    assert _faults(result) == _faults(full)
    assert result.counts.completed <= full.counts.completed
    assert result.coverage == full.coverage
    assert set(statuses(result)) <= set(statuses(full))
    assert result.summarised is not None
    assert sum(result.summarised.calls.values()) == sum(result.summarised.exact.values()) > 0
    assert result.summarised.open == 0


def test_a_second_run_makes_no_summary(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    program = _program(PROGRAMS["a struct with a buffer"], tmp_path)
    first, made = _explored(program, cache)
    again, recalled = _explored(program, cache)
    assert (made.made, made.recalled, recalled.made, recalled.recalled) == (1, 0, 0, 1)
    assert made.work == recalled.work
    assert statuses(first) == statuses(again)
    elsewhere = "int added;\n\n" + PROGRAMS["a struct with a buffer"].replace("t.n * 2", "t.n * 3")
    assert _explored(_program(elsewhere, tmp_path), cache)[1].made == 0
    changed = PROGRAMS["a struct with a buffer"].replace("return -1", "return -2")
    assert _explored(_program(changed, tmp_path), cache)[1].made == 1


def test_an_entry_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    program = _program(PROGRAMS["a global"], tmp_path)
    _explored(program, cache)
    for file in (tmp_path / "cache").rglob("*.data"):
        file.write_bytes(b"nothing")
    assert _explored(program, cache)[1].made == 1


def test_what_is_printed_is_no_value(tmp_path: Path) -> None:
    """Where a function prints, the call is entered."""
    text = """extern int puts(const char *);
static int told(int x) { if (x == 3) puts("three"); return x > 5 ? 1 : 2; }
int main(void) { return told(INT); }"""
    program = _program(text, tmp_path)
    workshop = Workshop(
        Suitable(Static(program, "main"), ()).reduction, Solver(by_name("bitwuzla"), 1.0), DEFAULT_CHECKS, Limits()
    )
    machine = Machine(program, exact=exact_summaries({"told": ()}, workshop))
    result = Explorer(machine, Solver(by_name("bitwuzla")), Full()).run()
    assert {bool(path.output) for path in result.paths} == {False, True}
    assert result.complete


def test_what_is_too_hard_together_is_entered(tmp_path: Path) -> None:
    text = """static int product(int n) { int r = 1; for (int i = 0; i < 6 && i < n; i++) r *= n + i; return r; }
int main(void) { int n = INT; if (n < 0 || n > 6) return 0; return product(n) == 24 ? 1 : 2; }"""
    result, _ = _explored(_program(text, tmp_path))
    assert result.complete
    assert result.summarised is not None
    assert result.summarised.calls == {}
