"""Loads and stores at symbolic addresses, and copies."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.machine.path import BranchKind, Ending

from .running import machine_for, printed, run

HEADER = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
#define INT __VERIFIER_nondet_int()
#define UINT __VERIFIER_nondet_uint()
"""


def _main(body: str) -> str:
    return HEADER + f"int main(void) {{\n{body}\nreturn 0;\n}}\n"


def _labels(body: str, folder: Path, models: list[tuple[int, ...]]) -> list[str]:
    """The output of the program on each model, checked to be the same in a concrete run."""
    machine = machine_for(_main(body), folder)
    shown = []
    for model in models:
        symbolic, concrete = (machine.run(*machine.start(model, mode)) for mode in (False, True))
        assert symbolic.ending is concrete.ending is Ending.RETURNED
        assert printed(symbolic) == printed(concrete)
        shown.append(printed(symbolic))
    return shown


# --- symbolic addresses


def test_a_symbolic_index_reads_without_forking(tmp_path: Path) -> None:
    body = 'int a[8] = {3, 1, 4, 1, 5, 9, 2, 6}; unsigned i = UINT; printf("%d", a[i & 7]);'
    assert _labels(body, tmp_path, [(i,) for i in range(9)]) == [*"31415926", "3"]
    path = run(_main(body), tmp_path)
    assert not path.branches


def test_a_symbolic_index_writes_without_forking(tmp_path: Path) -> None:
    body = """char a[4] = "abc"; unsigned i = UINT; a[i % 3] = 'x'; a[1] += 1; printf("%s", a);"""
    assert _labels(body, tmp_path, [(0,), (1,), (2,), (4,)]) == ["xcc", "ayc", "acx", "ayc"]


def test_symbolic_reads_after_symbolic_writes(tmp_path: Path) -> None:
    body = """int a[4] = {0}; unsigned i = UINT & 3, j = UINT & 3;
    a[i] = 7; a[j] += 1; a[i] += a[j]; printf("%d %d %d %d", a[0], a[1], a[2], a[3]);"""
    assert _labels(body, tmp_path, [(0, 0), (1, 2), (3, 0)]) == ["16 0 0 0", "0 8 1 0", "1 0 0 8"]


def test_two_symbolic_indices(tmp_path: Path) -> None:
    body = """int m[3][4]; for (int i = 0; i < 12; i++) m[i / 4][i % 4] = i;
    unsigned i = UINT % 3, j = UINT % 4; m[i][j] += 100; printf("%d %d", m[i][j], m[1][2]);"""
    assert _labels(body, tmp_path, [(1, 2), (2, 3), (0, 0)]) == ["106 106", "111 6", "100 6"]


def test_a_symbolic_index_of_structs(tmp_path: Path) -> None:
    body = """struct { char c; short s; int i; } a[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    unsigned i = UINT % 3; a[i].s = -1; printf("%d %d %d", a[i].c, a[1].s, a[i].i);"""
    assert _labels(body, tmp_path, [(0,), (1,), (2,)]) == ["1 5 3", "4 -1 6", "7 5 9"]


def test_a_symbolic_index_of_floats(tmp_path: Path) -> None:
    body = """double a[3] = {0.5, 1.5, 2.5}; unsigned i = UINT % 3; a[i] *= 2; printf("%g %g", a[i], a[0]);"""
    assert _labels(body, tmp_path, [(0,), (2,)]) == ["1 1", "5 0.5"]


def test_a_byte_of_a_word_at_a_symbolic_place(tmp_path: Path) -> None:
    body = """unsigned words[2] = {0x04030201u, 0x08070605u}; unsigned char *p = (unsigned char *)words;
    unsigned i = UINT & 7; p[i] |= 0x80; printf("%d %x %x", p[i], words[0], words[1]);"""
    assert _labels(body, tmp_path, [(0,), (6,)]) == ["129 4030281 8070605", "135 4030201 8870605"]


def test_an_index_that_may_be_outside_is_a_check(tmp_path: Path) -> None:
    machine = machine_for(_main("int a[4] = {0}; return a[INT];"), tmp_path)
    path = machine.run(*machine.start((3,)))
    checks = [b for b in path.branches if b.site.kind is BranchKind.CHECK]
    assert len(checks) == 1
    assert checks[0].fault is not None
    assert checks[0].fault.kind == "out-of-bounds"
    for outside in (4, -1, 2**31 - 1, -(2**31)):
        assert machine.run(*machine.start((outside,))).ending is Ending.FAULT


def test_a_large_table_is_not_silently_made_concrete(tmp_path: Path) -> None:
    body = "static int a[100000]; unsigned i = UINT % 100000; a[i] = 5; return a[7] == 5;"
    path = run(_main(body), tmp_path, (7,))
    assert path.status == 1
    (note,) = path.notes
    assert note.incomplete
    assert "concrete" in note.text
    assert any(b.site.kind is BranchKind.PINNED for b in path.branches)


def test_a_pointer_that_depends_on_an_input(tmp_path: Path) -> None:
    body = """int x = 1, y = 2; int *all[2] = {&x, &y}; int *p = all[UINT & 1]; *p += 10; printf("%d %d", x, y);"""
    assert _labels(body, tmp_path, [(0,), (1,)]) == ["11 2", "1 12"]


def test_memory_of_symbolic_size_is_checked_against_it(tmp_path: Path) -> None:
    machine = machine_for(_main("unsigned n = UINT; char *p = malloc(n); p[4] = 1; return p[4];"), tmp_path)
    assert machine.run(*machine.start((5,))).status == 1
    path = machine.run(*machine.start((4,)))
    assert path.fault is not None
    assert path.fault.kind == "out-of-bounds"


def test_a_request_for_too_much_memory_fails(tmp_path: Path) -> None:
    machine = machine_for(_main("unsigned n = UINT; char *p = malloc((unsigned long)n * 4); return p == 0;"), tmp_path)
    assert [machine.run(*machine.start((n,))).status for n in (1, 1 << 28, -1)] == [0, 0, 1]


# --- copies


@pytest.mark.parametrize(("to", "source"), [(0, 0), (3, 0), (0, 5), (8, 1)])
def test_a_copy_of_mixed_cells(to: int, source: int, tmp_path: Path) -> None:
    """The copy has the same bytes, whatever the cells of the source and the destination."""
    body = f"""struct {{ char c; int i; double d; short s; float f; }} v;
    memset(&v, 0x11, sizeof v); v.c = INT; v.i = INT; v.d = 2.5; v.s = -2; v.f = 1.5f;
    unsigned char raw[64]; memset(raw, 0xee, 64);
    memcpy(raw + {to}, (char *)&v + {source}, sizeof v - {source});
    unsigned char *own = (unsigned char *)&v;
    int same = 1; for (unsigned i = {source}; i < sizeof v; i++) same &= raw[i - {source} + {to}] == own[i];
    int kept = 1; for (unsigned i = sizeof v - {source} + {to}; i < 64; i++) kept &= raw[i] == 0xee;
    memcpy((char *)&v + {source}, raw + {to}, sizeof v - {source});
    printf("%d %d %d %d %g %d %g", same, kept, v.c, v.i, v.d, v.s, v.f);"""
    assert _labels(body, tmp_path, [(65, -3)]) == ["1 1 65 -3 2.5 -2 1.5"]


def test_an_overlapping_move(tmp_path: Path) -> None:
    body = """char a[10] = "abcdefghi"; a[2] = __VERIFIER_nondet_char(); memmove(a + 2, a, 5); printf("%s ", a);
    memmove(a, a + 3, 5); printf("%s", a);"""
    assert _labels(body, tmp_path, [(ord("X"),)]) == ["ababXdehi bXdehdehi"]


def test_unaligned_words(tmp_path: Path) -> None:
    body = """char b[12]; memset(b, 0, 12); int n = INT; memcpy(b + 1, &n, 4); short s = 0x1234; memcpy(b + 3, &s, 2);
    int m; memcpy(&m, b + 1, 4); printf("%x %x", m, *(unsigned char *)(b + 4));
    *(int *)(b + 5) = n; printf(" %d", *(int *)(b + 5));"""
    assert _labels(body, tmp_path, [(0x55667788,)]) == ["12347788 12 1432778632"]


def test_a_copy_of_structs_with_padding_leaves_no_note(tmp_path: Path) -> None:
    body = "struct { char c; int i; } a, b; a.c = 1; a.i = INT; b = a; return b.i == 3 && b.c == 1;"
    path = run(_main(body), tmp_path, (3,))
    assert (path.status, list(path.notes)) == (1, [])


def test_zeroed_and_static_memory_is_not_noted(tmp_path: Path) -> None:
    body = "static int s[4]; int *p = calloc(4, 4); return s[INT & 3] + p[INT & 3];"
    path = run(_main(body), tmp_path)
    assert (path.status, list(path.notes)) == (0, [])
