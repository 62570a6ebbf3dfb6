"""`--format` writes files beside those that a command always writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from secateur.cli.formats import FORMAT_HELP
from secateur.report.format import all_formats

from .commands import refused, secateur

SOURCE = "int f(int x, int y) { return x > 3 ? 10 / y : x; }\n"
OUT = Path("secateur-out/f-f")


@pytest.fixture(autouse=True)
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.c").write_text(SOURCE)


def test_the_help_names_every_format() -> None:
    assert {word.strip(" .") for word in FORMAT_HELP.partition(":")[2].split(",")} == set(all_formats())


def test_files_are_written_now_and_again() -> None:
    """Also when the stored answer is shown, and by `report`; standard output is for JSON alone."""
    options = ("--no-confirm", "--no-check-tests")
    done = secateur("explore", "f.c:f", *options, "--format", "sarif,junit", "--json")
    assert json.loads(done.stdout)["function"] == "f"
    before = (OUT / "secateur.sarif").read_bytes()
    (OUT / "secateur.sarif").unlink()
    again = secateur("explore", "f.c:f", *options, "--format", "sarif")
    assert "nothing has changed" in again.stdout
    assert f"sarif: {OUT}/secateur.sarif" in again.stdout
    assert (OUT / "secateur.sarif").read_bytes() == before
    secateur("explore", "f.c:f", *options, "--format", "conditions")
    assert "&& y == 0" in (OUT / "conditions.txt").read_text()
    done = secateur("report", str(OUT))
    assert f"html: {OUT}/report.html" in done.stdout
    assert "<!doctype html>" in (OUT / "report.html").read_text()


def test_a_replay_as_junit() -> None:
    secateur("explore", "f.c:f", "--no-confirm", "--no-check-tests")
    assert secateur("replay", str(OUT), "--format", "junit").exit_code == 0
    assert 'failures="0"' in (OUT / "junit.xml").read_text()


def test_several_functions_are_in_one_file() -> None:
    Path("f.c").write_text(SOURCE + "int g(int x) { return 7 % x; }\n")
    done = secateur("explore", "f.c:*", "--no-confirm", "--no-check-tests", "--format", "github")
    assert "github: secateur-out/annotations.txt" in done.stdout
    lines = Path("secateur-out/annotations.txt").read_text().splitlines()
    assert [line.count("title=division-by-zero") for line in lines] == [1, 1]


def test_what_is_unknown_is_refused_before_anything_runs() -> None:
    assert "--format pdf: unknown" in refused("explore", "f.c:f", "--format", "pdf")
    assert "has no place for an answer of compare" in refused("compare", "f.c:f", "--format", "sarif")
    assert not OUT.exists()
