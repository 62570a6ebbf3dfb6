"""The tables of all reports look alike: no lines, and two spaces between columns."""

from __future__ import annotations

from rich.table import Column, Table


def plain_table(*columns: str | Column, header_style: str = "bold") -> Table:
    """A column that is given by its name alone wraps its text, so that nothing is cut."""
    made = [Column(each, overflow="fold") if isinstance(each, str) else each for each in columns]
    return Table(*made, box=None, header_style=header_style, pad_edge=False, padding=(0, 2, 0, 0))
