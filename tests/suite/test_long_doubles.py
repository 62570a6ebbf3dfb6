"""`long double` in tests: bytes, texts and JSON without loss; such inputs are explored, written and replayed."""

from __future__ import annotations

import random
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

import secateur
from secateur.expr import extended, ieee
from secateur.suite import long_doubles
from secateur.suite.plain_build import find_compiler
from secateur.suite.scalars import OutOfRangeError, decode, encode
from secateur.suite.test import float_text, readable
from secateur.suite.writers import literals

SOURCE = """\
#include <math.h>
struct pair { long double a; int n; long double b[2]; };
long double share(long double x, struct pair *p, const long double *v)
{
    if (isnan(x))
        return -1;
    if (x > 1e400L)
        return 4;
    if (p->a * 2 > x && p->b[1] < p->a) {
        p->b[0] = x / 3;
        return sinl(p->a) > 0.5L ? 5 : x / 3;
    }
    return v[0] == 0.1L ? v[1] : 2;
}
"""


def patterns() -> list[int]:
    draw = random.Random(5)
    found = [0, -(1 << 78), 1, extended.infinity(True), extended.infinity(False), extended.from_int(3)]
    found += [extended.from_memory(draw.getrandbits(80) | 1 << 63) for _ in range(200)]
    return found + [extended.convert(ieee.to_bits(draw.uniform(-9, 9), 64), 64, 79) for _ in range(50)]


@pytest.mark.parametrize("number", patterns()[:120])
def test_bytes_and_json_keep_every_bit(number: int) -> None:
    data = long_doubles.to_bytes(number)
    assert len(data) == 10
    assert long_doubles.pattern(data) == number
    assert encode("f80", 79, True, decode("f80", True, data)) == data


def test_texts_are_exact_and_those_of_doubles() -> None:
    for number in patterns():
        value = extended.decode(number)
        if value.kind != "finite":
            continue
        assert long_doubles.of_text(long_doubles.text(number)) == number
        if long_doubles.is_double(number) and abs(Fraction(value.magnitude) * Fraction(2) ** value.power) > 1e-300:
            assert long_doubles.text(number) == float_text(ieee.to_float(number, 79))
        assert long_doubles.of_text(long_doubles.text(number)) == number


def test_values_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(OutOfRangeError, match="hexadecimal"):
        encode("f80", 79, True, "much")


def test_literals() -> None:
    tenth = extended.divide(extended.from_int(1), extended.from_int(10))
    assert literals.literal("f80", True, long_doubles.to_bytes(tenth)) == "0x1.999999999999999ap-4L"
    assert literals.literal("f80", True, long_doubles.to_bytes(extended.from_int(3))) == "3.0L"
    assert literals.without_hexadecimal("x = 0x1.999999999999999ap-4L;") == "x = 1.00000000000000000001e-1L;"
    assert literals.literal("f80", True, long_doubles.to_bytes(extended.nan())) == "NAN"
    assert readable("0x1p+16000") == "0x1p+16000"


@pytest.mark.slow
def test_inputs_are_explored_written_and_replayed(tmp_path: Path) -> None:
    source = tmp_path / "share.c"
    source.write_text(SOURCE)
    answer = secateur.explore(f"{source}:share", buffer=2, technique="full")
    assert answer.complete
    folder = answer.write(tmp_path / "out")
    assert secateur.replay(folder).failed == ()
    compiler = find_compiler()
    if compiler is not None:
        command = [compiler, str(tmp_path / "out" / "tests.c"), "-o", str(tmp_path / "t"), "-lm"]
        subprocess.run(command, check=True, cwd=tmp_path)
        assert subprocess.run([str(tmp_path / "t")], check=False).returncode == 0
