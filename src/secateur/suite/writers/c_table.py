"""What the two kinds of `tests.c` have in common: the head comment and the table of tests."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

from secateur.suite.test import Suite, Test
from secateur.suite.writers.literals import text


def head(suite: Suite, subject: str, others: Sequence[str], directory: Path) -> str:
    """Says what the file in `directory` is and how to run it. `others` are the sources to compile along."""
    faults = sum(1 for test in suite.tests if test.outcome.fault is not None)
    count = f"{len(suite.tests)} tests" if len(suite.tests) != 1 else "1 test"
    shown = "" if not faults else f", {faults} of which {'shows' if faults == 1 else 'show'} a fault"
    flags = compiler_flags(suite, directory)
    command = shlex.join(["cc", *flags, "tests.c", *others, "-o", "tests", "-lm"])
    lines = [
        f"Tests of {subject}, made by Secateur: {count}{shown}.",
        "",
        f"    {command} && ./tests",
        "",
        "    ./tests NAME...         these tests only; a test that shows a fault runs only when it is named",
        "    ./tests --debug NAME    in this process, for a debugger",
        "    ./tests --list",
    ]
    return "/*\n" + "\n".join(f" * {line}".rstrip() for line in lines) + "\n */\n"


def compiler_flags(suite: Suite, directory: Path) -> list[str]:
    """What the program needs to be compiled from within `directory`."""
    includes = [f"-I{os.path.relpath(path, directory)}" for path in suite.include_paths]
    return [*includes, *(f"-D{define}" for define in suite.defines), *suite.flags]


def table(tests: Iterable[Test], field: str, process_status: bool) -> str:
    """`process_status`: the test is a whole program, whose end is always an exit."""
    return (
        "static const struct secateur_test secateur_tests[] = {\n"
        + "".join(f"    {{{', '.join(_row(test, field, process_status))}}},\n" for test in tests)
        + "};\n"
    )


def _row(test: Test, field: str, process_status: bool) -> Iterable[str]:
    outcome = test.outcome
    yield f'.name = "{test.name}"'
    yield f".{field} = {test.name}"
    if outcome.fault is not None:
        yield f".fault = {text(str(outcome.fault).encode())}"
        return
    if outcome.kind == "exit" or process_status:
        yield ".exits = 1"
        if outcome.status:
            yield f".status = {outcome.status & 255}"
    if outcome.output:
        yield f".output = {text(outcome.output)}"
    if b"\0" in outcome.output:
        yield f".output_size = {len(outcome.output)}"


def unused_statuses(tests: Iterable[Test], count: int) -> list[int]:
    """Exit statuses for the runner's own purposes, which no test has of its own."""
    used = {test.outcome.status & 255 for test in tests} | {0, 1}
    return [status for status in (*range(113, 256), *range(113)) if status not in used][:count]


def comment(test: Test) -> str:
    """One line about a test: where it goes and how it ends."""
    path = " ".join(test.path)
    shown = path if len(path) <= 80 else path[:77] + "..."
    ending = str(test.outcome).replace("*/", "* /")
    return f"/* {shown}: {ending} */" if shown else f"/* {ending} */"
