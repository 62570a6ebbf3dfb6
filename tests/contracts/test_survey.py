"""Several functions at once."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur.harness.errors import HarnessError
from secateur.jobs.explore_all import TIME_WAS_OVER, explore_all
from secateur.options import assemble
from secateur.options.jobs import ExploreOptions

TEXT = """\
static int inner(int n) { return 10 / n; }
int parse_one(int n) { return inner(n); }
int parse_two(int n) { return n > 0 ? inner(n) : 0; }
int parse_three(const char *buf, unsigned len) { return len ? buf[len - 1] : 0; }
int other(void *(*p)[2]) { return p != 0; }
int main(void) { return parse_one(1); }
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("source.c").write_text(TEXT)
    return Path("source.c")


def test_each_finding_is_told_once(file: Path) -> None:
    survey = secateur.explore_all(f"{file}:*")
    assert [each.name for each in survey.functions] == ["inner", "parse_one", "parse_two", "parse_three", "other"]
    (finding,) = survey.findings
    assert (finding.fault.kind, finding.fault.line) == ("division-by-zero", 1)
    assert finding.functions == ("inner", "parse_one")
    assert survey.found
    told = survey.to_json()
    assert [len(each.get("faults", ())) for each in told["functions"]] == [1, 1, 0, 1, 0]
    assert told["findings"][0]["functions"] == ["inner", "parse_one"]


def test_names_and_files_are_patterns(file: Path) -> None:
    survey = secateur.explore_all("*.c:parse_t*")
    assert [each.name for each in survey.functions] == ["parse_two", "parse_three"]
    assert not survey.found
    assert survey.complete


def test_a_function_that_cannot_be_explored_does_not_stop_the_others(file: Path) -> None:
    file.write_text("int many(int n, ...) { return n; }\nint one(int n) { return n; }\n")
    survey = secateur.explore_all(f"{file}:*")
    assert [(each.name, bool(each.problem)) for each in survey.functions] == [("many", True), ("one", False)]
    assert not survey.complete


def test_nothing_fits(file: Path) -> None:
    with pytest.raises(HarnessError, match="names no function"):
        secateur.explore_all(f"{file}:nothing*")


def test_the_time_is_shared(file: Path) -> None:
    file.write_text("int a(unsigned n) { while (n != 7) n = n * 3 + 1; return 0; }\nint b(int n) { return n > 3; }\n")
    survey = secateur.explore_all(f"{file}:*", timeout=3)
    assert [each.run is not None and each.run.complete for each in survey.functions] == [False, True]


def test_functions_without_time_are_not_begun(file: Path) -> None:
    begun: list[str] = []
    options = assemble(ExploreOptions, {"timeout": 0.0})
    survey = explore_all([f"{file}:*"], options, begin=begun.append)
    assert not begun
    assert [each.problem for each in survey.functions] == [TIME_WAS_OVER] * 5
    assert not survey.complete
