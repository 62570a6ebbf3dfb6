"""Texts of a project's own tests, as inputs to try."""

from __future__ import annotations

from pathlib import Path

from secateur.evolve.commits.repository import CommitRange, Tree
from secateur.evolve.commits.sample_texts import COMMON, LONGEST_TEXT, MOST_TEXTS, SampleTexts

FILES = {
    "parse.c": "// {a:1}\nint parse(const char *s) { return s[0] == 'x'; }\n",
    "tests/other.c": 'void t(void) { other("far away"); }\n',
    "tests/parse.c": 'void u(void) { other("elsewhere"); }\n'
    + "\n" * 20
    + 'void t(void) { parse("a\\tb\\x41\\102\\""); }\n',
}


def tree(folder: Path, files: dict[str, str]) -> Tree:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return Tree(folder, folder.name, folder, tuple(sorted(files)))


def samples(tmp_path: Path, old: dict[str, str], new: dict[str, str]) -> tuple[bytes, ...]:
    changed = tuple(name for name in new if new[name] != old.get(name))
    found = CommitRange(tree(tmp_path / "old", old), tree(tmp_path / "new", new), changed, (), {})
    return SampleTexts(found).about(["parse"])


def test_lines_that_changed_come_first_then_those_near_the_function(tmp_path: Path) -> None:
    new = FILES | {
        "tests/parse.c": FILES["tests/parse.c"] + 'void v(void) { parse("[1,]"); }\n',
        "doc.md": "  x = 1979 \n",
    }
    new["parse.c"] += "\n"
    found = samples(tmp_path, FILES, new)
    assert found[: -len(COMMON)] == (b"[1,]", b"x = 1979", b'a\tbAB"', b"{a:1}", b"far away", b"elsewhere")
    assert found[-len(COMMON) :] == COMMON


def test_long_texts_and_data_are_left_out(tmp_path: Path) -> None:
    many = "".join(f'parse("{number}{"x" * number}");\n' for number in range(300))
    found = samples(tmp_path, FILES, FILES | {"tests/parse.c": many, "data.bin": "a\0b\n"})
    assert len(found) == MOST_TEXTS
    assert max(map(len, found)) <= LONGEST_TEXT
    assert b"a\0b" not in found
