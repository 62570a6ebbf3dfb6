"""Conditions of <ctype.h> are shown as calls, and only if they are."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur

CLASSES = ("iscntrl", "ispunct", "isalnum", "isupper", "islower", "isalpha")
MORE = ("isdigit", "isxdigit", "isspace", "isprint", "isgraph")


def shown(folder: Path, body: str, name: str = "f", header: str = "#include <ctype.h>\n") -> list[str]:
    for version, value in (("old", 1), ("new", 2)):
        (folder / f"{version}.c").write_text(f"{header}int {name}{body.replace('HERE', str(value))}\n")
    answer = secateur.diff(str(folder / "old.c"), str(folder / "new.c"), confirm=False)
    return [each.condition for each in answer.functions[0].differences]


@pytest.mark.parametrize("name", CLASSES + MORE)
def test_each_function(name: str, tmp_path: Path) -> None:
    assert shown(tmp_path, f"(char c) {{ return {name}((unsigned char)c) ? HERE : 0; }}") == [f"{name}(c)"]


def test_the_opposite_and_an_int(tmp_path: Path) -> None:
    body = "(int c, char d) { if (isdigit(c) && !isspace(d)) return HERE; return 0; }"
    assert shown(tmp_path, body) == ["isdigit(c) && !isspace(d)"]


def test_what_only_looks_like_it(tmp_path: Path) -> None:
    (text,) = shown(tmp_path, "(unsigned char c) { return (c == ' ') << 13 ? HERE : 0; }")
    assert "is" not in text
