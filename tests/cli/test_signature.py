"""`secateur signature`: the table, the JSON, two versions side by side, exit codes, errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .commands import refused, secateur

CLEAN = "int g;\nint f(int x, int y)\n{\n    if (y > 3)\n        g = 1;\n    return x > 3 ? x : 0;\n}\n"
FAULTY = "int f(int x)\n{\n    if (x > 3) return 2;\n    return 10 / (x ^ 2);\n}\n"


def _source(text: str, name: str = "f.c") -> str:
    Path(name).write_text(text)
    return f"{name}:f"


def _signature(*arguments: str) -> tuple[int, dict[str, Any]]:
    done = secateur("signature", *arguments, "--json")
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1
    return done.exit_code, json.loads(done.stdout)


def test_the_keys_that_scripts_rely_on() -> None:
    code, found = _signature(_source(CLEAN))
    assert code == 0
    assert (found["tool"], found["source"], found["function"], found["outputs"]) == ("secateur", "f.c", "f", ["return"])
    assert (found["complete"], found["runs"], found["executions"], found["faults"]) == (True, 2, 2, [])
    first, second = found["rows"]
    assert (first["condition"], first["conditions"], first["output"]) == ("x <= 3", ["x <= 3"], {"return": "0"})
    assert (first["input"], first["path"]) == ({"x": 0, "y": 0}, ["4F", "6F"])
    assert (second["condition"], second["conditions"], second["output"]) == ("x > 3", ["x > 3"], {"return": "x"})
    assert (second["input"], second["path"]) == ({"x": 4, "y": 0}, ["4F", "6T"])


def test_several_outputs_and_counts() -> None:
    _, found = _signature(_source(CLEAN), "--output", "g", "--count")
    assert [(row["condition"], row["output"], row["paths"]) for row in found["rows"]] == [
        ("y <= 3", {"g": "0"}, 2),
        ("y > 3", {"g": "1"}, 2),
    ]
    _, found = _signature("f.c:f", "--output", "g", "--output", "return")
    assert len(found["rows"]) == 4
    assert set(found["rows"][0]["output"]) == {"return", "g"}


def test_what_follows_from_other_conditions_is_left_out() -> None:
    text = "int f(int x) { switch (x) { case 1: return 5; case 2: return 6; case 3: return 7; } return 8; }"
    _, found = _signature(_source(text))
    assert sorted(row["condition"] for row in found["rows"]) == [
        "x != 1 && x != 2 && x != 3",
        "x == 1",
        "x == 2",
        "x == 3",
    ]


def test_conditions_are_split_into_their_parts() -> None:
    text = '#include <string.h>\nint f(const char *s) { return strcmp(s, "a") == 0; }\n'
    _, found = _signature(_source(text), "--string", "2")
    (row,) = [row for row in found["rows"] if row["input"] == {"s": "a"}]
    assert row["conditions"] == ["s[0] == 'a'"]


def test_the_table() -> None:
    done = secateur("signature", _source(CLEAN), "--count")
    lines = done.stdout.splitlines()
    assert lines[0] == "secateur f.c:f  signature"
    assert lines[1].split() == ["condition", "return", "input", "paths"]
    assert lines[2].split() == ["x", "<=", "3", "0", "x=0,", "y=0", "2"]
    assert lines[4] == "2 rows, 2 runs in " + lines[4].rpartition("in ")[2]
    assert lines[5] == "complete for: all inputs; every way in which the output can be computed was explored"


def test_faults_are_named() -> None:
    code, found = _signature(_source(FAULTY))
    assert code == 1
    assert found["faults"] == [{"fault": "division-by-zero at f.c:4", "input": {"x": 2}}]
    done = secateur("signature", "f.c:f")
    assert "division-by-zero at f.c:4: x=2" in done.stdout


def test_a_budget_makes_it_incomplete() -> None:
    code, found = _signature(_source(CLEAN), "--max-paths", "1")
    assert (code, found["complete"], len(found["rows"])) == (3, False, 1)


def test_printed_output_is_shown_as_a_format() -> None:
    text = '#include <stdio.h>\nvoid f(int x) { printf("%d %%\\n", x + 1); if (x > 2) puts("big"); }\n'
    _, found = _signature(_source(text), "--output", "stdout", "--check", "none")
    assert [row["output"]["stdout"] for row in found["rows"]] == ['"%d %%\\n", x + 1', '"%d %%\\nbig\\n", x + 1']


# --- two versions


def test_the_same_function_has_the_same_signature() -> None:
    other = _source(CLEAN.replace("x > 3 ? x : 0", "x <= 3 ? 0 : x"), "g.c")
    code, found = _signature(_source(CLEAN), other)
    assert (code, found["equivalent"]) == (0, True)
    assert [row["status"] for row in found["rows"]] == ["same", "same"]


def test_a_changed_row_has_an_input_that_shows_it() -> None:
    _source(CLEAN.replace("x > 3 ?", "x >= 3 ?"), "g.c")
    code, found = _signature(_source(CLEAN), "g.c")
    assert (code, found["equivalent"]) == (1, False)
    changed = [row for row in found["rows"] if row["status"] == "changed"]
    assert [(row["old"]["condition"], row["new"]["condition"], row["input"]) for row in changed] == [
        ("x <= 3", "x >= 3", {"x": 3, "y": 0})
    ]
    assert changed[0]["shown"] == {"old": "return 0", "new": "return 3"}
    done = secateur("signature", "f.c:f", "g.c")
    assert "x=3, y=0: return 0 → return 3" in done.stdout
    assert done.stdout.splitlines()[-2:] == ["1 same, 1 changed", "complete for: all inputs"]


def test_rows_of_one_version_only() -> None:
    """If the other version ends in a fault for all these inputs, it has no row to compare with."""
    guarded = "#include <stdlib.h>\nint f(int x)\n{\n    if (x == 7) abort();\n    return x == 7 ? 1 : 2;\n}\n"
    code, found = _signature(_source("int f(int x) { return x == 7 ? 1 : 2; }\n"), _source(guarded, "g.c"))
    assert code == 1
    lost = [row for row in found["rows"] if row["status"] == "only in old"]
    assert [(row["input"], row["new"], row["shown"]["new"]) for row in lost] == [({"x": 7}, None, "abort at g.c:4")]
    code, found = _signature("g.c:f", "f.c:f")
    assert [row["status"] for row in found["rows"]].count("only in new") == 1


def test_a_fault_that_the_rows_do_not_show() -> None:
    """The guard is not in the slice of the result, so both have the same row; but one version ends there."""
    plain, guarded = "int f(int x) { return x + 1u > 4u; }\n", "if (x == 7) abort(); return x + 1u > 4u; }\n"
    _source("#include <stdlib.h>\nint f(int x) { " + guarded, "g.c")
    code, found = _signature(_source(plain), "g.c")
    assert (code, found["equivalent"]) == (1, False)
    assert [(row["status"], row["input"]) for row in found["rows"]] == [("same", None), ("only in old", {"x": 7})]
    assert found["rows"][1]["shown"]["new"] == "abort at g.c:2"
    code, found = _signature("g.c:f", "f.c")
    assert [row["status"] for row in found["rows"]] == ["same", "only in new"]


def test_an_input_that_only_one_version_has() -> None:
    _source("int f(int z, int x, int y) { return x > 3 ? x : z; }\n", "g.c")
    code, found = _signature(_source(CLEAN), "g.c")
    assert code == 1
    assert {row["status"] for row in found["rows"]} == {"same", "changed"}


def test_the_function_may_be_named_by_an_option() -> None:
    _source(CLEAN)
    assert _signature("f.c", "f.c", "--function", "f")[0] == 0


# --- errors


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--output", "h"), ("--output h", "return, g, stdout")),
        (("--function",), ()),
        (("--solver", "yices"), ("--solver yices", "bitwuzla")),
    ],
    ids=["output", "option", "solver"],
)
def test_bad_options(arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    spec = _source(CLEAN)
    if not words:
        assert secateur("signature", spec, *arguments).exit_code == 2
        return
    message = refused("signature", spec, *arguments)
    assert all(word in message for word in words)


def test_three_sources_are_too_many() -> None:
    assert refused("signature", _source(CLEAN), "f.c:f", "f.c:f") == "give one source, or two to compare them\n"


def test_an_output_needs_the_technique() -> None:
    message = refused("explore", _source(CLEAN), "--output", "g")
    assert message == "--output g: auto explores paths, whatever the output; use the technique rsc\n"


def test_explore_and_compare_take_outputs() -> None:
    done = secateur("explore", _source(CLEAN), "--technique", "rsc", "--output", "g", "--json")
    assert json.loads(done.stdout)["paths"]["completed"] == 2
    done = secateur("compare", "f.c:f", "--techniques", "full,rsc", "--output", "g", "--output", "return", "--json")
    assert [row["paths"]["completed"] for row in json.loads(done.stdout)["rows"]] == [4, 4]
