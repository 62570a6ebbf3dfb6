"""`klee_make_symbolic`: what an object consists of."""

from __future__ import annotations

from pathlib import Path

import pytest

from machine.running import machine_for
from secateur.machine.path import Ending

SOURCE = """
void klee_make_symbolic(void *address, unsigned long size, const char *name);
struct measured { int count; long double value; } given;
int main(void) { klee_make_symbolic(&given, sizeof given, "given"); return given.value == 3.5L; }
"""

NUMBER = (0, 0, 0, 0, 0, 0, 0, 0xE0, 0x00, 0x40)
"""3.5 as it is in memory."""


@pytest.mark.parametrize(
    ("pattern", "ending"),
    [
        (NUMBER, Ending.RETURNED),
        ((0,) * 10, Ending.RETURNED),
        ((*NUMBER[:7], 0x60, *NUMBER[8:]), Ending.ASSUMPTION),  # the leading bit is missing
        ((0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0), Ending.ASSUMPTION),  # the exponent is missing
    ],
)
def test_a_long_double_is_a_number(pattern: tuple[int, ...], ending: Ending, tmp_path: Path) -> None:
    """Bytes that are no number are read differently by the processor: they are no inputs."""
    signed = tuple(byte - 256 if byte > 127 else byte for byte in pattern)
    machine = machine_for(SOURCE, tmp_path)
    for concrete in (False, True):
        path = machine.run(*machine.start((*(0,) * 16, *signed, *(0,) * 6), concrete))
        assert path.ending is ending
        if ending is Ending.RETURNED:
            assert path.status == int(pattern is NUMBER)
