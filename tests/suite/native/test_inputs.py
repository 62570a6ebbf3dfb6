"""Recorded inputs reach the program, observations are returned, and a run that leaves its test is detected."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from secateur.frontend.cache import Cache
from secateur.frontend.compile import CompileError
from secateur.options import Compiling
from secateur.suite.native.build import Executable, build
from secateur.suite.native.run import ServerError, run, run_all
from secateur.suite.test import Recorded

from .conftest import Execute

DRIVER = """
#include "function.c"
int secateur_i32(const char *name);
unsigned char secateur_u8(const char *name);
double secateur_f64(const char *name);
float secateur_f32(const char *name);
_Bool secateur_bool(const char *name);
long secateur_bits(const char *name, int width, int is_signed);
void secateur_assume(int condition);
void secateur_see_signed(const char *name, long value);
void secateur_see_unsigned(const char *name, unsigned long value);
void secateur_see_f32(const char *name, float value);
void secateur_see_f64(const char *name, double value);
void secateur_see_pointer(const char *name, const void *value);

int main(void)
{
    int x = secateur_i32("x");
    static int buf[2];
    buf[0] = secateur_i32("buf[0]");
    buf[1] = secateur_i32("buf[1]");
    double d = secateur_f64("d");
    _Bool b = secateur_bool("b");
    secateur_assume(x != 99);
    int returned = f(x, buf, d, b);
    secateur_see_signed("return", returned);
    secateur_see_signed("buf[0]", buf[0]);
    secateur_see_unsigned("counter", counter);
    secateur_see_f64("half", half);
    secateur_see_f32("third", 1.0f / 3);
    secateur_see_pointer("where", where);
    return 0;
}
"""

FUNCTION = """
#include <stdio.h>
#include "extra.h"
unsigned counter = 4000000000u;
double half;
int *where;
int f(int x, int *buf, double d, _Bool b) {
    printf("%d", x);
    buf[0] += EXTRA;
    half = d / 2;
    if (b) where = buf;
    return buf[x] / 2;
}
"""


@pytest.fixture
def driven(store: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Executable:
    monkeypatch.chdir(tmp_path)
    Path("function.c").write_text(FUNCTION)
    Path("extra.h").write_text("#define EXTRA 10\n")
    return build(DRIVER, [Path("function.c")], included=Path("function.c"), store=store)


def recorded(x: int, first: int = 5, second: int = 9, d: float = 3.0, b: bool = True) -> tuple[Recorded, ...]:
    return (
        Recorded("x", "i32", struct.pack("<i", x)),
        Recorded("buf[0]", "i32", struct.pack("<i", first)),
        Recorded("buf[1]", "i32", struct.pack("<i", second)),
        Recorded("d", "f64", struct.pack("<d", d)),
        Recorded("b", "bool", bytes([b])),
    )


def test_inputs_and_observations(driven: Executable) -> None:
    outcome = run(driven, recorded(0))
    assert (outcome.kind, outcome.status, outcome.output) == ("return", 0, b"0")
    assert outcome.observations == (
        ("return", "7"),
        ("buf[0]", "15"),
        ("counter", "4000000000"),
        ("half", "0x1.8p+0"),
        ("third", "0x1.555556p-2"),
        ("where", "non-null"),
    )
    assert dict(run(driven, recorded(1, d=float("nan"), b=False)).observations) == {
        "return": "4",
        "buf[0]": "15",
        "counter": "4000000000",
        "half": "nan",
        "third": "0x1.555556p-2",
        "where": "null",
    }


def test_fault_in_the_included_source(driven: Executable) -> None:
    outcome = run(driven, recorded(2))
    assert outcome.fault is not None
    assert (outcome.fault.kind, outcome.fault.file, outcome.fault.line) == ("out-of-bounds", "function.c", 12)
    assert outcome.observations == ()
    assert outcome.output == b"2"


@pytest.mark.parametrize("index", [3, 17, 99999, 1 << 20, (1 << 31) - 1, -1, -5, -(1 << 31)])
def test_any_index_out_of_bounds_is_seen(index: int, driven: Executable) -> None:
    outcome = run(driven, recorded(index))
    assert outcome.fault is not None
    assert outcome.fault.kind == "out-of-bounds"


def test_assumption_that_does_not_hold(driven: Executable) -> None:
    assert run(driven, recorded(99)).kind == "assume"


def test_other_inputs_than_the_program_asks_for(driven: Executable) -> None:
    good = recorded(0)
    wrong_name = run(driven, (Recorded("y", "i32", good[0].data), *good[1:]))
    assert (wrong_name.kind, wrong_name.detail) == (
        "mismatch",
        "the program requests i32 'x', the test has i32 'y'",
    )
    assert run(driven, (Recorded("x", "u32", good[0].data), *good[1:])).kind == "mismatch"
    missing = run(driven, good[:3])
    assert (missing.kind, missing.detail) == ("mismatch", "the program requests f64 'd', the test has no more inputs")
    assert run(driven, good).unread == 0
    assert run(driven, (*good, *good[:2])).unread == 2


def test_many_tests_keep_their_order(driven: Executable) -> None:
    tests = [recorded(n % 3, first=n) for n in range(300)]
    outcomes = run_all(driven, tests, jobs=4)
    for n, outcome in enumerate(outcomes):
        if n % 3 == 2:
            assert outcome.kind == "fault"
        else:
            assert dict(outcome.observations)["buf[0]"] == str(n + 10)
    assert run_all(driven, []) == []
    assert run_all(driven, tests[:1]) == outcomes[:1]


def test_change_of_a_header_is_noticed(driven: Executable, store: Cache) -> None:
    Path("extra.h").write_text("#define EXTRA 20\n")
    again = build(DRIVER, [Path("function.c")], included=Path("function.c"), store=store)
    assert dict(run(again, recorded(1)).observations)["buf[0]"] == "25"


def test_options_reach_the_compiler(store: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("include").mkdir()
    Path("include/value.h").write_text("#define VALUE (BASE + 1)\n")
    Path("main.c").write_text('#include "value.h"\nint other(void);\nint main(void) { return VALUE + other(); }\n')
    Path("other.c").write_text("int other(void) { return 10; }\n")
    options = Compiling(include=("include",), define=("BASE=4",))
    executable = build(None, [Path("main.c"), Path("other.c")], options, store=store)
    assert run(executable, []).status == 15


def test_compile_error_is_clangs_own(store: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.c").write_text("int main(void) { return undeclared; }\n")
    with pytest.raises(CompileError, match=r"^broken\.c:1:25: error: use of undeclared identifier"):
        build(None, [Path("broken.c")], store=store)
    with pytest.raises(CompileError, match="no such file"):
        build(None, [Path("absent.c")], store=store)


def test_without_a_cache(driven: Executable, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (None, tmp_path / "file" / "below"):
        executable = build(DRIVER, [Path("function.c")], included=Path("function.c"), store=Cache(folder))
        assert run(executable, recorded(0)).kind == "return"
        place = executable.path
        del executable
        assert not place.exists()


@pytest.mark.parametrize("program", ["/bin/false", "/bin/echo", "/does/not/exist"])
def test_program_that_is_no_server(program: str) -> None:
    with pytest.raises(ServerError, match="the test program"):
        run(Executable(Path(program)), [])


def test_checks_can_be_left_out(store: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wrap.c").write_text("int main(void) { volatile int x = 0x7fffffff; return x + 1 < 0; }\n")
    with_it = run(build(None, [Path("wrap.c")], store=store), [])
    assert with_it.fault is not None
    without = run(build(None, [Path("wrap.c")], checks=("shift",), store=store), [])
    assert (without.kind, without.status) == ("return", 1)


def test_klee_and_sv_comp_intrinsics(execute: Execute) -> None:
    text = """
#include <stddef.h>
#include <stdint.h>
void klee_make_symbolic(void *, size_t, const char *);
void klee_assume(uintptr_t);
int klee_range(int, int, const char *);
unsigned klee_is_symbolic(uintptr_t);
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);
int main(void) {
    struct { short a; char b[3]; } s;
    klee_make_symbolic(&s, sizeof s, "s");
    klee_assume(s.a > 0);
    int r = klee_range(0, 10, "r"), n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n != 3);
    if (__VERIFIER_nondet_bool()) __VERIFIER_error();
    return s.a + s.b[2] + r + n + klee_is_symbolic(s.a);
}
"""

    def given(a: int, n: int, fails: bool) -> list[Recorded]:
        return [
            Recorded("s", "object", struct.pack("<h4s", a, b"\0\0\7\0")),
            Recorded("r", "i32", struct.pack("<i", 4)),
            Recorded("nondet_int", "i32", struct.pack("<i", n)),
            Recorded("nondet_bool", "bool", bytes([fails])),
        ]

    outcome = execute(text, given(5, 20, False))
    assert (outcome.kind, outcome.status, outcome.unread) == ("return", 36, 0)
    assert execute(text, given(-1, 20, False)).kind == "assume"
    assert execute(text, given(5, 3, False)).kind == "assume"
    fault = execute(text, given(5, 20, True)).fault
    assert fault is not None
    assert (fault.kind, fault.line) == ("assertion", 18)
