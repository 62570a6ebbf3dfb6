"""Faults outside a contract, and whether a caller brings them about."""

from __future__ import annotations

from pathlib import Path

import secateur

from .explored import explored, shown

TEXT = """\
static int sum(const int *a, unsigned n)
{
    int s = 0;
    for (unsigned i = 0; i < n; i++) s ^= a[i];
    return s;
}
"""
CAREFUL = """\
int careful(unsigned n) { int a[3] = {1, 2, 3}; return n <= 3 ? sum(a, n) : 0; }
"""
CARELESS = """\
int careless(unsigned n) { int a[3] = {1, 2, 3}; return n <= 4 ? sum(a, n) : 0; }
"""
PASSING = """\
static int passes(const int *a, unsigned n) { return sum(a, n + 1); }
"""


def test_a_caller_that_brings_it_about_makes_it_a_finding(tmp_path: Path) -> None:
    run = explored(TEXT + CAREFUL + CARELESS, "sum", tmp_path, callers=1)
    assert run.found
    (finding,) = run.callers.findings
    assert finding.chain == ("careless", "sum")
    assert finding.fault.inputs == {"n": 4}
    assert finding.fault.confirmed
    assert shown(run) == [("out-of-bounds", 4, "within", "")]
    assert run.to_json()["faults"][0]["chain"] == ["careless", "sum"]
    assert (run.write() / "callers" / "careless" / "tests.c").is_file()


def test_what_no_caller_brings_about_is_dropped_and_counted(tmp_path: Path) -> None:
    run = explored(TEXT + CAREFUL, "sum", tmp_path, callers=1)
    assert not run.found
    assert shown(run) == []
    assert [(each.kind, each.needs) for each in run.callers.dropped] == [("out-of-bounds", "n > size(a)")]
    assert run.to_json()["callers"]["explored"] == ["careful"]


def test_without_callers_it_stays_outside(tmp_path: Path) -> None:
    run = explored(TEXT.replace("static ", ""), "sum", tmp_path, callers=1)
    assert shown(run) == [("out-of-bounds", 4, "outside", "n > size(a)")]


def test_a_function_whose_address_is_taken_may_have_other_callers(tmp_path: Path) -> None:
    table = "int (*const table[])(const int *, unsigned) = {sum};\n"
    run = explored(TEXT + CAREFUL + table, "sum", tmp_path, callers=1)
    assert shown(run) == [("out-of-bounds", 4, "outside", "n > size(a)")]


def test_a_caller_whose_own_contract_is_a_guess_excludes_nothing(tmp_path: Path) -> None:
    """That `end` is inside of `p` is inferred from the names, and no other calls were tried."""
    caller = "int between(const int *p, const int *end) { int a[3] = {*p}; return p == end ? 0 : sum(a, 3); }\n"
    run = explored(TEXT + caller, "sum", tmp_path, callers=1)
    assert "inside(end, p)" in secateur.contract(f"{tmp_path}/source.c:between").parts
    assert shown(run) == [("out-of-bounds", 4, "outside", "n > size(a)")]
    assert run.callers.dropped == ()


def test_callers_of_callers(tmp_path: Path) -> None:
    outer = "int outer(void) { int a[2] = {1, 2}; return passes(a, 2); }\n"
    text = TEXT + PASSING + outer
    one = explored(text, "sum", tmp_path, callers=1)
    assert [each.chain for each in one.callers.findings] == [("passes", "sum")]
    inner = "static int passes(const int *a, unsigned n) { return sum(a, n); }\n"
    two = explored(TEXT + inner + outer.replace("(a, 2)", "(a, 3)"), "sum", tmp_path, callers=1)
    assert shown(two) == [("out-of-bounds", 4, "outside", "n > size(a)")]
    two = explored(TEXT + inner + outer.replace("(a, 2)", "(a, 3)"), "sum", tmp_path, callers=2)
    assert [each.chain for each in two.callers.findings] == [("outer", "passes", "sum")]


def test_a_caller_reaches_further_with_larger_objects(tmp_path: Path) -> None:
    """Alone, the function is given at most four elements, and faults before it comes to the division."""
    text = """\
static int f(const int *a, unsigned n)
{
    int s = 0;
    for (unsigned i = 0; i < n; i++) s |= a[i];
    return n == 9 ? 1 / s : s;
}
int g(unsigned char x) { int a[9] = {0}; a[3] = x; return f(a, 9); }
"""
    run = explored(text, "f", tmp_path, callers=1)
    assert [(each.fault.kind, each.fault.line, each.chain) for each in run.callers.findings] == [
        ("division-by-zero", 5, ("g", "f"))
    ]
    assert [each.kind for each in run.callers.dropped] == ["out-of-bounds"]


def test_callers_in_other_files(tmp_path: Path) -> None:
    (tmp_path / "sum.c").write_text(TEXT.replace("static ", ""))
    (tmp_path / "use.c").write_text("int sum(const int *, unsigned);\n" + CARELESS)
    files = (f"{tmp_path}/sum.c:sum", f"{tmp_path}/use.c")
    run = secateur.explore(*files, callers=1, out=tmp_path / "out")
    assert [each.chain for each in run.callers.findings] == [("careless", "sum")]
