"""The examples of docs/contracts.md: their tests build and pass with the compilers of this computer."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import secateur
from secateur.suite import plain_build
from suite.compilers import bundled_compiler

PAGE = Path(__file__).resolve().parents[2] / "docs" / "contracts.md"
FILES = dict(re.findall(r"^`([\w.]+)`:\n\n```\w*\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE))
#: The functions of the examples, and what their tests show.
EXAMPLES = [
    ("sum.c", "checked"),
    ("number.c", "number"),
    ("ring.c", "push"),
    ("list.c", "third"),
    ("list.c", "pop"),
    ("pair.c", "fill"),
    ("builder.c", "add"),
    ("device.c", "wait_ready"),
]


@pytest.mark.parametrize(("file", "function"), EXAMPLES)
def test_tests_build_and_pass(file: str, function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FILES.items():
        if name != "secateur.toml":
            (tmp_path / name).write_text(text)
    fails = {"malloc_fails": "1"} if file == "builder.c" else {}
    run = secateur.explore(f"{tmp_path / file}:{function}", out=tmp_path / "out", check_tests=False, **fails)  # type: ignore[arg-type]
    own = [found for name in ("gcc", "clang") if (found := shutil.which(name))]
    for compiler in own if len(own) > 1 else [*own, bundled_compiler(tmp_path)]:
        monkeypatch.setattr(plain_build, "find_compiler", lambda compiler=compiler: compiler)
        checked = plain_build.check_suite(run.suite, run.subject.driver)
        assert checked is not None
        assert (checked.problem, checked.not_run, checked.failures) == ("", "", ())
        assert checked.tests > 0
