"""The generated pytest file runs by itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from secateur.options import Inputs
from secateur.suite.test import Recorded
from secateur.suite.write import write_suite

from .examples import Example, function_suite, program_suite

SOURCES = Path(__file__).parents[1] / "sources"


def number(name: str, value: int) -> Recorded:
    return Recorded(name, "i32", value.to_bytes(4, "little", signed=True))


def division(folder: Path) -> Example:
    source = folder / "faulty.c"
    source.write_text((SOURCES / "faulty.c").read_text())
    inputs = [[number("a", a), number("b", b)] for a, b in [(6, 3), (7, 0), (1, 0)]]
    return function_suite(source, "divide", inputs, Inputs())


def run_pytest(folder: Path) -> subprocess.CompletedProcess[str]:
    """In a separate process, away from the settings of this project."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-rs",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(folder),
        str(folder),
    ]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_passes_and_skips_faults(tmp_path: Path) -> None:
    example = division(tmp_path)
    write_suite(example.suite, example.driver, tmp_path / "out")
    done = run_pytest(tmp_path / "out")
    assert done.returncode == 0, done.stdout
    assert "2 passed, 1 skipped" in done.stdout
    assert "shows a fault" in done.stdout


def test_fails_with_the_inputs_when_the_program_changes(tmp_path: Path) -> None:
    example = division(tmp_path)
    write_suite(example.suite, example.driver, tmp_path / "out")
    source = tmp_path / "faulty.c"
    source.write_text(source.read_text().replace("a / b", "a / b + 1"))
    done = run_pytest(tmp_path / "out")
    assert done.returncode == 1
    assert "{'a': 6, 'b': 3} should give return 2" in done.stdout
    assert "returned is 3, but 2 was expected" in done.stdout


def test_program_of_two_files(tmp_path: Path) -> None:
    for name, text in [
        (
            "main.c",
            "int half(int); int __VERIFIER_nondet_int(void); int main(void) { return half(__VERIFIER_nondet_int()); }",
        ),
        ("half.c", "int half(int x) { return x / 2; }"),
    ]:
        (tmp_path / name).write_text(text)
    example = program_suite([tmp_path / "half.c", tmp_path / "main.c"], [[number("nondet_int", 8)]])
    write_suite(example.suite, None, tmp_path / "out")
    done = run_pytest(tmp_path / "out")
    assert "1 passed" in done.stdout, done.stdout
