"""README stays short, links lead somewhere, and papers have names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .blocks import PAGES, ROOT

_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"(?m)^#+ (.*)$")


def without_code(text: str) -> str:
    return re.sub(r"(?ms)^```.*?^```$", "", text)


def anchors(text: str) -> set[str]:
    """The names that GitHub gives to headings."""
    titles = _HEADING.findall(without_code(text))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_readme_has_at_most_1200_words() -> None:
    """All of it, code and tables too."""
    assert len((ROOT / "README.md").read_text().split()) <= 1200


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    broken = []
    for link in _LINK.findall(without_code(path.read_text())):
        file, _, anchor = link.partition("#")
        target = path.parent / file if file else path
        if "://" in link:
            continue
        if not target.exists() or (anchor and anchor not in anchors(target.read_text())):
            broken.append(link)
    assert broken == []


def test_the_index_lists_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text()
    pages = {path.name for path in ROOT.glob("docs/*.md")} - {"README.md"}
    assert pages - set(_LINK.findall(index)) == set()


@pytest.mark.parametrize("path", [*PAGES, ROOT / "src"], ids=lambda path: str(path.relative_to(ROOT)))
def test_papers_are_cited_by_name(path: Path) -> None:
    files = sorted(path.glob("secateur/**/*.py")) if path.is_dir() else [path]
    assert files
    assert [file for file in files if re.search(r"\bpaper\s+0\d+", file.read_text(), re.IGNORECASE)] == []
