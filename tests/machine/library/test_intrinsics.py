"""Compiler builtins, on symbolic and on concrete values."""

from __future__ import annotations

from pathlib import Path

import pytest

from machine.running import machine_for, printed

HEADER = """#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
"""


def assert_prints(body: str, cases: dict[tuple[int, ...], str], folder: Path) -> None:
    machine = machine_for(HEADER + f"int main(void) {{\n{body}\nreturn 0;\n}}\n", folder)
    for model, expected in cases.items():
        for concrete in (False, True):
            path = machine.run(*machine.start(model, concrete))
            assert path.fault is None
            assert printed(path) == expected, (model, concrete)


def test_counting_bits(tmp_path: Path) -> None:
    body = """unsigned n = __VERIFIER_nondet_int(); unsigned long l = __VERIFIER_nondet_long();
    printf("%d %d %d ", __builtin_popcount(n), __builtin_clz(n), __builtin_ctz(n));
    printf("%d %d|", __builtin_ffs(n), __builtin_parity(n));
    printf("%d %d %d", __builtin_popcountl(l), __builtin_clzl(l), __builtin_ctzl(l));"""
    cases: dict[tuple[int, ...], str] = {
        (0x01020300, 1 << 40): "4 7 8 9 0|1 23 40",
        (-1, -1): "32 0 0 1 0|64 0 0",
        (1, 6): "1 31 0 1 1|2 61 1",
    }
    assert_prints(body, cases, tmp_path)


def test_swapping_bytes(tmp_path: Path) -> None:
    body = """unsigned n = __VERIFIER_nondet_int(); unsigned long l = __VERIFIER_nondet_long();
    printf("%x %x %lx", __builtin_bswap32(n), __builtin_bswap16(n), __builtin_bswap64(l));"""
    cases: dict[tuple[int, ...], str] = {(0x01020384, 0x1122334455667788): "84030201 8403 8877665544332211"}
    assert_prints(body, cases, tmp_path)


@pytest.mark.parametrize(
    ("operation", "cases"),
    [
        ("add", {(2**31 - 1, 1): "1 -2147483648", (5, -7): "0 -2", (-(2**31), -1): "1 2147483647"}),
        ("sub", {(-(2**31), 1): "1 2147483647", (5, 7): "0 -2"}),
        ("mul", {(1 << 16, 1 << 15): "1 -2147483648", (-5, 7): "0 -35", (46341, 46341): "1 -2147479015"}),
    ],
)
def test_signed_overflow_builtins(operation: str, cases: dict[tuple[int, ...], str], tmp_path: Path) -> None:
    body = f"""int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), r;
    int over = __builtin_{operation}_overflow(a, b, &r); printf("%d %d", over, r);"""
    assert_prints(body, cases, tmp_path)


def test_unsigned_and_mixed_overflow_builtins(tmp_path: Path) -> None:
    body = """unsigned a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), r; unsigned char c; long l;
    int x = __builtin_add_overflow(a, b, &r); printf("%d %u ", x, r);
    x = __builtin_sub_overflow(a, b, &r); printf("%d %u ", x, r);
    x = __builtin_mul_overflow(a, b, &r); printf("%d %u ", x, r);
    x = __builtin_add_overflow((int)a, 1, &c); printf("%d %d ", x, c);
    x = __builtin_mul_overflow((long)a, (long)b << 31, &l); printf("%d", x);"""
    cases: dict[tuple[int, ...], str] = {
        (-1, 2): "1 1 0 4294967293 1 4294967294 0 0 1",
        (255, 1): "0 256 0 254 0 255 1 0 0",
        (3, 5): "0 8 1 4294967294 0 15 0 4 0",
    }
    assert_prints(body, cases, tmp_path)


def test_rotations(tmp_path: Path) -> None:
    body = """unsigned n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    printf("%x %x %x", __builtin_rotateleft32(n, 8), __builtin_rotateright32(n, k), __builtin_rotateleft8(n, k));"""
    cases: dict[tuple[int, ...], str] = {
        (0x12345681, 4): "34568112 11234568 18",
        (0x12345681, 0): "34568112 12345681 81",
    }
    assert_prints(body, cases, tmp_path)


def test_rounding_and_signs(tmp_path: Path) -> None:
    body = """double d = __VERIFIER_nondet_double(); float f = __VERIFIER_nondet_float();
    printf("%g %g %g %g %g %g|", floor(d), ceil(d), trunc(d), round(d), fabs(d), copysign(3, d));
    printf("%g %g %g %g", sqrt(fabs(d)), fmin(d, 1), fmax(d, 1), floorf(f));"""
    cases: dict[tuple[int, ...], str] = {
        (0xC002000000000000 - 2**64, 0x40200000): "-3 -2 -2 -2 2.25 -3|1.5 -2.25 1 2",
        (0x4004000000000000, 0xBF000000 - 2**32): "2 3 2 3 2.5 3|1.58114 1 2.5 -1",
    }
    assert_prints(body, cases, tmp_path)


def test_classes_of_floats(tmp_path: Path) -> None:
    body = """double d = __VERIFIER_nondet_double();
    printf("%d%d%d%d", !!isnan(d), !!isinf(d), !!isfinite(d), !!signbit(d));"""
    cases: dict[tuple[int, ...], str] = {
        (0,): "0010",
        (0x7FF8000000000000,): "1000",
        (0x7FF0000000000000,): "0100",
        (0xFFF0000000000000 - 2**64,): "0101",
        (-(2**63),): "0011",
    }
    assert_prints(body, cases, tmp_path)


def test_absolute_values(tmp_path: Path) -> None:
    body = 'int n = __VERIFIER_nondet_int(); printf("%d %ld", abs(n), labs(n));'
    assert_prints(body, {(-7,): "7 7", (7,): "7 7", (0,): "0 0"}, tmp_path)


def test_multiplication_and_addition_are_rounded_once(tmp_path: Path) -> None:
    body = """double d = __VERIFIER_nondet_double(); float f = __VERIFIER_nondet_float();
    printf("%a %a %d ", fma(d, d, -d * d), fma(d, 1e308, -INFINITY), fmaf(f, f, -f * f) == 0);
    printf("%g %La", fma(d, 1e308, 1e308), fmal(d, d, -(long double)d * d));"""
    cases: dict[tuple[int, ...], str] = {
        (0x3FF0000000000001, 0x3F800001): "0x1p-104 -inf 0 inf 0x8p-107",
        (0x4340000000000000, 0x3F800000): "0x0p+0 -inf 1 inf 0x0p+0",
        (0x3FB999999999999A, 0x3DCCCCCD): "-0x1.eb851eb851eb8p-61 -inf 0 1.1e+308 -0xa.3d70a3d7p-78",
    }
    assert_prints(body, cases, tmp_path)
