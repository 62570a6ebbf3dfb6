"""The tables of docs/architecture.md are true: packages and what they import, rooms, and where the glossary's words are
defined."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import secateur

SOURCES = Path(secateur.__file__).parent
DOCUMENT = Path(__file__).parent.parent / "docs" / "architecture.md"


def packages() -> dict[str, list[Path]]:
    """The packages directly below `secateur`, and modules that lie there, with their files."""
    found = {folder.name: sorted(folder.rglob("*.py")) for folder in SOURCES.iterdir() if folder.is_dir()}
    found |= {file.stem: [file] for file in SOURCES.glob("*.py") if file.stem not in ("__init__", "__main__")}
    return {name: files for name, files in sorted(found.items()) if files}


def imported_names(file: Path) -> set[str]:
    """Dotted names that a file imports when it runs, also inside functions. What is imported only for type checking is
    left out: `report` names the types of answers, which `jobs` makes."""
    found: set[str] = set()
    for node in at_run_time(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file} has a relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def at_run_time(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a tree, without the bodies of `if TYPE_CHECKING:`."""
    yield tree
    parts: Iterable[ast.AST] = ast.iter_child_nodes(tree)
    if isinstance(tree, ast.If) and isinstance(tree.test, ast.Name) and tree.test.id == "TYPE_CHECKING":
        parts = tree.orelse
    for part in parts:
        yield from at_run_time(part)


def real_imports(package: str, files: list[Path], known: set[str]) -> set[str]:
    names = set[str]().union(*map(imported_names, files))
    parts = {name.split(".")[1] for name in names if name.startswith("secateur.")}
    return (parts & known) - {package}


def rows(heading: str) -> list[list[str]]:
    """The cells of a table, row by row."""
    text = DOCUMENT.read_text() + "\n"
    start = text.index(f"| {heading} |")
    lines = text[start : text.index("\n\n", start)].splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def table() -> dict[str, set[str]]:
    """What each package imports, as the document has it."""
    told = rows("package | job | imports")
    return {name.strip("`"): set(re.findall(r"`(\w+)`", imports)) for name, _, imports in told}


def test_every_package_has_a_row() -> None:
    assert set(table()) == set(packages())


def test_the_imports_column_is_true() -> None:
    found = packages()
    told = table()
    real = {name: real_imports(name, files, set(found)) for name, files in found.items()}
    wrong = {name: sorted(real[name]) for name in real if told.get(name) != real[name]}
    assert not wrong, f"these rows should say: {wrong}"


def test_type_checking_imports_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(
        "from secateur.expr import Expr\n"
        "if TYPE_CHECKING:\n    from secateur.jobs.run import Run\nelse:\n    import secateur.ir.model\n"
        "def draw() -> None:\n    from secateur.report.svg import to_svg\n"
    )
    assert imported_names(file) == {"secateur.expr.Expr", "secateur.ir.model", "secateur.report.svg.to_svg"}


def test_reading_the_table_downwards_is_reading_the_program() -> None:
    """A package imports only what stands above it."""
    above: set[str] = set()
    for name, imports in table().items():
        assert imports <= above, f"{name} imports {sorted(imports - above)}, further down in the table"
        above.add(name)


@pytest.mark.parametrize("package", ["dependence", "evolve"])
def test_every_room_has_a_row(package: str) -> None:
    rooms = {file.parent.name for file in (SOURCES / package).glob("*/__init__.py")}
    assert {name.strip("`") for name, _ in rows(f"package of `{package}` | its question")} == rooms


def test_words_of_the_glossary_are_defined_where_it_says() -> None:
    words = rows("word | meaning | defined in")
    assert len(words) >= 30
    for word, _, place in words:
        file = SOURCES / place.strip("`")
        assert file.exists(), f"{word}: there is no {place}"
        if word.startswith("`"):
            assert word.strip("`") in defined(file), f"{word} is not in {place}"


def defined(file: Path) -> set[str]:
    """Classes and type aliases of a module."""
    found: set[str] = set()
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return found
