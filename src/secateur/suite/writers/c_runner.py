"""The C text that every `tests.c` shares (`text/*.c`): checks that report differences, and the runner.

All names in it begin with `secateur_` or `CHECK_`: the user's source is in the same file and may have a
function called `link` or a struct called `test`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

from secateur.harness.declared import Declared
from secateur.harness.main import MainRenaming
from secateur.options.jobs import SuiteStyle
from secateur.suite.test import Test
from secateur.suite.writers.frameworks import framework_entry


@cache
def part(name: str) -> str:
    """One of the C texts: `headers`, `inputs`, `runner` …"""
    return files("secateur.suite.writers").joinpath("text", f"{name}.c").read_text(encoding="utf-8")


def checks(used: Iterable[str]) -> str:
    """The definitions of the check macros that a file uses (unused functions would cause warnings)."""
    wanted = set(used)
    if wanted:
        wanted.add("ANY")
    if any(macro.endswith("S") for macro in wanted):
        wanted |= {"EACH", *(macro.removesuffix("S") for macro in wanted)}
    first, *others = re.split(r"^// (\w+)\n", part("checks"), flags=re.MULTILINE)
    sections = zip(others[::2], others[1::2], strict=True)
    return first + "".join(text for name, text in sections if name in wanted)


def entry(
    main: MainRenaming | Declared, style: SuiteStyle = SuiteStyle.PLAIN, tests: Sequence[Test] = (), suite: str = ""
) -> str:
    """The entry function of the test process."""
    declared = main.entry("int argc, char **argv")
    if style in (SuiteStyle.PLAIN, SuiteStyle.PYTEST):
        return f"{declared}\n{{\n    return secateur_run_tests(argc, argv);\n}}\n"
    return framework_entry(style, tests, suite, declared)


def struct_test(what: str) -> str:
    """The description of a test; `what` declares the field specific to functions or programs."""
    return f"""\
struct secateur_test {{
    const char *name;
    {what}
    int exits, status;  /* whether it calls exit, and the status */
    const char *output; /* what it prints */
    unsigned long output_size;
    const char *fault;  /* the fault it shows; such a test runs only if it is named */
}};
"""
