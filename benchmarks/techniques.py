"""Measures the techniques against full exploration: `python benchmarks/techniques.py` (part of `make bench`).

Subjects where much can be cut, and programs where nothing can, for which a technique should cost almost nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
TECHNIQUES = ("full", "dgse", "pse", "auto")
SUBJECTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("benchmarks/subjects/wheel_brake.c:brake_step", ()),
    ("benchmarks/subjects/wheel_brake.c:brake_steps", ("-D", "STEPS=2", "--buffer", "2", "--timeout", "60")),
    ("benchmarks/subjects/wheel_brake.c:brake_steps", ("-D", "STEPS=4", "--buffer", "4", "--timeout", "60")),
    ("benchmarks/subjects/collision_avoidance.c:avoid", ()),
    ("benchmarks/subjects/scheduler.c:schedule", ("-D", "COMMANDS=3")),
    ("benchmarks/subjects/scheduler.c:schedule", ("-D", "COMMANDS=5")),
    ("benchmarks/subjects/option_parser.c:parse", ("--string", "3")),
    ("benchmarks/programs/tokenizer.c:tokenizer", ("--string", "6")),
    ("examples/dgse_family.c:family", ("-D", "N=12", "--buffer", "12")),
    ("examples/sort.c:sort5", ("--buffer", "5")),
    ("examples/branches.c:branches", ("--buffer", "12")),
    ("examples/regexp.c:matches_hello", ("--string", "6")),
)


def compare(spec: str, options: tuple[str, ...]) -> list[dict[str, object]]:
    command = [str(Path(sys.executable).with_name("secateur")), "compare", spec, *options]
    command += ["--techniques", ",".join(TECHNIQUES), "--no-confirm", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr)
    rows: list[dict[str, object]] = json.loads(done.stdout)["rows"]
    return rows


def main() -> None:
    table = Table("subject", "options", "technique", "paths", "instructions", "seconds", "time of full")
    for spec, options in SUBJECTS:
        rows = compare(spec, options)
        base = float(str(rows[0]["seconds"]))
        for row in rows:
            paths, seconds = row["paths"], float(str(row["seconds"]))
            table.add_row(
                spec.rpartition("/")[2],
                " ".join(options),
                str(row["technique"]),
                f"{paths['completed'] + paths['cut']:,}",  # type: ignore[index]
                f"{row['instructions']:,}",
                f"{seconds:.2f}",
                f"{seconds / base:.2f}",
            )
        table.add_section()
    Console().print(table)


if __name__ == "__main__":
    main()
