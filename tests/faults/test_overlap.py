"""Strings that overlap the place that they are copied to."""

from __future__ import annotations

from pathlib import Path

import pytest

from .finding import faults, line_of

HEADER = "#include <stdio.h>\n#include <string.h>\n"

FAULTY = {
    "strcpy forward": 'char b[16] = "abc"; strcpy(b + 1 + (x & 3), b); // HERE',
    "strcpy back": 'char b[16] = "abc"; strcpy(b, b + (x & 3)); // HERE',
    "strcpy onto itself": 'char b[4] = ""; if (x == 1) strcpy(b, b); // HERE',
    "stpcpy": 'char b[16] = "abc"; if (x == 1) stpcpy(b, b + 1); // HERE',
    "strncpy": 'char b[16] = "abcdef"; strncpy(b, b + 3, x & 7); // HERE',
    "strcat": 'char b[16] = "abc"; if (x == 1) strcat(b, b); // HERE',
    "strcat of a part": 'char b[16] = "abc"; if (x == 1) strcat(b, b + 2); // HERE',
    "strcat of what follows": 'char b[16] = "ab\\0cdef"; if (x == 1) strcat(b, b + 4); // HERE',
    "strncat": 'char b[16] = "ab\\0cdefgh"; strncat(b, b + 5, x & 7); // HERE',
    "sprintf": 'char b[16] = "abc"; if (x == 1) sprintf(b, "%s,", b); // HERE',
    "sprintf of what is written": 'char b[16] = ""; if (x == 1) sprintf(b, "x%s", b); // HERE',
    "snprintf of the end": 'char b[8] = "abc"; if (x == 1) snprintf(b, 1, "%s", b); // HERE',
    "snprintf": 'char b[16] = "abcdefg"; snprintf(b, x & 7, "%.3s", b + 2); // HERE',
}


@pytest.mark.parametrize("name", FAULTY)
def test_it_is_found_and_confirmed(name: str, tmp_path: Path) -> None:
    text = f"{HEADER}int f(int x) {{\n{FAULTY[name]}\nreturn 0;\n}}\n"
    assert faults(text, tmp_path) == [("overlap", line_of(text))]


FINE = {
    "ends before": 'char b[16] = "ab\\0def"; strcpy(b, b + 4); strcpy(b + 8, b); return b[x & 15];',
    "touching": 'char b[16] = "ab\\0cdefgh"; strncat(b, b + 5, 1 + (x & 1)); strncpy(b, b + 3, 3); return b[0];',
    "end of the string": 'char b[8] = "abc"; strcat(b, b + 3); return b[x & 3];',
    "nothing": 'char b[8] = "abc"; strncpy(b, b, x & 0); strncat(b, b, x & 0); return b[0];',
    "printed apart": 'char b[16] = "ab"; strcpy(b + 8, "cd"); sprintf(b, "%s%s", b + 8, "x"); return b[x & 7];',
    "no room": 'char b[8] = "abc"; return snprintf(b, x & 0, "%s", b) + snprintf(NULL, 0, "%s", b);',
    "others": 'char b[8], c[8] = "abc"; strcpy(b, c); strcat(b, c); return sprintf(b, "%s", c) + x % 2;',
}


@pytest.mark.parametrize("name", FINE)
def test_nothing_is_invented(name: str, tmp_path: Path) -> None:
    assert faults(f"{HEADER}int f(int x) {{\n{FINE[name]}\n}}\n", tmp_path) == []


def test_it_can_be_left_out(tmp_path: Path) -> None:
    text = f'{HEADER}int f(int x) {{ char b[8] = "abc"; strcpy(b, b + 1); sprintf(b, "%s", b); return b[x & 1]; }}\n'
    assert faults(text, tmp_path, "-overlap") == []
