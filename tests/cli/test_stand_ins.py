"""`--external havoc`: stand-ins do what the contract of their function allows, and what rests on them is marked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .commands import secateur

HAVOC = ("--external", "havoc")


def explored(text: str, *options: str) -> tuple[int, dict[str, Any]]:
    """A function `f` with stand-ins. Every test replays natively as predicted, with the same stand-ins."""
    Path("f.c").write_text(text)
    done = secateur("explore", "f.c:f", *HAVOC, *options, "--json", "--out", "out")
    assert done.stderr == ""
    replayed = secateur("replay", "out")
    assert replayed.exit_code == 0, replayed.stdout
    found: dict[str, Any] = json.loads(done.stdout)
    return done.exit_code, found


def outcomes(run: dict[str, Any]) -> set[str]:
    return {test["outcome"] for test in run["tests"]}


def returned(text: str, *options: str) -> set[int]:
    _, run = explored(text, *options)
    assert all(outcome.startswith("return ") for outcome in outcomes(run)), outcomes(run)
    return {int(outcome.removeprefix("return ")) for outcome in outcomes(run)}


def test_a_count_is_at_most_the_size_asked_for() -> None:
    text = """#include <unistd.h>
    int f(int fd) {
        char b[4] = "ab";
        long n = read(fd, b, 4);
        if (n > 4 || n < -1) return 99;
        if (n == 2 && b[0] == 'x' && b[1] == 'y') return 2;
        if (n == 1 && b[1] != 'b') return 98;
        if (n < 0 && b[0] != 'a') return 97;
        return n < 0 ? -1 : 1;
    }"""
    assert returned(text) == {-1, 1, 2}


def test_a_buffer_must_hold_the_size_asked_for() -> None:
    text = """#include <unistd.h>
    int f(int fd) {
        char b[4];
        return read(fd, b, 5) > 0;
    }"""
    _, run = explored(text)
    (fault,) = run["faults"]
    assert (fault["kind"], fault["line"], fault["rests_on"]) == ("out-of-bounds", 4, ["read"])


def test_a_long_read_is_bounded_and_says_so() -> None:
    text = """#include <unistd.h>
    int f(int fd) { char b[4096]; if (read(fd, b, sizeof b) == 9) return 1; return 0; }"""
    assert returned(text) == {0}
    assert returned(text, "--buffer", "9") == {0, 1}
    _, run = explored(text)
    assert {("stand-in", "read"), ("size", "read()")} <= {(a["kind"], a["subject"]) for a in run["assumptions"]}


def test_items_that_are_read_are_whole() -> None:
    text = """#include <stdio.h>
    int f(void) {
        FILE *file = stdin;
        short items[2] = {7, 7};
        size_t n = fread(items, sizeof *items, 2, file);
        if (n > 2) return 99;
        if (n == 1 && items[1] != 7) return 98;
        return n == 1 && items[0] == 300 ? 2 : 1;
    }"""
    assert returned(text) == {1, 2}


def test_structures_are_filled() -> None:
    text = """#include <sys/stat.h>
    #include <sys/time.h>
    #include <sys/utsname.h>
    int f(void) {
        struct stat s = {0};
        struct timeval t = {0};
        struct utsname u;
        int bits = 0;
        if (stat("x", &s)) return s.st_size ? 99 : -1;
        if (s.st_size == 77) bits |= 1;
        if (gettimeofday(&t, 0) == 0 && t.tv_usec == 5) bits |= 2;
        if (uname(&u) == 0 && u.sysname[0] == 'L') bits |= 4;
        return bits;
    }"""
    assert returned(text) == {-1, 0, 1, 2, 3, 4, 5, 6, 7}


def test_pointers_are_null_or_lead_to_something() -> None:
    text = """#include <stdio.h>
    #include <stdlib.h>
    struct node { int v; char *name; struct node *next; };
    struct node *find(int key);
    void *blob(void);
    int f(int k) {
        FILE *file = fopen("x", "w");
        if (!file) return 1;
        fprintf(file, "unseen %d", k);
        fclose(file);
        char *home = getenv("HOME");
        if (home && home[0] == '/') return 2;
        struct node *n = find(k);
        if (!n) return 3;
        if (n->v == 5) return 4;
        if (n->name[0] == 'y') return 5;
        unsigned char *b = blob();
        if (b && b[2] == 9) return 6;
        return n->next ? 99 : 7;
    }"""
    assert returned(text) == {1, 2, 3, 4, 5, 6, 7}


def test_strings_end() -> None:
    text = """#include <stdlib.h>
    #include <string.h>
    #include <stdio.h>
    #include <dlfcn.h>
    int f(int n) {
        char line[8];
        char *s = getenv("A"), *e = dlerror();
        if (!e) return 99;
        if (!fgets(line, sizeof line, stdin)) return -1;
        return (s ? strlen(s) : 0) <= 1 && strlen(line) <= 1 && strlen(e) <= 1 ? 1 : 98;
    }"""
    text = text.replace("stdin", 'fopen("x", "r")')
    assert returned(text, "--string", "1") == {-1, 1, 99}  # NULL: no error


def test_numbers_are_in_their_range() -> None:
    text = """#include <time.h>
    #include <unistd.h>
    int f(void) {
        time_t stored = 7, t = time(&stored);
        int tty = isatty(0);
        if (t < -1 || stored != t || getpid() <= 0 || (tty != 0 && tty != 1)) return 99;
        return (t < 0 ? 2 : 0) + tty;
    }"""
    assert returned(text, "--switch", "labels") == {0, 1, 2, 3}


def test_a_failure_sets_errno() -> None:
    text = """#include <errno.h>
    #include <unistd.h>
    int f(int fd) {
        char b[2];
        if (read(fd, b, 2) >= 0) return 0;
        if (errno <= 0) return 99;
        return errno == EINTR ? 1 : 2;
    }"""
    assert returned(text) == {0, 1, 2}


def test_lines_of_any_length() -> None:
    text = """#define _GNU_SOURCE
    #include <stdio.h>
    #include <stdlib.h>
    int f(void) {
        FILE *file = stdin;
        char *line = NULL;
        size_t size = 0;
        long n = getline(&line, &size, file);
        int r = n < 0 ? -1 : n == 2 && line[1] == 'k' && !line[2] ? 1 : n == 0 || size == 0 ? 99 : 2;
        free(line);
        return r;
    }"""
    assert returned(text) == {-1, 1, 2}


def test_functions_of_many_types() -> None:
    text = """struct pair { int a; double b; };
    enum colour { RED, GREEN };
    struct pair both(int x);
    enum colour paint(void);
    unsigned char small(void);
    float real(struct pair by_value, ...);
    void act(int *x);
    int old();
    int f(int x) {
        struct pair p = both(x);
        act(&x);
        int r = 0;
        if (p.a == 3 && p.b == 0.5) r = 1;
        if (paint() == GREEN) r += 2;
        if (small() == 200) r += 4;
        if (real(p, 1, 2) > 1) r += 8;
        if (old(1, 2) == 4) r += 16;
        return r;
    }"""
    assert returned(text) == set(range(32))


def test_faults_that_rest_on_a_stand_in_are_never_confirmed() -> None:
    text = "int away(void);\nint f(int x)\n{\n    if (x == 3) return 1 / (x - 3);\n    return 10 / away();\n}\n"
    code, run = explored(text)
    faults = {fault["line"]: fault for fault in run["faults"]}
    assert (code, set(faults)) == (1, {4, 5})
    assert (faults[4]["confirmed"], faults[4]["rests_on"]) == (True, [])
    assert (faults[5]["confirmed"], faults[5]["rests_on"]) == (None, ["away"])
    shown = secateur("explore", "f.c:f", *HAVOC, "--out", "out").stdout
    assert "not confirmed: rests on away()" in shown
    tests = Path("out/tests.c").read_text()
    assert "depends on what away, which is not defined, does" in tests


def test_an_answer_rests_on_the_stand_ins_that_were_called() -> None:
    text = "int away(void);\nvoid act(void);\nvoid never(void);\nint f(int x) { if (x) act(); return away(); }\n"
    code, run = explored(text)
    assert (code, run["complete"]) == (3, False)
    assert {a["subject"] for a in run["assumptions"] if a["kind"] == "stand-in"} == {"act", "away"}
    assert {(n["line"]) for n in run["notes"]} == {4}
    code, run = explored(text, "--accept", "stand-in")
    assert (code, run["complete"]) == (0, True)


@pytest.mark.parametrize("technique", ["dgse", "pse", "rsc"])
def test_techniques_agree(technique: str) -> None:
    text = """#include <unistd.h>
    #include <sys/stat.h>
    int f(int fd) {
        char b[2] = {0};
        struct stat s;
        int r = 0;
        if (read(fd, b, 2) > 0 && b[0] == 'x') r = 1;
        if (fstat(fd, &s) == 0 && s.st_size == 4) r += 2;
        if (read(fd, b, 2) == 2 && b[1] == 'y') r += 4;
        if (r == 7) return 10 / b[0];
        return r;
    }"""
    _, full = explored(text)
    _, other = explored(text, "--technique", technique)
    assert [(f["kind"], f["line"]) for f in other["faults"]] == [(f["kind"], f["line"]) for f in full["faults"]]
    assert len(full["faults"]) == 1


@pytest.mark.parametrize("print_it", ['snprintf(b, sizeof b, "%d", x)', 'sprintf(b, "%d", x)'])
def test_intrinsics_have_no_stand_ins(print_it: str) -> None:
    """Our formatting brings in `llvm.ptrmask` (for `va_arg`)."""
    text = (
        f"#include <stdio.h>\nint away(int);\nint f(char x) {{ char b[20]; {print_it}; return away(b[0] == '7'); }}\n"
    )
    _, run = explored(text, "--assume", "x >= 0 && x < 10")
    assert {a["subject"] for a in run["assumptions"] if a["kind"] == "stand-in"} == {"away"}


def test_pointers_can_be_aligned_down() -> None:
    text = """int away(void);
    int f(int x) {
        int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
        int *p = __builtin_align_down(&a[(unsigned)x % 8], 4);
        return *p == 3 ? away() > 4 ? 1 : 0 : 2;
    }"""
    assert returned(text) == {0, 1, 2}


def test_jumps_have_no_stand_ins() -> None:
    text = "#include <setjmp.h>\njmp_buf b;\nint f(int x) { return x > 3 ? setjmp(b) : 1; }\n"
    Path("f.c").write_text(text)
    done = secateur("explore", "f.c:f", *HAVOC, "--json", "--out", "out")
    assert "stand-in" not in done.stdout
