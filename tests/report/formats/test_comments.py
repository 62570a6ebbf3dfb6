"""What is shown in pull requests: nothing in it is taken for something else."""

from __future__ import annotations

import re

from secateur.jobs.run import Run
from secateur.report.formats.github import annotation, to_annotations
from secateur.report.formats.markdown import plain, to_markdown_report
from secateur.report.material import Material


def test_an_annotation_is_one_line_that_github_reads(material: Material) -> None:
    first, *rest = to_annotations(material).splitlines()
    found = re.fullmatch(r"::(error|warning|notice) ([^:]+)::(.+)", first)
    assert found is not None
    assert found.group(1) == "warning", "it was not tried natively"
    values = dict(part.split("=", 1) for part in found.group(2).split(","))
    assert values == {"file": "ho<st>ile.c", "line": "15", "title": "division-by-zero"}
    assert all(line.startswith("::notice ") for line in rest)


def test_annotations_are_escaped() -> None:
    line = annotation("error", "a,b:c.c", 3, "x,y", "50 %\nand\rmore ::error::")
    assert line == "::error file=a%2Cb%3Ac.c,line=3,title=x%2Cy::50 %25%0Aand%0Dmore ::error::"


def test_markdown(material: Material, hostile_run: Run) -> None:
    text = to_markdown_report(material)
    assert text.startswith("### 🔴 Secateur: 1 finding in ")
    assert "| `ho<st>ile.c:15` | division-by-zero in `check`: division by zero |" in text
    coverage = hostile_run.coverage
    assert f"{coverage.covered_lines}/{len(coverage.lines)}" in text
    assert "- `ho<st>ile.c`: 6, 13\n" in text
    assert "<script" not in re.sub("`[^`]*`", "", text)


def test_code_in_sentences_stays_code() -> None:
    assert plain("`a < b | c` is <here>") == "`a < b \\| c` is &lt;here&gt;"
    assert plain("one ` only <b>") == "one ' only &lt;b&gt;"
