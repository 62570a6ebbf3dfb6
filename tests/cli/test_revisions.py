"""`signature` and `augment` of commits, and the tests that a change calls for: to run again, to add, obsolete."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .commands import refused, secateur
from .test_commit import commit, git

OLD = """int f(int a, int b)
{
    int r = 0;
    if (a > 5)
        r = 1;
    if (b > 3)
        r += 2;
    return r;
}
int g(int a) { return a & 3; }
"""
NEW = OLD.replace("a > 5", "a > 6")


@pytest.fixture
def repository(folder: Path) -> Path:
    git(folder, "init", "-q", ".")
    commit(folder, {"src/f.c": OLD})
    commit(folder, {"src/f.c": NEW})
    return folder


def shown(*arguments: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(secateur(*arguments, "--json").stdout)
    return data


def test_signatures_of_commits(repository: Path) -> None:
    for versions in (("git:HEAD~1:src/f.c:f", "src/f.c"), ("HEAD~1..HEAD", "--function", "f"), ("HEAD~1..HEAD",)):
        data = shown("signature", *versions)
        assert data["equivalent"] is False
        assert data["old"]["source"] == "HEAD~1:src/f.c"
    assert "no such file" in refused("signature", "nowhere.c:f")


def test_augment_finds_the_function_that_changed(repository: Path) -> None:
    (repository / "old.c").write_text(OLD)
    for versions in (("HEAD~1..HEAD",), ("HEAD~1",), ("old.c", "src/f.c")):
        assert shown("augment", *versions, "--no-confirm")["function"] == "f"
    (repository / "both.c").write_text(NEW.replace("a & 3", "a & 7"))
    assert "name one with --function: f, g" in refused("augment", "old.c", "both.c")


def test_obsolete_tests(folder: Path) -> None:
    (folder / "old.c").write_text(OLD)
    (folder / "new.c").write_text("int f(int a)\n{\n    return a > 6;\n}\n")
    secateur("explore", "old.c:f", "--out", "suite", "--no-confirm", "--no-check-tests")
    data = shown("diff", "old.c", "new.c", "--function", "f", "--tests", "suite")
    tests = data["functions"][0]["tests"]
    assert len(tests["obsolete"]) == 4
    assert set(tests["obsolete"].values()) == {"there is no input b any more"}
    (folder / "mine.json").write_text('[{"a": 6, "b": 1}, {"a": 7}]')
    tests = shown("diff", "old.c", "new.c", "--function", "f", "--tests", "mine.json")["functions"][0]["tests"]
    assert list(tests["obsolete"]) == ["#1"]
    assert "1 obsolete" in secateur("diff", "old.c", "new.c", "--function", "f", "--tests", "mine.json").stdout


def test_conditions_need_fewer_tests_than_paths(folder: Path) -> None:
    text = "int f(int a, int b, int c) { int r = a > 1; if (b > 2) r += 2; if (c > 3) r *= 3; return r; }\n"
    (folder / "old.c").write_text(text)
    (folder / "new.c").write_text(text.replace("r = a > 1", "r = a > 0"))
    (folder / "none.json").write_text('[{"a": 1, "b": 0, "c": 0}]')
    added = {}
    for cover in ("paths", "conditions"):
        data = shown("diff", "old.c", "new.c", "--function", "f", "--tests", "none.json", "--cover", cover)
        tests = data["functions"][0]["tests"]
        assert (tests["cover"], tests["selected"]) == (cover, ["#1"])
        added[cover] = len(tests["added"])
    assert 0 < added["conditions"] < added["paths"]
