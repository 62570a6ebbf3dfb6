"""Inferred words about pointers are doubted: without them, the function is explored once more."""

from __future__ import annotations

import json
from pathlib import Path

from secateur.contracts.doubts import doubted_parts, is_assumed
from secateur.contracts.model import Basis, Contract, Origin, clause
from secateur.report.contract_text import from_text

from .explored import explored, shown

INFERRED, DECLARED = Origin(Basis.INFERRED, "line 1"), Origin(Basis.DECLARED, "f.h:1")
COUNT = "int f(const char *p, const char *end) { int n = 0; while (p < end) n += *p++ == 'a'; return n; }\n"


def test_the_same_word_about_one_parameter_is_left_out_at_once() -> None:
    texts = ["heap(l)", "heap(l->next)", "inside(end, p)", "size(a) >= 16", "size(b) >= n", "n > 0", "shape(l, 0..3)"]
    parts = [clause(text, INFERRED) for text in texts]
    groups = doubted_parts(Contract("f", tuple(parts)))
    assert [[str(each) for each in group] for group in groups] == [texts[:2], texts[2:3], texts[3:4]]


def test_what_is_declared_is_never_left_out() -> None:
    contract = Contract("f", (clause("heap(p)", DECLARED), clause("size(a) >= 16", DECLARED)))
    assert doubted_parts(contract) == []
    assert not is_assumed(clause("shape(l, 0..3)", DECLARED))


def test_what_cannot_be_left_out_is_said_to_be_assumed() -> None:
    for text in ("shape(l, 0..3)", "calls(f, any)", "made(t, text_new)"):
        assert from_text(clause(text, INFERRED)) == "inferred from line 1, assumed"
    assert from_text(clause("inside(end, p)", INFERRED)) == "inferred from line 1"


def test_a_fault_without_a_word_is_outside_and_has_a_test_of_its_own(tmp_path: Path) -> None:
    run = explored(COUNT, "f", tmp_path)
    assert shown(run) == [("out-of-bounds", 1, "outside", "!inside(end, p)")]
    assert not run.found
    assert run.complete
    folder = run.write()
    fault = json.loads((folder / "run.json").read_text())["faults"][0]
    tests = json.loads((folder / fault["suite"] / "tests.json").read_text())["tests"]
    assert fault["test"] in [each["name"] for each in tests]
    assert "end" in fault["inputs"]


def test_what_is_declared_instead_is_not_doubted(tmp_path: Path) -> None:
    assert shown(explored(COUNT, "f", tmp_path, requires=["inside(end, p)"])) == []


def test_a_fault_that_valid_calls_show_too_is_listed_once(tmp_path: Path) -> None:
    text = "int f(const char *p, const char *end) { int n = 0; while (p <= end) n += *p++ == 'a'; return n; }\n"
    assert shown(explored(text, "f", tmp_path)) == [("out-of-bounds", 1, "within", "")]


def test_without_a_complete_answer_it_is_not_known_whether_a_valid_call_shows_it(tmp_path: Path) -> None:
    run = explored(COUNT, "f", tmp_path, max_paths=1)
    assert [(each[2], each[3]) for each in shown(run)] == [("unknown", "perhaps !inside(end, p)")]
