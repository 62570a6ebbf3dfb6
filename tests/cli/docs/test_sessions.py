"""Every command that README and docs show does what the page says. `UPDATE_GOLDEN=1` puts the pages right."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import secateur
from report.golden import UPDATE, updating

from .blocks import PAGES, blocks
from .sessions import Page, run

WITH_SESSIONS = [path for path in PAGES if any(block.is_session for block in blocks(path.read_text()))]


#: Pages that explore a lot.
SLOW = ("project",)
CHECKED = [pytest.param(path, marks=pytest.mark.slow) if path.stem in SLOW else path for path in WITH_SESSIONS]


@pytest.mark.parametrize("path", CHECKED, ids=lambda path: path.stem)
def test_the_page_shows_what_comes_out(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = Page(path)
    page.run()
    if updating():
        path.write_text(page.text, encoding="utf-8")
    elif page.wrong:
        pytest.fail(f"{path.name} has drifted; {UPDATE}=1 accepts this:\n" + "\n\n".join(page.wrong), pytrace=False)


def test_a_session_runs_scripts_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With this interpreter and this package, whatever the search path was."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", "nowhere")
    Path("greeting.py").write_text("WORD = 'hello'\n")
    lines = ["import sys, secateur, greeting", "print(greeting.WORD, sys.argv[1])", "print(sys.executable)"]
    lines += ["print(secateur.__file__)", "sys.exit('wrong')"]
    Path("script.py").write_text("\n".join(lines) + "\n")
    assert sorted(run("python script.py you")) == sorted(["hello you", sys.executable, secateur.__file__, "wrong"])
    assert run("python script.py you | tail -1 | head -1") == run("python script.py you")[-1:]
