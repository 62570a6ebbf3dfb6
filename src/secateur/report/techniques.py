"""The techniques that can be chosen, on a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.text import Text

from secateur import __version__
from secateur.exploration.registry import Registry
from secateur.exploration.technique import Technique
from secateur.exploration.technique_options import TechniqueOption, technique_options
from secateur.report.tables import plain_table


def techniques_json(registry: Registry) -> dict[str, Any]:
    return {
        "tool": "secateur",
        "version": __version__,
        "techniques": [
            {
                "name": technique.name,
                "exact": technique.exact,
                "seeks_faults": technique.seeks_faults,
                "reduces": technique.reduces,
                "changes": for_changes,
                "options": [_option_json(each) for each in technique_options(technique)],
            }
            for technique, for_changes in _all(registry)
        ],
        "broken": [{"name": name, "reason": reason} for name, reason in registry.broken()],
    }


def _option_json(option: TechniqueOption) -> dict[str, Any]:
    return {
        "name": option.name,
        "default": option.default,
        "choices": list(option.choices),
        "help": option.help,
    }


def show_techniques(console: Console, registry: Registry) -> None:
    table = plain_table("technique", "for", "misses no fault", "leaves out paths", "options")
    for technique, for_changes in _all(registry):
        options = ", ".join(f"{each.name}={each.default}" for each in technique_options(technique))
        table.add_row(
            Text(technique.name, style="bold green"),
            "a change" if for_changes else "a program",
            _word(technique.exact and technique.seeks_faults),
            _word(technique.reduces),
            Text(options),
        )
    for name, reason in registry.broken():
        table.add_row(Text(name, style="bold red"), "-", "-", "-", Text(f"cannot be used: {reason}"))
    console.print(table)


def _all(registry: Registry) -> Iterator[tuple[type[Technique], bool]]:
    for for_changes in (False, True):
        for name in registry.names(for_changes):
            yield registry.find(name, for_changes), for_changes


def _word(is_so: bool) -> str:
    return "yes" if is_so else "no"
