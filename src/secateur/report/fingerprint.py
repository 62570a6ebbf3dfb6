"""Findings that are recognised in a later version of the program, by their fingerprints.

Lines move, and tests have other numbers. So a fingerprint is made of the kind of the fault, the function, and the code
of the line. Equal ones are numbered in the order of their lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from secateur.project.findings import code_of, fingerprint
from secateur.report.finding_text import findings_first
from secateur.report.material import ReportedRun
from secateur.report.source_text import SourceText


def add_fingerprints(faults: Iterable[dict[str, Any]], text: SourceText) -> None:
    """Each fault of an answer's JSON gets its `fingerprint`. The file counts by its last name: folders are moved."""
    seen: dict[tuple[str, ...], list[tuple[str, int, int]]] = {}
    for fault in sorted(faults, key=lambda each: (each["file"], each["line"], each["column"], each["kind"])):
        place = (fault["file"], fault["line"], fault["column"])
        line, file = text.line(*place[:2]), fault["file"].rpartition("/")[2]
        places = seen.setdefault((fault["kind"], file, fault["function"], code_of(line)), [])
        if place not in places:
            places.append(place)
        fault["fingerprint"] = fingerprint(fault["kind"], file, fault["function"], line, places.index(place))


def different_faults(runs: Sequence[ReportedRun], text: SourceText) -> list[tuple[ReportedRun, dict[str, Any]]]:
    """Each fault of several runs once, by its place, with a fingerprint that no other one has."""
    found: dict[tuple[object, ...], tuple[ReportedRun, dict[str, Any]]] = {}
    for run in runs:
        for fault in findings_first(run.data["faults"]):
            place = (fault["kind"], fault["file"], fault["line"], fault["column"])
            found.setdefault(place, (run, dict(fault)))
    add_fingerprints([fault for _, fault in found.values()], text)
    return list(found.values())
