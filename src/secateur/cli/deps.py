"""`secateur deps`: what influences what, by source line."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from secateur.cli.errors import CLEAN, fail, user_errors
from secateur.cli.source import Buffer, Define, Include, Sources, build_options
from secateur.dependence.by_line.analysis import dependences
from secateur.dependence.by_line.lines import DependenceKind, Lines
from secateur.dependence.static import Static
from secateur.harness.driver import DriverOptions
from secateur.harness.subject import load
from secateur.report.deps import deps_json, show_deps
from secateur.report.dot import to_dot
from secateur.report.source_text import SourceText
from secateur.report.svg import to_svg

EXAMPLES = """[bold]Examples[/]

secateur deps brake.c:update

secateur deps brake.c:update --kind control,data --json

secateur deps brake.c:update --kind potential --dot brake.svg
"""


def command(
    sources: Sources,
    kind: Annotated[
        str,
        typer.Option(help=f"Which dependences: all, or a list of {', '.join(DependenceKind)}, with commas between."),
    ] = "all",
    buffer: Buffer = 4,
    include: Include = None,
    define: Define = None,
    dot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also draw them: a Graphviz file, or a picture if FILE ends with .svg."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Show the dependences of a C function and what it calls, by source line: 6T → 7 says that line 7 runs because
    line 6 was true, 7 → 16 (a) that line 16 uses what line 7 wrote to a."""
    kinds = parse_kinds(kind)
    text = SourceText()
    with user_errors():
        subject = load(sources, build_options(include, define), DriverOptions(buffer, None, (), ()))
        static = Static(subject.program, "main")
        found = dependences(static, Lines(static.code, text.at), kinds)
        if dot is not None:
            draw = to_svg if dot.suffix.lower() == ".svg" else to_dot
            dot.write_text(draw(subject.title, found, text))
    if as_json:
        sys.stdout.write(json.dumps(deps_json(found, subject.source, subject.function, kinds)) + "\n")
    else:
        console = Console()
        show_deps(console, subject.title, found, kinds, text)
        if dot is not None:
            console.print(f"drawn in {dot}", highlight=False, markup=False)
    raise typer.Exit(CLEAN)


def parse_kinds(text: str) -> tuple[DependenceKind, ...]:
    """The kinds that the user asked for, in our order."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    unknown = [word for word in words if word not in (*DependenceKind, "all")]
    if unknown or not words:
        raise fail(f"--kind {unknown[0] if unknown else text}: unknown; choose from {', '.join(DependenceKind)}, all")
    return tuple(kind for kind in DependenceKind if kind in words or "all" in words)
