"""Replay from the files on disk, end to end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from secateur.frontend.compile import CompileError
from secateur.options import Inputs
from secateur.suite.replay import Running, replay
from secateur.suite.write import write_suite
from secateur.suite.writers.json import BadSuiteError

from .writers.examples import function_suite, program_suite
from .writers.test_pytest import division, number

SOURCES = Path(__file__).parent / "sources"


def test_everything_is_confirmed(tmp_path: Path) -> None:
    """All kinds of inputs and effects, faults with their lines, from another directory."""
    source = tmp_path / "everything.c"
    source.write_text((SOURCES / "everything.c").read_text())
    example = function_suite(source, "f", 40, Inputs(buffer=3, symbolic=("table",)))
    write_suite(example.suite, example.driver, tmp_path / "out")
    report = replay(tmp_path / "out")
    assert [each.differences for each in report.failed] == []
    assert len(report.confirmed) == 40


def test_faults_are_confirmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = division(tmp_path)
    write_suite(example.suite, example.driver, tmp_path / "out")
    monkeypatch.chdir(tmp_path / "out")
    report = replay(Path())
    (fault,) = report.faults
    assert (fault.test.name, fault.actual.fault and fault.actual.fault.line) == ("test000003", 11)


def test_wrong_predictions_are_found(tmp_path: Path) -> None:
    """Also in a hand-written test."""
    example = division(tmp_path)
    write_suite(example.suite, example.driver, tmp_path / "out")
    path = tmp_path / "out" / "tests.json"
    data = json.loads(path.read_text())
    outcome = {"kind": "return", "observations": {"return": "5", "calls": "1"}, "output": "8\n"}
    data["tests"].append({"name": "mine", "inputs": {"a": 8, "b": 2}, "outcome": outcome})
    path.write_text(json.dumps(data))
    (failed,) = replay(tmp_path / "out").failed
    assert (failed.test.name, failed.differences) == ("mine", ("predicted return = 5, natively 4",))


def test_a_changed_program(tmp_path: Path) -> None:
    example = division(tmp_path)
    write_suite(example.suite, example.driver, tmp_path / "out")
    source = tmp_path / "faulty.c"
    source.write_text(source.read_text().replace("a == 7", "b == 0"))
    (failed,) = replay(tmp_path / "out").failed
    assert failed.differences[0].startswith("predicted: division-by-zero at ")
    source.write_text("int divide(int a")
    with pytest.raises(CompileError, match=r"faulty\.c:1"):
        replay(tmp_path / "out")


def test_a_test_that_hangs(tmp_path: Path) -> None:
    source = tmp_path / "hang.c"
    source.write_text("int hang(int x) { while (x == 0) ; return x; }")
    example = function_suite(source, "hang", [[number("x", 1)]], Inputs())
    write_suite(example.suite, example.driver, tmp_path)
    source.write_text("int hang(int x) { while (x == 1) ; return x; }")
    (failed,) = replay(tmp_path, Running(timeout=0.3)).failed
    assert failed.differences == ("predicted: it returns; natively: it times out",)


def test_a_program(tmp_path: Path) -> None:
    source = tmp_path / "ask.c"
    source.write_text("int __VERIFIER_nondet_int(void); int main(void) { return __VERIFIER_nondet_int() & 7; }")
    example = program_suite([source], [[number("nondet_int", n)] for n in range(10)])
    write_suite(example.suite, None, tmp_path)
    report = replay(tmp_path)
    assert (len(report.confirmed), report.failed) == (10, ())


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(BadSuiteError):
        replay(tmp_path)
