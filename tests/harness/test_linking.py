"""The other files of a program are found by what is missing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

import secateur
from secateur.harness.errors import HarnessError
from secateur.harness.subject import Subject, load
from secateur.harness.unit_uses import uses_in
from secateur.options import Compiling, Inputs

MAIN = "int sum(int, int); int main(int argc, char **argv) { return sum(argc, 1); }"
SUM = "int plus(int, int); int none(void); int sum(int a, int b) { return plus(a, b); } int f(void) { return none(); }"
PLUS = "int plus(int a, int b) { return a + b; }"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(files: Mapping[str, str]) -> None:
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)


def linked(*specs: str, options: Compiling = Compiling()) -> Subject:  # noqa: B008  (frozen)
    return load(specs, options, Inputs())


def others(subject: Subject) -> list[str]:
    return sorted(str(path) for path in subject.sources if path not in subject.named)


def test_only_what_is_needed_is_linked() -> None:
    write({"main.c": MAIN, "lib/sum.c": SUM, "lib/plus.c": PLUS, "lib/none.c": "int none(void) { return 1; }"})
    subject = linked("main.c:main", "lib")
    assert others(subject) == ["lib/plus.c", "lib/sum.c"]
    assert subject.title == "main.c:main"
    assert subject.notes == ("2 other files linked: lib/sum.c, lib/plus.c",)


def test_without_linking_it_stays_undefined() -> None:
    write({"main.c": MAIN, "lib/sum.c": SUM})
    assert others(linked("main.c:main", "lib", options=Compiling(link=False))) == []


def test_a_pattern_names_candidates() -> None:
    write({"main.c": MAIN, "a/sum.c": "int sum(int a, int b) { return a + b; }", "b/sum.c": SUM})
    assert others(linked("main.c:main", "a/*.c")) == ["a/sum.c"]
    with pytest.raises(HarnessError, match="no such file"):
        linked("main.c:main", "c/*.c")


def test_two_definitions_the_closer_file_is_linked_and_it_is_said() -> None:
    simple = "int sum(int a, int b) { return a + b; }"
    write({"one/main.c": MAIN, "one/sum.c": simple, "two/sum.c": simple})
    subject = linked("one/main.c:main", "two", "one")
    assert others(subject) == ["one/sum.c"]
    assert "sum is defined in one/sum.c, which is linked, and also in two/sum.c" in subject.notes


def test_a_static_definition_is_none() -> None:
    write({"main.c": MAIN, "lib/a.c": "static int sum(int a, int b) { return a; }", "lib/b.c": SUM, "lib/c.c": PLUS})
    assert others(linked("main.c:main", "lib")) == ["lib/b.c", "lib/c.c"]


def test_another_program_is_not_linked_to_a_program() -> None:
    write({"main.c": MAIN, "lib/other.c": "int sum(int a, int b) { return a; } int main(void) { return 0; }"})
    assert others(linked("main.c:main", "lib")) == []


def test_a_function_may_use_those_of_programs() -> None:
    """Several of them: each has a `main`."""
    write(
        {
            "f.c": "int g(int); int h(int); int f(int x) { return g(x) + h(x); }",
            "lib/g.c": "int g(int x) { return 1; } int main(void) { return 0; }",
            "lib/h.c": "int h(int x) { return 2; } int main(void) { return 1; }",
        }
    )
    assert others(linked("f.c:f", "lib")) == ["lib/g.c", "lib/h.c"]
    run = secateur.explore("f.c:f", "lib")
    assert run.complete
    assert not run.found


def test_a_file_with_errors_is_named_and_left_out() -> None:
    write({"main.c": MAIN, "lib/bad.c": "int sum(int a, int b) { return a + ; }"})
    (note,) = linked("main.c:main", "lib").notes
    assert note.startswith("lib/bad.c cannot be compiled and is not linked: lib/bad.c:1:")


def test_names_that_macros_make() -> None:
    """A function that is renamed, one that a macro defines, an inline function whose body is in one of the files."""
    write(
        {
            "main.c": '#include "lib/all.h"\nint main(void) { return seek(1) + get_count() + twice(2); }',
            "lib/all.h": "#define seek rpl_seek\n#ifndef INLINE\n#define INLINE inline\n#endif\n"
            "int seek(int); int get_count(void);\nINLINE int twice(int x) { return 2 * x; }\n",
            "lib/seek.c": '#include "all.h"\nint seek(int x) { return x; }',
            "lib/count.c": "#define GETTER(name) int get_##name(void) { return 1; }\nGETTER(count)",
            "lib/named.c": "#define DEFINE(name) int name(void) { return 1; }\nDEFINE(get_count)",
            "lib/twice.c": '#define INLINE extern inline\n#include "all.h"',
        }
    )
    assert others(linked("main.c", "lib")) == ["lib/named.c", "lib/seek.c", "lib/twice.c"]


def test_variables_and_constructors_count() -> None:
    write(
        {
            "main.c": "extern int limit; int main(void) { return limit; }",
            "lib/limit.c": "int start(void); int limit = 1;\n"
            "__attribute__((constructor)) static void begin(void) { limit = start(); }",
            "lib/start.c": "int start(void) { return 7; }",
        }
    )
    subject = linked("main.c", "lib")
    assert others(subject) == ["lib/limit.c", "lib/start.c"]
    run = secateur.explore("main.c", "lib")
    assert [test.outcome.status for test in run.tests] == [7]


def test_the_files_of_a_database_have_their_own_flags() -> None:
    write({"main.c": MAIN, "lib/sum.c": "int sum(int a, int b) { return a + STEP; }"})
    here = str(Path.cwd())
    commands = [
        {"directory": here, "file": "main.c", "arguments": ["cc", "-c", "main.c"]},
        {"directory": here, "file": "lib/sum.c", "arguments": ["cc", "-DSTEP=5", "-c", "lib/sum.c"]},
    ]
    write({"compile_commands.json": json.dumps(commands)})
    subject = linked("main.c:main", options=Compiling(compile_commands=Path()))
    assert others(subject) == ["lib/sum.c"]
    assert dict(subject.options.own)["lib/sum.c"] == ("-DSTEP=5", "-c")


def test_uses_of_definitions() -> None:
    text = '@text = private constant [3 x i8] c"@no"\n@list = global [1 x ptr] [ptr @f]\n@out = external global i32\n'
    text += "define internal void @f() {\n  call void @g(ptr @text)\n  ret void\n}\ndeclare void @g(ptr)\n"
    uses = uses_in(text)
    assert uses.defined == {"text": (), "list": ("f",), "f": ("g", "text")}
    assert [name for name in uses.defined if uses.offers(name)] == ["list"]


def test_tests_of_a_function_that_uses_programs_replay() -> None:
    write(
        {
            "f.c": "int g(int); int h(int); int f(int x) { return x > 0 ? g(x) : h(x); } int main(void) { return 0; }",
            "lib/g.c": "int g(int x) { return 1; } int main(void) { return 0; }",
            "lib/h.c": "int h(int x) { return 2; } int main(void) { return 1; }",
        }
    )
    answer = secateur.replay(secateur.explore("f.c:f", "lib").write())
    assert len(answer.tests) == 2
    assert not answer.failed
