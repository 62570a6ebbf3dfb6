"""`secateur deps`: the JSON that scripts rely on, the text output, drawings, and errors for bad input."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from secateur import __version__

from .commands import refused, secateur

SOURCE = """#include "scale.h"
int limit;

static int clamp(int value)
{
    if (value > limit)
        value = limit;
    return SCALE * value;
}

int f(int x)
{
    int a = 1;
    if (x > 3)
        a = "<&>"[x % 3];
    limit = a;
    return clamp(x);
}
"""


@pytest.fixture(autouse=True)
def _source(folder: Path) -> None:
    (folder / "f.c").write_text(SOURCE)
    (folder / "include").mkdir()
    (folder / "include" / "scale.h").write_text("#define SCALE FACTOR\n")


def deps(*options: str) -> str:
    done = secateur("deps", "f.c:f", "-I", "include", "-D", "FACTOR=2", *options)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def run(*options: str) -> dict[str, Any]:
    out = deps("--json", *options)
    assert out.count("\n") == 1
    found: dict[str, Any] = json.loads(out)
    return found


def shown(found: dict[str, Any]) -> list[tuple[str, str, str | None]]:
    return [(d["from"], d["to"], d["variable"]) for d in found["dependences"]]


def test_json_names_everything_that_scripts_rely_on() -> None:
    found = run()
    assert {key: found[key] for key in ("tool", "version", "source", "function")} == {
        "tool": "secateur",
        "version": __version__,
        "source": "f.c",
        "function": "f",
    }
    assert found["kinds"] == ["control", "data", "potential", "interactive"]
    assert found["dependences"][:2] == [
        {"kind": "control", "from": "6T", "to": "7", "variable": None, "function": "clamp", "file": "f.c"},
        {"kind": "control", "from": "14T", "to": "15", "variable": None, "function": "f", "file": "f.c"},
    ]
    assert {d["kind"] for d in found["dependences"]} == {"control", "data", "potential", "interactive"}


def test_a_source_in_another_function_is_named() -> None:
    across = [d for d in run("--kind", "data")["dependences"] if "from_function" in d]
    assert {(d["from_function"], d["from"], d["function"], d["to"], d["variable"]) for d in across} == {
        ("f", "16", "clamp", "6", "limit"),
        ("f", "16", "clamp", "7", "limit"),
        ("clamp", "8", "f", "17", None),
    }
    assert all("from_file" not in d for d in across)


def test_a_file_of_its_own_is_named(folder: Path) -> None:
    (folder / "main.c").write_text("int twice(int);\nint f(int x)\n{\n    int y = x + 1;\n    return twice(y);\n}\n")
    (folder / "twice.c").write_text("int twice(int n)\n{\n    return 2 * n;\n}\n")
    done = secateur("deps", "main.c:f", "twice.c", "--kind", "data", "--json")
    found = json.loads(done.stdout)
    assert found["source"] == "main.c, twice.c"
    into = next(d for d in found["dependences"] if d["file"] == "twice.c")
    assert (into["from_file"], into["from"], into["to"], into["variable"]) == ("main.c", "4", "3", "n")


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("control", ["control"]),
        ("potential", ["potential"]),
        ("interactive", ["interactive"]),
        ("potential, control", ["control", "potential"]),
        ("all", ["control", "data", "potential", "interactive"]),
    ],
)
def test_kinds_can_be_chosen(kind: str, expected: list[str]) -> None:
    found = run("--kind", kind)
    assert found["kinds"] == expected
    assert {d["kind"] for d in found["dependences"]} == set(expected)


def test_potential_dependence_names_the_side_not_taken() -> None:
    assert ("14F", "16", "a") in shown(run("--kind", "potential"))
    assert ("6F", "8", "value") in shown(run("--kind", "potential"))


def test_text_is_by_function_and_kind_with_the_source() -> None:
    out = deps("--kind", "control,potential")
    assert out.splitlines() == [
        "secateur f.c:f  dependences by line",
        "",
        "clamp (f.c)",
        "  control",
        "    6T → 7  if (value > limit)",
        "  potential",
        "    6F → 8 (value)  if (value > limit)",
        "",
        "f (f.c)",
        "  control",
        "    14T → 15  if (x > 3)",
        "  potential",
        "    14F → 16 (a)  if (x > 3)",
        "",
        "2 control, 2 potential dependences",
    ]


def test_what_crosses_functions_has_a_part_of_its_own() -> None:
    lines = deps("--kind", "data").splitlines()
    start = lines.index("between functions")
    assert "    clamp:8 → f:17                return SCALE * value;" in lines[start:]
    assert "       f:16 → clamp:6, 7 (limit)  limit = a;" in lines[start:]


def test_a_function_without_dependences(folder: Path) -> None:
    (folder / "g.c").write_text("int g(int x) { return x; }\n")
    done = secateur("deps", "g.c:g", "--kind", "control")
    assert (done.exit_code, done.stdout.splitlines()[1:]) == (0, ["0 control dependences"])


def test_the_same_answer_twice() -> None:
    assert deps("--json") == deps("--json")
    assert deps() == deps()


def test_a_graph_for_graphviz(folder: Path) -> None:
    out = deps("--dot", "f.dot")
    assert out.endswith("drawn in f.dot\n")
    dot = (folder / "f.dot").read_text()
    assert dot.startswith('digraph "f.c:f" {')
    assert dot.endswith("}\n")
    assert 'label="15  a = \\"<&>\\"[x % 3];"' in dot
    assert dot.count("subgraph cluster_") == 2
    boxes = {line.split()[0]: line for line in dot.splitlines() if line.strip().startswith("n") and "[label=" in line}
    edges = [line.split() for line in dot.splitlines() if "->" in line]
    assert len(edges) > 10
    assert all(words[0] in boxes and words[2] in boxes for words in edges)
    assert any('taillabel="T"' in line for line in dot.splitlines())
    if shutil.which("dot"):
        assert subprocess.run(["dot", "-Tsvg", "f.dot"], capture_output=True, check=True).stdout


def test_a_form_feed_in_the_source_is_no_new_line(folder: Path) -> None:
    (folder / "page.c").write_text("int g;\n\f\nint f(int x)\n{\n\tif (x)\f\n\t\tg = 1;\n\treturn g;\n}\n")
    done = secateur("deps", "page.c:f", "--kind", "control", "--dot", "page.svg")
    assert "    5T → 6  if (x)" in done.stdout.splitlines()
    ElementTree.fromstring((folder / "page.svg").read_text())


def test_a_picture_that_needs_no_other_program(folder: Path) -> None:
    found = run("--dot", "f.svg")
    root = ElementTree.fromstring((folder / "f.svg").read_text())
    name = "{http://www.w3.org/2000/svg}"
    texts = ["".join(text.itertext()) for text in root.iter(f"{name}text")]
    assert '        a = "<&>"[x % 3];' in texts
    assert {"control", "data", "potential", "interactive", "6", "17"} <= set(texts)
    titles = [title.text or "" for title in root.iter(f"{name}title")]
    assert "control: 14T → 15" in titles
    assert "potential: 14F → 16 (a)" in titles
    arrows = list(root.iter(f"{name}polygon"))
    assert 0 < len(arrows) <= len(found["dependences"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("f.c:f", "-I", "include", "-D", "FACTOR=2", "--kind", "flow"), "--kind flow: unknown; choose from control,"),
        (("f.c:f", "-I", "include", "-D", "FACTOR=2", "--kind", ""), "--kind : unknown; choose from control,"),
        (("f.c:g", "-I", "include", "-D", "FACTOR=2"), "f.c has no function 'g'; it defines: clamp, f"),
        (("f.c", "-I", "include", "-D", "FACTOR=2"), "there is no main; name the function"),
        (("away.c:f",), "away.c: no such file"),
        (("f.c:f",), "f.c:1:10: fatal error: 'scale.h' file not found"),
        (("f.c:f", "-I", "include"), "f.c:8:"),
        (("f.c:f", "-I", "include", "-D", "FACTOR=2", "--dot", "away/f.dot"), "away/f.dot: No such file or directory"),
        (("f.c:f", "-I", "include", "-D", "FACTOR=2", "--dot", "include"), "include: Is a directory"),
    ],
)
def test_bad_input_is_refused(arguments: tuple[str, ...], message: str) -> None:
    assert refused("deps", *arguments).startswith(message)


def test_help_has_examples() -> None:
    out = secateur("deps", "--help").stdout
    assert "secateur deps brake.c:update --kind potential --dot brake.svg" in " ".join(out.split())
