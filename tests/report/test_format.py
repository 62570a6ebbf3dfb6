"""One registry: a format is one file, and everything else follows from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.errors import OptionError
from secateur.report import formats
from secateur.report.format import Format, all_formats, text_format, wanted_formats, write_formats
from secateur.report.material import AnswerKind, Material


def test_each_file_is_a_format() -> None:
    modules = {path.stem for path in Path(formats.__path__[0]).glob("*.py")} - {"__init__"}
    assert set(all_formats()) == modules
    assert list(all_formats()) == sorted(all_formats())


def test_formats_are_named_with_commas() -> None:
    assert [each.name for each in wanted_formats("sarif, junit,sarif", AnswerKind.EXPLORE)] == ["sarif", "junit"]
    assert wanted_formats(None, AnswerKind.EXPLORE) == ()


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(OptionError, match="did you mean sarif"):
        wanted_formats("html,sarf", AnswerKind.EXPLORE)


def test_a_format_that_has_no_place_for_an_answer_is_refused() -> None:
    with pytest.raises(OptionError, match="has no place for an answer of diff"):
        wanted_formats("junit", AnswerKind.DIFF)


def test_a_format_of_ones_own_is_written(tmp_path: Path) -> None:
    own: Format = text_format("own", "own/answer.txt", "for me", (AnswerKind.EXPLORE,), lambda material: material.title)
    (file,) = write_formats([own], Material(AnswerKind.EXPLORE, {}, title="é"), tmp_path)
    assert file == tmp_path / "own" / "answer.txt"
    assert file.read_text(encoding="utf-8") == "é"


def test_the_documentation_has_a_row_for_each_format() -> None:
    text = (Path(__file__).parents[2] / "docs" / "reports.md").read_text()
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    wanted = [
        f"| `{each.name}` | `{each.file}` | {each.help} | {', '.join(sorted(each.origins))} |"
        for each in all_formats().values()
    ]
    assert rows == wanted
