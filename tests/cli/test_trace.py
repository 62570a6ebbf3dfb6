"""`--trace`: what an exploration has shown, run by run."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import secateur
from cli.commands import refused

EXAMPLES = Path(__file__).parents[2] / "examples"


def rows(tmp_path: Path, source: str, technique: str, string: int | None = None) -> list[dict[str, str]]:
    file = tmp_path / "new" / "trace.csv"
    secateur.explore(source, technique=technique, trace=file, out=tmp_path / "out", confirm=False, string=string)
    with file.open(newline="") as table:
        return list(csv.DictReader(table))


@pytest.mark.parametrize(("technique", "paths"), [("full", 8), ("dgse", 6)])
def test_distinctive_paths_of_the_papers_example(technique: str, paths: int, tmp_path: Path) -> None:
    """Figure 2 of the DGSE paper: six of eight paths show something new, and dgse explores exactly these."""
    trace = rows(tmp_path, f"{EXAMPLES}/dgse.c:test", technique)
    assert len(trace) == paths
    assert {row["technique"] for row in trace} == {technique}
    last = {name: number for name, number in trace[-1].items() if name not in ("technique", "seconds", "cpu")}
    found = {"distinctive": "6", "values": "39", "lines": "12", "branches": "6", "faults": "2", "worker": "0"}
    assert last == {"runs": str(paths), "paths": str(paths), **found}


@pytest.mark.parametrize("technique", ["full", "dgse", "dgse-published", "pse", "rsc"])
def test_numbers_only_grow_and_end_as_the_answer_says(technique: str, tmp_path: Path) -> None:
    source, file = f"{EXAMPLES}/dgse_missed.c:between", tmp_path / "trace.csv"
    run = secateur.explore(source, technique=technique, trace=file, out=tmp_path / "out", confirm=False)
    with file.open(newline="") as table:
        trace = list(csv.DictReader(table))
    for name in trace[0].keys() - {"technique"}:
        column = [float(row[name]) for row in trace]
        assert column == sorted(column), name
    last = trace[-1]
    coverage = run.result.coverage
    assert [int(last[name]) for name in ("paths", "lines", "branches", "faults")] == [
        run.result.explored, coverage.covered_lines, coverage.covered_sides, len(run.result.faults()),
    ]  # fmt: skip


def test_values_do_not_depend_on_the_numbers_of_objects(tmp_path: Path) -> None:
    """The block of the second allocation has another number on each path; its pointer is no new value."""
    source = tmp_path / "f.c"
    source.write_text(
        "#include <stdlib.h>\n"
        "int f(int x) { if (x) free(malloc(1)); char *p = malloc(2); p[1] = 3; int n = p[1]; free(p); return n; }\n"
    )
    trace = rows(tmp_path, f"{source}:f", "full")
    first, second = (int(row["values"]) for row in trace)
    # the other side of the branch, the pointer to the first block, what malloc computes from its size
    assert second - first <= 3


def test_a_hand_over_keeps_what_was_seen(tmp_path: Path) -> None:
    trace = rows(tmp_path, f"{EXAMPLES}/regexp.c:matches_hello", "dgse", string=2)
    techniques = [row["technique"] for row in trace]
    assert techniques == sorted(techniques)  # dgse, then full
    assert set(techniques) == {"dgse", "full"}
    switch = techniques.index("full")
    assert int(trace[switch]["paths"]) == int(trace[switch - 1]["paths"]) + 1  # full goes on with what is open
    assert int(trace[switch]["values"]) >= int(trace[switch - 1]["values"])


def test_a_file_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    source = f"{EXAMPLES}/dgse.c:test"
    message = refused("explore", source, "--trace", str(tmp_path), "--out", str(tmp_path / "out"))
    assert message == f"--trace {tmp_path}: cannot be written: Is a directory\n"
    with pytest.raises(secateur.OptionError, match=f"trace={tmp_path}: cannot be written: Is a directory"):
        secateur.explore(source, trace=tmp_path, out=tmp_path / "out")
