"""The page holds everything, loads nothing, and takes nothing from the program for HTML. `make test-browser` looks at
it in a browser."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

from report.formats.conftest import HOSTILE
from secateur import api
from secateur.jobs.material import of_comparison, of_diff, of_run, of_survey
from secateur.jobs.run import Run
from secateur.report.formats.html import to_html
from secateur.report.material import Material
from secateur.report.pages.source_view import LARGE


class Outline(HTMLParser):
    """Elements and their attributes; the data in scripts; links, and what they can lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.targets: set[str] = set()
        self.links: set[str] = set()
        self.handlers: list[str] = []
        self.data = ""
        self._is_data = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        given = {name: value or "" for name, value in attrs}
        self.handlers += [name for name in given if name.startswith("on")]
        if "id" in given:
            assert given["id"] not in self.targets, f"twice: {given['id']}"
            self.targets.add(given["id"])
        if tag == "a":
            self.links.add(given["href"])
        self._is_data = given.get("type") == "application/json"

    def handle_data(self, data: str) -> None:
        if self._is_data:
            self.data += data

    def handle_endtag(self, tag: str) -> None:
        self._is_data = False


def test_nothing_of_the_program_is_html(material: Material, hostile_run: Run) -> None:
    text = to_html(material)
    outline = Outline(text)
    assert outline.elements.count("script") == 2, "the data, and ours"
    assert "img" not in outline.elements
    assert not outline.handlers
    (run,) = json.loads(outline.data)
    assert any(HOSTILE.replace("'", "\\'") in each for each in run["outcomes"]) or HOSTILE[:30] in str(run["outcomes"])
    assert len(run["rows"]) == len(hostile_run.tests)


def test_it_is_one_file(material: Material) -> None:
    text = to_html(material)
    assert not re.search(r"""(src|href)=["']?(https?:|//)""", text)
    assert "url(" not in text
    assert "default-src 'none'" in text


def test_every_link_leads_somewhere(material: Material) -> None:
    outline = Outline(to_html(material))
    assert {link.removeprefix("#") for link in outline.links} <= outline.targets
    assert {"overview", "findings", "finding1", "source", "f1L15", "paths", "tests", "time"} <= outline.targets


def test_uncovered_lines_say_why(material: Material) -> None:
    assert "unused is never called; no input reaches it, with these inputs and assumptions" in to_html(material)


def test_explanations_have_a_place(material: Material) -> None:
    run = material.runs[0]
    answers = [("ho<st>ile.c:6", "nobody calls <unused>\nfor now"), ("fault:1", "x is 7")]
    asked = type(run)(run.data, run.suite, run.paths, explanations=answers)
    text = to_html(Material(material.origin, material.data, (asked,), material.title))
    assert "<pre>nobody calls &lt;unused&gt;\nfor now</pre>" in text
    assert '<span class="why">nobody calls &lt;unused&gt;</span>' in text, "in the margin of the source, too"
    assert "explain" in Outline(text).targets


def test_several_functions_are_one_page(tmp_path: Path) -> None:
    (tmp_path / "two.c").write_text("int f(int x) { return 1 / x; }\nint g(int x) { return x > 2; }\n")
    text = to_html(of_survey(api.explore_all(f"{tmp_path}/two.c:*", confirm=False)))
    outline = Outline(text)
    assert [run["title"].rpartition(":")[2] for run in json.loads(outline.data)] == ["f", "g"]
    assert {"tree-run", "test-run"} <= outline.targets


def test_a_large_file_shows_what_was_called(tmp_path: Path) -> None:
    other = "int g(int x)\n{\n    return x;\n}\n" + "/* */\n" * LARGE
    (tmp_path / "large.c").write_text(f"{other}int f(int x)\n{{\n    return 1 / x;\n}}\n")
    text = to_html(of_run(api.explore(f"{tmp_path}/large.c:f", confirm=False)))
    outline = Outline(text)
    assert f"f1L{LARGE + 7}" in outline.targets
    assert "f1L3" not in outline.targets
    assert {link.removeprefix("#") for link in outline.links} <= outline.targets
    assert "lines of functions that were not called" in text


def test_distinct_values_are_plotted_if_they_were_counted(tmp_path: Path) -> None:
    (tmp_path / "f.c").write_text("int f(int x) { return x > 3 ? 1 : x > 1 ? 2 : x > -4; }\n")
    run = api.explore(f"{tmp_path}/f.c:f", technique="full", trace=tmp_path / "trace.csv")
    assert "Distinct values" in to_html(of_run(run))
    (tmp_path / "trace.csv").write_text("no table")
    assert "Distinct values" not in to_html(of_run(run))


def test_a_change(tmp_path: Path) -> None:
    (tmp_path / "old.c").write_text("int f(int x)\n{\n    return x > 3;\n}\n")
    (tmp_path / "new.c").write_text("int f(int x)\n{\n    return x > 4; // </td><script>\n}\n")
    text = to_html(of_diff(api.diff(f"{tmp_path}/old.c", f"{tmp_path}/new.c", confirm=False)))
    outline = Outline(text)
    assert outline.elements.count("script") == 1
    assert {"overview", "differences", "versions", "impact"} <= outline.targets
    assert 'class="code removed"' in text
    assert 'class="code added"' in text


def test_a_comparison(tmp_path: Path) -> None:
    (tmp_path / "f.c").write_text("int f(int x) { return x > 3; }\n")
    text = to_html(of_comparison(api.compare(f"{tmp_path}/f.c:f", techniques="full,dgse", confirm=False)))
    assert text.count('class="plot"') >= 6
    assert "No technique found a fault." in text
