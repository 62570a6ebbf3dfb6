"""The verdict on a reduced exploration."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.exploration.audit import AuditVerdict, audit
from secateur.exploration.budget import Spent
from secateur.exploration.result import Result
from secateur.options import Budget
from secateur.report.sentences import audit_text

from .exploring import FIRST, explored

#: Two faults on the line of the assertion's own, one on each side of a branch.
TWO = """int main(void)
{
    int x = INT, y = INT;
    if (x > 3)
        assert(y != 4);
    else
        return 10 / y;
    return 0;
}
"""
CLEAN = "int main(void) { return INT > 3 ? 1 : 2; }\n"


def _without(result: Result, kind: str) -> Result:
    """As if a technique had cut the paths to one kind of fault."""
    result.paths = [path for path in result.paths if path.fault is None or path.fault.kind != kind]
    return result


def test_the_same_faults_are_sound(tmp_path: Path) -> None:
    verdict = audit(explored(TWO, tmp_path, order="bfs"), explored(TWO, tmp_path))
    assert (verdict.verdict, verdict.missed, verdict.invented) == (AuditVerdict.SOUND, (), ())
    assert (verdict.paths, verdict.faults) == (4, 2)
    assert audit_text(verdict) == "no fault was missed: full exploration of 4 paths found the same 2 faults"


def test_no_fault_at_all_is_sound(tmp_path: Path) -> None:
    verdict = audit(explored(CLEAN, tmp_path), explored(CLEAN, tmp_path))
    assert audit_text(verdict) == "no fault was missed: full exploration of 2 paths found no fault either"


def test_a_missed_fault_comes_with_its_path(tmp_path: Path) -> None:
    full = explored(TWO, tmp_path)
    verdict = audit(_without(explored(TWO, tmp_path), "assertion"), full)
    assert verdict.verdict is AuditVerdict.MISSED
    ((fault, index),) = verdict.missed
    assert (fault.kind, fault.position.line) == ("assertion", FIRST + 4)
    assert full.paths[index].fault == fault
    assert audit_text(verdict) == "1 fault missed, which full exploration of 4 paths found"


def test_a_fault_is_missed_even_if_full_exploration_does_not_finish(tmp_path: Path) -> None:
    full = explored(TWO, tmp_path)
    full.spent = Spent.TIME
    reduced = _without(explored(TWO, tmp_path), "assertion")
    assert audit(reduced, full).verdict is AuditVerdict.MISSED
    reduced.spent = Spent.PATHS
    assert audit_text(audit(reduced, full)).endswith("; the reduced exploration itself is incomplete")


@pytest.mark.parametrize(("budget", "word"), [(Budget(timeout=0.0), "--audit-budget"), (Budget(max_paths=1), "paths")])
def test_what_did_not_finish_proves_nothing(budget: Budget, word: str, tmp_path: Path) -> None:
    verdict = audit(explored(TWO, tmp_path), explored(TWO, tmp_path, budget=budget))
    assert verdict.verdict is AuditVerdict.UNDECIDED
    assert audit_text(verdict).startswith("undecided: the full exploration did not finish")
    assert word in audit_text(verdict)
    assert "no fault missed so far" in audit_text(verdict)


def test_several_paths_to_one_line_are_one_fault(tmp_path: Path) -> None:
    text = "int main(void)\n{\n    int x = INT;\n    if (INT > 3) x |= 1;\n    return 9 / x;\n}\n"
    full = explored(text, tmp_path)
    reduced = explored(text, tmp_path)
    failing = [path for path in reduced.paths if path.fault]
    reduced.paths = failing[-1:]
    assert audit(reduced, full).verdict is AuditVerdict.SOUND


def test_a_fault_that_is_not_there_is_told(tmp_path: Path) -> None:
    verdict = audit(explored(TWO, tmp_path), _without(explored(TWO, tmp_path), "assertion"))
    assert [str(fault.kind) for fault in verdict.invented] == ["assertion"]
    assert (
        audit_text(verdict)
        == "no fault was missed, but full exploration of 4 paths did not find 1 of the reported faults"
    )
