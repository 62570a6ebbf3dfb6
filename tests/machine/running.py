"""Compile and run a C text in the machine."""

from __future__ import annotations

from pathlib import Path as FilePath

from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine.fault import DEFAULT_CHECKS, FaultKind
from secateur.machine.library.output import STDOUT, render
from secateur.machine.machine import Machine
from secateur.machine.path import Path
from secateur.options import Limits


def machine_for(
    text: str, folder: FilePath, checks: frozenset[FaultKind] = DEFAULT_CHECKS, limits: Limits | None = None
) -> Machine:
    source = folder / "program.c"
    source.write_text(text)
    return Machine(read(build([source]).text), "main", checks, limits)


def run(text: str, folder: FilePath, model: tuple[int, ...] = ()) -> Path:
    """Run `main` of a program to its end."""
    machine = machine_for(text, folder)
    return machine.run(*machine.start(model))


def printed(path: Path) -> str:
    return render([piece for stream, piece in path.output if stream == STDOUT], path.model).decode()
