"""Titles by behaviour: readable, different, and stable."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur.jobs.committed_suite import CommittedSuite, committed_suite
from secateur.options.jobs import SuiteOptions
from secateur.suite.words import condition_words, value_words

CODE = """int area(int width, int height)
{
    if (width < 0 || height < 0)
        return -1;
    if (width == 0)
        return 0;
    if (height > 100)
        return 100;
    return height;
}
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("width < 0", "width_is_negative"),
        ("0 > width", "width_is_negative"),
        ("x >= 0", "x_is_not_negative"),
        ("x == 0", "x_is_0"),
        ("x != 17u", "x_is_not_17"),
        ("x > -5", "x_is_above_minus_5"),
        ("s[0] == 'a'", "s_0_is_a"),
        ("s[1] != '\\0'", "s_1_is_not_nul"),
        ("s[1] == '+'", "s_1_is_plus"),
        ("c >= '0'", "c_is_at_least_digit_0"),
        ("r->count <= limit", "r_count_is_at_most_limit"),
        ("r[0].count <= limit", "r_count_is_at_most_limit"),
        ("a + b < 10", "a_plus_b_is_below_10"),
        ("value / 2 > high", "value_divided_by_2_is_above_high"),
        ("f(x) ? 1 : 2", None),
        ("x < " + "very_" * 20 + "long", None),
        ("(x & 3) == 1", None),
    ],
)
def test_conditions_in_words(text: str, words: str | None) -> None:
    assert condition_words(text) == words


def test_values_in_words() -> None:
    assert [value_words(each) for each in ("-1", "'x'", "a - 1", "(int)c", "x ^ y")] == [
        "minus_1",
        "x",
        "a_minus_1",
        "c",
        None,
    ]


def suite_of(folder: Path, code: str, every: bool = False) -> CommittedSuite:
    folder.mkdir()
    (folder / "area.c").write_text(code)
    secateur.explore(f"{folder}/area.c:area", out=folder / "run", confirm=False).write()
    return committed_suite(folder / "run", SuiteOptions(out=folder / "suite", every=every))


def test_a_suite_is_titled_minimal_and_grouped(tmp_path: Path) -> None:
    made = suite_of(tmp_path / "a", CODE)
    assert [each.title for each in made.tests] == [
        "returns_0_when_height_is_not_negative_and_width_is_0",
        "returns_height_when_width_is_not_negative_and_width_is_not_0_and_height_is_at_most_100",
        "returns_100_when_height_is_above_100",
        "returns_minus_1_when_height_is_negative",
        "returns_minus_1_when_width_is_negative",
    ]
    text = (made.folder / "tests.c").read_text()
    assert "/* return -1, as width < 0 */\nstatic void returns_minus_1_when_width_is_negative(void)" in text
    names = [each.name for each in made.tests]
    assert all(name.startswith("test0") for name in names), "the JSON keeps its names"


def test_few_titles_change_with_the_code(tmp_path: Path) -> None:
    before = {each.title for each in suite_of(tmp_path / "a", CODE).tests}
    moved = "/* a comment */\n\n" + CODE.replace("    if (width == 0)", "\n    if (width == 0)")
    assert {each.title for each in suite_of(tmp_path / "b", moved).tests} == before
    changed = CODE.replace("height > 100)", "height > 90)").replace("return 100", "return 90")
    after = {each.title for each in suite_of(tmp_path / "c", changed).tests}
    assert len(before - after) == len(after - before) == 2, "those about the limit"
    assert "returns_90_when_height_is_above_90" in after


def test_every_test_can_be_kept_and_titles_differ(tmp_path: Path) -> None:
    made = suite_of(tmp_path / "a", CODE.replace("return height;", "return height > 5 ? height : height;"), every=True)
    titles = [each.title for each in made.tests]
    assert len(titles) == made.total == len(set(titles))


def test_an_input_is_named_where_no_condition_has_words(tmp_path: Path) -> None:
    made = suite_of(tmp_path / "a", "int area(int width)\n{\n    return (width & 7) == 5 ? width : width;\n}\n")
    first, second = (each.title for each in made.tests)
    assert first == "returns_width_when_width_is_0"
    assert second.startswith("returns_width_when_width_is_")
    assert second != first
