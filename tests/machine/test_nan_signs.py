"""Where a program looks at the sign of a NaN that it computed, symbolic runs say what concrete ones say."""

from __future__ import annotations

from pathlib import Path

import pytest

from machine.running import machine_for
from secateur.expr import ieee

HEADER = """#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
"""
SOURCES = {
    "difference": "return signbit(x - y) != 0;",
    "quotient of another format": "return signbit((float)x / (float)y) != 0;",
    "negated root": "return signbit(-sqrt(x)) != 0;",
    "long double": "return signbit((long double)x * y) != 0;",
    "copied": "return copysign(1, x / y) < 0;",
    "absolute": "return signbit(fabs(x * y)) != 0;",
    "chosen": "return signbit(x > 1 ? x - y : -(x + y)) != 0;",
    "rounded": "return signbit(floor(x - y)) != 0;",
    "fused": "return signbit(fma(x, y, -x)) != 0;",
    "sum": "return signbit(x + y) != 0;",
    "product": "return signbit(x * y) != 0;",
    "quotient": "return signbit(x / y) != 0;",
    "product in a sum": "return signbit(x * y + x) != 0;",
    "single precision": "return signbit((float)x + (float)y) != 0;",
    "remainder": "return signbit(fmod(x, y)) != 0;",
}
INFINITE, NAN = float("inf"), ieee.NAN[64]
NUMBERS = [ieee.to_bits(number, 64) for number in (0.0, -0.0, 2.0, -3.0, INFINITE, -INFINITE)]
PAIRS = [(x, y) for x in NUMBERS for y in NUMBERS]
PAIRS += [(nan, y) for nan in (NAN, NAN + ieee.SIGN[64]) for y in NUMBERS]
PAIRS += [(y, nan) for nan in (NAN, NAN + ieee.SIGN[64]) for y in NUMBERS]
TWO_NANS = [(NAN, NAN + ieee.SIGN[64]), (NAN + ieee.SIGN[64], NAN)]


@pytest.mark.parametrize("name", SOURCES)
def test_the_sign_of_a_nan(name: str, tmp_path: Path) -> None:
    body = "double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();"
    machine = machine_for(HEADER + f"int main(void) {{ {body} {SOURCES[name]} }}\n", tmp_path)
    for model in PAIRS + TWO_NANS:
        symbolic, concrete = (machine.run(*machine.start(model, is_concrete)).status for is_concrete in (False, True))
        assert symbolic == concrete, model
