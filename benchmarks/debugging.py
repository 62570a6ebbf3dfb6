"""Seeds regressions into the subjects and locates them with `secateur debug`: `python benchmarks/debugging.py`.

Each variant is a subject with one small change to its text. The failing test is an input for which `secateur signature
OLD NEW` shows a difference. A seed counts as found if a line of the report is the changed one; for a missing statement,
its line in the old version or the branch around it.

With `--rewritten`, the new version also has every simple comparison with its sides swapped, every `x++` as `x += 1` and
every result in parentheses, so that a textual difference between the versions does not help.
"""

from __future__ import annotations

import re
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from variants import AVOID, BRAKE, SCHEDULE, Variant

import secateur


@dataclass(frozen=True)
class Seed(Variant):
    """`around`: text of the branch around what is missing."""

    output: str = "return"
    around: str = ""

    def rewritten(self) -> str:
        """The variant with all other lines rewritten without changing their meaning."""
        old, new = self.source.read_text().split("\n"), self.text().split("\n")
        return "\n".join(b if a != b else rewrite(b) for a, b in zip(old, new, strict=True))

    def lines(self) -> list[tuple[str, int]]:
        """Its location as (version, line): the lines that differ, and the branch around them."""
        old, new = self.source.read_text().split("\n"), self.text().split("\n")
        changed = [n for n, (a, b) in enumerate(zip(old, new, strict=True), 1) if a != b]
        found = [(version, n) for n in changed for version in ("new", "old")]
        if self.around:
            above = max(n for n, line in enumerate(old, 1) if self.around in line and n <= changed[0])
            found += [("new", above), ("old", above)]
        return found


_COMPARISON = re.compile(r"if \(([\w.>-]+) (<|>|<=|>=|==) ([\w.]+)\)")
_SWAPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "=="}


def rewrite(line: str) -> str:
    line = _COMPARISON.sub(lambda m: f"if ({m[3]} {_SWAPPED[m[2]]} {m[1]})", line)
    line = re.sub(r"^( +)([\w.>-]+)\+\+;", r"\1\2 += 1;", line)
    return re.sub(r"return ([^;]+);", r"return (\1);", line)


SEEDS: tuple[Seed, ...] = (
    Seed(*BRAKE, "wrong comparison", "if (position < PEDAL_DEAD_BAND)", "if (position <= PEDAL_DEAD_BAND)"),
    Seed(*BRAKE, "wrong constant", "return 50;\n    return 90;", "return 60;\n    return 90;"),
    Seed(
        *BRAKE,
        "missing statement",
        "            pressure = ACCUMULATOR_LIMIT;",
        "            ;",
        around="if (pressure > ACCUMULATOR_LIMIT)",
    ),
    Seed(*BRAKE, "wrong variable", "if (blue >= BLUE_MIN)", "if (green >= BLUE_MIN)"),
    Seed(*BRAKE, "swapped branches", "? demand.pedal : demand.autobrake;", "? demand.autobrake : demand.pedal;"),
    Seed(*AVOID, "wrong comparison", "closure < MIN_CLOSURE ?", "closure <= MIN_CLOSURE ?"),
    Seed(*AVOID, "wrong constant", "separation > 2 * ALTITUDE_MISS", "separation > 3 * ALTITUDE_MISS"),
    Seed(
        *AVOID,
        "missing statement",
        "        sense = -1;\n    } else if",
        "        ;\n    } else if",
        around="if (intent == INTENT_CLIMB",
    ),
    Seed(*AVOID, "wrong variable", "- altitude_in(other, RESOLUTION", "- altitude_in(own, RESOLUTION"),
    Seed(*AVOID, "swapped branches", "? DO_NOT_CLIMB : DESCEND;", "? DESCEND : DO_NOT_CLIMB;"),
    Seed(*SCHEDULE, "wrong comparison", "elapsed > STALL_TICKS", "elapsed >= STALL_TICKS", "metrics"),
    Seed(*SCHEDULE, "wrong constant", "for (int i = 0; i < CAPACITY; i++)", "for (int i = 0; i < 2; i++)"),
    Seed(
        *SCHEDULE,
        "missing statement",
        "    else\n        statistics.refused++;",
        "    else\n        ;",
        "statistics",
        around="if (process)",
    ),
    Seed(*SCHEDULE, "wrong variable", "metrics.idle += elapsed;", "metrics.busy += elapsed;", "metrics"),
    Seed(
        *SCHEDULE,
        "swapped branches",
        "metrics.from_console++;\n    else\n        metrics.from_network++;",
        "metrics.from_network++;\n    else\n        metrics.from_console++;",
        "metrics",
    ),
)


def debugged(
    seed: Seed, is_rewritten: bool = False, conditions: Sequence[str] = ("slice", "path")
) -> list[dict[str, Any]]:
    """The reports, one per kind of conditions."""
    with tempfile.TemporaryDirectory() as folder:
        variant = Path(folder) / seed.subject
        variant.write_text(seed.rewritten() if is_rewritten else seed.text())
        outputs = [seed.output]
        rows = secateur.signature(
            f"{seed.source}:{seed.function}", variant, output=outputs, answer_cache=False
        ).to_json()["rows"]
        failing = next(row["input"] for row in rows if row["status"] != "same")
        diagnoses = [
            secateur.debug(
                seed.source,
                variant,
                failing,
                function=seed.function,
                output=outputs,
                conditions=kind,
                answer_cache=False,
            )
            for kind in conditions
        ]
        return [diagnosis.to_json() for diagnosis in diagnoses]


def kind_found(seed: Seed, report: dict[str, Any]) -> str:
    """How the seeded line was reported: by a condition (as in the paper), or as a changed statement."""
    seeded = seed.lines()
    return next((cause["kind"] for cause in report["causes"] if (cause["version"], cause["line"]) in seeded), "")


def main() -> None:
    table = Table("subject", "seed", "line", "slice: found", "lines", "constraints", "s", "path: found", "lines", "s")
    sizes: dict[str, list[int]] = {"slice": [], "path": []}
    found, by_condition = {"slice": 0, "path": 0}, {"slice": 0, "path": 0}
    is_rewritten = "--rewritten" in sys.argv[1:]
    for seed in SEEDS:
        reports = dict(zip(sizes, debugged(seed, is_rewritten), strict=True))
        cells = []
        for kind, report in reports.items():
            how = kind_found(seed, report)
            found[kind] += bool(how)
            by_condition[kind] += how == "condition"
            sizes[kind].append(len(report["causes"]))
            constraints = f"{report['constraints']['old']} + {report['constraints']['new']}"
            cells += [how or "NO", str(len(report["causes"]))]
            cells += [constraints, f"{report['seconds']:.2f}"] if kind == "slice" else [f"{report['seconds']:.2f}"]
        table.add_row(seed.subject, seed.kind, str(seed.lines()[0][1]), *cells)
    Console(width=140).print(table)
    for kind, counts in sizes.items():
        print(
            f"{kind}: {found[kind]} of {len(SEEDS)} found, {by_condition[kind]} of them by a condition; "
            f"median of {statistics.median(counts)} lines"
        )


if __name__ == "__main__":
    main()
