"""The package table of docs/architecture.md says the truth: every package is in it, with what it really imports."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import secateur

SOURCES = Path(secateur.__file__).parent
DOCUMENT = Path(__file__).parent.parent / "docs" / "architecture.md"

#: A row: the package, its job, what it imports.
ROW = re.compile(r"^\| `(\w+)` \| (.+) \| (.+) \|$", re.MULTILINE)


def packages() -> dict[str, list[Path]]:
    """The packages directly below `secateur`, and modules that lie there, with their files."""
    found = {folder.name: sorted(folder.rglob("*.py")) for folder in SOURCES.iterdir() if folder.is_dir()}
    found |= {file.stem: [file] for file in SOURCES.glob("*.py") if file.stem not in ("__init__", "__main__")}
    return {name: files for name, files in sorted(found.items()) if files}


def imported_names(file: Path) -> set[str]:
    """Dotted names that a file imports, those for type checking too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file} has a relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def real_imports(package: str, files: list[Path], known: set[str]) -> set[str]:
    names = set[str]().union(*map(imported_names, files))
    parts = {name.split(".")[1] for name in names if name.startswith("secateur.")}
    return (parts & known) - {package}


def table() -> dict[str, set[str]]:
    """The rows of the first table: it ends at the first line that is none."""
    text = DOCUMENT.read_text()
    start = text.index("| package | job | imports |")
    rows = text[start : text.index("\n\n", start)]
    return {name: set(re.findall(r"`(\w+)`", imports)) for name, _, imports in ROW.findall(rows)}


def test_every_package_has_a_row() -> None:
    assert set(table()) == set(packages())


def test_the_imports_column_is_true() -> None:
    found = packages()
    rows = table()
    real = {name: real_imports(name, files, set(found)) for name, files in found.items()}
    wrong = {name: sorted(real[name]) for name in real if rows.get(name) != real[name]}
    assert not wrong, f"these rows should say: {wrong}"


def test_reading_the_table_downwards_is_reading_the_program() -> None:
    """A package imports only what stands above it."""
    above: set[str] = set()
    for name, imports in table().items():
        assert imports <= above, f"{name} imports {sorted(imports - above)}, further down in the table"
        above.add(name)
