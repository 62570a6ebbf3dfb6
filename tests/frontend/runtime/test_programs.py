"""Every function of our C library against the host's, on edge and on random inputs: a program in `programs` prints the
same with both. The machine runs it too, on fewer inputs."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine.library.output import STDERR, STDOUT, render
from secateur.machine.machine import Machine
from secateur.machine.path import Ending
from secateur.options import Compiling

from .native import Native

FOLDER = Path(__file__).parent / "programs"
PROGRAMS = sorted(path.stem for path in FOLDER.glob("*.c"))
MAIN = """
#include <stdarg.h>
#include <stdio.h>
void cases(int rounds);
void show(const char *format, ...) { va_list list; va_start(list, format); vprintf(format, list); va_end(list); }
int main(void) { cases(%d); return 0; }
"""


def compare(native: Native, name: str, rounds: int) -> None:
    ours, libc = native.outputs(FOLDER / f"{name}.c", rounds)
    assert ours.count("\n") > rounds / 2
    for number, (our_line, libc_line) in enumerate(zip(ours.splitlines(), libc.splitlines(), strict=False)):
        assert our_line == libc_line, f"line {number}"
    assert ours == libc


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_same_as_the_host(native: Native, name: str) -> None:
    compare(native, name, 300)


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_same_as_the_host_often(native: Native, name: str) -> None:
    compare(native, name, 10_000)


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("rounds", [1, pytest.param(9, marks=pytest.mark.slow)])
def test_the_machine_runs_it(native: Native, name: str, rounds: int, tmp_path: Path) -> None:
    main = tmp_path / "main.c"
    main.write_text(MAIN % rounds)
    machine = Machine(read(build([FOLDER / f"{name}.c", main], Compiling()).text), "main")
    path = machine.run(*machine.start(()))
    assert (path.ending, path.fault) == (Ending.RETURNED, None)
    # Both streams, in the order in which they were written, as the native harness captures them.
    output = render([piece for stream, piece in path.output if stream in (STDOUT, STDERR)], path.model)
    assert output.decode("latin-1").splitlines() == native.outputs(FOLDER / f"{name}.c", rounds)[1].splitlines()
