"""C literals denote exactly the value, checked by a C compiler."""

from __future__ import annotations

import random
import struct
import subprocess
from pathlib import Path

import pytest

from secateur.suite.writers import literals

from .examples import compilers

TYPES = {
    "i8": "signed char", "u8": "unsigned char", "char": "char", "i16": "short", "u16": "unsigned short",
    "i32": "int", "u32": "unsigned", "i64": "long", "u64": "unsigned long", "f32": "float", "f64": "double",
}  # fmt: skip
SIZES = {"8": 1, "r": 1, "6": 2, "2": 4, "4": 8}


def samples() -> list[tuple[str, bytes]]:
    """Extremes and random bit patterns of every kind."""
    chance = random.Random(3)
    found: list[tuple[str, bytes]] = []
    for kind in TYPES:
        size = SIZES[kind[-1]]
        ends = [bytes(size), b"\xff" * size, b"\xff" * (size - 1) + b"\x7f", bytes(size - 1) + b"\x80"]
        found += [(kind, data) for data in [*ends, *(chance.randbytes(size) for _ in range(40))]]
    found += [("char", bytes([byte])) for byte in range(256)]
    floats = [0.1, 1.5, -0.0, 1e300, 5e-324, float("inf"), float("-inf"), float("nan"), 3.0, 1e22, 123456.789]
    found += [("f64", struct.pack("<d", value)) for value in floats]
    found += [("f32", struct.pack("<f", value)) for value in floats if abs(value) < 1e38 or value in floats[5:7]]
    return [(kind, data) for kind, data in found if not _is_signalling(kind, data)]


def _is_signalling(kind: str, data: bytes) -> bool:
    """Signalling NaNs may become quiet when they are merely copied through a register."""
    if kind not in ("f32", "f64"):
        return False
    bits, fraction = int.from_bytes(data, "little"), 23 if kind == "f32" else 52
    exponent = bits >> fraction & (0xFF if kind == "f32" else 0x7FF)
    is_nan = exponent == (0xFF if kind == "f32" else 0x7FF) and bits & ((1 << fraction) - 1)
    return bool(is_nan) and not bits >> fraction - 1 & 1


@pytest.mark.parametrize("compiler", compilers(), ids=lambda command: Path(command[0]).name)
def test_values(compiler: list[str], tmp_path: Path) -> None:
    lines = []
    for kind, data in samples():
        literal = literals.literal(kind, kind[0] != "u", data)
        wanted = ", ".join(str(byte) for byte in data)
        shown = literals.text(literal.encode())
        lines.append(f"{{ {TYPES[kind]} v = {literal}; unsigned char w[] = {{{wanted}}}; CHECK(v, w, {shown}); }}")
    texts = [bytes(range(256)), b"a?b??c???/", b'"\\\n', b"\x001"]
    for data in texts:
        wanted = ", ".join(str(byte) for byte in data)
        lines.append(
            f'{{ char v[] = {literals.text(data)}; unsigned char w[] = {{{wanted}, 0}}; CHECK(v, w, "text"); }}'
        )
    body = "\n".join(lines)
    (tmp_path / "literals.c").write_text(
        f"""
        #include <math.h>
        #include <stdio.h>
        #include <string.h>
        #define CHECK(v, w, what) if (sizeof v != sizeof w || memcmp(&v, w, sizeof v)) {{ puts(what); bad = 1; }}
        int main(void) {{ int bad = 0; {body} return bad; }}
        """
    )
    flags = ["-Wall", "-Werror", "-std=c11"]
    command = [*compiler, *flags, "literals.c", "-o", "literals"]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    done = subprocess.run([tmp_path / "literals"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_readable() -> None:
    """As a person would write them."""
    assert literals.integer(-(1 << 31)) == "(-2147483647 - 1)"
    assert literals.integer(1 << 63) == "9223372036854775808ULL"
    assert literals.character(ord("a")) == "'a'"
    assert literals.character(10) == r"'\n'"
    assert literals.floating(1.5, "f32") == "1.5f"
    assert literals.floating(0.1, "f64") == "0x1.999999999999ap-4"
    assert literals.text(b'say "hi"\n\x01') == r'"say \"hi\"\n\001"'


def test_long_lists_are_broken() -> None:
    text = literals.braces([str(i) for i in range(100)], 4)
    assert max(map(len, text.splitlines())) <= 100
    assert text.splitlines()[-1] == "    }"
