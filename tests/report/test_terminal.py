"""What a person reads."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from secateur.exploration.result import Summarised
from secateur.report.shown import show_inputs
from secateur.report.terminal import SHOWN, show_run, summaries_lines

from .examples import example_run

MANY = """int f(int x[4])
{
    int r = 0;
    for (int i = 0; i < 4; i++)
        if (x[i] > 0) r++;
    return r;
}
"""


def _shown(folder: Path, confirmed: bool | None = None, width: int = 120, **options: object) -> str:
    run = example_run(folder, **options)  # type: ignore[arg-type]
    out = io.StringIO()
    verdicts = {} if confirmed is None else {test.name: confirmed for test in run.tests}
    show_run(Console(file=out, width=width), replace(run, confirmed=verdicts), "out[1]")
    return out.getvalue()


def test_tests_faults_and_where_to_go_on(tmp_path: Path) -> None:
    text = _shown(tmp_path, True, width=250)
    assert "f.c:f  full exploration" in text
    for word in ("test000001", "division-by-zero", "6T 6T", "confirmed", "secateur replay out[1]"):
        assert word in text
    assert "complete for: all inputs; every path was explored" in text
    assert "\x1b" not in text


def test_a_fault_that_was_not_tried_or_not_confirmed(tmp_path: Path) -> None:
    assert "not tried" in _shown(tmp_path)
    assert "NOT confirmed" in _shown(tmp_path, False)


def test_long_tables_are_cut_and_say_so(tmp_path: Path) -> None:
    text = _shown(tmp_path, text=MANY)
    assert f"test{SHOWN:06d}" in text
    assert f"test{SHOWN + 1:06d}" not in text
    assert f"{16 - SHOWN} more in out[1]/tests.json" in text


def test_the_table_fits_a_narrow_terminal(tmp_path: Path) -> None:
    text = _shown(tmp_path, text=MANY, width=60)
    assert max(len(line) for line in text.splitlines()) <= 60
    assert "test000001" in text


def test_the_names_of_tests_are_never_cut(tmp_path: Path) -> None:
    """However long the path of the source is: they are what `replay` and the files are searched for."""
    folder = tmp_path / "a_folder_with_a_rather_long_name" / "and_another_one_inside_of_it"
    folder.mkdir(parents=True)
    text = _shown(folder, True, width=80)
    assert "test000001" in text
    assert "test000002" in text


def test_an_incomplete_run_tells_the_reason(tmp_path: Path) -> None:
    assert "--max-paths" in _shown(tmp_path, max_paths=1)


def test_inputs_in_one_line() -> None:
    assert show_inputs({"x": 1, "s": 'a"b', "v": {"a": [1, 2]}}) == 'x=1, s="a\\"b", v={"a": [1, 2]}'
    assert show_inputs({}) == ""


def test_what_summaries_did_is_told() -> None:
    summarised = Summarised({"hash": 12, "fold": 1}, {"hash": 3}, {}, paths=14, impossible=3)
    assert summaries_lines(summarised) == [
        "approximate summaries stood in for 2 functions: fold (1 call), hash (12 calls)",
        "3 of 14 paths turned out impossible without the summaries",
    ]
    assert summaries_lines(Summarised(paths=2)) == ["no function was replaced by a summary"]


def test_findings_come_first_and_uncovered_lines_are_listed(tmp_path: Path) -> None:
    text = _shown(tmp_path, True, width=250)
    assert text.index("native run") < text.index("test000002")
    assert "not covered" not in text
    assert f"not covered: {tmp_path / 'f.c'}:7-8" in _shown(tmp_path, width=250, max_paths=1)
