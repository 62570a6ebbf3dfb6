"""Memory checks are exact to the byte: for every object, place and width, an access is in bounds or rejected."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Sequence

import pytest

from secateur.suite.native.run import run_all
from secateur.suite.test import Recorded

from .conftest import Compile

SIZES = range(1, 34)
WIDTHS = (1, 3, 4, 8, 16)

PROGRAM = f"""
#include <stdlib.h>
#include <string.h>
int secateur_i32(const char *name);
typedef struct {{ char bytes[3]; }} three;
typedef struct {{ char bytes[7]; }} seven;
typedef struct {{ char bytes[16]; }} sixteen;

static void touch(char *p, int width, int is_write) {{
    switch (width * 2 + is_write) {{
        case 2: (void)*(volatile char *)p; break;
        case 3: *(volatile char *)p = 1; break;
        case 4: (void)*(volatile short *)p; break;
        case 5: *(volatile short *)p = 1; break;
        case 6: {{ three t; t = *(three *)p; break; }}
        case 7: {{ three t = {{0}}; *(three *)p = t; break; }}
        case 8: (void)*(volatile int *)p; break;
        case 9: *(volatile int *)p = 1; break;
        case 14: {{ seven t; t = *(seven *)p; break; }}
        case 15: memset(p, 0, 7); break;
        case 16: (void)*(volatile long *)p; break;
        case 17: *(volatile long *)p = 1; break;
        case 32: {{ sixteen t; memcpy(&t, p, 16); break; }}
        case 33: {{ sixteen t = {{0}}; *(sixteen *)p = t; break; }}
    }}
}}

{"".join(f"static char zeros{n}[{n}], data{n}[{n}] = {{1}};" for n in SIZES)}
{"".join(f"static void local{n}(int o, int w, int k) {{ char a[{n}]; touch(a + o, w, k); }}" for n in SIZES)}
static char *const zeros[] = {{ 0, {", ".join(f"zeros{n}" for n in SIZES)} }};
static char *const data[] = {{ 0, {", ".join(f"data{n}" for n in SIZES)} }};
static void (*const locals[])(int, int, int) = {{ 0, {", ".join(f"local{n}" for n in SIZES)} }};
static void variable(int n, int o, int w, int k) {{ char a[n]; touch(a + o, w, k); }}

int main(void) {{
    int region = secateur_i32("region"), size = secateur_i32("size"), offset = secateur_i32("offset");
    int width = secateur_i32("width"), is_write = secateur_i32("is_write");
    switch (region) {{
        case 0: touch((char *)malloc(size) + offset, width, is_write); break;
        case 1: touch(zeros[size] + offset, width, is_write); break;
        case 2: touch(data[size] + offset, width, is_write); break;
        case 3: locals[size](offset, width, is_write); break;
        case 4: variable(size, offset, width, is_write); break;
        case 5: for (int i = 0; i < 200; i++) free(malloc(16)); touch((char *)malloc(size) + offset, width, is_write);
    }}
    return 0;
}}
"""
REGIONS = range(6)


def check(compile_program: Compile, cases: Sequence[tuple[int, int, int, int, int]]) -> None:
    names = ("region", "size", "offset", "width", "is_write")
    tests = [
        [Recorded(name, "i32", struct.pack("<i", value)) for name, value in zip(names, case, strict=True)]
        for case in cases
    ]
    for case, outcome in zip(cases, run_all(compile_program(PROGRAM), tests), strict=True):
        _, size, offset, width, _ = case
        kind = outcome.fault.kind if outcome.fault else outcome.kind
        assert kind == ("return" if 0 <= offset <= size - width else "out-of-bounds"), case


def test_around_the_ends(compile_program: Compile) -> None:
    sizes = (1, 5, 8, 13, 16, 31)
    cases = [
        (region, size, offset, width, size + width & 1)
        for region, size, width in itertools.product(REGIONS, sizes, (1, 4, 8))
        for offset in (-1, 0, size - width, size - width + 1, size)
    ]
    check(compile_program, cases)


@pytest.mark.slow
def test_everywhere(compile_program: Compile) -> None:
    cases = [
        (region, size, offset, width, is_write)
        for region, size, width, is_write in itertools.product(REGIONS, SIZES, WIDTHS, (0, 1))
        for offset in range(-9, size + 9)
    ]
    check(compile_program, cases)
