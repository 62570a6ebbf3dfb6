"""`tests.c` holds in every build: nothing in it rests on what C, the linker or the allocator may decide otherwise."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import secateur
from secateur.assumption import AssumptionKind
from secateur.suite.replay import replay

from .examples import build_tests, compilers

LEVELS = [[*command, level] for command in compilers() for level in ("-O0", "-O2")]


def passes(folder: Path, *others: str) -> set[str]:
    """What `tests.c` prints with each compiler and level."""
    shown = set()
    for compiler in LEVELS:
        program = build_tests(folder, compiler, others)
        done = subprocess.run([program], capture_output=True, text=True, check=False)
        shown.add(done.stdout + done.stderr)
    return shown


def written(tmp_path: Path, text: str, function: str, *others: str) -> Path:
    """The folder of the suite of a function."""
    source = tmp_path / "source.c"
    source.write_text(text)
    run = secateur.explore(f"{source}:{function}", *others, infer=False)
    return run.write(tmp_path / "out")


def test_order_of_unrelated_objects(tmp_path: Path) -> None:
    """T7: whether `b < e` holds for two arrays is known only to the replay."""
    text = "int span(const char *b, const char *e) { int n = 0; while (b < e && *b == ' ') b++, n++; return n; }"
    folder = written(tmp_path, text, "span")
    assert passes(folder) == {"1 tests, 0 failed\n"}
    shown = (folder / "tests.c").read_text()
    assert " *     test000002: depends on where these are in memory: b, e\n" in shown
    assert "# test000002: depends on where these are in memory: b, e" in (folder / "test_span.py").read_text()
    report = replay(folder)
    assert len(report.confirmed) == len(report.replayed) == 5
    assert {each.kind for test in report.suite.tests for each in test.rests_on} == {AssumptionKind.ADDRESS_ORDER}


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("long f(const int *a, const int *b) { return b - a; }", "a, b"),
        (
            "int f(const char *a, const char *b) { unsigned long x = (unsigned long)a; return x < (unsigned long)b; }",
            "",
        ),
        (
            "#include <stdlib.h>\nint f(int n) { char *p = malloc(4), *q = malloc(4); return p < q ? n : n + 1; }",
            "malloc",
        ),
    ],
)
def test_every_way_to_compare(text: str, subject: str, tmp_path: Path) -> None:
    """A difference, addresses as integers, blocks of the heap. The answer says so, too."""
    source = tmp_path / "source.c"
    source.write_text(text)
    run = secateur.explore(f"{source}:f", infer=False)
    met = [each for each in run.result.assumptions if each.kind is AssumptionKind.ADDRESS_ORDER]
    assert [each.subject for each in met] == [subject or "a, b"]
    assert all(test.rests_on == (met[0],) for test in run.tests)


def test_order_that_does_not_matter(tmp_path: Path) -> None:
    """A copy in either direction: with the objects in the opposite order, nothing else happens."""
    text = """
    void move(char *to, const char *from, unsigned n)
    {
        if (n > 3) return;
        if (to < from) for (unsigned i = 0; i < n; i++) to[i] = from[i];
        else while (n--) to[n] = from[n];
    }
    """
    assert passes(written(tmp_path, text, "move")) == {"5 tests, 0 failed\n"}


def test_order_within_an_object_is_certain(tmp_path: Path) -> None:
    text = """
    int sum(const char *p, int n)
    {
        int total = 0;
        if (n < 0 || n > 3) return -1;
        for (const char *end = p + n; p < end; p++) total += *p;
        return total;
    }
    """
    folder = written(tmp_path, text, "sum")
    assert "Left out" not in (folder / "tests.c").read_text()


@pytest.mark.parametrize("size", ["n", "(1ul << 32) + n"])
def test_limit_of_the_allocator(size: str, tmp_path: Path) -> None:
    """T7: the machine and the replay refuse more than 1 GiB, a real allocator need not."""
    text = f"#include <stdlib.h>\nint f(unsigned long n) {{ char *p = malloc({size}); int x = !p; free(p); return x; }}"
    folder = written(tmp_path, text, "f")
    (shown,) = passes(folder)
    assert shown.endswith("tests, 0 failed\n")
    assert "depends on how much memory malloc can provide" in (folder / "tests.c").read_text()
    assert replay(folder).failed == ()


def test_undefined_names(tmp_path: Path) -> None:
    """T7: other functions, of this file and of others, use names that nobody defines."""
    text = """
    extern int outside, calls; extern const char names[]; extern __thread int own; void gone(const char *, ...);
    int help(int); int far_away(void);
    int f(int x) { return x > 3 ? help(x) : 0; }
    int g(int x) { gone("%d", names[x]); return outside + own + far_away(); }
    """
    other = tmp_path / "other.c"
    other.write_text("""
    extern long far_variable; double far_away(void), further(int);
    int help(int x) { return x + 1; }
    double no_help(int x) { return far_away() + further(x) + far_variable; }
    """)
    folder = written(tmp_path, text, "f", str(other))
    assert passes(folder, "../other.c") == {"2 tests, 0 failed\n"}
    shown = (folder / "tests.c").read_text()
    assert "#pragma weak gone\n#pragma weak names\n#pragma weak outside\n#pragma weak own\n" in shown
    assert "weak printf" not in shown


def test_definition_given_later_is_used(tmp_path: Path) -> None:
    """Someone who adds the missing file gets its functions, not ours."""
    other, late = tmp_path / "other.c", tmp_path / "late.c"
    other.write_text("int late(int); int help(int x) { return x + 1; }\nint more(int x) { return late(x); }\n")
    late.write_text('#include <stdio.h>\nint late(int x) { return x; }\nvoid __attribute__((constructor)) hello(void)'
                    ' { int more(int); printf("%d\\n", more(7)); fflush(stdout); }\n')  # fmt: skip
    folder = written(tmp_path, "int help(int); int f(int x) { return help(x > 3); }", "f", str(other))
    assert passes(folder, "../other.c", "../late.c") == {"7\n1 tests, 0 failed\n"}


def test_suite_of_faults_only(tmp_path: Path) -> None:
    """Nothing to run is not a failure."""
    folder = written(tmp_path, "int f(int x) { int *p = 0; return *p + x; }", "f")
    assert passes(folder) == {"0 tests, 0 failed\n"}


def test_offset_to_another_object(tmp_path: Path) -> None:
    """No build but ours has a distance between two arrays that can be computed."""
    text = "int f(const char *b, const char *e, unsigned long n) { b += n; return b == e ? 1 : n > 5 ? 2 : 3; }"
    source = tmp_path / "source.c"
    source.write_text(text)
    run = secateur.explore(f"{source}:f", check="none", infer=False)
    outcomes = {str(test.outcome): bool(test.rests_on) for test in run.tests}
    assert outcomes == {"return 1": True, "return 2": False, "return 3": False}
    assert passes(run.write(tmp_path / "out")) == {"2 tests, 0 failed\n"}


def test_source_that_replaces_the_library(tmp_path: Path) -> None:
    """Macros and functions with the names of the C library do not change how tests are run."""
    text = """
    #define printf printf_
    #define snprintf snprintf_
    #define stderr nothing
    #define FILE int
    int printf_(const char *text, ...) { return text[0]; }
    unsigned long strlen(const char *s) { (void)s; return 3; }
    int strcmp(const char *a, const char *b) { return a != b; }
    int f(int x) { return x > 3 ? printf("a") : 7; }
    """
    assert passes(written(tmp_path, text, "f")) == {"2 tests, 0 failed\n"}


def test_members_of_the_library(tmp_path: Path) -> None:
    """What headers keep to themselves may have another name in another C library."""
    text = "struct s { int a; int __own; } seen;\nint f(struct s *p) { seen.a = p->a > 3; return seen.a ? 1 : 0; }"
    folder = written(tmp_path, text, "f")
    assert "__own" not in (folder / "tests.c").read_text()
    assert passes(folder) == {"2 tests, 0 failed\n"}


def test_unchecked_overflow_wraps(tmp_path: Path) -> None:
    """Without the check a sum wraps around; optimisation alone would decide that `x + 1 > x`."""
    source = tmp_path / "source.c"
    source.write_text("int f(int x) { if (x + 1 < x) return 1; return 0; }")
    run = secateur.explore(f"{source}:f", check="-signed-overflow", check_tests=True)
    assert {str(test.outcome) for test in run.tests} == {"return 0", "return 1"}
    folder = run.write(tmp_path / "out")
    (command,) = [line for line in (folder / "tests.c").read_text().splitlines() if " cc " in line]
    assert "cc -fwrapv tests.c" in command
    for compiler in LEVELS:
        program = build_tests(folder, [*compiler, "-fwrapv"])
        assert subprocess.run([program], check=False).returncode == 0


@pytest.mark.parametrize("options", [{"check": "-uninitialised"}, {"uninitialised": "any"}])
@pytest.mark.parametrize("decides", ["a[0] > 2 ? 1 : 0", "a[0]", 'printf("%d", a[0]) & 0'])
def test_uninitialised_memory(options: dict[str, str], decides: str, tmp_path: Path) -> None:
    """T7: what an unwritten variable holds is not an expectation."""
    source = tmp_path / "source.c"
    quiet = "#pragma GCC system_header\n"  # compilers warn, and they are right
    quiet += "#include <stdio.h>\n"
    source.write_text(f"{quiet}int f(int x) {{ int a[2]; if (x > 3) a[0] = x; return {decides}; }}")
    run = secateur.explore(f"{source}:f", **options)  # type: ignore[arg-type]
    assert [bool(test.rests_on) for test in run.tests if test.inputs["x"] == 0] == [True] * (len(run.tests) - 1)
    folder = run.write(tmp_path / "out")
    assert passes(folder) == {"1 tests, 0 failed\n"}
    assert "depends on memory that was never written: " in (folder / "tests.c").read_text()


def test_assertion_of_klee(tmp_path: Path) -> None:
    """The macro hides the function that it calls."""
    source = tmp_path / "source.c"
    source.write_text("""#include "klee/klee.h"
    int main(void) { int x; klee_make_symbolic(&x, sizeof x, "x"); klee_assert(sizeof x == 4); return x == 5; }
    """)
    check = secateur.explore(str(source), out=tmp_path / "out", check_tests=True).suite_check
    assert check is not None
    assert (check.problem, check.passed) == ("", 1)


def test_main_in_an_included_file(tmp_path: Path) -> None:
    """The text of the source does not show the parameters of `main`."""
    (tmp_path / "whole.c").write_text("int main(int argc, char **argv) { return argv[argc] != 0; }\n")
    source = tmp_path / "source.c"
    source.write_text('#include "whole.c"\n')
    check = secateur.explore(str(source), out=tmp_path / "out", check_tests=True).suite_check
    assert check is not None
    assert (check.problem, check.passed) == ("", 1)
