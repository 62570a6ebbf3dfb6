"""A user's own definition of a C library function is the one that is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.frontend.build import build
from secateur.frontend.builtins import builtin_flags
from secateur.frontend.cache import Cache

from .test_link import body


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("int abs(int x) { return x; }", ["abs"]),
        ("static inline unsigned long\nstrlen (const char *s)\n{\n}", ["strlen"]),
        ("void *memcpy(void *d,\n             const void *s, unsigned long n)\n{", ["memcpy"]),
        ("char *strchr(const char *s, int c) {}\ndouble fabs(double x) {}", ["fabs", "strchr"]),
        ("int abs(int x);\n", []),
        ("int f(int x)\n{\n  if (abs(x)) { return 1; }\n  else if (abs(x) > 2) {}\n}", []),
        ("int my_abs(int x) { return abs(x); }", []),
        ("int f(int x) { while (strlen(s)) { } }", []),
        ("#define abs(x) {", []),
        ("int index = 3;\nstatic float y1[4];\nextern double round;", ["index", "round", "y1"]),
        ("int f(int x)\n{\n    int index;\n    index = 3;\n    return log(x);\n}", []),
    ],
)
def test_what_is_a_definition(text: str, names: list[str]) -> None:
    Path("a.c").write_text(text)
    assert builtin_flags([Path("a.c"), Path("missing.c")]) == tuple(f"-fno-builtin-{name}" for name in names)


def test_a_call_from_a_driver(store: Cache) -> None:
    Path("a.c").write_text("int abs(int x) { return x < 0 ? -x : x; }\n")
    driver = '#include "a.c"\nint main(int c, char **v) { return abs(c); }\n'
    text = build([Path("a.c")], driver=driver, included=Path("a.c"), store=store).text
    assert "call i32 @abs(" in body(text, "main")


def test_a_call_from_another_file(store: Cache) -> None:
    Path("a.c").write_text(
        "#include <stdlib.h>\n#include <string.h>\n"
        "int main(int c, char **v) { memcpy(v[0], v[1], c); return abs(c); }\n"
    )
    Path("b.c").write_text("void *memcpy(void *d, const void *s, unsigned long n) { return d; }\n")
    alone = body(build([Path("a.c")], store=store).text, "main")
    assert "@llvm.memcpy" in alone
    assert "@llvm.abs" in alone
    both = body(build([Path("a.c"), Path("b.c")], store=store).text, "main")
    assert "call ptr @memcpy(" in both
    assert "@llvm.abs" in both


def test_a_variable_with_the_name_of_a_function(store: Cache) -> None:
    Path("a.c").write_text(
        "int atoi(const char *);\nint index = 3;\nint main(int c, char **v) { return atoi(v[index]); }\n"
    )
    text = build([Path("a.c")], store=store).text
    assert "@index = dso_local global i32 3" in text
