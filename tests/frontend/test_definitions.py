"""Which names a text may define."""

from __future__ import annotations

import pytest

from secateur.frontend.definitions import included_names, names_in, renamed_to


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("int f(int a) { return g(a); }", {"f"}),
        ('static const char *\nf (void)\n{\n  return h ("k(");\n}\n', {"f"}),
        ("int f(y) int y; { return y; }", {"f"}),
        ("int x = 3, *y; int z[4];", {"x", "z"}),
        ("int table[] = { 1, 2 };", {"table"}),
        ("extern int x; int f(int); typedef int number;", set()),
        ("DEFINE_STACK(push, int)\nint f(void) { return 0; }", {"push", "int", "f", "DEFINE_STACK"}),
        (
            '#ifdef __cplusplus\nextern "C" {\n#endif\nINLINE int\nf (int x)\n{\n  return x;\n}\n#ifdef C\n}\n#endif',
            {"f"},
        ),
        ("#define f(x) g(x)\n/* int h(void) { } */ // int k(void) {}\n", set()),
    ],
)
def test_names_of_a_text(text: str, names: set[str]) -> None:
    assert set(names_in(text)) >= names
    assert set(names_in(text)) <= names | {"y"}


def test_a_block_that_is_opened_twice_hides_nothing() -> None:
    text = "int f(int x)\n{\n#ifdef A\n  if (x) {\n#else\n  if (!x) {\n#endif\n    x++;\n  }\n  return x;\n}\n"
    text += "int g(void) { return 1; }\n"
    assert "g" in set(names_in(text))


def test_includes_and_renamings() -> None:
    assert included_names('#include "lib/a.h"\n# include <b.h>\n#include "lib/a.h"\n') == ("a.h", "b.h")
    assert renamed_to("rpl_seek", "# define seek rpl_seek\n#define other rpl_seek_all\n") == ["seek"]
