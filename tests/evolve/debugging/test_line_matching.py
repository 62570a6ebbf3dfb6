"""Which lines of two versions correspond."""

from __future__ import annotations

from pathlib import Path

from secateur.evolve.debugging.line_matching import LineMatching


def lines(folder: Path, old: str, new: str) -> LineMatching:
    (folder / "old.c").write_text("\n".join(old))
    (folder / "new.c").write_text("\n".join(new))
    return LineMatching(folder / "old.c", folder / "new.c")


def test_a_line_that_was_changed_in_place_has_a_partner(tmp_path: Path) -> None:
    found = lines(tmp_path, "abc", "axc")
    assert found.to_new == {1: 1, 2: 2, 3: 3}
    assert [found.is_changed(n, is_new=True) for n in (1, 2, 3)] == [False, True, False]
    assert [found.is_changed(n, is_new=False) for n in (1, 2, 3)] == [False, True, False]


def test_lines_that_came_or_went_have_none(tmp_path: Path) -> None:
    found = lines(tmp_path, "abcd", "acxd")
    assert found.to_new == {1: 1, 3: 2, 4: 4}
    assert found.is_changed(2, is_new=False)
    assert found.is_changed(3, is_new=True)
    assert not found.is_changed(4, is_new=True)


def test_blanks_do_not_matter_and_missing_files_are_empty(tmp_path: Path) -> None:
    (tmp_path / "old.c").write_text("if (x)\n    y;\n")
    (tmp_path / "new.c").write_text("if  (x)\n\ty;\n")
    assert not LineMatching(tmp_path / "old.c", tmp_path / "new.c").is_changed(2, is_new=True)
    assert LineMatching(tmp_path / "nowhere.c", tmp_path / "new.c").is_changed(1, is_new=True)
