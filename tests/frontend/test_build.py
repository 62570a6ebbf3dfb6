"""The whole build, and that the cache never gives a wrong result."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from secateur.frontend import compile as compiling
from secateur.frontend.build import Build, build, compile_source
from secateur.frontend.cache import Cache
from secateur.frontend.compile import CompileError
from secateur.frontend.link import LinkError, undefined
from secateur.frontend.toolchain import Toolchain, find_toolchain
from secateur.options import Compiling

from .test_link import body, defined

MAIN = "int main(void) { return 7; }\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting a process or linking now means a cache miss."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("not from the cache")

    monkeypatch.setattr(subprocess, "run", refuse)
    monkeypatch.setattr("secateur.frontend.build.link", refuse)


def make(store: Cache, *names: str, **more: object) -> Build:
    return build([Path(name) for name in names], store=store, **more)  # type: ignore[arg-type]


def is_cached(store: Cache, *names: str) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("secateur.frontend.build.link", lambda *_: "built anew")
        return make(store, *names).text != "built anew"


def test_one_file(store: Cache) -> None:
    Path("a.c").write_text(MAIN)
    result = make(store, "a.c")
    assert "ret i32 7" in body(result.text, "main")
    assert result.files == ("a.c",)


def test_several_files(store: Cache) -> None:
    Path("a.c").write_text('#include "b.h"\nint main(void) { return f(1); }\n')
    Path("b.c").write_text('#include "b.h"\nint f(int x) { return x + 1; }\n')
    Path("b.h").write_text("int f(int);\n")
    result = make(store, "a.c", "b.c")
    assert defined(result.text) == {"main", "f"}
    assert result.files == ("a.c", "b.h", "b.c")
    assert undefined(make(store, "a.c").text) == ("f",)
    assert make(store, "a.c", "b.c", "a.c") == result


def test_errors_of_several_files_come_in_order(store: Cache) -> None:
    Path("a.c").write_text("int main(void) { return a; }\n")
    Path("b.c").write_text("int f(void) { return b; }\n")
    with pytest.raises(CompileError, match=r"^a\.c:1:25: error: use of undeclared identifier 'a'"):
        make(store, "a.c", "b.c")
    with pytest.raises(CompileError, match=r"^b\.c: no such file|^b\.c:1"):
        make(store, "b.c", "a.c")
    with pytest.raises(CompileError, match=r"^c\.c: no such file"):
        make(store, "c.c")


def test_duplicate_symbols(store: Cache) -> None:
    Path("a.c").write_text(MAIN)
    Path("b.c").write_text(MAIN)
    with pytest.raises(LinkError, match=r"^duplicate symbol: 'main' is defined in a\.c and in b\.c$"):
        make(store, "a.c", "b.c")


def test_a_driver_that_includes_the_source(store: Cache) -> None:
    Path("a.c").write_text("static int f(int x) { return x + 5; }\n#ifdef K\nint g(void) { return K; }\n#endif\n")
    driver = '#define main secateur_user_main\n#include "a.c"\n#undef main\nint main(void) { return f(g()); }\n'
    result = make(store, "a.c", driver=driver, included=Path("a.c"), options=Compiling(define=("K=9",)))
    assert defined(result.text) == {"main", "f", "g"}
    assert result.files == ("a.c",)
    assert '"<secateur>/driver.c"' in result.text


def test_llvm_text_and_bitcode(store: Cache, toolchain: Toolchain) -> None:
    Path("a.c").write_text("int f(int); int main(void) { int x = 3; return f(x); }\n")
    Path("f.c").write_text("int f(int x) { int y = x; return y; }\n")
    compiler = (*toolchain.command, *toolchain.headers, "-w", "-O0", "-g", "-emit-llvm")
    subprocess.run([*compiler, "-S", "a.c", "-o", "a.ll"], check=True)
    subprocess.run([*compiler, "-c", "f.c", "-o", "f.bc"], check=True)
    assert "optnone" in Path("a.ll").read_text()
    result = make(store, "a.ll", "f.bc")
    assert defined(result.text) == {"main", "f"}
    assert "alloca" not in result.text
    assert result.files == ("a.ll", "f.bc")
    assert is_cached(store, "a.ll", "f.bc")
    Path("a.ll").write_text(Path("a.ll").read_text().replace("i32 3", "i32 4"))
    assert not is_cached(store, "a.ll", "f.bc")
    for name in ("no.ll", "no.bc"):
        with pytest.raises(CompileError, match=f"^{name}: no such file$"):
            make(store, name)
    Path("bad.bc").write_bytes(b"BC\xc0\xde rubbish")
    with pytest.raises(CompileError, match=r"^bad\.bc: not readable as LLVM bitcode: "):
        make(store, "bad.bc")


def test_the_second_time_nothing_is_compiled(store: Cache, request: pytest.FixtureRequest) -> None:
    Path("a.c").write_text('#include <stdio.h>\n#include "k.h"\nint main(void) { return K; }\n')
    Path("k.h").write_text("#define K 1\n")
    first = make(store, "a.c")
    assert first.files == ("a.c", "k.h")
    request.getfixturevalue("no_compiler")
    assert make(store, "a.c") == first


@pytest.mark.parametrize("change", ["source", "header", "options", "entry", "keep", "gone header"])
def test_what_the_result_depends_on(store: Cache, change: str) -> None:
    Path("a.c").write_text('#if __has_include("k.h")\n#include "k.h"\n#endif\nint main(void) { return 1; }\n')
    Path("k.h").write_text("int k;\n")
    make(store, "a.c")
    assert is_cached(store, "a.c")
    more: dict[str, object] = {}
    match change:
        case "source":
            Path("a.c").write_text(Path("a.c").read_text() + "\n")
        case "header":
            Path("k.h").write_text("int l;\n")
        case "gone header":
            Path("k.h").unlink()
        case "options":
            more = {"options": Compiling(define=("X",))}
        case "entry":
            more = {"entry": "secateur_main"}
        case "keep":
            more = {"keep": ["f"]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("secateur.frontend.build.link", lambda *_: "built anew")
        assert make(store, "a.c", **more).text == "built anew"


def test_the_same_name_in_another_folder_is_another_file(
    store: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, value in (("x", 1), ("y", 2)):
        (tmp_path / folder).mkdir()
        monkeypatch.chdir(tmp_path / folder)
        Path("a.c").write_text(f"int main(void) {{ return {value}; }}\n")
        assert f"ret i32 {value}" in make(store, "a.c").text
    monkeypatch.chdir(tmp_path / "x")
    assert "ret i32 1" in make(store, "a.c").text


def test_without_a_cache(tmp_path: Path) -> None:
    Path("a.c").write_text(MAIN)
    (tmp_path / "file").write_text("")
    assert "ret i32 7" in make(Cache(tmp_path / "file"), "a.c").text


def test_results_are_the_same_every_time(tmp_path: Path) -> None:
    Path("a.c").write_text('#include <stdio.h>\nint main(void) { char b[9]; return sprintf(b, "%d", 3); }\n')
    assert make(Cache(tmp_path / "1"), "a.c") == make(Cache(tmp_path / "2"), "a.c")


def test_one_source_for_its_declarations(store: Cache, request: pytest.FixtureRequest) -> None:
    Path("a.c").write_text("int f(int x) { return x; }\n")
    unit = compile_source(Path("a.c"), store=store)
    assert '!DISubprogram(name: "f"' in unit.text
    request.getfixturevalue("no_compiler")
    assert compile_source(Path("a.c"), store=store) == unit


def test_a_hit_imports_no_llvm_and_needs_no_home(store: Cache) -> None:
    Path("a.c").write_text(f"{MAIN}/* not yet in the cache */\n")
    program = (
        "import sys; from pathlib import Path; from secateur.frontend.build import build\n"
        "assert 'ret i32 7' in build([Path('a.c')]).text; print('llvmlite' in sys.modules)"
    )
    environment = {"SECATEUR_CACHE": str(store.folder), "PATH": os.environ["PATH"]}
    answers = [
        subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert [answer.stdout.strip() for answer in answers] == ["True", "False"]


def test_the_compiler_is_asked_once(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    empty = Cache(tmp_path / "new")
    first = find_toolchain(empty)
    request.getfixturevalue("no_compiler")
    assert find_toolchain(empty) == first


@pytest.mark.parametrize(
    ("code", "compilers"),
    [("x + 1", 0), ("x << 2", 1), ("x + 1 / 0", 1)],
)
def test_a_driver_of_a_clean_source_is_compiled_once(
    code: str, compilers: int, store: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The compilation with checks finds nothing that it did not find in the source."""
    Path("a.c").write_text(f"int f(int x) {{ return {code}; }}\n")
    driver = '#include "a.c"\nint main(int n, char **a) { return f(n); }\n'
    how = {"driver": driver, "included": Path("a.c"), "only_calls": True}
    compile_source(Path("a.c"), store=store)
    started: list[object] = []
    checked = compiling._checked

    def counted(command: Sequence[str], text: str | None, scratch: Path) -> subprocess.Popen[bytes]:
        started.append(command)
        return checked(command, text, scratch)

    monkeypatch.setattr(compiling, "_checked", counted)
    once = make(store, "a.c", **how)
    assert len(started) == compilers
    monkeypatch.setattr("secateur.frontend.build._is_clean", lambda *_: False)
    monkeypatch.setattr(store, "load", lambda _: None)
    assert make(store, "a.c", **how) == once
    assert len(started) == compilers + 1
