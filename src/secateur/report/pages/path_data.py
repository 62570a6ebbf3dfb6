"""The tests and paths of a run as data for the page's script, small enough for tens of thousands of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from secateur.report.material import ReportedRun
from secateur.report.shown import show_inputs

#: Longest text of inputs, outcome or output in the table of tests; the files have them in full.
LONGEST = 240
#: Tests with their own row in the page.
MOST = 50_000


def path_data(run: ReportedRun) -> dict[str, Any]:
    """`labels`: the different sides (`12T`). `paths`: for each test how many decisions it shares with the one before,
    then the others, as numbers of labels. `cuts`: what was left out, by line."""
    labels: dict[str, int] = {}
    paths = []
    before: Sequence[int] = ()
    tests = run.data["tests"][:MOST]
    for test in tests:
        path = [labels.setdefault(label, len(labels)) for label in test["path"]]
        shared = next(
            (n for n, (a, b) in enumerate(zip(path, before, strict=False)) if a != b), min(len(path), len(before))
        )
        paths.append([shared, *path[shared:]])
        before = path
    outcomes: dict[str, int] = {}
    rows = [[_short(show_inputs(test["inputs"])), outcomes.setdefault(_outcome(test), len(outcomes))] for test in tests]
    faulty = {f"{each['kind']} at {each['file']}:{each['line']}" for each in run.data["faults"]}
    return {
        "title": run.title,
        "names": _names([test["name"] for test in tests]),
        "labels": list(labels),
        "paths": paths,
        "rows": rows,
        "outcomes": list(outcomes),
        "faulty": [int(outcome.partition(";")[0] in faulty) for outcome in outcomes],
        "cuts": _cuts(run.data["cuts"]),
        "total": run.data["paths"]["completed"],
        "left_out": len(run.data["tests"]) - len(tests),
    }


def _names(names: Sequence[str]) -> list[str] | str:
    """Empty if they are numbered as usual."""
    usual = all(name == f"test{number:06d}" for number, name in enumerate(names, 1))
    return "" if usual else list(names)


def _outcome(test: Mapping[str, Any]) -> str:
    parts = [test["outcome"]]
    parts += [f"{name}={value}" for name, value in test.get("observed", {}).items()]
    if test.get("output"):
        parts.append(f"prints {test['output']!r}")
    return _short("; ".join(parts))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _cuts(cuts: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in cuts:
        count = each["count"]
        told = f"{each['technique']} cut {count:,} {'side' if count == 1 else 'sides'} here: {each['because']}"
        found.setdefault(str(each["line"]), []).append(told)
    return found
