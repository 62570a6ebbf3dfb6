"""`--format`: files in other formats, beside those that a command always writes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from secateur.cli.screen import Screen

if TYPE_CHECKING:
    from secateur.report.format import Format
    from secateur.report.material import Material

FORMAT_HELP = (
    "Also write these files, with commas between: html, sarif, junit, lcov, cobertura, testcomp, ktest, smtlib, "
    "conditions, csv, markdown, github."
)


def show_written(screen: Screen, wanted: tuple[Format, ...], material: Material, folder: Path) -> None:
    """Write the files and say where, unless standard output is for JSON."""
    from rich.text import Text

    from secateur.report.format import write_formats

    for each in wanted:
        files = write_formats([each], material, folder)
        if files and not screen.quiet:
            where = str(files[0]) if len(files) == 1 else f"{files[0].parent} ({len(files):,} files)"
            screen.console.print(Text(f"{each.name}: {where}"), soft_wrap=True)
