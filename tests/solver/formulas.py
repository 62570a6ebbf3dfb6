"""A table of example formulas with their known answers, on which every back end is tested."""

from __future__ import annotations

from dataclasses import dataclass

from secateur import expr
from secateur.expr import Expr, Value

X = expr.variable("x", 32, 0, "signed")
Y = expr.variable("y", 32, 1, "signed")
Z = expr.variable("z", 32, 2, "signed")
C = expr.variable("c", 8, 3, "char")
D = expr.variable("d", 8, 4, "char")
P = expr.variable("p", 1, 5, "bool")
Q = expr.variable("q", 1, 6, "bool")
F = expr.variable("f", 32, 7, "f32")
G = expr.variable("g", 32, 8, "f32")
A = expr.variable("a", 64, 9, "f64")
N = expr.variable("n", 64, 10, "unsigned")
MIN, MAX = -(2**31), 2**31 - 1


def f32(number: float) -> int:
    return expr.to_bits(number, 32)


def f64(number: float) -> int:
    return expr.to_bits(number, 64)


@dataclass(frozen=True)
class Formula:
    name: str
    conditions: tuple[Value, ...]
    satisfiable: bool

    @property
    def symbolic(self) -> list[Expr]:
        """The conditions that did not fold."""
        assert all(self.conditions), self.name
        return [c for c in self.conditions if isinstance(c, Expr)]


def sat(name: str, *conditions: Value) -> Formula:
    return Formula(name, conditions, True)


def unsat(name: str, *conditions: Value) -> Formula:
    return Formula(name, conditions, False)


SQUARE = expr.mul(X, X, 32)
CRC = [(i * 37) % 251 for i in range(100)]

INTEGERS = [
    sat("linear", expr.eq(expr.add(X, Y, 32), 10, 32), expr.eq(expr.sub(X, Y, 32), 4, 32)),
    unsat("parity", expr.eq(expr.add(X, Y, 32), 11, 32), expr.eq(expr.sub(X, Y, 32), 4, 32)),
    sat("chain", expr.slt(X, Y, 32), expr.slt(Y, Z, 32)),
    unsat("cycle", expr.slt(X, Y, 32), expr.slt(Y, Z, 32), expr.slt(Z, X, 32)),
    sat("unsigned wrap", expr.ult(expr.add(X, 5, 32), X, 32)),
    sat("negative square", expr.slt(SQUARE, 0, 32)),
    unsat("square is 2 modulo 4", expr.eq(expr.and_(SQUARE, 3, 32), 2, 32)),
    sat("signed overflow", expr.add_overflows(X, Y, 32, True), expr.slt(0, X, 32)),
    unsat("opposite signs cannot overflow", expr.add_overflows(X, Y, 32, True), expr.slt(0, X, 32), expr.slt(Y, 0, 32)),
    sat("unsigned overflow", expr.add_overflows(X, Y, 32, False)),
    sat("subtraction overflow", expr.sub_overflows(X, Y, 32, True), expr.slt(X, 0, 32)),
    sat("product overflow", expr.mul_overflows(X, Y, 32, True), expr.slt(X, 50000, 32), expr.slt(0, X, 32)),
    sat("unsigned product overflow", expr.mul_overflows(X, Y, 32, False)),
    sat("signed division", expr.eq(expr.sdiv(X, Y, 32), -3, 32), expr.eq(expr.srem(X, Y, 32), -1, 32)),
    sat("unsigned division", expr.eq(expr.udiv(X, 7, 32), 100, 32), expr.eq(expr.urem(X, 7, 32), 6, 32)),
    sat("division by zero is total", expr.eq(expr.udiv(X, Y, 32), -1, 32), expr.eq(Y, 0, 32)),
    sat("remainder by zero is total", expr.eq(expr.srem(X, Y, 32), 5, 32), expr.eq(Y, 0, 32)),
    sat("signed division by zero", expr.eq(expr.sdiv(X, Y, 32), 1, 32), expr.eq(Y, 0, 32)),
    sat("shifts", expr.eq(expr.shl(1, X, 32), 1024, 32)),
    sat("right shift", expr.eq(expr.ashr(Y, X, 32), -1, 32), expr.eq(expr.lshr(Y, X, 32), 3, 32)),
    unsat("long shift is zero", expr.ne(expr.lshr(Y, X, 32), 0, 32), expr.ult(31, X, 32)),
    sat("bytes", expr.eq(expr.concat(C, D, 8, 8), 0x4142, 16)),
    sat("sign extension", expr.slt(expr.add(expr.sext(C, 8, 32), X, 32), -100, 32), expr.slt(0, X, 32)),
    unsat(
        "zero extension",
        expr.ult(C, D, 8),
        expr.slt(expr.sub(expr.zext(D, 8, 32), expr.zext(C, 8, 32), 32), 1, 32),
    ),
    sat("cut", expr.eq(expr.extract(expr.mul(X, 3, 32), 8, 8, 32), 0x5A, 8)),
    sat("choice", expr.eq(expr.ite(P, X, Y, 32), 7, 32), expr.eq(expr.ite(P, Y, X, 32), 9, 32), expr.not_(P)),
    sat("truth values", expr.xor(P, Q, 1), expr.or_(P, expr.slt(X, 0, 32), 1)),
    unsat(
        "truth values as numbers", expr.slt(1, expr.add(expr.zext(P, 1, 32), expr.zext(Q, 1, 32), 32), 32), expr.not_(P)
    ),
    sat("joined truth values", expr.eq(expr.concat(P, C, 1, 8), expr.concat(Q, D, 1, 8), 9), expr.ne(C, 0, 8)),
    sat("small table", expr.eq(expr.select(N, [X, 5, Y], 32), 9, 32), expr.ult(N, 3, 64), expr.eq(X, 3, 32)),
    sat("large table", expr.slt(240, expr.select(N, CRC, 32), 32), expr.ult(N, 100, 64)),
    unsat("nothing in the table", expr.slt(251, expr.select(N, [*CRC, X], 32), 32), expr.ult(N, 100, 64)),
    sat("past the table", expr.eq(expr.select(N, [*CRC, X], 32), 1000, 32), expr.ult(5000, N, 64)),
]

NAN = expr.fcmp("uno", F, F, 32)
FLOATS = [
    sat("half", expr.fcmp("oeq", expr.fadd(F, F, 32), f32(1.0), 32)),
    sat("rounding", expr.fcmp("oeq", expr.fadd(F, f32(1.0), 32), F, 32), expr.fcmp("ogt", F, f32(0.0), 32)),
    unsat("nan is not equal", NAN, expr.fcmp("oeq", F, G, 32)),
    sat("nan is unordered", NAN, expr.fcmp("ult", F, G, 32), expr.not_(expr.fcmp("olt", F, G, 32))),
    sat("nan bits", NAN, expr.eq(expr.fadd(F, G, 32), expr.to_bits(float("nan"), 32), 32)),
    unsat("other nan bits", expr.eq(expr.fadd(F, G, 32), 0x7FC00001, 32)),
    sat("negative zero", expr.fcmp("oeq", F, f32(0.0), 32), expr.slt(F, 0, 32)),
    sat("division by zero", expr.fcmp("oeq", expr.fdiv(F, G, 32), f32(float("inf")), 32), expr.fcmp("oeq", G, 0, 32)),
    unsat("no root is negative", expr.fcmp("olt", expr.fsqrt(F, 32), f32(0.0), 32)),
    sat("product", expr.fcmp("oeq", expr.fmul(F, f32(3.0), 32), f32(1.5), 32)),
    sat("rounded once", expr.fcmp("ogt", expr.fma(F, F, expr.fneg(expr.fmul(F, F, 32), 32), 32), f32(0.0), 32)),
    unsat("a square and one", expr.fcmp("olt", expr.fma(F, F, f32(1.0), 32), f32(1.0), 32)),
    sat("double", expr.fcmp("olt", f64(1e300), expr.fmul(A, f64(10.0), 64), 64)),
    sat("to integer", expr.eq(expr.fp_to_int(F, 32, 32, True), -7, 32)),
    sat("to unsigned", expr.eq(expr.fp_to_int(A, 64, 64, False), -(1 << 62), 64)),
    sat("out of range", expr.eq(expr.fp_to_int(F, 32, 32, True), MIN, 32), expr.fcmp("ogt", F, 0, 32)),
    sat(
        "from integer", expr.fcmp("oeq", expr.int_to_fp(X, 32, 32, True), f32(16777216.0), 32), expr.ne(X, 1 << 24, 32)
    ),
    sat("from unsigned", expr.fcmp("ogt", expr.int_to_fp(N, 64, 32, False), f32(1.8e19), 32)),
    sat("widen and narrow", expr.ne(expr.fp_convert(A, 64, 32), f32(0.0), 32), expr.fcmp("olt", A, f64(1e-40), 64)),
    sat("floor", expr.fcmp("oeq", expr.fround("floor", F, 32), f32(-3.0), 32), expr.fcmp("une", F, f32(-3.0), 32)),
    sat("half away", expr.fcmp("oeq", expr.fround("round", F, 32), f32(3.0), 32), expr.fcmp("oeq", F, f32(2.5), 32)),
    sat("half even", expr.fcmp("oeq", expr.fround("rint", F, 32), f32(2.0), 32), expr.fcmp("oeq", F, f32(2.5), 32)),
    sat("minimum", expr.fcmp("oeq", expr.fmin(F, G, 32), f32(2.0), 32), NAN),
    sat("maximum bits", expr.eq(expr.fmax(F, G, 32), f32(2.0), 32), expr.fcmp("olt", F, G, 32)),
    sat("sign bits", expr.eq(expr.fneg(F, 32), f32(2.0), 32), expr.eq(expr.fabs(G, 32), f32(3.0), 32)),
    sat("choice of floats", expr.fcmp("ogt", expr.ite(P, expr.fadd(F, G, 32), F, 32), f32(9.0), 32), P),
    sat("signalling", expr.is_fpclass(F, 32, 1)),
    sat("quiet", expr.is_fpclass(F, 32, 2)),
    sat("negative subnormal", expr.is_fpclass(F, 32, 1 << 4)),
    sat("infinite", expr.is_fpclass(expr.fadd(F, G, 32), 32, 0x204), expr.is_fpclass(F, 32, 0x1F8)),
    unsat("class of a root", expr.is_fpclass(expr.fsqrt(F, 32), 32, 1 << 4)),
    sat("less or greater", expr.fcmp("one", F, G, 32), expr.fcmp("ord", F, G, 32)),
]

COSTLY = [
    sat("root", expr.fcmp("oeq", expr.fsqrt(F, 32), f32(3.0), 32), expr.fcmp("oeq", F, f32(9.0), 32)),
    sat("fmod", expr.fcmp("oeq", expr.frem(F, f32(3.0), 32), f32(-1.5), 32), expr.fcmp("ogt", F, f32(-9.0), 32)),
]
"""The circuits for square roots (in z3) and remainders (in both back ends) of floats are huge."""
