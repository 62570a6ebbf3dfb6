"""A changed line that calls functions is a cause, whatever it calls and with what."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur

CLIMB = """static int climb(int a) { return a > 10; }
static int below(int b) { return b < 5; }
int f(int a, int b)
{
    int up, r = 0;
    up = climb(a) && below(b);
    if (up)
        r = 1;
    return r;
}
"""
CHANGED = 6


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("climb(a) && below(b)", "climb(a)"),
        ("climb(a)", "climb(a) && below(b)"),
        ("climb(a)", "climb(b)"),
        ("climb(a)", "climb(9)"),
        ("climb(20)", "climb(2)"),
        ("climb(a)", "!climb(a)"),
        ("climb(a)", "below(a)"),
    ],
)
def test_a_changed_line_with_calls_comes_first(tmp_path: Path, old: str, new: str) -> None:
    line = "climb(a) && below(b)"
    for name, text in (("old.c", old), ("new.c", new)):
        (tmp_path / name).write_text(CLIMB.replace(line, text))
    answer = secateur.debug(tmp_path / "old.c", tmp_path / "new.c", {"a": 20, "b": 9}, function="f")
    assert answer.to_json()["causes"][0]["line"] == CHANGED
