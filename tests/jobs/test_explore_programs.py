"""Several programs of one project in one run."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur.harness.errors import HarnessError


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("src").mkdir()
    Path("src/one.c").write_text("int twice(int); int main(int argc, char **argv) { return twice(argc); }")
    Path("src/two.c").write_text("int twice(int); void report(int); int main(void) { report(twice(1)); return 0; }")
    Path("src/twice.c").write_text("int twice(int x) { return 2 * x; }")


@pytest.mark.parametrize("source", ["src", "src/*.c:main"])
def test_each_program_is_linked_by_itself(source: str) -> None:
    survey = secateur.explore_all(source)
    assert [(each.source, each.name) for each in survey.functions] == [("src/one.c", "main"), ("src/two.c", "main")]
    assert survey.functions[0].run is not None
    assert survey.functions[0].run.complete
    assert not survey.complete


def test_what_is_undefined_is_listed_once_with_who_needs_it() -> None:
    Path("src/three.c").write_text("void report(int); int main(void) { report(1); return 0; }")
    survey = secateur.explore_all("src")
    assert survey.undefined == {"report": ("src/three.c:main", "src/two.c:main")}
    assert survey.data()["undefined"] == [{"name": "report", "functions": ["src/three.c:main", "src/two.c:main"]}]


def test_a_folder_without_programs() -> None:
    Path("src/one.c").unlink()
    Path("src/two.c").unlink()
    with pytest.raises(HarnessError, match=r"no file has a main; 'src/\*\.c:\*' explores every function"):
        secateur.explore_all("src")


def test_a_program_with_errors_has_its_row() -> None:
    Path("src/bad.c").write_text("int main(void) { return ; + }")
    survey = secateur.explore_all("src")
    assert survey.functions[0].run is None
    assert "src/bad.c:1:" in survey.functions[0].problem
