"""A survey that is killed does not lose the functions that were explored, and goes on with the others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.commands import secateur
from secateur.errors import OptionError
from secateur.jobs import survey_stores
from secateur.jobs.explore import explore as whole
from secateur.jobs.explore_all import Survey, explore_all
from secateur.jobs.survey_stores import Taken
from secateur.options import Budget
from secateur.options.jobs import ExploreOptions

TEXT = """
int first(int x) { if (x > 3) return 1; return 10 / x; }
int second(int x, int y) { if (x == y) return x; return 0; }
int third(int x) { if (x == 7) return 1 / (x - 7); return 0; }
"""
OUT = Path("out")
#: Without a limit, each function has ten seconds, which a busy machine may need to compile it.
TIME = Budget(timeout=600)
OPTIONS = ExploreOptions(out=OUT, confirm=False, check_tests=False, budget=TIME)


class Killed(BaseException):
    """Nothing is done about it, as about SIGKILL."""


@pytest.fixture(autouse=True)
def explored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions that are explored from the beginning, as they come."""
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text(TEXT)
    names: list[str] = []

    def explore(sources: list[str], *others: Any, inner: Any = whole) -> Any:
        names.append(sources[0])
        return inner(sources, *others)

    monkeypatch.setattr(survey_stores, "explore", explore)
    return names


def _killed_at(name: str, **given: Any) -> None:
    def begin(function: str) -> None:
        if function == name:
            raise Killed

    with pytest.raises(Killed):
        explore_all(["a.c:*"], OPTIONS, begin=begin, is_written=True, **given)


def _rows(survey: Survey) -> list[Any]:
    return [(each.name, each.run and (each.run.complete, each.run.counts.completed)) for each in survey.functions]


def _found(survey: Survey) -> list[tuple[str, int]]:
    return [(each.fault.kind, each.fault.line) for each in survey.findings]


def test_functions_that_were_explored_are_not_explored_again(explored: list[str]) -> None:
    _killed_at("third")
    assert json.loads((OUT / "a-first" / "run.json").read_text())["faults"], "files are written when a function ends"
    assert not (OUT / "a-third").exists()
    explored.clear()
    again = explore_all(["a.c:*"], OPTIONS, taken=Taken.COMPLETE)
    assert explored == ["a.c:third"]
    assert [each.is_kept for each in again.functions] == [True, True, False]
    fresh = explore_all(["a.c:*"], OPTIONS)
    assert explored == ["a.c:third", "a.c:first", "a.c:second", "a.c:third"]
    assert _rows(again) == _rows(fresh)
    assert _found(again) == _found(fresh) == [("division-by-zero", 2), ("division-by-zero", 4)]


def test_resuming_needs_only_the_folder(explored: list[str]) -> None:
    _killed_at("second")
    explored.clear()
    resumed = explore_all([], ExploreOptions(resume=OUT, budget=TIME))
    assert explored == ["a.c:second", "a.c:third"]
    assert [name for name, _ in _rows(resumed)] == ["first", "second", "third"]
    assert resumed.complete
    with pytest.raises(OptionError, match="stored run has"):
        explore_all([], ExploreOptions(resume=OUT, technique="full"))


def test_a_function_that_reached_a_limit_goes_on(explored: list[str]) -> None:
    limited = ExploreOptions(out=OUT, confirm=False, check_tests=False, budget=Budget(timeout=600, max_paths=1))
    explore_all(["a.c:th*"], limited)
    explored.clear()
    assert not explore_all(["a.c:th*"], limited, taken=Taken.COMPLETE).complete
    assert explored == ["a.c:third"], "it was not complete, so the same command explores it again"
    explored.clear()
    assert explore_all([], ExploreOptions(resume=OUT, budget=TIME)).complete
    assert not explored


def test_a_program_that_has_changed_is_explored_again(explored: list[str]) -> None:
    explore_all(["a.c:*"], OPTIONS)
    explored.clear()
    Path("a.c").write_text(TEXT.replace("x == 7", "x == 8"))
    changed = explore_all(["a.c:*"], OPTIONS, taken=Taken.COMPLETE)
    assert explored == ["a.c:first", "a.c:second", "a.c:third"]
    assert _found(changed) == [("division-by-zero", 2)]


def test_files_with_the_same_name_have_folders_of_their_own(explored: list[str]) -> None:
    for folder in ("x", "y"):
        Path(folder).mkdir()
        Path(folder, "a.c").write_text(
            f"static int f_{folder}(int n) {{ return n; }} int g_{folder}(int n) {{ return f_{folder}(n); }}"
        )
    explore_all(["[xy]/a.c:g_*"], OPTIONS)
    assert (OUT / "x-a-g_x").is_dir()
    assert (OUT / "y-a-g_y").is_dir()


def test_a_report_of_what_is_there(explored: list[str]) -> None:
    _killed_at("third")
    explored.clear()
    shown = secateur("report", str(OUT), "--json")
    assert not explored
    rows = {each["function"]: each["problem"] for each in json.loads(shown.stdout)["functions"]}
    assert rows["first"] is None
    assert "nothing is stored" in rows["third"]
    assert shown.exit_code == 1, "a fault was found"


def test_the_same_command_says_what_it_took(explored: list[str]) -> None:
    words = ("explore", "a.c:*", "--no-confirm", "--no-check-tests", "--timeout", "600")
    secateur(*words)
    explored.clear()
    again = secateur(*words)
    assert "3 functions unchanged since the run in secateur-out" in again.stderr
    assert not explored
    assert "unchanged" not in secateur(*words, "--fresh").stderr
    assert len(explored) == 3


def test_stores_that_cannot_be_read(explored: list[str]) -> None:
    words = ("explore", "a.c:*", "--no-confirm", "--no-check-tests", "--timeout", "600")
    secateur(*words)
    store = Path("secateur-out/a-first/run.sqlite")
    store.write_text("no database")
    assert "was damaged; explore with --fresh" in secateur(*words).stdout
    Path("secateur-out/run.sqlite").write_text("no database")
    refused = secateur(*words)
    assert refused.exit_code == 2
    assert "was damaged; explore with --fresh" in refused.stderr
    secateur(*words, "--fresh")
    explored.clear()
    assert secateur(*words).exit_code == 1
    assert not explored
    store.write_text("no database")
    alone = ("explore", "a.c:first", "--no-confirm", "--no-check-tests", "--timeout", "600")
    assert secateur(*alone).exit_code == 2
    assert secateur(*alone, "--fresh").exit_code == 1
