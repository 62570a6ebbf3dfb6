"""`tests.c` compiles without a warning, passes on the program it was made for, and fails on another."""

from __future__ import annotations

import re
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest

from secateur.options import Compiling, Inputs
from secateur.suite.replay import replay
from secateur.suite.test import Outcome, Recorded, Suite, Test
from secateur.suite.write import write_suite

from .examples import Example, build_tests, compilers, function_suite, program_suite

SOURCES = Path(__file__).parents[1] / "sources"

each_compiler = pytest.mark.parametrize("compiler", compilers(), ids=lambda command: Path(command[0]).name)


def copy(name: str, folder: Path) -> Path:
    source = folder / name
    source.write_text((SOURCES / name).read_text())
    return source


def run(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)


def number(name: str, value: int) -> Recorded:
    return Recorded(name, "i32", value.to_bytes(4, "little", signed=True))


def division(tmp_path: Path) -> Example:
    """Four tests: a value, a special case, and a fault."""
    cases = [(6, 3), (7, 0), (-(1 << 31), 2), (1, 0)]
    inputs = [[number("a", a), number("b", b)] for a, b in cases]
    return function_suite(copy("faulty.c", tmp_path), "divide", inputs, Inputs())


@each_compiler
@pytest.mark.parametrize(
    ("name", "function", "symbolic"),
    [("everything.c", "f", ("table", "label")), ("wild.c", "scale", ()), ("everything.c", "main", ())],
)
def test_passes(name: str, function: str, symbolic: tuple[str, ...], compiler: list[str], tmp_path: Path) -> None:
    options = Inputs(buffer=3, symbolic=symbolic)
    example = function_suite(copy(name, tmp_path), function, 30 if function != "main" else 1, options)
    write_suite(example.suite, example.driver, tmp_path / "out")
    done = run(build_tests(tmp_path / "out", compiler))
    kept = sum(test.outcome.fault is None for test in example.suite.tests)
    assert (done.stdout, done.stderr) == (f"{kept} tests, 0 failed\n", "")
    assert done.returncode == 0


def test_text(tmp_path: Path) -> None:
    """What a person reads: arguments, call, checks."""
    example = division(tmp_path)
    write_suite(example.suite, example.driver, tmp_path / "out")
    text = (tmp_path / "out" / "tests.c").read_text()
    assert "Tests of divide (../faulty.c), made by Secateur: 4 tests, 1 of which shows a fault." in text
    assert (
        "/* 3T: return -1073741824 */\n"
        "static void test000003(void)\n"
        "{\n"
        "    int a = (-2147483647 - 1);\n"
        "    int b = 2;\n"
        "\n"
        "    int returned = divide(a, b);\n"
        "\n"
        "    CHECK_INT(returned, -1073741824);\n"
        "    check_globals();\n"
        "}\n"
    ) in text
    assert "static void check_globals(void)\n{\n    CHECK_INT(calls, 1);\n}\n" in text
    assert '{.name = "test000004", .run = test000004, .fault = "division-by-zero at ' in text


@each_compiler
def test_fails_when_the_program_changes(compiler: list[str], tmp_path: Path) -> None:
    example = division(tmp_path)
    write_suite(example.suite, example.driver, tmp_path / "out")
    source = tmp_path / "faulty.c"
    source.write_text(source.read_text().replace("return -1;", "return -2;").replace('"%d\\n"', '"%d \\n"'))
    done = run(build_tests(tmp_path / "out", compiler))
    assert done.returncode == 1
    assert re.search(r"tests.c:\d+: returned is -2, but -1 was expected\n", done.stderr)
    assert done.stdout.splitlines() == [
        "FAIL test000001: the output differs",
        "FAIL test000002: see above",
        "FAIL test000003: the output differs",
        "3 tests, 3 failed",
    ]


def test_faults_run_when_named(tmp_path: Path) -> None:
    example = division(tmp_path)
    write_suite(example.suite, example.driver, tmp_path / "out")
    program = build_tests(tmp_path / "out", compilers()[0])
    assert run(program, "--list").stdout.splitlines()[3].startswith("test000004 division-by-zero at ")
    assert run(program, "test000004").stdout == "1 tests, 0 failed\n"
    assert run(program, "test000001", "test000002").stdout == "2 tests, 0 failed\n"
    assert run(program, "--debug", "test000001").stdout == "6\n"
    assert run(program, "testing").returncode == 2


def test_exit_is_checked(tmp_path: Path) -> None:
    """A function that should exit and returns, or the other way round, is noticed."""
    source = tmp_path / "stop.c"
    source.write_text("#include <stdlib.h>\nint stop(int x) { if (x) exit(x); return 0; }\n")
    example = function_suite(source, "stop", [[number("x", x)] for x in (0, 5, 113)], Inputs())
    write_suite(example.suite, example.driver, tmp_path)
    assert run(build_tests(tmp_path, compilers()[0])).stdout == "3 tests, 0 failed\n"
    source.write_text("#include <stdlib.h>\nint stop(int x) { if (x != 5) exit(x); return 0; }\n")
    done = run(build_tests(tmp_path, compilers()[0]))
    assert done.stdout.splitlines()[:2] == ["FAIL test000001: exit status 0", "FAIL test000002: it returned"]


@each_compiler
def test_klee_program(compiler: list[str], tmp_path: Path) -> None:
    inputs = [
        [
            Recorded("re", "object", text.ljust(7, b"\0")),
            Recorded("x", "object", x.to_bytes(4, "little", signed=True)),
            Recorded("weights", "object", weights),
        ]
        for text, x, weights in [
            (b"^a*$", 5, bytes(16)),
            (b'\xff"', -20, bytes(16)),
            (b"", 11, bytes(16)),
            (b"^", 1, bytes(6) + b"\x00\x40" + bytes(8)),
        ]
    ]
    example = program_suite([copy("klee_program.c", tmp_path)], inputs)
    assert [test.outcome.status for test in example.suite.tests] == [0, 0, 2, 4]
    write_suite(example.suite, None, tmp_path / "out")
    done = run(build_tests(tmp_path / "out", compiler))
    assert (done.stdout, done.stderr) == ("4 tests, 0 failed\n", "")


@each_compiler
def test_nondet_program_of_two_files(compiler: list[str], tmp_path: Path) -> None:
    def inputs(x: int, c: int, b: int, d: bytes | None) -> list[Recorded]:
        first = [
            Recorded("nondet_int", "i32", x.to_bytes(4, "little")),
            Recorded("nondet_uchar", "u8", bytes([c])),
            Recorded("nondet_bool", "bool", bytes([b])),
        ]
        return first if d is None else [*first, Recorded("nondet_double", "f64", d)]

    half, minus_zero = bytes(6) + b"\xe0\x3f", bytes(7) + b"\x80"
    cases = [inputs(1, 250, 1, minus_zero), inputs(1, 2, 1, half), inputs(3, 0, 0, None)]
    sources = [copy("helper.c", tmp_path), copy("nondet_program.c", tmp_path)]
    example = program_suite(sources, cases)
    assert [str(test.outcome)[:9] for test in example.suite.tests] == ["return 50", "return", "assertion"]
    write_suite(example.suite, None, tmp_path / "out")
    done = run(build_tests(tmp_path / "out", compiler, ["../helper.c"]))
    assert (done.stdout, done.stderr) == ("2 tests, 0 failed\n", "")
    assert run(tmp_path / "out" / "tests", "test000003").returncode == 0


def test_changed_questions_are_noticed(tmp_path: Path) -> None:
    """A program that asks for other inputs than it did does not pass by accident."""
    source = tmp_path / "ask.c"
    source.write_text("int __VERIFIER_nondet_int(void); int main(void) { return __VERIFIER_nondet_int() > 3; }")
    example = program_suite([source], [[number("nondet_int", 1)]])
    write_suite(example.suite, None, tmp_path)
    source.write_text("long __VERIFIER_nondet_long(void); int main(void) { return __VERIFIER_nondet_long() > 3; }")
    write_suite(example.suite, None, tmp_path)
    done = run(build_tests(tmp_path, compilers()[0]))
    assert done.returncode == 1
    assert "the program asks for an input of 8 bytes, but next comes nondet_int of 4 bytes" in done.stderr


def test_flags_follow_the_file(tmp_path: Path) -> None:
    """Include paths are told from where the file lies; the command in the head comment is the one to type."""
    (tmp_path / "headers").mkdir()
    (tmp_path / "headers" / "limit.h").write_text("#define LIMIT (BASE + 1)\n")
    source = tmp_path / "limit.c"
    source.write_text('#include "limit.h"\nint over(int x) { return x > LIMIT; }\n')
    example = function_suite(source, "over", 3, Inputs(), Compiling((str(tmp_path / "headers"),), ("BASE=2",)))
    write_suite(example.suite, example.driver, tmp_path / "out")
    (command,) = re.findall(r"^ \*     (cc .*)$", (tmp_path / "out" / "tests.c").read_text(), re.MULTILINE)
    assert command == "cc -I../headers -DBASE=2 tests.c -o tests -lm && ./tests"
    assert replay(tmp_path / "out").failed == ()


def test_many_tests_are_written_fast(tmp_path: Path) -> None:
    """4,096 tests in well under a second (the bound is loose: machines differ)."""
    source = tmp_path / "wide.c"
    names = [f"x{i}" for i in range(12)]
    parameters = ", ".join(f"int {name}" for name in names)
    source.write_text(f"int f({parameters}) {{ return {' + '.join(f'({name} > 0)' for name in names)}; }}")
    example = function_suite(source, "f", 1, Inputs())
    tests = []
    for i in range(4096):
        recorded = tuple(number(name, i >> bit & 1) for bit, name in enumerate(names))
        inputs = {name: i >> bit & 1 for bit, name in enumerate(names)}
        outcome = Outcome("return", 0, (("return", str(i.bit_count())),))
        tests.append(Test(f"test{i:06}", inputs, recorded, outcome, tuple(f"{bit}T" for bit in range(12))))
    suite: Suite = replace(example.suite, tests=tuple(tests))
    begin = time.perf_counter()
    write_suite(suite, example.driver, tmp_path / "out")
    assert time.perf_counter() - begin < 3
