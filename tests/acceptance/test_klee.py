"""KLEE's intrinsics: a program that includes KLEE's header runs without KLEE, in the machine and natively."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import secateur
from secateur.assumption import AssumptionKind
from secateur.errors import SecateurError

from .running import explored, statuses

HEAD = """#include <klee/klee.h>
#include <errno.h>
#include <stdlib.h>
struct s { int a; char b[5]; };
int table[7];
int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
"""
QUIET = (
    'klee_warning("w"); klee_warning_once("w"); klee_print_expr("x", x, 1); klee_print_range("x", x);'
    "klee_stack_trace(); klee_set_forking(1); klee_open_merge(); klee_close_merge(); klee_prefer_cex(&x, x > 3);"
    "klee_posix_prefer_cex(&x, x); klee_mark_global(table);"
)


def test_ends_of_paths(tmp_path: Path) -> None:
    body = """
    if (x == 1) klee_silent_exit(3);
    if (x == 2) klee_assert(x != 2);
    if (x == 3) klee_report_error(__FILE__, __LINE__, "own error", "own.err");
    if (x == 4) klee_abort();
    return 0; }"""
    run = explored(tmp_path, HEAD + body)
    assert statuses(run).count(3) == 1
    found = [(fault.kind, fault.line, fault.confirmed) for fault in run.faults]
    assert found == [("assertion", 12, True), ("assertion", 13, True), ("abort", 14, True)]


def test_memory(tmp_path: Path) -> None:
    body = """
    struct s local; char *p = malloc(11);
    if (klee_get_obj_size(&local.b) != sizeof local || klee_get_obj_size(p + 3) != 11) return 1;
    if (klee_get_obj_size(table) != sizeof table) return 2;
    klee_check_memory_access(p + 1, 10);
    if (x == 1) klee_check_memory_access(p + 1, 11);
    int *q = (int *)0x700000000000;
    klee_define_fixed_object(q, 16);
    q[3] = 5;
    return x == 2 ? q[4] : q[3]; }"""
    run = explored(tmp_path, HEAD + body)
    assert [(fault.kind, fault.line) for fault in run.faults] == [("out-of-bounds", 15), ("out-of-bounds", 19)]
    assert all(fault.confirmed for fault in run.faults)
    assert 5 in statuses(run)
    assert not {1, 2} & set(statuses(run))


def test_inputs_and_values(tmp_path: Path) -> None:
    body = f"""
    {QUIET}
    errno = 7;
    if (klee_get_errno() != 7 || klee_is_replay() || klee_is_symbolic(3)) return 9;
    int r = klee_range(3, 5, "r"), i = klee_int("i");
    klee_assume(i > r);
    return (r == 4 ? 1 : 0) + (klee_choose(3) == 2 ? 2 : 0) + (i > 100 ? 4 : 0); }}"""
    run = explored(tmp_path, HEAD + body)
    assert run.complete
    assert set(statuses(run)) == set(range(8))


def test_a_value_made_concrete_is_written_down(tmp_path: Path) -> None:
    body = """
    if (x < 10) return 0;
    float f; klee_make_symbolic(&f, sizeof f, "f");
    if (klee_get_valuef(f) != f || klee_get_valuel(x) != x || klee_get_valuell(x) != x) return 2;
    return klee_get_value_i32(x) == x ? 1 : 3; }"""
    run = explored(tmp_path, HEAD + body)
    assert statuses(run) == [0, 1]
    assert {each.subject for each in run.result.assumptions if each.kind is AssumptionKind.CONCRETE} == {"f", "x"}


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_the_header_comes_with_the_tests(tmp_path: Path, compiler: str) -> None:
    run = explored(tmp_path, HEAD + "klee_assume(x > 3 && x < 5); return x; }")
    assert (tmp_path / "out" / "klee" / "klee.h").is_file()
    assert statuses(run) == [4]
    if shutil.which(compiler):
        subprocess.run([compiler, "-I.", "tests.c", "-o", "tests"], cwd=tmp_path / "out", check=True)
        subprocess.run(["./tests"], cwd=tmp_path / "out", check=True)


def test_a_header_of_the_users_own_comes_first(tmp_path: Path) -> None:
    (tmp_path / "klee").mkdir()
    (tmp_path / "klee" / "klee.h").write_text("#define MINE 5\n")
    text = '#include "klee/klee.h"\nint main(void) { return MINE; }'
    assert statuses(explored(tmp_path, text)) == [5]


def test_an_input_without_a_name(tmp_path: Path) -> None:
    run = explored(tmp_path, HEAD + "if (klee_int(0) == 5) return 1; return 0; }")
    assert statuses(run) == [0, 1]
    assert not run.faults


def test_the_byte_order_of_networks(tmp_path: Path) -> None:
    text = "#include <arpa/inet.h>\nint main(void) { return ntohl(0x01020304) == 0x04030201 && htons(1) == 256; }"
    assert statuses(explored(tmp_path, text)) == [1]


def test_too_few_arguments_end_the_path(tmp_path: Path) -> None:
    source = tmp_path / "p.c"
    source.write_text(
        "void klee_make_symbolic(); int main(void) { int x; klee_make_symbolic(&x, sizeof x); return x; }"
    )
    with pytest.raises(SecateurError, match="too few arguments"):
        secateur.explore(str(source))
