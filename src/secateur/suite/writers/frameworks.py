"""The same tests in the frameworks that C projects use: each test of `tests.c` becomes one of the framework.

The bodies of tests are those of plain C. A test runs in its own process, because tests share globals and may exit, so a
framework sees one result per test; what differs is printed before.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from secateur.options.jobs import SuiteStyle
from secateur.suite.test import Test


@dataclass(frozen=True, slots=True)
class Framework:
    """`build`: what the compiler is given besides `tests.c`. `before`: what stands before `main`, for the tests that
    pass; `body`: of `main`."""

    build: Sequence[str]
    before: Callable[[Sequence[Test], str], str]
    body: Callable[[Sequence[Test], str], str]


def passing(tests: Sequence[Test]) -> list[tuple[int, Test]]:
    """The tests that are expected to pass, with their places in the table. One that shows a fault runs only by name."""
    return [(number, test) for number, test in enumerate(tests) if test.outcome.fault is None]


def _call(number: int) -> str:
    return f"secateur_run(&secateur_tests[{number}])"


def _unity(tests: Sequence[Test], suite: str) -> str:
    cases = "".join(
        f"static void test_{test.name}(void)\n{{\n"
        f'    TEST_ASSERT_EQUAL_INT_MESSAGE(0, {_call(number)}, "see above");\n}}\n\n'
        for number, test in passing(tests)
    )
    return f'#include "unity.h"\n\nvoid setUp(void) {{}}\nvoid tearDown(void) {{}}\n\n{cases}'


def _unity_main(tests: Sequence[Test], suite: str) -> str:
    runs = "".join(f"    RUN_TEST(test_{test.name});\n" for _, test in passing(tests))
    return f"    UNITY_BEGIN();\n{runs}    return UNITY_END();\n"


def _cmocka(tests: Sequence[Test], suite: str) -> str:
    cases = "".join(
        f"static void test_{test.name}(void **state)\n{{\n    (void)state;\n"
        f"    assert_int_equal({_call(number)}, 0);\n}}\n\n"
        for number, test in passing(tests)
    )
    headers = (
        "#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <setjmp.h>\n#include <cmocka.h>\n"
    )
    return f"{headers}\n{cases}"


def _cmocka_main(tests: Sequence[Test], suite: str) -> str:
    runs = "".join(f"        cmocka_unit_test(test_{test.name}),\n" for _, test in passing(tests))
    table = f"    const struct CMUnitTest tests[] = {{\n{runs}    }};\n"
    return f"{table}    return cmocka_run_group_tests_name({json.dumps(suite)}, tests, NULL, NULL);\n"


def _check(tests: Sequence[Test], suite: str) -> str:
    cases = "".join(
        f"START_TEST(test_{test.name})\n{{\n    ck_assert_int_eq({_call(number)}, 0);\n}}\nEND_TEST\n\n"
        for number, test in passing(tests)
    )
    return f"#include <check.h>\n\n{cases}"


def _check_main(tests: Sequence[Test], suite: str) -> str:
    runs = "".join(f"    tcase_add_test(cases, test_{test.name});\n" for _, test in passing(tests))
    name = json.dumps(suite)
    return (
        f"    Suite *suite = suite_create({name});\n    TCase *cases = tcase_create({name});\n{runs}"
        "    suite_add_tcase(suite, cases);\n    SRunner *runner = srunner_create(suite);\n"
        "    srunner_set_fork_status(runner, CK_NOFORK); /* each test has a process already */\n"
        "    srunner_run_all(runner, CK_NORMAL);\n    int failed = srunner_ntests_failed(runner);\n"
        "    srunner_free(runner);\n    return failed ? 1 : 0;\n"
    )


#: GoogleTest is C++, and the source under test is C: `tests.c` offers its tests to `tests.cpp` by number.
_OFFERED = "int secateur_case(int number)\n{\n    return secateur_run(&secateur_tests[number]);\n}\n"

FRAMEWORKS = {
    SuiteStyle.UNITY: Framework(("unity.c",), _unity, _unity_main),
    SuiteStyle.CMOCKA: Framework(("-lcmocka",), _cmocka, _cmocka_main),
    SuiteStyle.CHECK: Framework(("-lcheck", "-lsubunit", "-lrt", "-lpthread"), _check, _check_main),
}


def framework_entry(style: SuiteStyle, tests: Sequence[Test], suite: str, entry: str) -> str:
    """What stands at the end of `tests.c` instead of the plain `main`, which `entry` declares. With arguments, the file
    is still a plain runner: `./tests --debug NAME`."""
    if style is SuiteStyle.GTEST:
        return _OFFERED
    framework = FRAMEWORKS[style]
    plain = "    if (argc > 1)\n        return secateur_run_tests(argc, argv);\n"
    return f"{framework.before(tests, suite)}{entry}\n{{\n{plain}{framework.body(tests, suite)}}}\n"


def googletest(tests: Sequence[Test], suite: str) -> str:
    """`tests.cpp`."""
    name = "".join(word.capitalize() for word in suite.split("_") if word) or "Suite"
    cases = "".join(
        f"{_comment(test)}TEST({name}, {test.name})\n{{\n    EXPECT_EQ(0, secateur_case({number})) << "
        f'"see above";\n}}\n\n'
        for number, test in passing(tests)
    )
    return f'#include <gtest/gtest.h>\n\nextern "C" int secateur_case(int number);\n\n{cases}'.rstrip() + "\n"


def _comment(test: Test) -> str:
    return f"/* {test.purpose} */\n" if test.purpose else ""
