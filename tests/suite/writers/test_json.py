"""The suite as JSON: nothing is lost, paths follow the file, hand-written tests are accepted."""

from __future__ import annotations

import json as plain
from pathlib import Path

import pytest

from secateur.suite.test import Described, FaultRecord, Outcome, Recorded, Suite, Test
from secateur.suite.writers import json

X = (Described("x", "i32", 32, True), Described("s[0]", "char", 8, True))
DRIVER = '#include "code/a.c"\nint main(void) { return 0; }\n'


def suite() -> Suite:
    fault = FaultRecord("division-by-zero", "code/a.c", 14, 5, "f", "division by zero")
    outcomes = [
        Outcome("return", 0, (("return", "1"), ("d", "0x1.8p+1")), b"text\n\xff\0", b"caf\xc3\xa9"),
        Outcome("exit", 3),
        Outcome("fault", 134, fault=fault),
    ]
    data = [(1).to_bytes(4, "little"), bytes(4), b"\xff" * 4]
    tests = tuple(
        Test(f"test{i}", {"x": x, "s": "a"}, (Recorded("x", "i32", d), Recorded("s[0]", "char", b"a")), o, ("2T",))
        for i, (o, d, x) in enumerate(zip(outcomes, data, [1, 0, -1], strict=True))
    )
    return Suite(("code/a.c", "code/b.c"), "f", DRIVER, X, tests, ("include",), ("A=1",), ("-O1",), ("shift",))


def test_round_trip() -> None:
    text = json.dumps(suite(), Path("out/here"))
    assert json.loads(text, Path("out/here")) == suite()


def test_paths_are_relative_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The directory can be checked in and replayed from anywhere."""
    monkeypatch.chdir(tmp_path)
    data = plain.loads(json.dumps(suite(), Path("out")))
    assert data["sources"] == ["../code/a.c", "../code/b.c"]
    assert data["driver"].startswith('#include "../code/a.c"')
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    loaded = json.loads(plain.dumps(data), Path("../out"))
    assert loaded.sources == ("../code/a.c", "../code/b.c")
    assert loaded.driver is not None
    assert loaded.driver.startswith('#include "../code/a.c"')


def test_hand_written_test() -> None:
    data = plain.loads(json.dumps(suite(), Path()))
    data["tests"] = [{"name": "mine", "inputs": {"x": 7}, "outcome": {"kind": "return", "observations": {"return": 3}}}]
    (test,) = json.loads(plain.dumps(data), Path()).tests
    assert test.recorded == (Recorded("x", "i32", (7).to_bytes(4, "little")), Recorded("s[0]", "char", b"\0"))
    assert test.outcome.observations == (("return", "3"),)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ('"format": 1', "format 9, but this version"),
        ('"x": 1', "test 'test0': 'x' cannot be 'one'"),
        ('"kind": "exit"', "not a Secateur test suite"),
    ],
)
def test_bad_suites(change: str, message: str) -> None:
    replacement = {'"format": 1': '"format": 9', '"x": 1': '"x": "one"', '"kind": "exit"': '"kid": "exit"'}[change]
    text = json.dumps(suite(), Path()).replace(change, replacement, 1)
    with pytest.raises(json.BadSuiteError, match=message):
        json.loads(text, Path())


def test_not_json_and_not_there(tmp_path: Path) -> None:
    with pytest.raises(json.BadSuiteError, match=r"tests.json:1: not JSON"):
        json.loads("{", tmp_path)
    with pytest.raises(json.BadSuiteError, match="give a directory written by `secateur explore --out`"):
        json.load(tmp_path / "nowhere")
