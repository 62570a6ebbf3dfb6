"""Cobertura's XML is read by a library that reads it."""

from __future__ import annotations

from pathlib import Path

from pycobertura import Cobertura

from secateur.jobs.run import Run
from secateur.report.covered_files import covered_files
from secateur.report.formats.cobertura import to_cobertura
from secateur.report.material import Material


def test_lines_and_branches(material: Material, hostile_run: Run, tmp_path: Path) -> None:
    file = tmp_path / "coverage.xml"
    file.write_text(to_cobertura(covered_files(material.runs)), encoding="utf-8")
    read = Cobertura(str(file), filesystem=None)
    (name,) = read.files()
    assert name == "ho<st>ile.c"
    coverage = hostile_run.coverage
    assert read.total_statements(name) == len(coverage.lines)
    missed = {line for (_, line), run in coverage.lines.items() if not run}
    assert missed == {6, 13}
    assert set(read.missed_statements(name)) >= missed  # and those that miss a side
    assert f'branches-covered="{coverage.covered_sides}"' in file.read_text()


def test_several_runs_cover_together(material: Material) -> None:
    run = material.runs[0]
    assert covered_files([run, run]) == covered_files([run])
