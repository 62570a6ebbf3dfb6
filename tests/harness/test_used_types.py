"""A `void *` parameter is what the function takes it for."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.frontend.build import compile_source
from secateur.harness.used_types import with_used_types
from secateur.ir.ctype import spelling
from secateur.ir.debuginfo import DebugInfo

HEAD = "struct count { int *at; int n; };\nstruct other { int x; };\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("struct count *c = user; return c->n;", "struct count *"),
        ("struct count *c;\n    c = (struct count *)user;\n    return c->n;", "struct count *"),
        ("if (k) { struct count *c = user; return c->n; } return 0;", "struct count *"),
        ("struct count *c = user; struct other *o = user; return k ? c->n : o->x;", "void *"),
        ("struct count here = {0, 1}, *c = &here; return user && c->n;", "void *"),
        ("const char *c = user; return *c;", "void *"),
    ],
)
def test_what_a_pointer_is_used_as(body: str, expected: str, tmp_path: Path) -> None:
    source = tmp_path / "source.c"
    source.write_text(f"{HEAD}int f(void *user, int k)\n{{\n    {body}\n}}\n")
    info = DebugInfo(compile_source(source).text)
    found, told = with_used_types(info.signature("f"), info)
    assert spelling(found.parameters[0].type) == expected
    assert bool(told) == (expected != "void *")


def test_another_function_of_the_file_does_not_count(tmp_path: Path) -> None:
    source = tmp_path / "source.c"
    text = "int f(void *user) { return user != 0; }\n"
    text += "int g(void *user)\n{\n    struct count *c = user;\n    return c->n;\n}\n"
    source.write_text(HEAD + text)
    info = DebugInfo(compile_source(source).text)
    assert with_used_types(info.signature("f"), info)[1] == ()
