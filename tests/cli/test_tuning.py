"""`--tune`, `--start` and `--postconditions`: valid values, and errors for others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from secateur.cli import app

SOURCE = """int f(int a, int b)
{
    if (a > 7)
        a = 7;
    if (b > a)
        return 1;
    return 0;
}
"""


@pytest.fixture
def source(tmp_path: Path) -> str:
    file = tmp_path / "f.c"
    file.write_text(SOURCE)
    return f"{file}:f"


def explore(source: str, folder: Path, *options: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["explore", source, "--out", str(folder / "out"), *options])
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--technique", "pse", "--tune", "speed=on"), "--tune speed: unknown; choose from first, size"),
        (("--technique", "pse", "--tune", "simplify=maybe"), "--tune simplify=maybe: give on or off"),
        (("--technique", "pse", "--tune", "size=many"), "--tune size=many: give a number"),
        (("--technique", "pse", "--tune", "simplify"), "--tune simplify: give NAME=VALUE"),
        (("--tune", "simplify=off"), "--tune simplify: auto has no options"),
        (("--postconditions", "x"), "--postconditions: auto computes none; use the technique pse"),
        (
            ("--technique", "dgse", "--postconditions", "x"),
            "--postconditions: dgse computes none; use the technique pse",
        ),
        (("--start", "a=much"), "--start a=much: not a whole number"),
        (("--start", "nobody=1"), "there is no input 'nobody'"),
    ],
)
def test_a_mistake_is_named(source: str, tmp_path: Path, options: tuple[str, ...], told: str) -> None:
    code, _, error = explore(source, tmp_path, *options)
    assert code == 2
    assert told in " ".join(error.split())


def test_the_json_tells_of_the_tuning(source: str, tmp_path: Path) -> None:
    _, text, _ = explore(source, tmp_path, "--technique", "pse", "--tune", "simplify=off", "--json")
    assert json.loads(text)["tuning"] == {"simplify": "off"}
    _, text, _ = explore(source, tmp_path, "--technique", "pse", "--json")
    assert "tuning" not in json.loads(text)


def test_the_first_path_is_that_of_the_given_input(source: str, tmp_path: Path) -> None:
    _, text, _ = explore(source, tmp_path, "--start", "a=9", "--start", "b=0x8", "--json")
    first = json.loads(text)["tests"][0]
    assert first["inputs"] == {"a": 9, "b": 8}
    assert first["path"] == ["3T", "5T"]


def test_postconditions_are_written_path_by_path(source: str, tmp_path: Path) -> None:
    file = tmp_path / "new" / "covered.txt"
    code, shown, _ = explore(source, tmp_path, "--technique", "pse", "--postconditions", str(file))
    assert code == 0
    assert "1 cut" in shown
    assert file.read_text().splitlines() == [
        "path 1: 3F 5F (ran to its end)",
        "path 2: 3F 5T (ran to its end)",
        "  5: true",
        "path 3: 3T (cut by the technique: covered from line 5 on)",
        "  3: true",
        "  5: true",
    ]


def test_the_same_command_gives_the_same_answer(source: str, tmp_path: Path) -> None:
    answers = []
    for _ in range(2):
        _, text, _ = explore(source, tmp_path, "--technique", "pse", "--json")
        answer = json.loads(text)
        del answer["seconds"], answer["solver"]["seconds"]
        answers.append(answer)
    assert answers[0] == answers[1]


def test_compare_takes_them_too(source: str) -> None:
    words = [
        "compare",
        source,
        "--techniques",
        "full,pse",
        "--tune",
        "reuse=off",
        "--start",
        "a=9",
        "--no-confirm",
        "--json",
    ]
    done = CliRunner().invoke(app, words)
    rows = json.loads(done.stdout)["rows"]
    assert [row["paths"]["completed"] + row["paths"]["cut"] for row in rows] == [4, 3]
