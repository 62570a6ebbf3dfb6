"""Arrays with their length, strings, and how large they are tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from .inferred import inferred

HEAD = "#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # by the names
        ("int f(const int *a, int len) { return len > 0 ? a[0] : 0; }", ["size(a) >= len"]),
        # an index that is compared, whatever the names
        (
            "int f(const int *a, int x) { int s = 0; for (int i = 0; i < x; i++) s ^= a[i]; return s; }",
            ["size(a) >= x"],
        ),
        # one element too many does not make the array larger
        (
            "int f(const int *a, int x) { int s = 0; for (int i = 0; i <= x; i++) s ^= a[i]; return s; }",
            ["size(a) >= x"],
        ),
        # rows times columns, words of bits
        (
            "unsigned f(const unsigned *m, int n) { unsigned s = 0; for (int i = 0; i < n; i++)"
            " for (int k = 0; k < n; k++) s += m[i * n + k]; return s; }",
            ["size(m) >= n * n"],
        ),
        (
            "int f(const uint32_t *map, size_t n, size_t b) { return b < n ? map[b / 32] >> b % 32 & 1 : 0; }",
            ["size(map) >= (n + 31) / 32"],
        ),
        # passed on to memcpy
        ("void f(char *to, const char *from, size_t x) { memcpy(to, from, x); }", ["size(to) >= x", "size(from) >= x"]),
        # strings of unsigned characters; a number beside a string need not be its length
        ("size_t f(const unsigned char *s) { size_t n = 0; while (*s++ != 0) n++; return n; }", ["terminated(s)"]),
        ("size_t f(const char *s, size_t max) { size_t n = strlen(s); return n < max ? n : max; }", []),
        # a structure with pointers is no array
        ("struct s { int *p; }; int f(struct s *s, int count) { return s->p[0] + count; }", []),
        # the declarator has what the compiler forgets
        ("#define SIZE 6\nvoid f(char out[SIZE]) { out[5] = 0; }", ["size(out) >= 6"]),
    ],
)
def test_how_much_a_pointer_leads_to(text: str, expected: list[str], tmp_path: Path) -> None:
    found = inferred(HEAD + text, "f", tmp_path)
    assert [each for each in found if each.startswith(("size(", "terminated("))] == expected


def test_an_output_beside_an_input_is_tried_larger(tmp_path: Path) -> None:
    text = """
    size_t f(const uint8_t *in, size_t n, uint8_t *out, size_t cap)
    {
        if (cap < 2 * n) return 0;
        for (size_t i = 0; i < n; i++) { out[2 * i] = in[i] >> 4; out[2 * i + 1] = in[i] & 15; }
        return 2 * n;
    }"""
    assert "cap <= 12" in inferred(HEAD + text, "f", tmp_path)


def test_strings_are_as_long_as_the_code_looks_at(tmp_path: Path) -> None:
    text = "int f(const char *s) { return strlen(s) == 7 && s[0] == '#'; }"
    assert "size(s) >= 8 && terminated(s)" in inferred(HEAD + text, "f", tmp_path)
