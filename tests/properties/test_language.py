"""Parts of the language that ordinary programs use less often: machine and native build agree on each of them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from .agreement import disagreements
from .random_language import inputs, program

PROGRAMS = sorted((Path(__file__).parent / "language").glob("*.c"))
WIDTHS = (32, 32, 32, 64)
EDGES = (0, 1, -1, 2, 3, 5, 7, 100, 255, -128, (1 << 31) - 1, -(1 << 31))


def models(count: int) -> list[tuple[int, ...]]:
    """Inputs for `long f(int, int, int, long)`: edges first, then any numbers."""
    random = Random(25)
    found = [tuple(random.choice(EDGES) for _ in WIDTHS) for _ in range(count)]
    return found + [tuple(random.getrandbits(w) - (1 << w - 1) for w in WIDTHS) for _ in range(count)]


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_machine_and_native_build_agree(source: Path) -> None:
    assert disagreements(source, models(12)) == []


def check(seed: int, functions: int, folder: Path) -> None:
    """Random functions of one seed."""
    source = folder / f"language{seed}.c"
    source.write_text(program(seed, functions))
    assert disagreements(source, inputs(seed, functions, 3)) == []


def test_random_functions(tmp_path: Path) -> None:
    check(1, 20, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_many_random_functions(seed: int, tmp_path: Path) -> None:
    check(seed, 20, tmp_path)
