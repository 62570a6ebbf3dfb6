"""A buffer is as long as its contract says, whether its length is a number or not yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.harness.subject import load
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.options import Compiling, Inputs

TEXT = "int f(const char *p, int n) { return p[1] > n; }"


@pytest.mark.parametrize("concrete", [False, True])
@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_read_beyond_the_declared_size(count: int, concrete: bool, tmp_path: Path) -> None:
    file = tmp_path / "f.c"
    file.write_text(TEXT)
    program = load([f"{file}:f"], Compiling(), Inputs(requires=("size(p) == n",), infer=False)).program
    machine = Machine(program)
    machine.run(*machine.start(()))
    numbers = {name: variable.args[0] for (name, *_), variable in machine.variables.items()}
    model = [0] * len(numbers)
    model[numbers["n"]] = count
    path = machine.run(*machine.start(tuple(model), concrete=concrete))
    assert (path.fault is not None and path.fault.kind is FaultKind.OUT_OF_BOUNDS) == (count < 2)
