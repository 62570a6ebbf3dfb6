"""The printer by example; test_printed_c checks that the text means the same in C."""

from __future__ import annotations

import pytest

from secateur import expr
from secateur.expr import (
    Value,
    add,
    add_overflows,
    and_,
    ashr,
    bvnot,
    concat,
    eq,
    extract,
    fadd,
    fcmp,
    fma,
    fmul,
    fp_convert,
    fp_to_int,
    fround,
    fsqrt,
    int_to_fp,
    is_fpclass,
    ite,
    lshr,
    mul,
    ne,
    neg,
    not_,
    or_,
    select,
    sext,
    shl,
    sle,
    slt,
    srem,
    sub,
    to_bits,
    to_c,
    udiv,
    ult,
    urem,
    xor,
    zext,
)

X = expr.variable("x", 32, 0, "signed")
Y = expr.variable("y", 32, 1, "signed")
U = expr.variable("u", 32, 2, "unsigned")
C = expr.variable("s[0]", 8, 3, "char")
D = expr.variable("s[1]", 8, 4, "char")
B = expr.variable("ok", 1, 5, "bool")
W = expr.variable("v.flag", 8, 6, "bool")
F = expr.variable("f", 32, 7, "f32")
G = expr.variable("g", 64, 8, "f64")
N = expr.variable("n", 64, 9, "signed")
P = expr.variable("p", 64, 10, "pointer")
UC = expr.variable("uc", 8, 11, "unsigned")
MIN, MAX = -(2**31), 2**31 - 1
POSITIVE = slt(0, X, 32)
SMALL = slt(Y, 3, 32)


def wide(c: Value) -> Value:
    return sext(c, 8, 32)


EXAMPLES: list[tuple[Value, str]] = [
    (5, "5"),
    (True, "1"),
    (slt(X, 5, 32), "x < 5"),
    (sle(5, X, 32), "x >= 5"),
    (not_(slt(X, Y, 32)), "x >= y"),
    (slt(10, add(X, Y, 32), 32), "x + y > 10"),
    (slt(0, sub(X, Y, 32), 32), "x - y > 0"),
    (ult(X, Y, 32), "(unsigned)x < y"),
    (ult(U, 10, 32), "u < 10"),
    (slt(U, Y, 32), "y > (int)u"),
    (ult(C, D, 8), "(unsigned char)s[0] < (unsigned char)s[1]"),
    (add(X, -3, 32), "x - 3"),
    (neg(X, 32), "-x"),
    (sub(10, X, 32), "10 - x"),
    (sub(X, mul(Y, 4, 32), 32), "x - y * 4"),
    (mul(add(X, Y, 32), 3, 32), "(x + y) * 3"),
    (mul(X, sub(Y, 3, 32), 32), "x * (y - 3)"),
    (eq(wide(C), 97, 32), "s[0] == 'a'"),
    (ne(wide(C), 0, 32), "s[0] != '\\0'"),
    (eq(wide(C), 39, 32), "s[0] == '\\''"),
    (eq(wide(C), -3, 32), "s[0] == -3"),
    (eq(UC, -56, 8), "uc == 200"),
    (ult(add(wide(C), -48, 32), 10, 32), "(unsigned)(s[0] - '0') < 10"),
    (zext(C, 8, 32), "(unsigned char)s[0]"),
    (add(C, 1, 8), "(char)(s[0] + 1)"),
    (and_(POSITIVE, or_(SMALL, eq(X, Y, 32), 1), 1), "x > 0 && (y < 3 || x == y)"),
    (or_(and_(POSITIVE, SMALL, 1), B, 1), "x > 0 && y < 3 || ok"),
    (not_(and_(POSITIVE, SMALL, 1)), "!(x > 0 && y < 3)"),
    (B, "ok"),
    (not_(B), "!ok"),
    (eq(W, 0, 8), "!v.flag"),
    (ne(W, 0, 8), "v.flag"),
    (xor(slt(X, 0, 32), B, 1), "(x < 0) != ok"),
    (eq(P, 0, 64), "p == NULL"),
    (add_overflows(X, Y, 32, True), "overflows(x + y)"),
    (add_overflows(X, 10, 32, True), "x > INT_MAX - 10"),
    (eq(X, MIN, 32), "x == INT_MIN"),
    (and_(X, 0xFF, 32), "(unsigned char)x"),
    (and_(X, 0xF, 32), "x & 0xf"),
    (and_(X, 0xF0, 32), "x & 0xf0"),
    (eq(and_(X, 4, 32), 0, 32), "(x & 4) == 0"),
    (eq(and_(X, 1, 32), 0, 32), "(x & 1) == 0"),
    (bvnot(X, 32), "~x"),
    (shl(X, 3, 32), "x << 3"),
    (lshr(X, 3, 32), "(unsigned)x >> 3"),
    (lshr(U, 3, 32), "u >> 3"),
    (ashr(X, 3, 32), "x >> 3"),
    (udiv(U, 10, 32), "u / 10"),
    (udiv(X, 10, 32), "(unsigned)x / 10"),
    (eq(srem(X, 2, 32), 0, 32), "x % 2 == 0"),
    (urem(zext(C, 8, 32), 10, 32), "(unsigned char)s[0] % 10"),
    (add(sext(X, 32, 64), 5, 64), "(long)x + 5"),
    (add(sext(X, 32, 64), N, 64), "x + n"),
    (eq(sext(X, 32, 64), N, 64), "x == n"),
    (ite(slt(X, Y, 32), X, Y, 32), "x < y ? x : y"),
    (zext(slt(X, Y, 32), 1, 32), "x < y"),
    (add(zext(slt(X, Y, 32), 1, 32), 1, 32), "(x < y) + 1"),
    (extract(X, 8, 8, 32), "(char)(x >> 8)"),
    (concat(C, D, 8, 8), "(short)(s[0] << 8 | (unsigned char)s[1])"),
    (select(sext(X, 32, 64), [1, 2, 3], 32), "(int[]){1, 2, 3}[x]"),
    (fcmp("olt", F, to_bits(0.1, 32), 32), "f < 0.1f"),
    (fcmp("ogt", G, to_bits(0.5, 64), 64), "g > 0.5"),
    (fcmp("une", G, to_bits(1.0, 64), 64), "g != 1.0"),
    (fcmp("uno", G, G, 64), "isnan(g)"),
    (fcmp("uge", G, 0, 64), "!(g < 0.0)"),
    (fmul(fadd(G, to_bits(2.0, 64), 64), to_bits(-1.5, 64), 64), "(g + 2.0) * -1.5"),
    (fp_convert(F, 32, 64), "(double)f"),
    (fp_to_int(G, 64, 32, True), "(int)g"),
    (int_to_fp(X, 32, 64, True), "(double)x"),
    (fsqrt(F, 32), "sqrtf(f)"),
    (fma(F, to_bits(2.0, 32), F, 32), "fmaf(f, 2.0f, f)"),
    (fround("floor", G, 64), "floor(g)"),
    (is_fpclass(G, 64, 0x204), "isinf(g)"),
    (eq(G, 3, 64), "bits(g) == 3"),
]


@pytest.mark.parametrize(("e", "text"), EXAMPLES, ids=[text for _, text in EXAMPLES])
def test_example(e: Value, text: str) -> None:
    assert to_c(e) == text


def test_huge_shared_terms_are_cut_short() -> None:
    e: Value = X
    for _ in range(100):
        e = xor(mul(e, e, 32), Y, 32)
    assert "…" in to_c(e)
    assert len(to_c(e)) < 10_000
