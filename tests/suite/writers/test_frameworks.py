"""Suites for test frameworks: each test of `tests.c` becomes one of theirs. The headers here are small stand-ins."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import secateur
from secateur.errors import OptionError
from secateur.jobs.committed_suite import committed_suite
from secateur.options.jobs import SuiteOptions, SuiteStyle
from suite.compilers import bundled_compiler

CODE = "int level(int x)\n{\n    if (x > 5)\n        return 2;\n    return x == 3 ? 10 / (x - 3) : 1;\n}\n"

#: What the parts of each framework that we use do, in a few lines.
UNITY = """#include <stdio.h>
static int failed;
#define UNITY_BEGIN() (failed = 0)
#define UNITY_END() (printf("%d failures\\n", failed), failed)
#define RUN_TEST(f) (printf("%s\\n", #f), f())
#define TEST_ASSERT_EQUAL_INT_MESSAGE(e, a, m) do { if ((e) != (a)) failed++; } while (0)
"""
CMOCKA = """#include <stdio.h>
static int failed;
struct CMUnitTest { const char *name; void (*run)(void **); };
#define cmocka_unit_test(f) {#f, f}
#define assert_int_equal(a, b) do { if ((a) != (b)) failed++; } while (0)
static int all(const struct CMUnitTest *t, unsigned n)
{ for (unsigned i = 0; i < n; i++) { printf("%s\\n", t[i].name); t[i].run(0); } printf("%d failures\\n", failed); return failed; }
#define cmocka_run_group_tests_name(name, tests, a, b) all(tests, sizeof tests / sizeof tests[0])
"""  # noqa: E501
CHECK = """#include <stdio.h>
static int failed;
typedef int Suite, TCase, SRunner;
static int one;
enum { CK_NOFORK, CK_NORMAL };
#define START_TEST(f) static void f(void)
#define END_TEST
#define ck_assert_int_eq(a, b) do { if ((a) != (b)) failed++; } while (0)
#define suite_create(n) &one
#define tcase_create(n) &one
#define tcase_add_test(c, f) (printf("%s\\n", #f), f())
#define suite_add_tcase(s, c) (void)0
#define srunner_create(s) &one
#define srunner_set_fork_status(r, s) (void)0
#define srunner_run_all(r, v) printf("%d failures\\n", failed)
#define srunner_ntests_failed(r) failed
#define srunner_free(r) (void)0
"""
HEADERS = {
    SuiteStyle.UNITY: ("unity.h", UNITY),
    SuiteStyle.CMOCKA: ("cmocka.h", CMOCKA),
    SuiteStyle.CHECK: ("check.h", CHECK),
}
PASSING = ["test_returns_1_when_x_is_at_most_5_and_x_is_not_3", "test_returns_2_when_x_is_above_5"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("level")
    (folder / "level.c").write_text(CODE)
    return secateur.explore(f"{folder}/level.c:level", confirm=False).write(folder / "run")


def ran(folder: Path, *flags: str) -> tuple[int, list[str]]:
    compiler = bundled_compiler(folder)
    subprocess.run([compiler, "-Wno-everything", *flags, "tests.c", "-o", "tests"], cwd=folder, check=True)
    done = subprocess.run(["./tests"], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines()


@pytest.mark.parametrize(
    "style",
    [
        SuiteStyle.UNITY,
        pytest.param(SuiteStyle.CMOCKA, marks=pytest.mark.slow),
        pytest.param(SuiteStyle.CHECK, marks=pytest.mark.slow),
    ],
)
def test_a_suite_runs_in_its_framework(run: Path, tmp_path: Path, style: SuiteStyle) -> None:
    committed_suite(run, SuiteOptions(style=style, out=tmp_path))
    name, text = HEADERS[style]
    (tmp_path / name).write_text(text)
    code, lines = ran(tmp_path, "-I.")
    assert code == 0
    assert [line for line in lines if line.startswith("test_")] == PASSING, "one that shows a fault runs only by name"
    assert lines[-1] == "0 failures"


def test_a_suite_fails_when_the_program_changes(run: Path, tmp_path: Path) -> None:
    committed_suite(run, SuiteOptions(style=SuiteStyle.UNITY, out=tmp_path))
    (tmp_path / "unity.h").write_text(UNITY)
    (tmp_path / "level.c").write_text(CODE.replace("return 2", "return 3"))
    text = (tmp_path / "tests.c").read_text()
    (tmp_path / "tests.c").write_text(re.sub(r'#include ".*level\.c"', '#include "level.c"', text))
    code, lines = ran(tmp_path, "-I.")
    assert code == 1
    assert lines[-1] == "1 failures"


def test_google_test_calls_c(run: Path, tmp_path: Path) -> None:
    """C++ cannot include every C source, so there are two files."""
    made = committed_suite(run, SuiteOptions(style=SuiteStyle.GTEST, out=tmp_path))
    assert {each.name for each in made.files} == {"tests.json", "tests.c", "tests.cpp"}
    text = (tmp_path / "tests.cpp").read_text()
    assert "TEST(Level, returns_2_when_x_is_above_5)\n{\n    EXPECT_EQ(0, secateur_case(" in text
    assert "shows_division_by_zero" not in text
    assert "int secateur_case(int number)" in (tmp_path / "tests.c").read_text()


def test_pytest_has_titles(run: Path, tmp_path: Path) -> None:
    committed_suite(run, SuiteOptions(style=SuiteStyle.PYTEST, out=tmp_path))
    assert "('returns_2_when_x_is_above_5', {'x': 6}, 'return 2')" in (tmp_path / "test_level.py").read_text()


def test_the_run_itself_is_not_overwritten(run: Path) -> None:
    with pytest.raises(OptionError, match="is the folder of the run itself"):
        committed_suite(run, replace(SuiteOptions(), out=run))
