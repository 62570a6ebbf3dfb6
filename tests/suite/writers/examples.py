"""Suites whose predictions come from native runs, so that writers and replay can be tested on their own."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from secateur.frontend.cache import default_cache
from secateur.frontend.compile import compile_file
from secateur.frontend.toolchain import find_toolchain
from secateur.harness.driver import Driver, make_driver
from secateur.ir.debuginfo import DebugInfo
from secateur.options import Compiling, Inputs
from secateur.suite.native.run import run_all
from secateur.suite.pretty import InputTree, describe, free_to_json
from secateur.suite.replay import build_suite
from secateur.suite.scalars import encode
from secateur.suite.test import Described, Json, Outcome, Recorded, Suite, Test
from suite.compilers import bundled_command


@dataclass(frozen=True, slots=True)
class Example:
    suite: Suite
    driver: Driver | None


def function_suite(
    source: Path,
    function: str,
    inputs: Sequence[Sequence[Recorded]] | int,
    options: Inputs,
    compiling: Compiling | None = None,
) -> Example:
    """A suite of a function, from given inputs or a number of random ones."""
    compiling = compiling or Compiling()
    text = compile_file(source, compiling, find_toolchain(default_cache())).text
    information = DebugInfo(text)
    driver = make_driver(information.signature(function), information.globals(), str(source), options)
    described = describe(driver)
    if isinstance(inputs, int):
        chance = random.Random(7)
        inputs = [[anything(leaf, chance) for leaf in described] for _ in range(inputs)]
    flags = (compiling.include, compiling.define, compiling.flags)
    suite = Suite((str(source),), function, driver.text(), described, (), *flags)
    tree = InputTree(described)
    return Example(_predicted(suite, [(tree.to_json(each), tuple(each)) for each in inputs]), driver)


def program_suite(sources: Sequence[Path], inputs: Sequence[Sequence[Recorded]]) -> Example:
    suite = Suite(tuple(map(str, sources)), "main", None, (), ())
    return Example(_predicted(suite, [(free_to_json(each), tuple(each)) for each in inputs]), None)


def _predicted(suite: Suite, inputs: Sequence[tuple[dict[str, Json], tuple[Recorded, ...]]]) -> Suite:
    outcomes = run_all(build_suite(suite), [recorded for _, recorded in inputs])
    tests = tuple(
        Test(
            f"test{number:06}",
            shown,
            recorded,
            Outcome(o.kind, o.status, o.observations, o.output, o.error, o.fault),
            (f"{number}T",),
        )
        for number, ((shown, recorded), o) in enumerate(zip(inputs, outcomes, strict=True), 1)
    )
    return replace(suite, tests=tests)


def anything(leaf: Described, chance: random.Random) -> Recorded:
    """A random value, often small or extreme."""
    if leaf.kind in ("f32", "f64"):
        values: list[Json] = [0.0, -0.0, 0.1, 1.5, -3e10, "nan", "inf", "-inf"]
        return Recorded(leaf.name, leaf.kind, encode(leaf.kind, leaf.width, leaf.signed, chance.choice(values)))
    low, high = (-(1 << leaf.width - 1), (1 << leaf.width - 1) - 1) if leaf.signed else (0, (1 << leaf.width) - 1)
    number = chance.choice([0, 1, 2, 97, 39, 92, low, high, chance.randint(low, high)])
    number = min(max(number, low), high)
    return Recorded(leaf.name, leaf.kind, encode(leaf.kind, leaf.width, leaf.signed, number))


def compilers() -> list[list[str]]:
    """gcc, if available, and clang."""
    ours = list(bundled_command())
    return [["gcc"], ours] if shutil.which("gcc") else [ours]


def build_tests(directory: Path, compiler: Sequence[str], others: Sequence[str] = ()) -> Path:
    """Build `tests.c` with all warnings as errors (except warnings about the user's own source)."""
    flags = ["-Wall", "-Werror", "-g"]
    command = [*compiler, *flags, "tests.c", *others, "-o", "tests", "-lm"]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return directory / "tests"
