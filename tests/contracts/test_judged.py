"""Faults beyond what was inferred: within the contract after all, outside of it, and what they need."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from secateur.contracts.model import Basis, Contract, Origin, clause
from secateur.frontend.build import compile_source
from secateur.harness.driver import make_driver
from secateur.harness.subject import load
from secateur.ir.debuginfo import DebugInfo
from secateur.jobs.beyond import explore_beyond
from secateur.jobs.plan import Plan
from secateur.machine.fault import DEFAULT_CHECKS
from secateur.options import Budget, Compiling, Inputs, Limits, Solving

from .explored import explored, shown


def test_a_fault_that_a_valid_call_shows_too_is_a_finding_with_such_a_call(tmp_path: Path) -> None:
    """With one path, the valid calls do not come to it; the first invalid one does."""
    text = "int f(const char *buf, unsigned len, int k) { return len > 2 ? buf[0] / k : 0; }\n"
    run = explored(text, "f", tmp_path, max_paths=1)
    assert shown(run) == [("division-by-zero", 1, "within", "")]
    assert run.findings[0].inputs["len"] in (3, 4)
    assert run.findings[0].confirmed
    assert run.found


def test_only_the_parts_that_exclude_a_fault_are_needed(tmp_path: Path) -> None:
    text = """\
int f(const char *a, unsigned a_len, const char *b, unsigned b_len)
{
    int s = 0;
    for (unsigned i = 0; i < a_len; i++) s += a[i];
    for (unsigned i = 0; i < b_len; i++) s += b[i];
    return s;
}
"""
    run = explored(text, "f", tmp_path, buffer=2)
    assert run.contract.texts == ["size(a) >= a_len", "size(b) >= b_len"]
    assert shown(run) == [
        ("out-of-bounds", 4, "outside", "a_len > size(a)"),
        ("out-of-bounds", 5, "outside", "b_len > size(b)"),
    ]


def test_a_fault_that_needs_one_of_two_parts_broken(tmp_path: Path) -> None:
    text = """\
int f(const char *a, unsigned a_len, const char *b, unsigned b_len)
{
    return a_len + b_len > 8 ? 1 / (int)(a_len - a_len) : 0;
}
"""
    run = explored(text, "f", tmp_path)
    assert shown(run) == [("division-by-zero", 3, "outside", "a_len > size(a) || b_len > size(b)")]


def test_what_is_declared_is_not_doubted(tmp_path: Path) -> None:
    text = "int f(const char *buf, unsigned len) { return len > 4 ? 1 / (int)(len - len) : 0; }\n"
    assert shown(explored(text, "f", tmp_path)) == [("division-by-zero", 1, "outside", "len > size(buf)")]
    assert shown(explored(f"//@ requires size(buf) >= len\n{text}", "f", tmp_path)) == []
    wider = f"//@ requires size(buf) >= len && len <= 5\n{text}"
    assert shown(explored(wider, "f", tmp_path)) == [("division-by-zero", 2, "within", "")]


def test_faults_outside_are_replayed_like_others(tmp_path: Path) -> None:
    text = "int f(const char *buf, unsigned len) { int s = 0; while (len--) s += buf[len]; return s; }\n"
    run = explored(text, "f", tmp_path)
    (fault,) = run.outside
    assert fault.confirmed
    told = run.to_json()
    assert [(each["contract"], each["needs"], each["test"]) for each in told["faults"]] == [
        ("outside", "len > size(buf)", fault.test.name)
    ]
    assert told["tests"][-1]["name"] == fault.test.name


def test_records_with_pointers(tmp_path: Path) -> None:
    text = """\
struct record { const char *name; int age; };
int oldest(const struct record *r, unsigned n)
{
    int best = -1;
    for (unsigned i = 0; i < n; i++)
        if (r[i].name[0] == 'a' && r[i].age > best) best = r[i].age;
    return best;
}
"""
    run = explored(text, "oldest", tmp_path, buffer=2, string=1, check_tests=True)
    assert run.findings == ()
    assert len({test.inputs["n"] for test in run.tests}) == 3
    assert run.suite_check is not None
    assert not run.suite_check.failures


def test_an_end_that_was_only_inferred_is_doubted(tmp_path: Path) -> None:
    """The same inputs as for a string that was declared, and beyond it one that does not end."""
    source = tmp_path / "source.c"
    source.write_text("unsigned count(const unsigned char *s) { unsigned n = 0; while (s[n]) n++; return n; }\n")
    info = DebugInfo(compile_source(source, Compiling()).text)
    part = clause("terminated(s)", Origin(Basis.INFERRED, "line 1"))
    driver = make_driver(info.signature("count"), (), str(source), Inputs(), contract=Contract("count", (part,)))
    assert [leaf.name for leaf in driver.inputs] == ["s[0]", "s[1]", "s[2]", "s[3]", "s[4]"]
    assert "secateur_requires(0, s[4] == 0);" in driver.text()
    declared = replace(part, origin=Origin(Basis.DECLARED))
    driver = make_driver(info.signature("count"), (), str(source), Inputs(), contract=Contract("count", (declared,)))
    assert [leaf.name for leaf in driver.inputs] == ["s[0]", "s[1]", "s[2]", "s[3]"]


def test_a_condition_whose_evaluation_branches_is_not_judged_by(tmp_path: Path) -> None:
    source = tmp_path / "source.c"
    source.write_text("int f(const int *a, unsigned i, int k) { return i > 9 ? 1 / k : a[0]; }\n")
    part = clause("i < 4 && a[i] > 3", Origin(Basis.INFERRED, "line 1"))
    subject = load([f"{source}:f"], Compiling(), Inputs(), contract=Contract("f", (part,)))
    plan = Plan(subject, DEFAULT_CHECKS, Limits(), Budget(), Solving())
    beyond = explore_beyond(plan, plan.run("full"), "full")
    assert [(str(each.fault.kind), str(each.judgement)) for each in beyond.faults] == [("division-by-zero", "unknown")]


def test_what_was_inferred_gives_way_to_what_is_known(tmp_path: Path) -> None:
    text = "int f(const char *buf, unsigned len) { return len == 9 ? buf[8] : 0; }\n"
    run = explored(text, "f", tmp_path, requires=["len > 8"])
    assert run.contract.texts == ["len > 8", "size(buf) >= len"]
    assert run.findings == ()
    assert {test.inputs["len"] for test in run.tests} >= {9}
    run = explored(text, "f", tmp_path, assume=["len == 9"])
    assert run.contract.texts == []
    assert shown(run) == [("out-of-bounds", 1, "within", "")]
