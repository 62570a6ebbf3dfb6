"""What an exploration has shown over time, as a table in a file: one row per run, written while it goes on."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import astuple, fields
from typing import TextIO

from secateur.exploration.timeline import Moment


def table_of_moments(out: TextIO) -> Callable[[Moment], None]:
    """Writes the head, and returns what writes a row. Each row is on disk before the next run begins, so that nothing
    is lost by Ctrl-C or a crash."""
    table = csv.writer(out, lineterminator="\n")
    table.writerow(field.name for field in fields(Moment))
    out.flush()

    def write(moment: Moment) -> None:
        table.writerow(f"{cell:.6f}" if isinstance(cell, float) else cell for cell in astuple(moment))
        out.flush()

    return write
