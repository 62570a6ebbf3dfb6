"""What clang makes of compound assignments to `_Atomic` objects is repaired, or not run."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur.frontend.atomic_signs import WRONG
from secateur.frontend.build import build

MEMBERS = "struct s { _Atomic short x; _Atomic unsigned short y; } s;\n"


def compiled(folder: Path, text: str) -> str:
    source = folder / "source.c"
    source.write_text(text)
    return build([source], entry="f").text


@pytest.mark.parametrize(
    "text",
    [
        "_Atomic short x; _Atomic unsigned short y; void f(void) { x /= 2; y /= 2; }",
        "typedef _Atomic int count; count x; void f(double d) { count y = 1; y *= d; x /= 3; x += (int)d; }",
        MEMBERS + "void f(void) { s.x += 2; s.y -= 3; s.x |= 4; }",
    ],
)
def test_the_sign_is_known(text: str, tmp_path: Path) -> None:
    assert WRONG not in compiled(tmp_path, text)


@pytest.mark.parametrize(
    "text",
    [
        "_Atomic int x; void f(int a, double d) { if (a) x += d; }",
        "_Atomic int x; void f(int a) { if (a) x -= -1.5; }",
        MEMBERS + "void f(int a) { if (a) s.x /= 2; }",
    ],
)
def test_what_cannot_be_known_is_not_run(text: str, tmp_path: Path) -> None:
    assert WRONG in compiled(tmp_path, text)
    run = secateur.explore(f"{tmp_path / 'source.c'}:f")
    assert not run.complete
    assert "that clang compiles wrongly" in run.summary
