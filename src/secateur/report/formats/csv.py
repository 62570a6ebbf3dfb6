"""How an exploration went on over time, as a table (CSV): a row per second, from its store."""

from __future__ import annotations

import csv
import io
from dataclasses import astuple, fields

from secateur.report.format import text_format
from secateur.report.material import AnswerKind, Material, StatisticsRow


def to_csv(material: Material) -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("run", *(field.name for field in fields(StatisticsRow))))
    for run in material.runs:
        for row in run.statistics:
            table.writerow((run.title, *(f"{c:.6f}" if isinstance(c, float) else c for c in astuple(row))))
    return out.getvalue()


FORMAT = text_format(
    "csv",
    "timeline.csv",
    "a table over time: paths, coverage, faults, waiting tasks, share of the solver, memory",
    (AnswerKind.EXPLORE,),
    to_csv,
)
