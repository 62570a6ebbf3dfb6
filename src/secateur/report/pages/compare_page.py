"""The page of a comparison: techniques side by side, with plots."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from markupsafe import Markup

from secateur.report.compare_json import BASE, Row
from secateur.report.material import Material, StatisticsRow
from secateur.report.pages.page import page
from secateur.report.pages.plots import Curve, bar_plot, line_plot


def compare_page(material: Material) -> str:
    rows: list[Row] = material.data["rows"]
    base = next((row for row in rows if row["technique"] == BASE), None)
    return page(
        "compare.html",
        title=material.title,
        data=material.data,
        rows=rows,
        base=base,
        bars=_bars(rows),
        curves=_curves(material, rows),
        names=[row["technique"] for row in rows],
    )


def _bars(rows: list[Row]) -> list[Markup]:
    measures: dict[str, tuple[str, Callable[[Row], float]]] = {
        "Paths to their end": ("", lambda row: row["paths"]["completed"]),
        "Runs": ("", lambda row: row["paths"]["runs"]),
        "Time": ("s", lambda row: row["seconds"]),
        "Solver queries": ("", lambda row: row["solver"]["queries"]),
        "Instructions": ("", lambda row: row["instructions"]),
        "Branch sides covered": ("", lambda row: row["coverage"]["branches"]["covered"]),
    }
    return [
        bar_plot(title, unit, [(row["technique"], float(value(row))) for row in rows])
        for title, (unit, value) in measures.items()
    ]


def _curves(material: Material, rows: list[Row]) -> list[Markup]:
    """Over time, if at least one of them took long enough."""
    ends: Mapping[str, Row] = {row["technique"]: row for row in rows}
    if not any(len(each) >= 3 for each in material.statistics.values()):
        return []

    def curves(value: Callable[[StatisticsRow], float], end: Callable[[Row], float]) -> list[Curve]:
        return [
            Curve(
                name,
                [
                    (0.0, 0.0),
                    *((each.seconds, value(each)) for each in found),
                    (ends[name]["seconds"], end(ends[name])),
                ],
            )
            for name, found in material.statistics.items()
            if name in ends
        ]

    def explored(row: Row) -> float:
        return float(row["paths"]["completed"] + row["paths"]["cut"])

    return [
        line_plot("Paths", "", "seconds", curves(lambda each: each.paths, explored)),
        line_plot("Faulty paths", "", "seconds", curves(lambda each: each.faults, lambda row: row["paths"]["faulty"])),
        line_plot("Waiting tasks", "", "seconds", curves(lambda each: each.queue, lambda row: 0.0)),
    ]
