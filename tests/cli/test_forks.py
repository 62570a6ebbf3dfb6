"""`--switch` and `--merge`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .commands import refused, secateur

TEXT = """int f(int x, int y)
{
    int r = 0;
    switch (x) { case 1: case 2: r = 1; break; case 5: r = 2; }
    if (y > 3)
        r = 10 / (y - 7);
    return r;
}
"""


def _run(*options: str) -> dict[str, Any]:
    Path("f.c").write_text(TEXT)
    command = ("explore", "f.c:f", "--out", "out", "--no-check-tests", "--json", *options)
    found: dict[str, Any] = json.loads(secateur(*command).stdout)
    return found


def _found(run: dict[str, Any]) -> tuple[object, ...]:
    return [(f["kind"], f["line"], f["confirmed"]) for f in run["faults"]], run["coverage"]


def test_the_same_is_found_on_fewer_paths() -> None:
    labels, targets, merged = _run("--switch", "labels"), _run(), _run("--merge")
    assert _found(labels) == _found(targets) == _found(merged)
    assert _found(merged)[0] == [("division-by-zero", 6, True)]
    paths = [run["paths"]["completed"] for run in (labels, targets, merged)]
    assert paths[0] > paths[1] > paths[2] == 2
    assert [run["settings"]["search"]["switch"] for run in (labels, targets)] == ["labels", "targets"]
    assert {test["inputs"]["x"] for test in merged["tests"]} >= {1, 2, 5}, "each label has a test"


def test_further_runs_are_counted_apart() -> None:
    assert _run()["paths"]["covering"] == 1
    assert "1 more run for coverage" in secateur("explore", "f.c:f", "--out", "out", "--no-check-tests").stdout


def test_merging_can_be_audited() -> None:
    audit = _run("--merge", "--audit")["audit"]
    assert (audit["verdict"], audit["missed"], audit["invented"]) == ("sound", [], [])
    assert audit["paths"] == _run("--switch", "labels")["paths"]["completed"]


def test_techniques_that_look_at_decisions_do_not_merge() -> None:
    Path("f.c").write_text(TEXT)
    message = refused("explore", "f.c:f", "--technique", "pse", "--merge")
    assert "--merge: pse looks at each decision by itself" in message
    assert "use full" in message


def test_traces_and_summaries_are_of_paths_that_are_not_merged() -> None:
    Path("f.c").write_text(TEXT)
    for option in (("--trace", "t.csv"), ("--summaries", "auto")):
        assert "looks at paths that are not merged" in refused("explore", "f.c:f", "--merge", *option)


def test_counts_of_papers_are_by_label() -> None:
    assert _run("--technique", "dgse-published")["paths"]["covering"] == 0
