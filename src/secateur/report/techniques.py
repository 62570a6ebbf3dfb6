"""The techniques that can be chosen, on a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from secateur import __version__
from secateur.exploration.options import options_of
from secateur.exploration.registry import Registry
from secateur.exploration.technique import Technique


def techniques_json(registry: Registry) -> dict[str, Any]:
    return {
        "tool": "secateur",
        "version": __version__,
        "techniques": [
            {
                "name": technique.name,
                "exact": technique.exact,
                "reduces": technique.reduces,
                "changes": for_changes,
                "options": [{"name": o.name, "default": o.default, "help": o.help} for o in options_of(technique)],
            }
            for technique, for_changes in _all(registry)
        ],
    }


def show_techniques(console: Console, registry: Registry) -> None:
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("technique", "for", "misses no fault", "leaves out paths", "options"):
        table.add_column(name, overflow="fold")
    for technique, for_changes in _all(registry):
        options = ", ".join(f"{each.name}={each.default}" for each in options_of(technique))
        table.add_row(
            Text(technique.name, style="bold green"),
            "a change" if for_changes else "a program",
            _word(technique.exact and technique.seeks_faults),
            _word(technique.reduces),
            Text(options),
        )
    console.print(table)


def _all(registry: Registry) -> Iterator[tuple[type[Technique], bool]]:
    for for_changes in (False, True):
        for name in registry.names(for_changes):
            yield registry.find(name, for_changes), for_changes


def _word(is_so: bool) -> str:
    return "yes" if is_so else "no"
