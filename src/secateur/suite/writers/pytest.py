"""A pytest file that builds `tests.c` beside it and runs every test of it by name."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from secateur.suite.test import Suite, Test
from secateur.suite.writers.c_table import compiler_flags

_TEMPLATE = '''\
"""Tests of {subject}, made by Secateur: builds tests.c beside this file and runs each test in it.

Needs a C compiler: $CC, cc, or the one that `pip install ziglang` brings.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
SOURCES = {sources}
FLAGS = {flags}

# name, what goes in, what comes out
TESTS = [
{tests}]

# These show a fault, which a plain build may not notice: see `secateur replay`.
FAULTS = [
{faults}]


def compiler():
    named = os.environ.get("CC")
    if named:
        return named.split()
    return ["cc"] if shutil.which("cc") else [sys.executable, "-m", "ziglang", "cc", "-fno-sanitize=all"]


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    built = tmp_path_factory.mktemp("secateur") / "tests"
    command = [*compiler(), "-g", *FLAGS, *SOURCES, "-o", str(built), "-lm"]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return built


@pytest.mark.parametrize(("name", "inputs", "outcome"), TESTS, ids=[test[0] for test in TESTS])
def {function}(program, name, inputs, outcome):
    done = subprocess.run([program, name], cwd=HERE, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, f"{{inputs}} should give {{outcome}}\\n{{done.stdout}}{{done.stderr}}"


@pytest.mark.skip(reason="shows a fault")
@pytest.mark.parametrize(("name", "inputs", "outcome"), FAULTS, ids=[test[0] for test in FAULTS])
def {function}_fault(name, inputs, outcome):
    """Listed, so that nobody forgets them."""
'''


def is_ours(text: str) -> bool:
    """Was this file written here?"""
    return text.startswith(_TEMPLATE[: _TEMPLATE.index("{")])


def file_name(suite: Suite) -> str:
    return f"test_{_identifier(suite)}.py"


def dumps(suite: Suite, companions: Sequence[str], directory: Path) -> str:
    """The text of a pytest file in `directory`; `companions` are the sources to compile with `tests.c`."""
    others = [os.path.relpath(path, directory) for path in companions]
    passing = [test for test in suite.tests if test.outcome.fault is None]
    faulty = [test for test in suite.tests if test.outcome.fault is not None]
    return _TEMPLATE.format(
        subject=suite.function or "the program",
        sources=repr(["tests.c", *others]),
        flags=repr(compiler_flags(suite, directory)),
        tests="".join(map(_row, passing)),
        faults="".join(map(_row, faulty)),
        function=f"test_{_identifier(suite)}",
    )


def _identifier(suite: Suite) -> str:
    return re.sub(r"\W", "_", suite.function or "main")


def _row(test: Test) -> str:
    return f"    ({test.name!r}, {dict(test.inputs)!r}, {str(test.outcome)!r}),\n"
