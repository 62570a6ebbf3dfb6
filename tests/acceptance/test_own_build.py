"""Programs are analysed as their owners build them: the machine, the replay and `tests.c` agree on every flag."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import secateur
from secateur.suite.plain_build import find_compiler

# Old C.

TALLY = """\
static seen;
tally(text, wanted)
char *text, wanted;
{
    register n = 0;
    while (*text)
        if (*text++ == wanted)
            n++;
    seen = n;
    return n;
}
"""

PROMOTED = """\
double half(x, small)
float x;
short small;
{
    if (small > 3)
        return x / 2;
    return below(small, 1);
}
below(a, b)
{
    return a - b;
}
"""

POINTERS = """\
struct node { int key; struct node *next; };
int find(list, key)
struct node *list;
{
    int (*same)(), equal();
    char *place = key;
    long *other = place;
    same = equal;
    if (other == 7 && list)
        return -1;
    return (*same)(list->key, key) ? list->key : 0;
}
equal(a, b) { return a == b; }
"""

MAIN = """\
#include <stdio.h>
main(argc, argv)
int argc;
char **argv;
{
    int count();
    printf("%d\\n", count("abca", 'a'));
    exit(argc > 1);
}
count(s, c)
char *s, c;
{
    int n = 0;
    for (; *s; s++)
        if (*s == c)
            n++;
    return n;
}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def explored(spec: str, **given: object) -> secateur.Run:
    """The run of a function whose tests all hold: in the replay, and in a plain build if there is a compiler."""
    run = secateur.explore(spec, out="out", check_tests=True, **given)  # type: ignore[arg-type]
    run.write()
    replayed = secateur.replay("out")
    assert not replayed.found, replayed.to_json()
    assert all(run.confirmed.values())
    if find_compiler() is not None and run.suite_check is not None:
        assert (run.suite_check.problem, run.suite_check.failures) == ("", ())
    return run


def outcomes(run: secateur.Run) -> set[str]:
    return {str(test.outcome) for test in run.tests}


@pytest.mark.parametrize(
    ("text", "function", "standard", "expected"),
    [
        (TALLY, "tally", "-std=gnu89", {"return 0", "return 1"}),
        (PROMOTED, "half", "-ansi", {"return -1.0", "return 0.0"}),
        (POINTERS, "find", "-std=c99", {"return -1", "return 0"}),
        (MAIN, "count", "-std=c89", {"return 0", "return 1"}),
    ],
)
def test_old_c_is_accepted_where_an_old_standard_is_chosen(
    text: str, function: str, standard: str, expected: set[str]
) -> None:
    Path("old.c").write_text(text)
    found = explored(f"old.c:{function}", cflags=standard, string=1, buffer=1)
    assert expected <= outcomes(found)
    with pytest.raises(secateur.SecateurError, match="hint: compilers used to accept this; --cflags -std=gnu89"):
        secateur.explore(f"old.c:{function}")


def test_an_old_main_as_a_program() -> None:
    Path("old.c").write_text(MAIN)
    (test,) = explored("old.c", cflags="-std=gnu89").tests
    assert test.outcome.output == b"2\n"


def test_common_variables_are_one_where_the_build_says_so() -> None:
    Path("a.c").write_text("int shared;\nint take(void);\nint put(int x) { shared = x & 7; return take(); }\n")
    Path("b.c").write_text("int shared;\nint take(void) { if (shared > 3) return 1; return shared; }\n")
    with pytest.raises(secateur.SecateurError, match=r"(?s)defined in a\.c and in b\.c; .* -fcommon"):
        secateur.explore("a.c:put", "b.c")
    run = secateur.explore("a.c:put", "b.c", cflags="-fcommon", out="out")
    run.write()
    assert outcomes(run) == {"return 0", "return 1"}
    assert not secateur.replay("out").found


# Flags that change the meaning.

MEANING = """\
#include <stddef.h>
enum small { NO, YES = 200 };
struct mixed { char c; int i; long l; };
int sign(char c) { if (c < 0) return -1; if (c > 127) return 1; return 0; }
int sizes(int x) { if (x) return sizeof(enum small); return offsetof(struct mixed, l); }
int next(int x) { return x + 1; }
int folded(void) { return 2147483647 + 1; }
int up(int x) { if (x < 0) return x << 1; return 0; }
int wide(int x) { wchar_t w = x; if (w < 0) return -1; return sizeof w + (sizeof(long double) > 8); }
int hosted(int x) { return __STDC_HOSTED__ + x * 0; }
int forced(int x) {
#ifdef FORCED
    return FORCED + x % 2;
#else
    return -7;
#endif
}
"""


@pytest.mark.parametrize(
    ("function", "cflags", "expected"),
    [
        ("sign", "-O2 -flto -Wall -Werror", {"return 0", "return -1"}),
        ("sign", "-funsigned-char", {"return 0", "return 1"}),
        ("sizes", "-fshort-enums -fpack-struct", {"return 1", "return 5"}),
        ("next", "-fwrapv -fno-wrapv", {"return 1", "signed-overflow at meaning.c:6"}),
        ("next", "-fno-strict-overflow", {"return 1"}),
        ("folded", "-fwrapv", {"return -2147483648"}),
        ("up", "-std=c99", {"return 0", "shift at meaning.c:8"}),
        ("up", "-std=gnu89", {"return 0", "return -2"}),
        ("wide", "-mlong-double-64 -fshort-wchar", {"return 2"}),
        ("hosted", "-ffreestanding", {"return 0"}),
        ("forced", "-include forced.h", {"return 41"}),
        ("forced", "-Wp,-DFORCED=5 -pthread -fsanitize=address -march=native -fno-plt", {"return 5"}),
        ("forced", "-D FORCED=5 -UFORCED", {"return -7"}),
    ],
)
def test_a_flag_means_the_same_everywhere(function: str, cflags: str, expected: set[str]) -> None:
    Path("meaning.c").write_text(MEANING)
    Path("forced.h").write_text("#define FORCED 41\n")
    assert outcomes(explored(f"meaning.c:{function}", cflags=cflags)) == expected


def test_an_m32_build_is_refused_with_the_reason() -> None:
    Path("meaning.c").write_text(MEANING)
    with pytest.raises(secateur.SecateurError, match="a build with -m32 cannot be analysed: its pointers have 4 bytes"):
        secateur.explore("meaning.c:sizes", cflags="-m32")


# A project with compile_commands.json.


@pytest.fixture
def project(folder: Path) -> Path:
    """Two files with different flags, a header that the build generates, and one without an entry."""
    for name in ("src", "include", "build/generated"):
        (folder / name).mkdir(parents=True)
    (folder / "src/scale.c").write_text(
        '#include "config.h"\n#include <help.h>\nint scale(char c) { return c > 200 ? FACTOR : help(c); }\n'
    )
    (folder / "src/help.c").write_text(
        "#include <help.h>\n#ifdef HELPING\nint help(int x) { if (x > 9) return 9; return x * HELPING; }\n#endif\n"
    )
    (folder / "include/help.h").write_text("int help(int);\n")
    (folder / "src/scale.h").write_text(
        '#include "config.h"\nstatic inline int top(char c) { if (c > 200) return FACTOR; return 0; }\n'
    )
    (folder / "build/generated/config.h").write_text("#define FACTOR 70\n")
    (folder / "build/flags.txt").write_text("-DHELPING=2 -std=c11")
    build = str(folder / "build")
    entries = [
        {
            "directory": build,
            "command": "ccache cc -Igenerated -I../include -funsigned-char -O2 -g -o scale.o -c ../src/scale.c",
            "file": "../src/scale.c",
        },
        {
            "directory": build,
            "arguments": ["cc", "-I", "../include", "@flags.txt", "-c", "x.c"],
            "file": "../src/help.c",
        },
        {"directory": build, "arguments": ["cc", "-DHELPING=5", "-c", "x.c"], "file": "../src/help.c"},
    ]
    (folder / "build/compile_commands.json").write_text(json.dumps(entries))
    return folder


def test_each_file_has_the_flags_of_its_entry(project: Path) -> None:
    run = secateur.explore("src/scale.c:scale", "src/help.c", compile_commands="build", out="out", check_tests=True)
    run.write()
    assert {"return 0", "return 9", "return 70"} == outcomes(run)
    assert [note.text for note in run.result.notes] == [
        "build/compile_commands.json has 2 commands for src/help.c: the first one is used"
    ]
    assert not secateur.replay("out").found
    if find_compiler() is not None:
        assert run.suite_check is not None
        assert (run.suite_check.problem, run.suite_check.failures) == ("", ())
        (command,) = [line[7:] for line in Path("out/tests.c").read_text().split("\n") if line.startswith(" *     cc")]
        assert "-I../build/generated -I../include -funsigned-char tests.c" in command
        done = subprocess.run(["sh", "-c", command], cwd="out", capture_output=True, text=True, check=False)
        assert done.stdout == f"{len(run.tests)} tests, 0 failed\n", done.stderr


def test_the_source_with_main_has_its_flags_in_a_program_of_several_files(project: Path) -> None:
    (project / "src/main.c").write_text(
        "#include <help.h>\n#include <stdio.h>\nint main(void) { printf(GREETING, help(3)); return 0; }\n"
    )
    entries = json.loads((project / "build/compile_commands.json").read_text())
    words = ["cc", "-I../include", '-DGREETING="*/%d*/"', "-c", "../src/main.c"]
    entries.append({"directory": str(project / "build"), "arguments": words, "file": "../src/main.c"})
    (project / "build/compile_commands.json").write_text(json.dumps(entries))
    run = secateur.explore("src/help.c", "src/main.c", compile_commands="build", out="out", check_tests=True)
    run.write()
    assert [test.outcome.output for test in run.tests] == [b"*/6*/"]
    assert not secateur.replay("out").found
    if find_compiler() is not None:
        assert run.suite_check is not None
        assert (run.suite_check.problem, run.suite_check.passed) == ("", 1)


def test_a_moved_suite_has_the_flags_too(project: Path) -> None:
    run = secateur.explore("src/scale.c:scale", "src/help.c", compile_commands="build", out="out")
    run.write()
    (project / "elsewhere").mkdir()
    for name in ("src", "include", "build", "out"):
        (project / name).rename(project / "elsewhere" / name)
    assert not secateur.replay("elsewhere/out").found
    assert not secateur.reduce("elsewhere/out").found


def test_a_header_has_the_flags_of_the_file_with_its_name(project: Path) -> None:
    run = secateur.explore("src/scale.h:top", compile_commands="build/compile_commands.json")
    assert outcomes(run) == {"return 0", "return 70"}
    (note,) = run.result.notes
    assert note.text == "src/scale.h is not in build/compile_commands.json: the flags of src/scale.c are used"


def test_without_p_the_database_is_only_named(project: Path) -> None:
    hint = "hint: build/compile_commands.json may have the flags of this file: -p build"
    with pytest.raises(secateur.SecateurError, match=hint):
        secateur.explore("src/scale.c:scale", "src/help.c")
    run = secateur.explore("src/help.c:help", define=["HELPING=1"], include=["include"])
    assert not run.result.notes
    (project / "src/plain.c").write_text("int plain(int x) { return x; }\n")
    (note,) = secateur.explore("src/plain.c:plain").result.notes
    assert note.text == "build/compile_commands.json is not used; -p build takes the flags from it"


def test_a_file_that_is_not_in_the_database(project: Path) -> None:
    (project / "src/plain.c").write_text("int plain(int x) { return x; }\n")
    with pytest.raises(secateur.SecateurError) as caught:
        secateur.explore("src/plain.c:plain", compile_commands="build")
    assert str(caught.value) == (
        "src/plain.c: not in build/compile_commands.json; it has src/scale.c, src/help.c; without -p, "
        "--cflags gives the flags"
    )


# A library that is one header.

LIBRARY = """\
#ifndef POINT_H
#define POINT_H
struct point { int x, y; };
int point_quadrant(const struct point *p);
#endif
#ifdef POINT_IMPLEMENTATION
int point_quadrant(const struct point *p)
{
    if (p->x < 0)
        return p->y < 0 ? 3 : 2;
    return POINT_FIRST;
}
#endif
"""


def test_a_header_only_library() -> None:
    Path("point.h").write_text(LIBRARY)
    run = explored("point.h:point_quadrant", define=["POINT_IMPLEMENTATION", "POINT_FIRST=1"], buffer=1)
    assert outcomes(run) == {"return 1", "return 2", "return 3"}


def test_a_header_without_its_macro_names_it() -> None:
    Path("point.h").write_text(LIBRARY)
    with pytest.raises(secateur.SecateurError, match=r"it defines: none \(its code may need -D POINT_IMPLEMENTATION"):
        secateur.explore("point.h:point_quadrant")
    with pytest.raises(secateur.SecateurError, match="a header is compiled only for a function in it"):
        secateur.explore("point.h")


# Two versions.


def test_the_versions_of_a_change_may_be_built_differently() -> None:
    Path("a.c").write_text("int sign(char c) { if (c < 0) return -1; return 1; }\n")
    Path("b.c").write_text("int sign(char c) { if (c < 0) return -1; return 1; }\n")
    assert not secateur.diff("a.c", "b.c", function="sign").found
    assert secateur.diff("a.c", "b.c", function="sign", old_cflags="-funsigned-char").found
    assert not secateur.diff("a.c", "b.c", function="sign", cflags="-funsigned-char").found
    found = secateur.debug(
        "a.c", "b.c", {"c": -1}, function="sign", cflags="-fsigned-char", old_cflags="-funsigned-char"
    )
    assert found.found


def test_a_commit_has_the_flags_of_the_working_tree_and_its_own_headers(project: Path) -> None:
    for words in (["init", "-q"], ["add", "src", "include"], ["commit", "-qm", "first"]):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e", *words], cwd=project, check=True)
    text = (project / "src/help.c").read_text()
    (project / "src/help.c").write_text(text.replace("return 9", "return HIGHEST"))
    (project / "include/help.h").write_text("int help(int);\n#define HIGHEST 8\n")
    found = secateur.diff("git:HEAD:src/help.c", "src/help.c", function="help", compile_commands="build")
    assert found.found
    note = "build/compile_commands.json has 2 commands for src/help.c: the first one is used"
    assert note in found.to_json()["build_notes"]
    (project / "include/help.h").write_text("int help(int);\n#define HIGHEST 9\n")
    assert not secateur.diff("git:HEAD:src/help.c", "src/help.c", function="help", compile_commands="build").found


def test_stand_ins_are_c_of_any_standard() -> None:
    Path("a.c").write_text("int probe(const char *);\nint f(char *s) { if (probe(s) < 0) return -1; return 1; }\n")
    run = secateur.explore("a.c:f", cflags="-std=c89 -funsigned-char", external="havoc", string=1, out="out")
    run.write()
    assert outcomes(run) == {"return -1", "return 1"}
    assert not secateur.replay("out").found
