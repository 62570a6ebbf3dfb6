"""Compiling: clang's messages reach the user, and positions have the names that the user gave."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from secateur.frontend.compile import CompileError, compile_file, compile_text
from secateur.frontend.toolchain import Toolchain
from secateur.options import Compiling


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def file_names(text: str) -> set[str]:
    return set(re.findall(r'!DIFile\(filename: "([^"]*)"', text))


def test_a_compile_error_is_clangs_message(toolchain: Toolchain) -> None:
    Path("bad.c").write_text("int f(void) {\n  return x;\n}\n")
    with pytest.raises(CompileError) as caught:
        compile_file(Path("bad.c"), Compiling(), toolchain)
    lines = str(caught.value).splitlines()
    assert lines[0] == "bad.c:2:10: error: use of undeclared identifier 'x'"
    assert lines[1].endswith("return x;")
    assert lines[-1] == "1 error generated."


def test_a_missing_file(toolchain: Toolchain) -> None:
    with pytest.raises(CompileError, match=r"^no\.c: no such file$"):
        compile_file(Path("no.c"), Compiling(), toolchain)


def test_cplusplus_is_refused(toolchain: Toolchain) -> None:
    Path("a.cpp").write_text("class A {};")
    with pytest.raises(CompileError, match=r"a\.cpp: this is C\+\+; only C can be analysed"):
        compile_file(Path("a.cpp"), Compiling(), toolchain)


def test_names_are_as_the_user_gave_them(toolchain: Toolchain, folder: Path) -> None:
    Path("lib").mkdir()
    Path("lib/a.c").write_text('#include "a.h"\nint f(int x) { return g(x); }\n')
    Path("lib/a.h").write_text("static int g(int x) { return x + 1; }\n")
    relative = compile_file(Path("lib/a.c"), Compiling(), toolchain)
    assert file_names(relative.text) == {"lib/a.c", "lib/a.h"}
    assert relative.files == ("lib/a.c", "lib/a.h")
    absolute = compile_file(folder / "lib/a.c", Compiling(), toolchain)
    assert file_names(absolute.text) == {f"{folder}/lib/a.c", f"{folder}/lib/a.h"}


def test_a_driver_includes_the_users_file_by_its_name(toolchain: Toolchain) -> None:
    Path("sub dir").mkdir()
    Path("sub dir/u.c").write_text("#include <assert.h>\nint f(int x) { assert(x); return __LINE__; }\n")
    driver = '#include "sub dir/u.c"\nint main(void) { return f(3); }\n'
    unit = compile_text(driver, Compiling(), toolchain)
    assert {"sub dir/u.c", "<secateur>/driver.c"} <= file_names(unit.text)
    assert 'c"sub dir/u.c\\00"' in unit.text  # in assert's message
    assert unit.files == ("sub dir/u.c",)
    with pytest.raises(CompileError, match=r"^<secateur>/driver\.c:1:18: error: use of undeclared"):
        compile_text("int main(void) { f }", Compiling(), toolchain)


def test_an_error_in_an_included_file_names_that_file(toolchain: Toolchain) -> None:
    Path("u.c").write_text("int f(int x) { return y; }\n")
    with pytest.raises(CompileError) as caught:
        compile_text('#include "u.c"\n', Compiling(), toolchain)
    assert "\nu.c:1:23: error: use of undeclared identifier 'y'" in f"\n{caught.value}"


def test_include_paths_and_defines(toolchain: Toolchain) -> None:
    Path("inc").mkdir()
    Path("inc/k.h").write_text("#define K 40\n")
    Path("a.c").write_text("#include <k.h>\nint f(void) { return K + D; }\n")
    options = Compiling(include=("inc",), define=("D=2",))
    unit = compile_file(Path("a.c"), options, toolchain)
    assert "ret i32 42" in unit.text
    assert unit.files == ("a.c", "inc/k.h")
    with pytest.raises(CompileError, match=r"'k\.h' file not found"):
        compile_file(Path("a.c"), Compiling(), toolchain)


def test_odd_file_names_are_tracked(toolchain: Toolchain) -> None:
    names = ("a b.h", "c#d.h", "e$f.h", "g:h.h")
    for name in names:
        Path(name).write_text("")
    Path("-x.c").write_text("".join(f'#include "{name}"\n' for name in names))
    assert compile_file(Path("-x.c"), Compiling(), toolchain).files == ("-x.c", *names)


def test_standard_headers_come_with_the_compiler(toolchain: Toolchain) -> None:
    headers = [
        "assert",
        "ctype",
        "errno",
        "float",
        "inttypes",
        "limits",
        "math",
        "stdarg",
        "stdbool",
        "stddef",
        "stdint",
        "stdio",
        "stdlib",
        "string",
    ]
    Path("a.c").write_text("".join(f"#include <{header}.h>\n" for header in headers) + "int x;\n")
    assert compile_file(Path("a.c"), Compiling(), toolchain).files == ("a.c",)


def test_library_calls_stay_calls(toolchain: Toolchain) -> None:
    Path("a.c").write_text(
        "#include <ctype.h>\n#include <string.h>\n"
        "int f(char *s, int c) { return isdigit(c) + tolower(c) + strlen(s) + strcmp(s, s); }\n"
    )
    text = compile_file(Path("a.c"), Compiling(), toolchain).text
    assert {"isdigit", "tolower", "strlen", "strcmp"} <= set(re.findall(r"call \w+ @(\w+)", text))
    assert "__ctype_b_loc" not in text


def test_warnings_are_quiet_and_text_that_is_not_utf8_passes(toolchain: Toolchain) -> None:
    Path("a.c").write_bytes(b'/* \xff */ char *f(void) { int unused; return "\xe9"; }\n')
    assert 'c"\\E9\\00"' in compile_file(Path("a.c"), Compiling(), toolchain).text
