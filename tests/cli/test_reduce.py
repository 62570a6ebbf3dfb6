"""`secateur reduce`: which tests are dropped, the files written, errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .commands import refused, secateur, snapshot

TEXT = """int g;
int f(int x, int y, signed char *b)
{
    if (y > 3)
        g = 1;
    if (b[0] == 'q')
        g++;
    return 10 / (x - 5);
}
"""
PROGRAM = """#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    if (n > 2) sum = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_int() > 7) puts("seven");
    return sum > 100;
}
"""


def _reduced(directory: str, *arguments: str) -> dict[str, Any]:
    done = secateur("reduce", directory, *arguments, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_one_test_for_each_way_and_each_fault() -> None:
    Path("f.c").write_text(TEXT)
    secateur("explore", "f.c:f", "--out", "full", "--no-confirm", "--check", "none")
    before = snapshot(Path("full"))
    found = _reduced("full")
    assert found["tests"] == 8, "two branches, and a division that may fail"
    assert len(found["kept"]) == 2
    assert {each["same_as"] for each in found["dropped"]} == set(found["kept"])
    assert snapshot(Path("full")) == before, "the suite itself must not change"
    tests = json.loads(Path("full-reduced/tests.json").read_text())["tests"]
    assert sorted(test["outcome"]["kind"] for test in tests) == ["fault", "return"]


def test_outputs_can_be_chosen_and_the_tests_replay() -> None:
    Path("f.c").write_text(TEXT)
    secateur("explore", "f.c:f", "--out", "full", "--buffer", "3", "--symbolic", "g", "--check", "none")
    found = _reduced("full", "--output", "g", "--out", "small")
    assert (len(found["kept"]), found["out"]) == (5, "small"), "two decisions affect g, plus the fault"
    assert {path.name for path in Path("small").iterdir()} == {"tests.json", "tests.c", "test_f.py"}
    done = secateur("replay", "small", "--json")
    assert json.loads(done.stdout)["confirmed"] == 5


def test_programs_are_reduced_as_well() -> None:
    Path("main.c").write_text(PROGRAM)
    secateur("explore", "main.c", "--out", "full")
    assert json.loads(Path("full/run.json").read_text())["paths"]["completed"] == 4
    assert len(_reduced("full", "--out", "a")["kept"]) == 2
    assert len(_reduced("full", "--output", "stdout", "--out", "b")["kept"]) == 4, "n determines which input is read"


def test_it_is_what_exploration_by_output_finds() -> None:
    Path("f.c").write_text(TEXT)
    secateur("explore", "f.c:f", "--out", "full", "--no-confirm", "--check", "none")
    done = secateur("explore", "f.c:f", "--technique", "rsc", "--output", "g", "--check", "none", "--json")
    assert len(json.loads(done.stdout)["tests"]) == len(_reduced("full", "--output", "g")["kept"])


def test_the_summary() -> None:
    Path("f.c").write_text(TEXT)
    secateur("explore", "f.c:f", "--out", "full", "--no-confirm", "--check", "none")
    done = secateur("reduce", "full")
    assert "test000003 computes the output in the same way as test000001" in done.stdout
    assert "2 of 8 tests kept" in done.stdout


def test_errors() -> None:
    assert "explore --out" in refused("reduce", "nowhere")
    Path("f.c").write_text(TEXT)
    secateur("explore", "f.c:f", "--out", "full", "--no-confirm")
    assert "is the folder of the suite itself; choose another one" in refused("reduce", "full", "--out", "full")
    assert "return, b, g, stdout" in refused("reduce", "full", "--output", "h")
    suite = json.loads(Path("full/tests.json").read_text())
    del suite["harness"]
    Path("full/tests.json").write_text(json.dumps(suite))
    assert "explore again" in refused("reduce", "full")
