"""A list that is cut says how much is missing."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

import secateur
from secateur.report import approximate, augment, markdown
from secateur.report.shown import first_of, rest_text
from secateur.report.source_text import SourceText

OLD = """int seen;
static int half(int v)
{
    return v / 2;
}
int f(int x, int y)
{
    int a = half(x);
    int b = half(y);
    if (x > 5 || a > b)
        seen = 1;
    if (a > 3)
        return b;
    return x;
}
int either(int x, int y)
{
    int a = half(x) ? x : y;
    if (a > 3)
        return 1;
    return 0;
}
"""
NEW = OLD.replace("x > 5", "x > 6")
TESTS = '[{"x": 6, "y": 20}, {"x": 6, "y": 30}, {"x": 6, "y": 40}, {"x": 9, "y": 1}]'


@pytest.fixture(autouse=True)
def _sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old.c").write_text(OLD)
    Path("new.c").write_text(NEW)
    Path("mine.json").write_text(TESTS)


def _printed(show: Callable[[Console], None]) -> list[str]:
    out = io.StringIO()
    show(Console(file=out, width=200))
    return out.getvalue().splitlines()


def test_words_in_one_line() -> None:
    assert first_of(["a", "b"], 2) == "a, b"
    assert first_of(["a", "b", "c", "d"], 2) == "a, b … and 2 more (--json lists all)"
    assert rest_text(1234) == "… and 1,234 more (--json lists all)"


def test_conditions_of_a_family(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = secateur.approximate("old.c:either", to=20, abstract=["half"])
    title = "  when one of these 2 holds, for any value of *:"
    whole = _printed(lambda console: approximate.show_approximate(console, answer))
    assert whole[2:5] == [title, "    y > 3", "    x > 3"]
    monkeypatch.setattr(approximate, "MOST_LINES", 1)
    cut = _printed(lambda console: approximate.show_approximate(console, answer))
    assert cut[2:5] == [title, "    y > 3", f"    {rest_text(1)}"]


def test_lines_of_a_star(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = secateur.approximate("old.c:f", to=11, abstract=["half"])
    assert "*1, *2 are the result of half (line 8, 9)" in _printed(lambda c: approximate.show_approximate(c, answer))
    monkeypatch.setattr(approximate, "MOST_NUMBERS", 1)
    cut = _printed(lambda console: approximate.show_approximate(console, answer))
    assert any(line.endswith(f"the result of half (line 8 {rest_text(1)})") for line in cut)


def test_tests_that_meet_a_requirement(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = secateur.augment("old.c", "new.c", function="f", tests="mine.json")
    whole = _printed(lambda console: augment.show_augment(console, answer, SourceText()))
    assert any("met by #1, #2, #3 " in line for line in whole)
    monkeypatch.setattr(augment, "MOST_TESTS", 1)
    cut = _printed(lambda console: augment.show_augment(console, answer, SourceText()))
    assert any(f"met by #1 {rest_text(2)}" in line for line in cut)


def test_chains_that_were_not_followed() -> None:
    answer = secateur.augment("old.c", "new.c", function="f", chains=1)
    assert answer.requirements is not None
    told = f"  chains of distance {answer.requirements.cut} or more were not all followed (--chains)"
    assert told in _printed(lambda console: augment.show_augment(console, answer, SourceText()))


def test_tests_and_lines_in_markdown(monkeypatch: pytest.MonkeyPatch) -> None:
    diff = secateur.diff("old.c", "new.c", function="f", tests="mine.json")
    whole = markdown.to_markdown(diff, SourceText()).splitlines()
    assert not any("more" in line for line in whole if line.startswith(("Run again", "- ")))
    assert "Run again: `#1`, `#4`" in whole
    added = [line for line in whole if line.startswith("- add ")]
    lines = [line for line in whole if re.match(r"- \d+: `", line)]
    assert (len(added), len(lines)) == (3, 5)
    monkeypatch.setattr(markdown, "MOST_ROWS", 1)
    monkeypatch.setattr(markdown, "MOST_LINES", 2)
    cut = markdown.to_markdown(diff, SourceText()).splitlines()
    assert "Run again: `#1` … and 1 more" in cut
    assert cut[cut.index(lines[1]) + 1] == "- … and 3 more"
    monkeypatch.setattr(markdown, "MOST_ROWS", 0)
    assert markdown.to_markdown(diff, SourceText()).splitlines().count("- … and 3 more") == 2, "lines, and tests"
