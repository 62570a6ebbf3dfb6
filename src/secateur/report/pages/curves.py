"""The plots of an exploration: over time, from the statistics in its store, and from path to path."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markupsafe import Markup

from secateur.report.material import ReportedRun, StatisticsRow
from secateur.report.pages.plots import Curve, line_plot

#: Rows from which on a plot over time says something.
LEAST = 3


def time_plots(run: ReportedRun) -> list[Markup]:
    """Empty if the run was too short for statistics."""
    rows = run.statistics
    values = [(seconds, float(number)) for seconds, number in run.values]
    seen = [line_plot("Distinct values", "", "seconds", [Curve("values", values)])] if len(values) >= LEAST else []
    if len(rows) < LEAST:
        return seen

    def curve(name: str, value: Callable[[StatisticsRow], float]) -> Curve:
        return Curve(name, [(0.0, 0.0), *((row.seconds, value(row)) for row in rows)])

    plots = [
        ("Paths", "", [curve("paths", lambda row: row.paths)]),
        ("Lines covered", "", [curve("lines", lambda row: row.lines)]),
        ("Branch sides covered", "", [curve("sides", lambda row: row.branches)]),
        ("Faulty paths", "", [curve("faulty", lambda row: row.faults)]),
        ("Waiting tasks", "", [curve("waiting", lambda row: row.queue)]),
        ("Share of the solver", " %", [curve("solver", lambda row: 100 * row.solver)]),
        ("Memory", " MB", [curve("memory", lambda row: row.memory)]),
    ]
    return [*(line_plot(title, unit, "seconds", curves) for title, unit, curves in plots), *seen]


def path_plots(run: ReportedRun) -> list[Markup]:
    """What the tests show one after the other: sides, distinct outcomes, different faults."""
    tests: Sequence[dict[str, object]] = run.data["tests"]
    if len(tests) < 2:
        return []
    faulty = {f"{each['kind']} at {each['file']}:{each['line']}" for each in run.data["faults"]}
    seen: dict[str, set[object]] = {"sides": set(), "outcomes": set(), "faults": set()}
    points: dict[str, list[tuple[float, float]]] = {name: [(0.0, 0.0)] for name in seen}
    for number, test in enumerate(tests, 1):
        path, outcome = test["path"], test["outcome"]
        assert isinstance(path, list | tuple)
        seen["sides"].update(path)
        seen["outcomes"].add((outcome, str(test.get("observed")), test.get("output")))
        if outcome in faulty:
            seen["faults"].add(outcome)
        for name, found in seen.items():
            points[name].append((number, len(found)))
    titles = {"sides": "Branch sides taken", "outcomes": "Distinct outcomes", "faults": "Different faults"}
    return [
        line_plot(title, "", "tests, in the order in which they were found", [Curve(name, points[name])], steps=True)
        for name, title in titles.items()
    ]
