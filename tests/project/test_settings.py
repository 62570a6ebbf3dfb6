"""`secateur.toml`: what it can say, and what it must not be able to say."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.contracts.declared.project import ProjectFileError
from secateur.options import Order
from secateur.project.settings import SECONDS_EACH, matches, settings_in, settings_of


def written(folder: Path, text: str) -> Path:
    file = folder / "secateur.toml"
    file.write_text(text)
    return file


def test_sections_are_groups_of_options(tmp_path: Path) -> None:
    settings = settings_in(
        written(
            tmp_path,
            '[project]\nfunctions = ["src/*.c:*"]\njobs = 2\n[inputs]\nbuffer = 6\n[search]\norder = "bfs"\n'
            '[explore]\ntechnique = "full"\n[contracts]\nf = ["n > 0"]\n',
        )
    )
    options = settings.options_for("src/a.c", "f")
    assert (settings.functions, settings.jobs, settings.root) == (("src/*.c:*",), 2, tmp_path)
    assert (options.inputs.buffer, options.search.order, options.technique) == (6, Order.BFS, "full")
    assert options.budget.cpu == SECONDS_EACH, "without a limit, one function could take for ever"
    assert options.parallel.jobs == 1, "several functions are explored at a time"


def test_overrides_count_for_their_functions_and_later_ones_win(tmp_path: Path) -> None:
    settings = settings_in(
        written(
            tmp_path,
            '[inputs]\nbuffer = 3\n[[override]]\nfunctions = ["parse_*"]\ninputs.buffer = 8\nbudget.timeout = 2\n'
            '[[override]]\nfunctions = ["src/net.c:parse_all"]\ninputs.buffer = 9\n',
        )
    )

    def buffer(file: str, name: str) -> int:
        return settings.options_for(file, name).inputs.buffer

    assert [buffer("src/a.c", "f"), buffer("src/a.c", "parse_x"), buffer("src/net.c", "parse_all")] == [3, 8, 9]
    assert settings.options_for("src/a.c", "parse_x").budget.cpu is None, "a limit of its own replaces the usual one"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[project]\nfunction = []", "project.function is unknown; did you mean functions?"),
        ("[inpots]\nbuffer = 1", "[inpots] is unknown; did you mean inputs?"),
        ("[inputs]\nbufer = 1", "inputs.bufer is unknown; did you mean buffer?"),
        ("[inputs]\nbuffer = 0", "inputs.buffer: must be at least 1"),
        ('[inputs]\nbuffer = "x"', "inputs.buffer: must be a whole number"),
        ("[project]\njobs = 0", "project.jobs must be a whole number of at least 1"),
        ('[[override]]\nfunctions = "f"\n[override.budget]\ncpus = 1', "override.budget.cpus is unknown"),
        ("[[override]]\ninputs.buffer = 1", "[[override]] has no functions"),
        ("[project", "secateur.toml:"),
        ("[search]\nbuffer = 3", "search.buffer is unknown"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ProjectFileError) as caught:
        settings_in(written(tmp_path, text))
    assert told in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "[explore]\ntrust = true",
        '[search]\nplugin = ["mine.py"]',
        '[explore]\nout = "/tmp"',
        '[project]\nout = "../elsewhere"',
        '[project]\nout = "."',
        '[project]\nbaseline = "/etc/passwd"',
        '[[override]]\nfunctions = ["*"]\nexplore.trust = true',
    ],
)
def test_a_project_of_somebody_else_cannot_leave_the_fence(tmp_path: Path, text: str) -> None:
    """It is data: it runs no Python code, runs nothing without the fence, and writes only to its own folder."""
    with pytest.raises(ProjectFileError):
        settings_in(written(tmp_path, text))


@pytest.mark.parametrize(
    ("pattern", "is_match"),
    [("f", True), ("g", False), ("src/a.c:f", True), ("src/*.c:*", True), ("**/*.c:f", True), ("lib/*.c:*", False)],
)
def test_patterns(pattern: str, is_match: bool) -> None:
    assert matches(pattern, "src/a.c", "f") is is_match
    assert matches("**/*.c:f", "a.c", "f")


def test_the_nearest_file_counts(tmp_path: Path) -> None:
    inner = tmp_path / "src" / "deep"
    inner.mkdir(parents=True)
    with pytest.raises(ProjectFileError, match="secateur init writes one"):
        settings_of(inner)
    written(tmp_path, "")
    assert settings_of(inner).root == tmp_path
