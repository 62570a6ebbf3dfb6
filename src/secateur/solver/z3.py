"""Z3: the second back end, for cross-checking the first and as a fallback."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import z3

from secateur.expr import Expr, post_order, wrap
from secateur.solver.answer import Answer, Unknown, Unsat
from secateur.solver.backend import validated
from secateur.solver.translate import Translation

#: So many units of z3's resource limit are about as much work as a step of bitwuzla.
UNITS = 150


def _signed_overflow(no_overflow: Callable[..., Any], no_underflow: Callable[..., Any]) -> Callable[..., Any]:
    return lambda x, y: z3.Not(z3.And(no_overflow(x, y), no_underflow(x, y)))


_MAKERS: dict[str, Callable[..., Any]] = {
    "=": lambda x, y: x == y,
    "and": z3.And,
    "or": z3.Or,
    "xor": z3.Xor,
    "not": z3.Not,
    "ite": z3.If,
    "concat": z3.Concat,
    "bvadd": lambda x, y: x + y,
    "bvsub": lambda x, y: x - y,
    "bvmul": lambda x, y: x * y,
    "bvudiv": z3.UDiv,
    "bvsdiv": lambda x, y: x / y,
    "bvurem": z3.URem,
    "bvsrem": z3.SRem,
    "bvand": lambda x, y: x & y,
    "bvor": lambda x, y: x | y,
    "bvxor": lambda x, y: x ^ y,
    "bvshl": lambda x, y: x << y,
    "bvlshr": z3.LShR,
    "bvashr": lambda x, y: x >> y,
    "bvult": z3.ULT,
    "bvule": z3.ULE,
    "bvslt": lambda x, y: x < y,
    "bvsle": lambda x, y: x <= y,
    "bvsaddo": _signed_overflow(lambda x, y: z3.BVAddNoOverflow(x, y, True), z3.BVAddNoUnderflow),
    "bvuaddo": lambda x, y: z3.Not(z3.BVAddNoOverflow(x, y, False)),
    "bvssubo": _signed_overflow(z3.BVSubNoOverflow, lambda x, y: z3.BVSubNoUnderflow(x, y, True)),
    "bvsmulo": _signed_overflow(lambda x, y: z3.BVMulNoOverflow(x, y, True), z3.BVMulNoUnderflow),
    "bvumulo": lambda x, y: z3.Not(z3.BVMulNoOverflow(x, y, False)),
    "fp.add": z3.fpAdd,
    "fp.sub": z3.fpSub,
    "fp.mul": z3.fpMul,
    "fp.div": z3.fpDiv,
    "fp.sqrt": z3.fpSqrt,
    "fp.fma": z3.fpFMA,
    "fp.rem": z3.fpRem,
    "fp.neg": z3.fpNeg,
    "fp.abs": z3.fpAbs,
    "fp.lt": z3.fpLT,
    "fp.leq": z3.fpLEQ,
    "fp.eq": z3.fpEQ,
    "fp.roundToIntegral": z3.fpRoundToIntegral,
    "fp.isNaN": z3.fpIsNaN,
    "fp.isInfinite": z3.fpIsInf,
    "fp.isNormal": z3.fpIsNormal,
    "fp.isSubnormal": z3.fpIsSubnormal,
    "fp.isZero": z3.fpIsZero,
    "fp.isNegative": z3.fpIsNegative,
    "fp.isPositive": z3.fpIsPositive,
}


class _Z3Terms:
    """Z3's term factory (the `Logic` of the translation).

    It uses z3's main context: the garbage collector may free a separate context before its terms, which crashes
    the process.
    """

    def __init__(self) -> None:
        self._formats = {32: z3.FPSort(8, 24), 64: z3.FPSort(11, 53), 79: z3.FPSort(15, 64)}
        self._modes = {
            "RNE": z3.RoundNearestTiesToEven(),
            "RNA": z3.RoundNearestTiesToAway(),
            "RTN": z3.RoundTowardNegative(),
            "RTP": z3.RoundTowardPositive(),
            "RTZ": z3.RoundTowardZero(),
        }

    def symbol(self, name: str, width: int) -> Any:
        return z3.Bool(name) if width == 1 else z3.BitVec(name, width)

    def number(self, value: int, width: int) -> Any:
        if width == 1:
            return z3.BoolVal(bool(value))
        return z3.BitVecVal(value, width)

    def bit_vector_1(self, condition: Any) -> Any:
        return z3.If(condition, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))

    def make(self, op: str, *args: Any) -> Any:
        if isinstance(args[0], str):
            return _MAKERS[op](self._modes[args[0]], *args[1:])
        return _MAKERS[op](*args)

    def extract(self, x: Any, high: int, low: int) -> Any:
        return z3.Extract(high, low, x)

    def extend(self, x: Any, bits: int, signed: bool) -> Any:
        return z3.SignExt(bits, x) if signed else z3.ZeroExt(bits, x)

    def float_from_bits(self, x: Any, width: int) -> Any:
        return z3.fpBVToFP(x, self._formats[width])

    def float_from_float(self, x: Any, width: int) -> Any:
        return z3.fpFPToFP(self._modes["RNE"], x, self._formats[width])

    def float_from_int(self, x: Any, width: int, signed: bool) -> Any:
        convert = z3.fpSignedToFP if signed else z3.fpUnsignedToFP
        return convert(self._modes["RNE"], x, self._formats[width])

    def int_from_float(self, x: Any, width: int, signed: bool) -> Any:
        convert = z3.fpToSBV if signed else z3.fpToUBV
        return convert(self._modes["RTZ"], x, z3.BitVecSort(width))


class Z3Backend:
    """Decides with z3, unsatisfiable cores included."""

    name = "z3"

    def __init__(self, most: int | None = None) -> None:
        """`most`: as for bitwuzla, of whose steps each is about as much work as so many of z3's `UNITS`."""
        self._most = most

    def bounded(self, most: int) -> Z3Backend:
        return Z3Backend(most)

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer:
        terms = _Z3Terms()
        translation = Translation(terms, conditions)
        solver = z3.Solver()
        solver.set("timeout", max(1, int(timeout * 1000)))
        if self._most is not None:
            solver.set("rlimit", self._most * UNITS)
        labels = [z3.Bool(f"condition{i}") for i in range(len(conditions))]
        for term, label in zip(translation.conditions, labels, strict=True):
            solver.assert_and_track(term, label)
        solver.add(*translation.definitions)
        result = solver.check()
        if result == z3.unsat:
            core = {str(label) for label in solver.unsat_core()}
            return Unsat(tuple(c for i, c in enumerate(conditions) if f"condition{i}" in core))
        if result != z3.sat:
            return Unknown(f"z3 found no answer within {timeout:g} s ({solver.reason_unknown()})")
        found = solver.model()
        values = {x.args[0]: _value(found, term, x.width) for x, term in translation.symbols.items()}
        model = tuple(values.get(i, 0) for i in range(max(values, default=-1) + 1))
        return validated(model, conditions, self.name)


def to_smtlib(conditions: Sequence[Expr]) -> str:
    """A script that is satisfiable by exactly the inputs for which all conditions hold."""
    translation = Translation(_NamedTerms(conditions), conditions)
    solver = z3.Solver()
    solver.add(*translation.conditions, *translation.definitions)
    return str(solver.to_smt2())


class _NamedTerms(_Z3Terms):
    """Variables have the names of the inputs; `#2` tells the second input of a name from the first."""

    def __init__(self, conditions: Sequence[Expr]) -> None:
        super().__init__()
        inputs = sorted({node for node in post_order(*conditions) if node.op == "var"}, key=lambda node: node.args[0])
        seen: dict[str, int] = {}
        self._names: dict[str, str] = {}
        for node in inputs:
            count = seen[node.name] = seen.get(node.name, 0) + 1
            self._names[f"v{node.args[0]}"] = node.name if count == 1 else f"{node.name}#{count}"

    def symbol(self, name: str, width: int) -> Any:
        return super().symbol(self._names.get(name, name), width)


def _value(found: Any, term: Any, width: int) -> int:
    value = found.eval(term, model_completion=True)
    return bool(z3.is_true(value)) if width == 1 else wrap(value.as_long(), width)
