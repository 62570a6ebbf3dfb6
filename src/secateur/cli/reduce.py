"""`secateur reduce`: a suite without the tests that compute the output as others do."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from secateur.cli.errors import CLEAN, fail, user_errors
from secateur.cli.output import Output, criterion_of
from secateur.frontend.build import build
from secateur.harness.errors import HarnessError
from secateur.harness.subject import Subject, load
from secateur.ir.reader import read
from secateur.machine.fault import ALL_CHECKS, FaultKind
from secateur.machine.machine import Machine
from secateur.options import Compiling
from secateur.suite.reduce import Reduced, reduce
from secateur.suite.test import Suite
from secateur.suite.write import write_suite
from secateur.suite.writers.json import load as load_suite

EXAMPLES = """[bold]Examples[/]

secateur reduce secateur-out/brake-update

secateur reduce tests/parse --output result --output stdout --out tests/parse-small
"""

#: Dropped tests that are named on the terminal.
SHOWN = 12


def command(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="What `secateur explore --out DIR` wrote.", show_default=False)
    ],
    output: Output = None,
    out: Annotated[
        Path | None, typer.Option(help="Where to write the smaller suite (default: DIR-reduced).", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Drop the tests that compute the output in the same way as an earlier one: of all tests with the same
    relevant-slice condition the first is kept, and of those that end in a fault one for each way to get there."""
    folder = out or directory.with_name(f"{directory.resolve().name}-reduced")
    if folder.resolve() == directory.resolve():
        raise fail(f"--out {folder}: choose another directory, the suite itself stays as it is")
    with user_errors():
        suite = load_suite(directory)
        subject = subject_of(suite)
        checks = ALL_CHECKS if suite.checks is None else frozenset(FaultKind(kind) for kind in suite.checks)
        machine = Machine(subject.program, "main", checks, record=True)
        found = reduce(suite, machine, criterion_of(subject, output))
        write_suite(replace(suite, tests=found.kept), subject.driver, folder)
    if as_json:
        sys.stdout.write(json.dumps(_json(directory, folder, found)) + "\n")
    else:
        _show(found, folder)
    raise typer.Exit(CLEAN)


def subject_of(suite: Suite) -> Subject:
    """What a suite was made for, compiled anew."""
    options = Compiling(suite.include_paths, suite.defines, suite.flags)
    sources = [Path(source) for source in suite.sources]
    if suite.driver is None:
        return Subject(tuple(sources), "main", None, None, None, read(build(sources, options).text), options)
    if suite.harness is None:
        raise HarnessError("tests.json does not say how its inputs were made: explore again, then reduce")
    target = next((s for s in suite.sources if f'#include "{s}"' in suite.driver), suite.sources[0])
    specs = [f"{target}:{suite.function}", *(s for s in suite.sources if s != target)]
    return load(specs, options, suite.harness)


def _json(directory: Path, folder: Path, found: Reduced) -> dict[str, object]:
    return {
        "tool": "secateur",
        "directory": str(directory),
        "out": str(folder),
        "tests": len(found.kept) + len(found.dropped),
        "kept": [test.name for test in found.kept],
        "dropped": [{"test": test.name, "same_as": name} for test, name in found.dropped],
    }


def _show(found: Reduced, folder: Path) -> None:
    console = Console()
    total = len(found.kept) + len(found.dropped)
    for test, name in found.dropped[:SHOWN]:
        console.print(Text(f"{test.name} does what {name} does", style="dim"))
    if len(found.dropped) > SHOWN:
        console.print(Text(f"… and {len(found.dropped) - SHOWN:,} more (--json lists all)", style="dim"))
    console.print(f"[bold]{len(found.kept):,}[/] of {total:,} tests kept", highlight=False)
    console.print(Text(f"written to {folder}: run `secateur replay {folder}` to check every test natively"))
