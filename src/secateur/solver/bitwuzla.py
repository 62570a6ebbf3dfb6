"""Bitwuzla: the default back end. One instance per query; its incremental mode was measured to be 20 times slower."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bitwuzla
from bitwuzla import Kind, Option, Result, RoundingMode

from secateur.expr import Expr, wrap
from secateur.solver.answer import Answer, Unknown, Unsat
from secateur.solver.backend import validated
from secateur.solver.translate import Translation

_KINDS = {
    "=": Kind.EQUAL,
    "and": Kind.AND,
    "or": Kind.OR,
    "xor": Kind.XOR,
    "not": Kind.NOT,
    "ite": Kind.ITE,
    "concat": Kind.BV_CONCAT,
    "bvlshr": Kind.BV_SHR,
    "bvsaddo": Kind.BV_SADD_OVERFLOW,
    "bvuaddo": Kind.BV_UADD_OVERFLOW,
    "bvssubo": Kind.BV_SSUB_OVERFLOW,
    "bvsmulo": Kind.BV_SMUL_OVERFLOW,
    "bvumulo": Kind.BV_UMUL_OVERFLOW,
    **{
        "bv" + op: getattr(Kind, "BV_" + op.upper())
        for op in (
            *("add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "and", "or", "xor", "shl", "ashr"),
            *("ult", "ule", "slt", "sle"),
        )
    },
    **{
        "fp." + op: getattr(Kind, "FP_" + op.upper())
        for op in ("add", "sub", "mul", "div", "sqrt", "fma", "rem", "neg", "abs", "lt", "leq")
    },
    "fp.eq": Kind.FP_EQUAL,
    "fp.roundToIntegral": Kind.FP_RTI,
    "fp.isNaN": Kind.FP_IS_NAN,
    "fp.isInfinite": Kind.FP_IS_INF,
    "fp.isNormal": Kind.FP_IS_NORMAL,
    "fp.isSubnormal": Kind.FP_IS_SUBNORMAL,
    "fp.isZero": Kind.FP_IS_ZERO,
    "fp.isNegative": Kind.FP_IS_NEG,
    "fp.isPositive": Kind.FP_IS_POS,
}

_FORMAT = {32: [8, 24], 64: [11, 53], 79: [15, 64]}


class _BitwuzlaTerms:
    """Bitwuzla's term factory (the `Logic` of the translation)."""

    def __init__(self) -> None:
        self.manager = bitwuzla.TermManager()
        self._sorts: dict[int, Any] = {1: self.manager.mk_bool_sort()}
        self._numbers: dict[tuple[int, int], Any] = {}
        self._modes = {
            name: self.manager.mk_rm_value(getattr(RoundingMode, name)) for name in ("RNE", "RNA", "RTN", "RTP", "RTZ")
        }

    def symbol(self, name: str, width: int) -> Any:
        return self.manager.mk_const(self._sort(width), name)

    def _sort(self, width: int) -> Any:
        sort = self._sorts.get(width)
        if sort is None:
            sort = self._sorts[width] = self.manager.mk_bv_sort(width)
        return sort

    def number(self, value: int, width: int) -> Any:
        term = self._numbers.get((value, width))
        if term is None:
            if width == 1:
                term = self.manager.mk_true() if value else self.manager.mk_false()
            else:
                term = self.manager.mk_bv_value(self._sort(width), value & ((1 << width) - 1))
            self._numbers[value, width] = term
        return term

    def bit_vector_1(self, condition: Any) -> Any:
        one = self.manager.mk_bv_one(self.manager.mk_bv_sort(1))
        zero = self.manager.mk_bv_zero(self.manager.mk_bv_sort(1))
        return self.manager.mk_term(Kind.ITE, [condition, one, zero])

    def make(self, op: str, *args: Any) -> Any:
        if isinstance(args[0], str):
            return self.manager.mk_term(_KINDS[op], [self._modes[args[0]], *args[1:]])
        return self.manager.mk_term(_KINDS[op], list(args))

    def extract(self, x: Any, high: int, low: int) -> Any:
        return self.manager.mk_term(Kind.BV_EXTRACT, [x], [high, low])

    def extend(self, x: Any, bits: int, signed: bool) -> Any:
        return self.manager.mk_term(Kind.BV_SIGN_EXTEND if signed else Kind.BV_ZERO_EXTEND, [x], [bits])

    def float_from_bits(self, x: Any, width: int) -> Any:
        return self.manager.mk_term(Kind.FP_TO_FP_FROM_BV, [x], _FORMAT[width])

    def float_from_float(self, x: Any, width: int) -> Any:
        return self.manager.mk_term(Kind.FP_TO_FP_FROM_FP, [self._modes["RNE"], x], _FORMAT[width])

    def float_from_int(self, x: Any, width: int, signed: bool) -> Any:
        kind = Kind.FP_TO_FP_FROM_SBV if signed else Kind.FP_TO_FP_FROM_UBV
        return self.manager.mk_term(kind, [self._modes["RNE"], x], _FORMAT[width])

    def int_from_float(self, x: Any, width: int, signed: bool) -> Any:
        kind = Kind.FP_TO_SBV if signed else Kind.FP_TO_UBV
        return self.manager.mk_term(kind, [self._modes["RTZ"], x], [width])


class BitwuzlaBackend:
    """Decides with bitwuzla, unsatisfiable cores included."""

    name = "bitwuzla"

    def __init__(self, most: int | None = None) -> None:
        """`most`: how often it may look whether it should stop. It does so at certain steps of its search."""
        self._most = most

    def bounded(self, most: int) -> BitwuzlaBackend:
        return BitwuzlaBackend(most)

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer:
        terms = _BitwuzlaTerms()
        translation = Translation(terms, conditions)
        options = bitwuzla.Options()
        options.set(Option.PRODUCE_MODELS, True)
        options.set(Option.PRODUCE_UNSAT_CORES, True)
        options.set(Option.TIME_LIMIT_PER, max(1, int(timeout * 1000)))
        solver = bitwuzla.Bitwuzla(terms.manager, options)
        steps = _Steps(self._most)
        if self._most is not None:
            solver.configure_terminator(steps)
        for term in translation.conditions:
            solver.assert_formula(term)
        for term in translation.definitions:
            solver.assert_formula(term)
        result = solver.check_sat()
        if result == Result.UNSAT:
            core = {term.id() for term in solver.get_unsat_core()}
            chosen = (c for c, t in zip(conditions, translation.conditions, strict=True) if t.id() in core)
            return Unsat(tuple(chosen))
        if result != Result.SAT and steps.are_over:
            return Unknown(f"bitwuzla found no answer in {self._most:,} steps")
        if result != Result.SAT:
            return Unknown(f"bitwuzla found no answer within {timeout:g} s")
        values = {x.args[0]: _value(solver, term, x.width) for x, term in translation.symbols.items()}
        model = tuple(values.get(i, 0) for i in range(max(values, default=-1) + 1))
        return validated(model, conditions, self.name)


class _Steps:
    """Asked again and again whether to stop: counts how often."""

    def __init__(self, most: int | None) -> None:
        self._left = most
        self.are_over = False

    def __call__(self) -> bool:
        assert self._left is not None
        self._left -= 1
        self.are_over = self._left < 0
        return self.are_over


def _value(solver: Any, term: Any, width: int) -> int:
    value = solver.get_value(term)
    return bool(value.is_true()) if width == 1 else wrap(int(value.value(10)), width)
