"""The figures and tables of "Path Exploration based on Symbolic Output" (Qi et al.), from the user's point of view."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur

from .answers import EXAMPLES, explore, is_clean, printed, replay

GOLDEN = Path(__file__).parent / "golden"
SUBJECTS = EXAMPLES.parent / "benchmarks" / "subjects"

#: condition, output, number of paths
Row = tuple[str, str, int]


def golden(name: str) -> list[Row]:
    """Lines such as `x > 1 => x | 2`."""
    found: list[Row] = []
    for line in (GOLDEN / f"{name}.signature").read_text().splitlines():
        if line and not line.startswith("#"):
            condition, _, rest = line.partition("=>")
            output, _, paths = rest.rpartition("|")
            found.append((condition.strip(), output.strip(), int(paths)))
    return found


@pytest.mark.parametrize(
    ("name", "output"), [("rsc", "out"), ("rsc_assignment", "out"), ("rsc_array", "return")], ids=str
)
def test_the_signatures_of_the_paper(name: str, output: str) -> None:
    found = printed(secateur.signature(f"{EXAMPLES}/{name}.c:example", output=[output], count=True))
    rows = [(row["condition"], row["output"][output], row["paths"]) for row in found["rows"]]
    assert rows == golden(name)
    assert found["complete"]
    assert found["counted"]
    assert found["runs"] == len(rows), "one run per row"


def test_three_runs_instead_of_eight(tmp_path: Path) -> None:
    """Figure 1 without the checks, which the paper does not have: each run is one of the three."""
    run, found = explore("rsc.c:example", tmp_path, technique="rsc", output=["out"], check="none")
    assert (is_clean(run), found["complete"], found["paths"]["runs"], len(found["tests"])) == (True, True, 3, 3)
    assert sorted(test["observed"]["out"] for test in found["tests"]) == ["11", "11", "2"]
    _, full = explore("rsc.c:example", tmp_path, check="none")
    assert full["paths"]["completed"] == 8
    explore("rsc.c:example", tmp_path, technique="rsc", output=["out"], check="none")
    answer, replayed = replay(tmp_path)
    assert (is_clean(answer), replayed["confirmed"]) == (True, 3)


def test_faults_on_the_runs_are_reported(tmp_path: Path) -> None:
    run, found = explore("rsc.c:example", tmp_path, technique="rsc", output=["out"], confirm=False)
    assert run.found
    assert [(fault["kind"], fault["line"]) for fault in found["faults"]] == [
        ("signed-overflow", n) for n in (6, 10, 12)
    ]


@pytest.mark.parametrize("conditions", ["slice", "path"])
def test_two_outputs_of_which_one_is_wrong(conditions: str) -> None:
    """Section 5.2: line 2 is the cause, and line 6 is not."""
    files = (f"{EXAMPLES}/rsc_old.c", f"{EXAMPLES}/rsc_new.c")
    test = {"inp1": 0, "inp2": 0}
    answer = secateur.debug(*files, test, function="example", output=["x"], conditions=conditions)
    assert answer.found
    found = printed(answer)
    assert found["outcome"] == {"old": "x=1", "new": "x=-1"}
    assert [(cause["version"], cause["line"]) for cause in found["causes"]] == [("new", 2)]
    (cause,) = found["causes"]
    assert cause["condition"] == "inp1 <= 0"
    assert cause["input"]["inp1"] > 0
    assert cause["outcome"]["old"] == cause["outcome"]["new"]
    assert found["constraints"]["new"] == (1 if conditions == "slice" else 4), "the slice leaves out inp2"


@pytest.mark.parametrize(
    ("subject", "paths", "runs"),
    [
        ("wheel_brake.c:brake_step", 2608, 182),
        ("collision_avoidance.c:avoid", 598, 92),
        ("scheduler.c:schedule", 568, 56),
    ],
)
def test_the_subjects(subject: str, paths: int, runs: int) -> None:
    found = printed(secateur.signature(f"{SUBJECTS}/{subject}", count=True, accept=["globals", "not-compiled"]))
    assert (found["complete"], found["counted"], found["faults"]) == (True, True, [])
    assert (len(found["rows"]), found["runs"]) == (runs, runs)
    assert sum(row["paths"] for row in found["rows"]) == paths, "every path belongs to one row"
