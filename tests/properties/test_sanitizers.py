"""Faults of random programs full of undefined behaviour: all that there are, at their lines, and no others.

The judge is the project's own native build, whose checks are made by the same instrumentation as those of clang's
sanitizers; the slow test asks those of the system's clang themselves.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import secateur

from .random_undefined import undefined_program
from .sanitizers import Said, Sanitized

EDGES = (0, 1, -1, 2, 3, 5, 77, 127, -128)


def explored(source: Path) -> secateur.Run:
    return secateur.explore(f"{source}:{source.stem}", confirm=False, timeout=60, solver_timeout=5)


@pytest.mark.parametrize("number", range(16))
def test_every_prediction_holds_natively(number: int, tmp_path: Path) -> None:
    source = tmp_path / "f.c"
    source.write_text(undefined_program(number).text)
    replayed = secateur.replay(explored(source).write(tmp_path / "out"))
    assert [(each.test.inputs, each.differences) for each in replayed.tests if not each.confirmed] == []


@pytest.mark.slow
@pytest.mark.parametrize("share", range(20))
def test_clang_says_the_same(share: int) -> None:
    """50 programs each; needs a clang with its sanitizers."""
    with tempfile.TemporaryDirectory() as folder:
        assert disagreements(range(share * 50, share * 50 + 50), Path(folder)) == []


def disagreements(numbers: Sequence[int], folder: Path) -> list[str]:
    """Where the predictions of tests differ from what clang's sanitizers say about the same input, and faults that they
    report on other inputs and that were not found."""
    files = [folder / f"f{number}.c" for number in numbers]
    for number, file in zip(numbers, files, strict=True):
        file.write_text(undefined_program(number, file.stem, uninitialised=number % 2 == 1).text)
    runs = [explored(file) for file in files]
    calls = {(index, x, y): None for index, run in enumerate(runs) for x, y in _inputs(run, numbers[index])}
    said = Sanitized(files, folder).run(list(calls))
    found: list[str] = []
    for index, run in enumerate(runs):
        here = {(x, y): each for (number, x, y), each in said.items() if number == index}
        found += (f"{files[index].stem}: {text}" for text in _compared(run, here, files[index]))
    return found


def _inputs(run: secateur.Run, number: int) -> list[tuple[int, int]]:
    chance = Random(number)
    values = [*EDGES, chance.randint(-128, 127)]
    others = [(chance.choice(values), chance.choice(values)) for _ in range(12)]
    return [*map(_given, run.tests), *others]


def _given(test: secateur.Test) -> tuple[int, int]:
    x, y = test.inputs["x"], test.inputs["y"]
    assert isinstance(x, int)
    assert isinstance(y, int)
    return x, y


def _compared(run: secateur.Run, said: dict[tuple[int, int], Said], source: Path) -> list[str]:
    found: list[str] = []
    lines = source.read_text().splitlines()
    for test in run.tests:
        inputs = _given(test)
        fault = test.outcome.fault
        actual = said[inputs]
        predicted = ("", 0) if fault is None else _placed(str(fault.kind), fault.line, lines)
        result = dict(test.outcome.observations).get("return")
        if predicted not in _all_placed(actual.faults, lines) or (fault is None and result != str(actual.result)):
            found.append(f"{inputs}: predicted {predicted} {result}, but {actual}")
    known = _all_placed({(str(fault.kind), fault.line) for fault in run.faults}, lines)
    if run.complete:
        runs = [(inputs, each) for inputs, each in said.items() if each.result is None]
        found += (f"{inputs}: missed {each}" for inputs, each in runs if not _all_placed(each.faults, lines) & known)
    return found


def _all_placed(faults: set[tuple[str, int]], lines: list[str]) -> set[tuple[str, int]]:
    return {_placed(kind, line, lines) for kind, line in faults}


def _placed(kind: str, line: int, lines: list[str]) -> tuple[str, int]:
    """An uninitialised result is reported at its `return`; by MemorySanitizer, if there are several, at the end of the
    function."""
    is_result = kind == "uninitialised" and lines[line - 1].strip().startswith(("return ", "}"))
    return kind, len(lines) if is_result else line
