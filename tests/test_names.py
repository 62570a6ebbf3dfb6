"""A class name means one thing in the code base: whoever reads `Frame` need not look where it was imported from."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import secateur

SOURCES = Path(secateur.__file__).parent

#: Names that several modules give to a class, each with the reason: at most ten, and none that is no longer needed.
EXCEPTIONS: dict[str, str] = {}


def modules_by_class() -> dict[str, list[str]]:
    """All classes, nested ones too, with the modules that define them."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for file in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ClassDef):
                found[node.name].add(file.relative_to(SOURCES).as_posix())
    return {name: sorted(modules) for name, modules in sorted(found.items())}


def test_a_class_name_means_one_thing() -> None:
    shared = {name: modules for name, modules in modules_by_class().items() if len(modules) > 1}
    unexpected = {name: modules for name, modules in shared.items() if name not in EXCEPTIONS}
    assert not unexpected, f"choose names that say what they are: {unexpected}"
    assert set(EXCEPTIONS) <= set(shared), "these exceptions are no longer needed"


def test_exceptions_are_few_and_explained() -> None:
    assert len(EXCEPTIONS) <= 10
    assert all(EXCEPTIONS.values())
