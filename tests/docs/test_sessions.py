"""Every `$ secateur …` of README and docs does what the page says. `UPDATE_GOLDEN=1` puts the pages right."""

from __future__ import annotations

from pathlib import Path

import pytest

from report.golden import UPDATE, updating

from .blocks import PAGES, blocks
from .sessions import Page

WITH_SESSIONS = [path for path in PAGES if any(block.is_session for block in blocks(path.read_text()))]


@pytest.mark.parametrize("path", WITH_SESSIONS, ids=lambda path: path.stem)
def test_the_page_shows_what_comes_out(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = Page(path)
    page.run()
    if updating():
        path.write_text(page.text, encoding="utf-8")
    elif page.wrong:
        pytest.fail(f"{path.name} has drifted; {UPDATE}=1 accepts this:\n" + "\n\n".join(page.wrong), pytrace=False)
