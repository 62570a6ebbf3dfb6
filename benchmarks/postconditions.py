"""Measures the optimisations of pse, each on and off: `python benchmarks/postconditions.py` (part of `make bench`)."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
SUBJECTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("benchmarks/subjects/wheel_brake.c:brake_step", ()),
    ("benchmarks/subjects/scheduler.c:schedule", ("-D", "COMMANDS=4")),
    ("benchmarks/subjects/option_parser.c:parse", ("--string", "3")),
    ("benchmarks/programs/tokenizer.c:tokenizer", ("--string", "5")),
)
#: Settings to try instead of the defaults.
VARIANTS = ("", "first=on", "size=50", "simplify=off", "reuse=off", "narrow=0", "quick=off")
#: Seconds per exploration.
BUDGET = "60"


def explore(spec: str, options: tuple[str, ...], variant: str) -> dict[str, Any]:
    command = [str(Path(sys.executable).with_name("secateur")), "explore", spec, *options, "--technique", "pse"]
    command += [
        "--no-confirm",
        "--no-answer-cache",
        "--json",
        "--timeout",
        BUDGET,
        *(("--tune", variant) if variant else ()),
    ]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([*command, "--out", folder], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 3):
        raise SystemExit(done.stderr)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    table = Table("subject", "options", "tuning", "paths", "instructions", "queries", "seconds")
    for spec, options in SUBJECTS:
        for variant in VARIANTS:
            run = explore(spec, options, variant)
            limit = "" if run["complete"] else ">"
            table.add_row(
                spec.rpartition("/")[2],
                " ".join(options),
                variant or "as it is",
                f"{limit}{run['paths']['completed'] + run['paths']['cut']:,}",
                f"{limit}{run['instructions']:,}",
                f"{run['solver']['queries']:,}",
                f"{limit}{run['seconds']:.2f}",
            )
        table.add_section()
    Console().print(table)


if __name__ == "__main__":
    main()
