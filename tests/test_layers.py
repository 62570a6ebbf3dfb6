"""Tests and benchmarks use the Python API: only tests/cli knows the command line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
#: The command line, and the tests that may import it. Put together, so that this file is not one of those it looks for.
NAME = "cli"
CLI = f"secateur.{NAME}"
HOME = ROOT / "tests" / "cli"

#: Code in a string, such as a script for `python -c`, or the name for `python -m` and `import_module`.
_IN_TEXT = re.compile(rf"\b{re.escape(CLI)}\b|\bfrom\s+secateur\s+import\b[^;\n]*\bcli\b")


def python_files() -> list[Path]:
    found = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py")]
    return sorted(file for file in found if not file.is_relative_to(HOME))


def uses(source: str) -> list[int]:
    """Lines that import the command line or what tests/cli shares, on whatever level, or that have code that does."""
    tree = ast.parse(source)
    prose = {id(text) for text in _docstrings(tree)}
    found: list[int] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            is_use = id(node) not in prose and _IN_TEXT.search(node.value) is not None
        else:
            is_use = any(_is_command_line(name) for name in _imported(node))
        if is_use:
            found.append(getattr(node, "lineno", 0))
    return sorted(found)


def _imported(node: ast.AST) -> Iterator[str]:
    """Dotted names; of `from a import b` both `a` and `a.b`, as `b` may be a module."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        module = node.module or ""
        yield module
        yield from (f"{module}.{alias.name}".lstrip(".") for alias in node.names)


def _is_command_line(name: str) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in (CLI, "cli", "tests.cli"))


def _docstrings(tree: ast.Module) -> Iterator[ast.expr]:
    """Strings that are statements of their own: they are read by people only."""
    return (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))


def test_only_the_tests_of_the_command_line_import_it() -> None:
    files = python_files()
    assert {file.parent.name for file in files} >= {"tests", "benchmarks", "acceptance", "properties"}
    wrong = [f"{file.relative_to(ROOT)}:{line}" for file in files for line in uses(file.read_text())]
    assert wrong == [], f"use the functions of `import secateur`, or move the test to {HOME.relative_to(ROOT)}"


def test_the_tests_of_the_command_line_do_import_it() -> None:
    """If the package had another name, the test above would protect nothing."""
    assert any(uses(file.read_text()) for file in HOME.rglob("*.py"))


@pytest.mark.parametrize(
    "source",
    [
        f"import {CLI}",
        f"import {CLI}.screen as screen",
        f"from {CLI} import app",
        f"from {CLI}.screen import Screen",
        f"from secateur import api, {NAME}",
        "from cli.commands import secateur",
        "from ..cli import commands",
        f"def f():\n    from {CLI} import app",
        f"if TYPE_CHECKING:\n    import {CLI}",
        f"run([sys.executable, '-c', 'from {CLI} import main; main()'])",
        f"run([sys.executable, '-c', 'from secateur import api, {NAME}'])",
        f"run([sys.executable, '-m', '{CLI}'])",
        f"script = f'import {CLI}; print({{1 + 1}})'",
        f"import_module('{CLI}.explore')",
    ],
)
def test_every_kind_of_import_is_seen(source: str) -> None:
    assert uses(source) != []


@pytest.mark.parametrize(
    "source",
    [
        "import secateur",
        "from secateur import explore",
        "from secateur.client import Client",
        "import click, clip.cli",
        f'"""As {CLI} does."""',
        f'def f():\n    """As {CLI} does."""',
        f"x = 1  # as {CLI} does",
    ],
)
def test_nothing_else_is(source: str) -> None:
    assert uses(source) == []
