"""Inputs of tests: printable and different where a path leaves freedom, and the same path."""

from __future__ import annotations

from pathlib import Path

import secateur
from secateur import expr
from secateur.suite.telling import telling

SOURCE = """\
int sum(const unsigned char *a, unsigned n)
{
    int s = 0;
    for (unsigned i = 0; i < n; i++) s = s * 4 + a[i];
    return s;
}
int kind(const char *s) { return (signed char)*s > 3 ? s[1] < 0 ? 2 : 1 : 0; }
int only(const char *s) { if (*s == '\\n') return 2; if (*s == 7) return 1; return 0; }
int unused(const int *a, int k) { return k ^ (a[1] & 0); }
void keep(int *a) { a[0] = a[0]; }
"""


def inputs(function: str, folder: Path, **options: object) -> list[dict[str, object]]:
    file = folder / "source.c"
    file.write_text(SOURCE)
    run = secateur.explore(f"{file}:{function}", out=folder / "out", **options)  # type: ignore[arg-type]
    for path, test in zip(run.result.paths, run.tests, strict=True):
        told = telling(path)
        assert all(expr.evaluate(condition, told.model) for condition in path.conditions)
        assert test.path == path.labels
    assert all(each.outcome.kind == "return" for each in run.tests)
    return [dict(each.inputs) for each in run.tests]


def test_elements_that_matter_differ(tmp_path: Path) -> None:
    found = inputs("sum", tmp_path)
    assert {"a": [0, 0, 0, 0], "n": 0} in found
    assert {"a": [1, 2, 0, 0], "n": 2} in found
    assert {"a": [1, 2, 3, 4], "n": 4} in found


def test_characters_are_printable_where_they_can_be(tmp_path: Path) -> None:
    texts = [each["s"] for each in inputs("kind", tmp_path)]
    assert "" in texts
    assert all(isinstance(text, str) and all(c.isprintable() for c in text[:1]) for text in texts)
    assert any(not str(text).isascii() for text in texts)  # a negative character cannot be printable


def test_characters_that_are_asked_for_stay(tmp_path: Path) -> None:
    assert {each["s"] for each in inputs("only", tmp_path)} == {"", "\n", "\x07"}


def test_what_does_not_matter_stays_zero(tmp_path: Path) -> None:
    assert inputs("unused", tmp_path) == [{"a": [0, 0, 0, 0], "k": 0}]
    assert inputs("keep", tmp_path) == [{"a": [0, 0, 0, 0]}]


def test_what_the_user_chose_stays(tmp_path: Path) -> None:
    found = inputs("sum", tmp_path, start={"a[0]": 9, "n": 1})
    assert {"a": [9, 0, 0, 0], "n": 1} in found
