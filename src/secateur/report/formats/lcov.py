"""Coverage in lcov's trace format, which CI services and editors read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from secateur.report.covered_files import covered_files
from secateur.report.format import text_format
from secateur.report.material import AnswerKind


def to_lcov(files: Sequence[Mapping[str, Any]]) -> str:
    """`files`: as `coverage.files` in the JSON."""
    out = []
    for each in files:
        out += ["TN:", f"SF:{each['file']}"]
        numbers: dict[int, int] = {}
        for branch in each["branches"]:
            line = branch["line"]
            number = numbers[line] = numbers.get(line, -1) + 1
            out += [f"BRDA:{line},{number},{side},{int(branch[name])}" for side, name in enumerate(("true", "false"))]
        run = {**dict.fromkeys(each["covered"], 1), **dict.fromkeys(each["missed"], 0)}
        out += [f"DA:{line},{run[line]}" for line in sorted(run)]
        out.append("end_of_record")
    return "\n".join(out) + "\n"


FORMAT = text_format(
    "lcov",
    "coverage.lcov",
    "coverage by line and branch side, for editors and CI services",
    (AnswerKind.EXPLORE,),
    lambda material: to_lcov(covered_files(material.runs)),
)
