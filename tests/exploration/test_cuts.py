"""What a technique left out: sides of branches, by place, with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur.exploration.cuts import CutKind
from secateur.exploration.techniques.full import Full
from secateur.report.cuts import because_text, cuts_json, cuts_line

EXAMPLE = f"{Path(__file__).parents[2]}/examples/dgse.c:test"
COVERED = "everything that can follow is covered by paths that were explored"
APART = "nothing depends on both this and `y < 1` on line 12"

#: Four paths; the second decision is independent of the first, until the third line of the body runs.
TWO = """int f(int x, int y)
{
    int a = 0, b = 0;
    if (x > 3)
        a = 1;
    if (y > 5)
        b = 1;
    return a COMBINED b;
}
"""
#: The failing side of the division is tried once, not once for each side of `x`.
CHECKED = "int f(int x, int y, int z)\n{\n    int a = x > 3 ? 1 : 2;\n    return z / y + a;\n}\n"


def _cuts(source: str, technique: str) -> dict[tuple[int, str], tuple[int, str]]:
    run = secateur.explore(source, technique=technique, confirm=False, check="none")
    assert run.result.complete
    return {(c["line"], c["branch"]): (c["count"], c["because"]) for c in cuts_json(run.result.cuts)}


@pytest.mark.parametrize(
    ("technique", "line", "count", "because"),
    [
        ("dgse", 16, 2, APART),
        ("dgse-published", 16, 2, APART),
        ("pse", 16, 1, COVERED),
        ("rsc", 12, 2, "the output does not depend on it"),
    ],
)
def test_cuts_of_the_example(
    technique: str, line: int, count: int, because: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tuning = ["summaries=conditions"] if technique == "pse" else []
    run = secateur.explore(EXAMPLE, technique=technique, tune=tuning, confirm=False)
    (cut,) = run.to_json()["cuts"]
    file = EXAMPLE.rpartition(":")[0]
    reason = run.result.cuts[0].reason.kind
    assert cut == {
        "technique": technique, "file": file, "line": line, "branch": "condition", "count": count,
        "reason": str(reason), "because": because,
    }  # fmt: skip
    assert cuts_line(run.result.cuts) == (
        f"cut: {count} side{'s' * (count > 1)} on 1 line, as at {file}:{line}: {because}"
    )


def test_nothing_is_cut_by_full_exploration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = secateur.explore(EXAMPLE, technique=Full.name, confirm=False)
    assert run.to_json()["cuts"] == []
    assert cuts_line(run.result.cuts) is None


@pytest.mark.parametrize(("operator", "count"), [("* 0 +", 1), ("/", 0)])
def test_decisions_are_independent_until_something_depends_on_both(
    operator: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With `a / b` all four paths are needed; with a sum that cannot overflow, three are enough."""
    monkeypatch.chdir(tmp_path)
    Path("f.c").write_text(TWO.replace("COMBINED", operator))
    found = _cuts("f.c:f", "dgse")
    assert sum(c for c, _ in found.values()) == count
    if count:
        assert found == {(6, "condition"): (1, "nothing depends on both this and `x > 3` on line 4")}


def test_failing_sides_count_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.c").write_text(CHECKED)
    found = _cuts("f.c:f", "dgse")
    assert found[4, "check"][1] == "nothing depends on both this and `x > 3` on line 3"


def test_each_untried_side_is_a_path_or_more_of_full_exploration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without infeasible sides: the paths of `full` are at least those that were run, and one for each cut."""
    monkeypatch.chdir(tmp_path)
    family = f"{Path(__file__).parents[2]}/examples/dgse_family.c:family"
    run = secateur.explore(family, technique="dgse", define=["N=6"], buffer=6, confirm=False)
    full = secateur.explore(family, define=["N=6"], buffer=6, confirm=False)
    cut = sum(each.count for each in run.result.cuts)
    assert run.counts.completed < run.counts.completed + cut <= full.counts.completed
    assert {each.reason.kind for each in run.result.cuts} <= {CutKind.INDEPENDENT, CutKind.REPEATED}
    assert all("`" in because_text(each) for each in run.result.cuts if each.reason.kind is CutKind.INDEPENDENT)
