"""The JSON of `compare`, and where the faults of techniques differ.

A row is the JSON object of an exploration, as `explore --json` prints it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from secateur import __version__
from secateur.assumption import Ledger
from secateur.report.assumptions import assumption_json

Row = dict[str, Any]


#: What the ratios refer to.
BASE = "full"


def compare_json(rows: Sequence[Row], source: str, function: str, ledger: Ledger, complete: bool) -> dict[str, Any]:
    return {
        "tool": "secateur",
        "version": __version__,
        "source": source,
        "function": function,
        "rows": list(rows),
        "differences": differences(rows),
        "complete": complete,
        "assumptions": [assumption_json(each) for each in ledger.assumptions],
    }


def differences(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Faults (kind, file and line) that one technique found and another did not, with an input that shows each."""
    found: dict[tuple[str, str, int], tuple[Row, Row]] = {}
    for row in rows:
        for fault in row["faults"]:
            found.setdefault(fault_key(fault), (row, fault))
    missing = []
    for row in rows:
        own = {fault_key(fault) for fault in row["faults"]}
        for (kind, file, line), (other, fault) in found.items():
            if (kind, file, line) not in own:
                inputs = next(test["inputs"] for test in other["tests"] if test["name"] == fault["test"])
                missing.append(
                    {
                        "technique": row["technique"],
                        "kind": kind,
                        "file": file,
                        "line": line,
                        "found_by": other["technique"],
                        "inputs": inputs,
                        "complete": row["complete"],
                    }
                )
    return missing


def fault_key(fault: Row) -> tuple[str, str, int]:
    return fault["kind"], fault["file"], fault["line"]
