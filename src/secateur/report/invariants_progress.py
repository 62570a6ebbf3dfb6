"""The line that a terminal shows while functions are looked at one after the other."""

from __future__ import annotations

from rich.text import Text


def function_line(where: tuple[str, int, int]) -> Text:
    name, number, total = where
    return Text.assemble(("● ", "green"), f"{name} ", (f"({number} of {total})", "dim"))
