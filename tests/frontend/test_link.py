"""Linking: clear errors, nothing but what is needed, branches and names left alone."""

from __future__ import annotations

import re

import pytest

from secateur.frontend.compile import CompileError, Options, TranslationUnit, compile_text
from secateur.frontend.link import LinkError, link, undefined
from secateur.frontend.toolchain import Toolchain


def unit(toolchain: Toolchain, text: str, name: str = "a.c") -> TranslationUnit:
    return compile_text(text, Options(), toolchain, name)


def defined(text: str) -> set[str]:
    return set(re.findall(r"^define [^@\n]*@([\w.]+)\(", text, re.MULTILINE))


def body(text: str, function: str) -> str:
    found = re.search(rf"^define [^@\n]*@{function}\(.*?^\}}", text, re.MULTILINE | re.DOTALL)
    assert found, f"no {function} in the text"
    return found[0]


def test_functions_that_nothing_reaches_are_dropped(toolchain: Toolchain) -> None:
    source = unit(
        toolchain,
        "int missing(void); int unused(void) { return missing(); }\n"
        "static int s(void) { return 1; } int kept(void) { return 2; }\n"
        "int pointed(void) { return 3; } int (*table[])(void) = {pointed}; int unread = 5;\n"
        "int main(void) { return s(); }",
    )
    text = link([source], None, "main")
    assert defined(text) == {"main", "s", "pointed"}
    assert "@unread = " in text
    assert undefined(text) == ()
    assert defined(link([source], None, "main", keep=["kept"])) == {"main", "s", "pointed", "kept"}


def test_linkage_stays_as_written(toolchain: Toolchain) -> None:
    source = unit(
        toolchain,
        "static int hidden(void) { return 1; } int shown(void) { return hidden(); }\n"
        "int main(void) { return shown(); }",
    )
    text = link([source], None, "main")
    assert re.search(r"^define internal i32 @hidden", text, re.MULTILINE)
    assert not re.search(r"^define internal i32 @(shown|main)", text, re.MULTILINE)


def test_locals_are_promoted_and_branches_kept(toolchain: Toolchain) -> None:
    source = unit(toolchain, "int main(int c, char **v) { int x; if (c > 3) x = 1; else x = 2; return x; }")
    main = body(link([source], None, "main"), "main")
    assert "alloca" not in main
    assert "select" not in main
    assert main.count("br i1") == 1
    assert "#dbg_value(i32 %c" in main


def test_several_units(toolchain: Toolchain) -> None:
    units = [
        unit(toolchain, "int g(int); static int h(void) { return 1; } int main(void) { return g(h()); }", "a.c"),
        unit(
            toolchain,
            "int table[3]; static int h(void) { return 2; } int g(int x) { return x + h(); }",
            "b.c",
        ),
    ]
    assert len(defined(link(units, None, "main"))) == 4


def test_a_duplicate_symbol_names_both_files(toolchain: Toolchain) -> None:
    units = [
        unit(toolchain, "int f(void) { return 1; } int v = 1; int main(void) { return f(); }", "a.c"),
        unit(toolchain, "int f(void) { return 2; } int v = 2;", "dir/b.c"),
    ]
    with pytest.raises(LinkError) as caught:
        link(units, None, "main")
    assert str(caught.value) == (
        "duplicate symbol: 'f' is defined in a.c and in dir/b.c\nduplicate symbol: 'v' is defined in a.c and in dir/b.c"
    )


def test_no_entry(toolchain: Toolchain) -> None:
    with pytest.raises(LinkError, match=r"^no function 'main' in a\.c; .* as in a\.c:f \(there are: f, g\)$"):
        link([unit(toolchain, "int f(void) { return 1; } int g(void) { return 2; }")], None, "main")
    with pytest.raises(LinkError, match=r"^no function 'main' in a\.c$"):
        link([unit(toolchain, "int main(void);")], None, "main")


def test_undefined_functions_are_named(toolchain: Toolchain) -> None:
    source = unit(toolchain, "int far(int); int away(void); int main(void) { char b[9] = {0}; return far(b[1]); }")
    assert undefined(link([source], None, "main")) == ("far",)


def test_a_foreign_target_is_refused(toolchain: Toolchain) -> None:
    small = compile_text("int main(void) { return 0; }", Options(flags=("-m32",)), toolchain, "a.c")
    with pytest.raises(LinkError, match="only 64-bit little-endian targets can be analysed; compile it with -m64"):
        link([small], None, "main")


def test_unreadable_text_is_an_error_with_the_place() -> None:
    with pytest.raises(CompileError, match=r"^x\.ll: not readable as LLVM text: .*2:3: error: expected"):
        link([TranslationUnit("x.ll", "define i32 @main() {\n  rat i32 0\n}\n", ())], None, "main")
