"""Functions that are explored or compared in several processes give the answers that one process gives, in order."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

import secateur
from secateur.exploration.progress import Progress
from secateur.jobs.explore_all import explore_all
from secateur.options import assemble
from secateur.options.jobs import ExploreOptions

OLD = """int one(int a, int b) { if (a > b) return a; return b; }
int two(int a) { return a + 5; }
int three(unsigned a) { return 6 / (a * 2); }
"""
NEW = OLD.replace("a > b", "a >= b").replace("a + 5", "a + 6").replace("6 / (a * 2)", "6 / (a + a)")
CHANGING = ("seconds", "cpu", "cpu_seconds", "settings", "solver")


def steady(data: Any) -> Any:
    """Without times, and without what was asked for."""
    if isinstance(data, dict):
        return {key: steady(value) for key, value in data.items() if key not in CHANGING}
    return [steady(value) for value in data] if isinstance(data, list) else data


@pytest.fixture
def sources(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "old.c").write_text(OLD)
    (tmp_path / "new.c").write_text(NEW)
    return str(tmp_path / "old.c"), str(tmp_path / "new.c")


def test_several_functions(sources: tuple[str, str]) -> None:
    one, two = (secateur.explore_all(f"{sources[0]}:*", jobs=jobs, confirm=False) for jobs in (1, 2))
    assert [each.name for each in two.functions] == ["one", "two", "three"]
    assert steady(one.to_json()) == steady(two.to_json())
    assert [path.conditions for run in two.runs for path in run.paths] == [
        path.conditions for run in one.runs for path in run.paths
    ]
    assert two.findings


def test_their_progress_is_one_display(sources: tuple[str, str]) -> None:
    seen: list[Progress] = []
    options = assemble(ExploreOptions, {"jobs": 2, "confirm": False})
    survey = explore_all([f"{sources[0]}:*"], options, seen.append)
    assert len(survey.functions) == 3
    assert all(1 <= each.workers <= 2 for each in seen)


def test_an_error_is_about_its_own_function(tmp_path: Path) -> None:
    source = tmp_path / "mixed.c"
    source.write_text("int fine(int a) { return a > 3; }\nint never(void) { for (;;); }\n")
    survey = secateur.explore_all(f"{source}:*", jobs=2, confirm=False, max_instructions=1000)
    assert [each.name for each in survey.functions] == ["fine", "never"]
    assert survey.functions[0].run is not None
    assert not survey.complete


def test_two_versions(sources: tuple[str, str]) -> None:
    one, two = (secateur.diff(*sources, jobs=jobs, confirm=False) for jobs in (1, 2))
    assert [each.function for each in two.functions] == ["one", "two", "three"]
    assert steady(one.to_json()) == steady(two.to_json())
    assert [each.summary for each in one.functions] == [each.summary for each in two.functions]
    assert two.found


def test_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@b.c")
    subprocess.run([*git, "init", "-q", "."], check=True)
    for text in (OLD, NEW):
        (tmp_path / "a.c").write_text(text)
        subprocess.run([*git, "add", "a.c"], check=True)
        subprocess.run([*git, "commit", "-q", "-m", "x"], check=True)
    one, two = (
        secateur.diff_commit("HEAD~1..HEAD", jobs=jobs, fresh=True, confirm=False, first=True) for jobs in (1, 3)
    )
    known = {each.function: each.status for each in two.functions}
    assert {each.function: known[each.function] for each in one.functions if each.is_decided} == {
        each.function: each.status for each in one.functions if each.is_decided
    }
    assert [each.function for each in two.functions] == ["one", "two", "three"]
