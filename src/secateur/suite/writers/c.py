"""`tests.c`: readable, self-contained, and compiles with any C compiler: `cc tests.c -o tests && ./tests`."""

from __future__ import annotations

from pathlib import Path

from secateur.frontend.compiler_flags import is_strictly_oldest
from secateur.harness.driver import Driver
from secateur.options.jobs import SuiteStyle
from secateur.suite.missing import missing
from secateur.suite.test import Suite
from secateur.suite.writers import c_function, c_program
from secateur.suite.writers.c_table import compiler_flags
from secateur.suite.writers.included import included_source
from secateur.suite.writers.literals import without_hexadecimal

FILE_NAME = "tests.c"


def companions(suite: Suite, driver: Driver | None) -> list[str]:
    """The sources that `tests.c` does not include and that must be compiled with it."""
    included = _included(suite, driver)
    return [path for path in suite.own_sources if path != included]


def _included(suite: Suite, driver: Driver | None) -> str:
    return included_source(suite) if driver is None else driver.source


def dumps(suite: Suite, driver: Driver | None, directory: Path, style: SuiteStyle = SuiteStyle.PLAIN) -> str:
    """The text for a suite in `directory`; `driver` is None for a program that is tested from its `main`."""
    lacking = missing(suite, _included(suite, driver))
    if driver is None:
        text = c_program.write(suite, lacking, directory, style)
    else:
        text = c_function.write(suite, driver, lacking, directory, style)
    return without_hexadecimal(text) if is_strictly_oldest(compiler_flags(suite, directory)) else text
