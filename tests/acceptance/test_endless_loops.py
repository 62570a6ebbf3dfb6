"""The fault `endless-loop` of `explore` (FINDINGS C7): found, confirmed natively, and never invented."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur import Run
from secateur.machine.limit import LimitKind


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _explored(text: str, function: str = "f", confirm: bool = False, **options: object) -> Run:
    Path("program.c").write_text(text)
    return secateur.explore(f"program.c:{function}", confirm=confirm, check_tests=False, **options)  # type: ignore[arg-type]


def _faults(run: Run) -> list[tuple[str, int]]:
    return [(fault.kind, fault.line) for fault in run.faults]


def test_an_input_that_is_halved_forever() -> None:
    run = _explored(
        "int f(unsigned x)\n{\n    while (x % 2 == 0)\n        x /= 2;\n    return x == 5;\n}\n", confirm=True
    )
    fault = run.faults[0]
    assert (fault.kind, fault.line, fault.confirmed, fault.inputs) == ("endless-loop", 3, True, {"x": 0})
    assert fault.message == "the loop repeats its state forever: lines 3 to 4"
    assert (len(run.tests), run.complete) == (33, True)  # 0, and an odd number times each power of 2


def test_other_inputs_leave_the_loop() -> None:
    run = _explored("int f(int n) { for (;;) if (n == 3) return 1; }\n")
    assert _faults(run) == [("endless-loop", 1)]
    assert [test.inputs["n"] for test in run.tests if test.outcome.kind == "return"] == [3]
    assert run.complete


def test_a_cycle_in_a_list() -> None:
    text = """struct node { struct node *next; int v; };
static struct node last = { 0, 2 }, first = { &last, 1 };
int f(int x)
{
    struct node *p;
    int n = 0;
    if (x == 4)
        last.next = &first;
    for (p = &first; p; p = p->next)
        n ^= p->v;
    return n;
}
"""
    run = _explored(text)
    assert _faults(run) == [("endless-loop", 9)]
    assert run.faults[0].inputs == {"x": 4}


def test_the_loop_is_named_not_the_function_that_it_calls() -> None:
    text = "static int id(int v) { return v; }\nint f(int x)\n{\n    while (id(x) > 7)\n        ;\n    return x;\n}\n"
    fault = _explored(text).faults[0]
    assert (fault.kind, fault.line, fault.function) == ("endless-loop", 4, "f")


def test_inputs_that_leave_later_are_not_forgotten() -> None:
    """For 0, nothing changes. Others take the same way at first, and leave after 200 to 1,000 rounds."""
    run = _explored("int f(unsigned x) { unsigned n = 0; while (n != 1000) n += x & 15; return 1; }\n")
    assert _faults(run) == [("endless-loop", 1)]
    assert [limit.kind for limit in run.result.limits] == [LimitKind.LATER_ROUNDS]
    assert "inputs that leave this loop in a later round were not explored" in run.summary


@pytest.mark.parametrize(
    "loop",
    [
        'while (x == 7) puts("still here");',
        "while (x == 7 && !ready) ;",
        "while (x == 7) if (__VERIFIER_nondet_int()) break;",
    ],
    ids=["output", "volatile", "input"],
)
def test_loops_that_wait_are_no_fault(loop: str) -> None:
    header = "#include <stdio.h>\nvolatile int ready;\nint __VERIFIER_nondet_int(void);\n"
    run = _explored(f"{header}int f(int x) {{ {loop} return x; }}\n", max_instructions=20_000, max_depth=200)
    assert not run.faults


def test_a_long_loop_that_ends_is_no_fault() -> None:
    run = _explored("int f(int x) { int n = 0; for (int i = 0; i < 9000; i++) n = (n + 1) & 1; return n + x / 2; }\n")
    assert (run.faults, run.complete) == ((), True)


def test_it_need_not_be_looked_for() -> None:
    run = _explored("int f(int x) { while (x == 7) ; return x; }\n", check="none", max_instructions=20_000)
    assert not run.faults
    assert not run.complete


@pytest.mark.parametrize("technique", ["full", "dgse", "pse", "auto"])
def test_every_technique_finds_it(technique: str) -> None:
    text = """int f(int x, int y, int z)
{
    int r = 0;
    if (y > 3)
        r = 1;
    if (z > 3)
        r += 2;
    while (x > 100)
        if (r == 3)
            break;
    return 10 / (r + x - 3);
}
"""
    run = _explored(text, technique=technique)
    assert {("endless-loop", 8), ("division-by-zero", 11)} <= set(_faults(run))
