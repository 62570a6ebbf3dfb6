"""The output of a program, with symbolic values rendered under the path's input."""

from __future__ import annotations

from pathlib import Path

import pytest

from machine.running import machine_for, printed, run
from secateur.machine.library.output import STDERR, render
from secateur.machine.path import Ending

HEADER = """#include <stdarg.h>
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern char __VERIFIER_nondet_char(void);
extern double __VERIFIER_nondet_double(void);
"""


def _main(body: str, outer: str = "") -> str:
    return HEADER + f"{outer}\nint main(void) {{\n{body}\nreturn 0;\n}}\n"


#: conversion, argument of type int, the input, what C prints
INTEGERS = [
    ("%d", -42, "-42"),
    ("%i", 7, "7"),
    ("%u", -1, "4294967295"),
    ("%o", 64, "100"),
    ("%#o", 64, "0100"),
    ("%x", -42, "ffffffd6"),
    ("%#X", 255, "0XFF"),
    ("%#x", 0, "0"),
    ("%08d", -42, "-0000042"),
    ("%-8d|", 42, "42      |"),
    ("%+d", 42, "+42"),
    ("% d", 42, " 42"),
    ("%8.3d", 5, "     005"),
    ("%08.3d", 5, "     005"),
    ("%.0d|", 0, "|"),
    ("%hhd", 300, "44"),
    ("%hu", -1, "65535"),
    ("%c", 65, "A"),
    ("%5c|", 66, "    B|"),
    ("%-3c|", 67, "C  |"),
    ("100%% %d", 1, "100% 1"),
]


def test_integer_conversions(tmp_path: Path) -> None:
    lines = "".join(f'printf("{conversion}\\n", __VERIFIER_nondet_int());\n' for conversion, _, _ in INTEGERS)
    machine = machine_for(_main(lines), tmp_path)
    model = tuple(value for _, value, _ in INTEGERS)
    expected = [text for _, _, text in INTEGERS]
    for concrete in (False, True):
        path = machine.run(*machine.start(model, concrete))
        assert printed(path).splitlines() == expected
        assert not path.branches


def test_a_path_does_not_fork_over_the_digits(tmp_path: Path) -> None:
    path = run(_main('printf("%d %s\\n", __VERIFIER_nondet_int(), "x");'), tmp_path)
    assert not path.branches
    assert not path.notes
    assert printed(path) == "0 x\n"


def test_long_and_float_conversions(tmp_path: Path) -> None:
    body = """long l = __VERIFIER_nondet_long(); double d = __VERIFIER_nondet_double();
    printf("%ld %lu %llx %zu|%.2f %g %e %a %8.1f|%-8.1f|%+g", l, l, l, l, d, d, d, d, d, d, d);"""
    machine = machine_for(_main(body), tmp_path)
    expected = (
        "-2 18446744073709551614 fffffffffffffffe 18446744073709551614|"
        "-2.50 -2.5 -2.500000e+00 -0x1.4p+1     -2.5|-2.5    |-2.5"
    )
    bits = 0xC004000000000000 - 2**64
    for concrete in (False, True):
        assert printed(machine.run(*machine.start((-2, bits), concrete))) == expected


def test_strings_of_symbolic_bytes(tmp_path: Path) -> None:
    body = """char s[6]; for (int i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_char(); s[5] = 0;
    printf("%s|%.2s|%7s|%-7s|", s, s, s, s); puts(s); fputs(s, stdout);"""
    machine = machine_for(_main(body), tmp_path)
    for text, expected in (
        (b"hello", "hello|he|  hello|hello  |hello\nhello"),
        (b"hi\0xx", "hi|hi|     hi|hi     |hi\nhi"),
        (b"\0abcd", "||       |       |\n"),
    ):
        for concrete in (False, True):
            path = machine.run(*machine.start(tuple(text), concrete))
            assert printed(path) == expected
            assert path.ending is Ending.RETURNED


def test_characters_and_blocks(tmp_path: Path) -> None:
    body = """char s[4] = "xyz"; s[1] = __VERIFIER_nondet_char(); putchar(s[1]); putc(s[1], stdout); fputc('!', stdout);
    return fwrite(s, 1, 3, stdout) == 3 && putchar(__VERIFIER_nondet_int()) == 200;"""
    path = run(_main(body), tmp_path, (ord("A"), 200))
    assert render([piece for _, piece in path.output], path.model) == b"AA!xAz\xc8"
    assert path.status == 1


def test_standard_error_is_kept_apart(tmp_path: Path) -> None:
    path = run(
        _main('fprintf(stderr, "e%d", __VERIFIER_nondet_int()); printf("o"); fputs("r", stderr);'), tmp_path, (4,)
    )
    assert printed(path) == "o"
    assert render([piece for stream, piece in path.output if stream == STDERR], path.model) == b"e4r"


def test_through_a_list_of_arguments(tmp_path: Path) -> None:
    outer = """static void say(const char *f, ...) { va_list l; va_start(l, f); vprintf(f, l); va_end(l); }
    static void tell(const char *f, ...) { va_list l; va_start(l, f); vfprintf(stdout, f, l); va_end(l); }"""
    body = """say("%d %s %.1f %ld %c|", __VERIFIER_nondet_int(), "x", 2.5, 7L, 'c');
    tell("%*d%-*d%.*s", 4, __VERIFIER_nondet_int(), 3, 5, 2, "abc");"""
    machine = machine_for(_main(body, outer), tmp_path)
    for concrete in (False, True):
        assert printed(machine.run(*machine.start((-3, 12), concrete))) == "-3 x 2.5 7 c|  125  ab"


def test_into_a_buffer(tmp_path: Path) -> None:
    body = """char b[8]; int k = snprintf(b, sizeof b, "%05d|%x", __VERIFIER_nondet_int(), 255);
    printf("%s %d", b, k);"""
    machine = machine_for(_main(body), tmp_path)
    for concrete in (False, True):
        assert printed(machine.run(*machine.start((-13,), concrete))) == "-0013|f 8"


def test_the_number_of_characters(tmp_path: Path) -> None:
    path = run(_main('return printf("%s %d", "abc", 12);'), tmp_path)
    assert (path.status, list(path.notes)) == (6, [])
    for value, length in ((123, 3), (-1, 2), (0, 1), (-(1 << 31), 11)):
        path = run(_main('return printf("%d", __VERIFIER_nondet_int());'), tmp_path, (value,))
        assert (path.status, list(path.notes)) == (length, [])
    path = run(_main('return printf("%+d", __VERIFIER_nondet_int());'), tmp_path, (123,))
    assert path.status == 4
    assert [note.incomplete for note in path.notes] == [True]


@pytest.mark.parametrize("body", ['printf("%s", (char *)0);', "puts((char *)0);"], ids=["printf", "puts"])
def test_no_string_at_all(body: str, tmp_path: Path) -> None:
    path = run(_main(body), tmp_path)
    assert path.fault is not None
    assert path.fault.kind == "null-pointer"


def test_a_string_without_an_end(tmp_path: Path) -> None:
    """Whether there is a fault depends on the bytes: with a NUL among them there is none."""
    body = "char s[3]; for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_char();\nputs(s);"
    machine = machine_for(_main(body), tmp_path)
    assert printed(machine.run(*machine.start(tuple(b"ab\0")))) == "ab\n"
    for concrete in (False, True):
        path = machine.run(*machine.start(tuple(b"abc"), concrete))
        assert path.fault is not None
        assert (path.fault.kind, path.fault.position.line) == ("out-of-bounds", 11)
