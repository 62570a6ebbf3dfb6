"""Printed C has the same meaning as the expression: compiled by clang, run by LLVM's JIT, compared."""

from __future__ import annotations

import ctypes
import random
import subprocess
import sys
from pathlib import Path

import pytest

from secateur import expr
from secateur.expr import Expr, Value

WIDTHS = (8, 16, 32, 64)
#: Widths of bit-fields, and of parts of values that were put together: C has no type for them.
PARTS = (5, 13, 29, 33, 48, 61)
C_TYPES = {"signed": "int{}_t", "unsigned": "uint{}_t", "char": "char"}
KINDS = [("signed", w) for w in WIDTHS] + [("unsigned", w) for w in WIDTHS] + [("char", 8), ("signed", 32)]
VARIABLES = [expr.variable(f"v{i}", width, i, kind) for i, (kind, width) in enumerate(KINDS)]


def grow(rng: random.Random, width: int, depth: int) -> Value:
    """A random integer expression without operations that C leaves undefined."""
    if width in PARTS and depth <= 0:
        return resized(rng, grow(rng, 64, 0), 64, width)
    if depth <= 0 or (width in WIDTHS and rng.random() < 0.15):
        candidates = [v for v in VARIABLES if v.width == width]
        return (
            rng.choice(candidates) if rng.random() < 0.8 else expr.wrap(rng.choice([0, 1, 5, 97, 200, -1, -7]), width)
        )
    kind = rng.choice(["linear", "linear", "bits", "cast", "cast", "divide", "shift", "ite", "truth", "concat"])
    if kind == "linear":
        op = rng.choice([expr.add, expr.sub, expr.mul])
        return op(grow(rng, width, depth - 1), grow(rng, width, depth - 1), width)
    if kind == "bits":
        op = rng.choice([expr.and_, expr.or_, expr.xor])
        return op(grow(rng, width, depth - 1), grow(rng, width, depth - 1), width)
    if kind == "divide":
        op = rng.choice([expr.udiv, expr.urem, expr.sdiv, expr.srem])
        return op(grow(rng, width, depth - 1), rng.choice([3, 7, 10]), width)
    if kind == "shift":
        op = rng.choice([expr.shl, expr.lshr, expr.ashr])
        return op(grow(rng, width, depth - 1), rng.randrange(1, width), width)
    if kind == "ite":
        return expr.ite(condition(rng, depth - 1), grow(rng, width, depth - 1), grow(rng, width, depth - 1), width)
    if kind == "truth":
        return rng.choice([expr.zext, expr.sext])(condition(rng, depth - 1), 1, width)
    if kind == "concat" and width > 8:
        high = rng.choice([w for w in (*WIDTHS, *PARTS) if w < width and width - w in (*WIDTHS, *PARTS)] or [0])
        if high:
            low = width - high
            return expr.concat(grow(rng, high, depth - 1), grow(rng, low, depth - 1), high, low)
    other = rng.choice([w for w in (*WIDTHS, *WIDTHS, *PARTS) if w != width])
    return resized(rng, grow(rng, other, depth - 1), other, width)


def resized(rng: random.Random, value: Value, width: int, wanted: int) -> Value:
    if width > wanted:
        return expr.extract(value, rng.choice([0, 0, width - wanted]), wanted, width)
    return rng.choice([expr.zext, expr.sext])(value, width, wanted)


def condition(rng: random.Random, depth: int) -> Value:
    if depth > 1 and rng.random() < 0.3:
        op = rng.choice([expr.and_, expr.or_, expr.xor])
        return op(condition(rng, depth - 1), condition(rng, depth - 1), 1)
    width = rng.choice((*WIDTHS, *WIDTHS, *PARTS))
    op = rng.choice([expr.eq, expr.ne, expr.slt, expr.sle, expr.ult, expr.ule])
    return op(grow(rng, width, depth - 1), grow(rng, width, depth - 1), width)


def compile_functions(expressions: list[Expr], folder: Path) -> object:
    parameters = ", ".join(f"{C_TYPES[x.kind].format(x.width)} {x.name}" for x in VARIABLES)
    lines = ["#include <stdint.h>", "#include <limits.h>"]
    for i, e in enumerate(expressions):
        # The cast to the expression's own signed type is what "canonical value" means.
        kind = "_Bool" if e.width == 1 else f"int{e.width}_t"
        lines.append(f"int64_t f{i}({parameters}) {{ return ({kind})({expr.to_c(e)}); }}")
    source = folder / "printed.c"
    source.write_text("\n".join(lines) + "\n")
    output = source.with_suffix(".ll")
    command = [sys.executable, "-m", "ziglang", "cc", "-S", "-emit-llvm", "-O0", "-fwrapv", "-fno-sanitize=all", "-w"]
    subprocess.run([*command, str(source), "-o", str(output)], check=True, capture_output=True, text=True)
    return jit(output.read_text())


def jit(text: str) -> object:
    llvm = pytest.importorskip("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    module = llvm.parse_assembly(text)
    engine = llvm.create_mcjit_compiler(module, llvm.Target.from_default_triple().create_target_machine())
    engine.finalize_object()
    return engine


def check(seed: int, count: int, depth: int, folder: Path) -> None:
    rng = random.Random(seed)
    expressions: list[Expr] = []
    while len(expressions) < count:
        e = condition(rng, depth) if rng.random() < 0.6 else grow(rng, rng.choice(WIDTHS), depth)
        if isinstance(e, Expr) and "…" not in expr.to_c(e):
            expressions.append(e)
    engine = compile_functions(expressions, folder)
    types = [getattr(ctypes, f"c_{'u' if x.kind == 'unsigned' else ''}int{x.width}") for x in VARIABLES]
    prototype = ctypes.CFUNCTYPE(ctypes.c_int64, *types)
    models = []
    for _ in range(12):
        corners = [0, 1, -1, 97, 127, 128, 255, 2**31, 2**63, rng.getrandbits(64), rng.getrandbits(64)]
        models.append(tuple(expr.wrap(rng.choice(corners), x.width) for x in VARIABLES))
    for i, e in enumerate(expressions):
        function = prototype(engine.get_function_address(f"f{i}"))  # type: ignore[attr-defined]
        for model in models:
            assert function(*model) == expr.evaluate(e, model), (expr.to_c(e), e, model)


def test_printed_c_means_the_same(tmp_path: Path) -> None:
    check(seed=1, count=150, depth=3, folder=tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 8))
def test_printed_c_means_the_same_at_length(seed: int, tmp_path: Path) -> None:
    check(seed, count=1000, depth=4, folder=tmp_path)
