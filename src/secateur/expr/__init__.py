"""Hash-consed bit-vector and float expressions: constructors that simplify, evaluation, printing.

`from secateur import expr`, then `expr.add(x, y, 32)`. A value is an `Expr` or, when constant, a plain
number: an `int` in signed two's complement, a `bool` at width 1. Floats are IEEE bit patterns of 32, 64 or 79
bits.
"""

from secateur.expr.arithmetic import add, mul, neg, sdiv, srem, sub, udiv, urem
from secateur.expr.bitwise import and_, ashr, bvnot, lshr, or_, shl, xor
from secateur.expr.boolean import conj, not_
from secateur.expr.concrete import unsigned, wrap
from secateur.expr.equality import eq, ne
from secateur.expr.evaluate import evaluate
from secateur.expr.expr import HAS_INDETERMINATE, INDETERMINATE, Expr, Value, variable
from secateur.expr.floats import (
    copysign,
    fabs,
    fadd,
    fcmp,
    fdiv,
    fma,
    fmax,
    fmin,
    fmul,
    fneg,
    fp_convert,
    fp_to_int,
    frem,
    fround,
    fsqrt,
    fsub,
    int_to_fp,
    is_fpclass,
)
from secateur.expr.ieee import to_bits, to_float
from secateur.expr.order import sle, slt, ule, ult
from secateur.expr.overflow import add_overflows, mul_overflows, sub_overflows
from secateur.expr.printer import to_c
from secateur.expr.ranges import signed_range, unsigned_range
from secateur.expr.rebuild import operand_width
from secateur.expr.structure import concat, extract, ite, select, sext, zext
from secateur.expr.walk import Substitution, post_order, size, substitute, variables_of

__all__ = [
    "HAS_INDETERMINATE",
    "INDETERMINATE",
    "Expr",
    "Substitution",
    "Value",
    "add",
    "add_overflows",
    "and_",
    "ashr",
    "bvnot",
    "concat",
    "conj",
    "copysign",
    "eq",
    "evaluate",
    "extract",
    "fabs",
    "fadd",
    "fcmp",
    "fdiv",
    "fma",
    "fmax",
    "fmin",
    "fmul",
    "fneg",
    "fp_convert",
    "fp_to_int",
    "frem",
    "fround",
    "fsqrt",
    "fsub",
    "int_to_fp",
    "is_fpclass",
    "ite",
    "lshr",
    "mul",
    "mul_overflows",
    "ne",
    "neg",
    "not_",
    "operand_width",
    "or_",
    "post_order",
    "sdiv",
    "select",
    "sext",
    "shl",
    "signed_range",
    "size",
    "sle",
    "slt",
    "srem",
    "sub",
    "sub_overflows",
    "substitute",
    "to_bits",
    "to_c",
    "to_float",
    "udiv",
    "ule",
    "ult",
    "unsigned",
    "unsigned_range",
    "urem",
    "variable",
    "variables_of",
    "wrap",
    "xor",
    "zext",
]
