"""`secateur replay`: predictions that hold, predictions that no longer hold, and files that are not a suite."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .commands import refused, secateur

TEXT = "int f(int x)\n{\n    if (x > 3) return LIMIT;\n    return 10 / (x + 7);\n}\n"


@pytest.fixture
def suite() -> Path:
    Path("f.c").write_text(TEXT)
    assert secateur("explore", "f.c:f", "-D", "LIMIT=2", "--out", "out").exit_code == 1
    return Path("out")


def test_all_predictions_hold(suite: Path) -> None:
    done = secateur("replay", str(suite), "--json")
    assert done.exit_code == 0
    report = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert (report["tool"], report["directory"], report["failed"]) == ("secateur", "out", [])
    count = len(json.loads((suite / "tests.json").read_text())["tests"])
    assert report["tests"] == report["confirmed"] == count == 3
    assert report["faults"] == 1
    assert "3 of 3 tests replay as predicted, 1 of them faults" in secateur("replay", str(suite)).stdout


def test_a_changed_program_breaks_the_tests_it_concerns(suite: Path) -> None:
    Path("f.c").write_text(TEXT.replace("return LIMIT", "return LIMIT + 1"))
    done = secateur("replay", str(suite), "--json")
    assert done.exit_code == 1
    report = json.loads(done.stdout)
    assert len(report["failed"]) == 1
    assert any("2" in line and "3" in line for line in report["failed"][0]["differences"])
    shown = secateur("replay", str(suite))
    assert shown.exit_code == 1
    assert report["failed"][0]["test"] in shown.stdout


def test_a_fault_that_was_mended_is_not_confirmed(suite: Path) -> None:
    Path("f.c").write_text(TEXT.replace("10 / (x + 7)", "0"))
    report = json.loads(secateur("replay", str(suite), "--json").stdout)
    assert report["faults"] == 0
    assert report["failed"]


def test_a_source_that_no_longer_compiles(suite: Path) -> None:
    Path("f.c").write_text("int f(int x) { return x +; }\n")
    assert "error: expected expression" in refused("replay", str(suite), "--json")


def test_a_source_that_is_gone(suite: Path) -> None:
    Path("f.c").unlink()
    assert "f.c" in refused("replay", str(suite), "--json")


def test_a_folder_without_a_suite() -> None:
    Path("empty").mkdir()
    for place in ("empty", "nowhere"):
        message = refused("replay", place, "--json")
        assert f"{place}/tests.json" in message
        assert "secateur explore --out" in message


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"format": 99}', '"x"'], ids=["empty", "cut", "list", "bare", "future", "string"]
)
def test_a_file_that_is_no_suite(text: str) -> None:
    Path("odd").mkdir()
    Path("odd/tests.json").write_text(text)
    assert "odd/tests.json" in refused("replay", "odd", "--json")


def test_a_test_written_by_hand(suite: Path) -> None:
    path = suite / "tests.json"
    data = json.loads(path.read_text())
    outcome = {"kind": "return", "observations": {"return": "1"}}
    data["tests"] = [{"name": "mine", "inputs": {"x": 2}, "outcome": outcome}]
    path.write_text(json.dumps(data))
    assert secateur("replay", str(suite)).exit_code == 0
    data["tests"][0]["inputs"] = {"x": "two"}
    path.write_text(json.dumps(data))
    assert "'mine'" in refused("replay", str(suite))
