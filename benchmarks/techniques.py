"""Measures the techniques against full exploration: `python benchmarks/techniques.py` (part of `make bench`).

Subjects on which much can be cut, and programs on which nothing can, where a technique should cost next to nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
SUBJECTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("benchmarks/subjects/wheel_brake.c:brake_step", ()),
    ("benchmarks/subjects/collision_avoidance.c:avoid", ()),
    ("benchmarks/subjects/scheduler.c:schedule", ("-D", "COMMANDS=3")),
    ("benchmarks/subjects/scheduler.c:schedule", ("-D", "COMMANDS=5")),
    ("examples/dgse_family.c:family", ("-D", "N=12", "--buffer", "12")),
    ("examples/regexp.c:matches_hello", ("--string", "7")),
    ("benchmarks/programs/tokenizer.c:tokenizer", ("--string", "5")),
    ("examples/branches.c:branches", ("--buffer", "12")),
)


def compare(spec: str, options: tuple[str, ...]) -> list[dict[str, object]]:
    command = [str(Path(sys.executable).with_name("secateur")), "compare", spec, *options]
    command += ["--techniques", "full,dgse", "--no-confirm", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr)
    rows: list[dict[str, object]] = json.loads(done.stdout)["rows"]
    return rows


def main() -> None:
    table = Table("subject", "options", "full, paths", "dgse, paths", "full, s", "dgse, s", "time, dgse of full")
    for spec, options in SUBJECTS:
        full, dgse = compare(spec, options)
        paths = [row["paths"]["completed"] for row in (full, dgse)]  # type: ignore[index]
        seconds = [float(str(row["seconds"])) for row in (full, dgse)]
        table.add_row(
            spec.rpartition("/")[2],
            " ".join(options),
            *(f"{p:,}" for p in paths),
            *(f"{s:.2f}" for s in seconds),
            f"{seconds[1] / seconds[0]:.2f}",
        )
    Console().print(table)


if __name__ == "__main__":
    main()
