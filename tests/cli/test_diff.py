"""`secateur diff`: sources, options, exit codes, and the files it writes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from .commands import refused, secateur

OLD = """int level;
static int clamp(int v) { return v > 100 ? 100 : v; }
int raise(int by) { level = clamp(by); return level > 50; }
int other(int x) { return x & 1; }
"""
NEW = OLD.replace("v > 100 ? 100", "v > 90 ? 90")
#: The initial value of `level`, which nothing reads before it is written.
ACCEPTED = ("--accept", "globals")


@pytest.fixture
def versions(folder: Path) -> Path:
    for name, text in (("old", OLD), ("new", NEW)):
        (folder / name).mkdir()
        (folder / name / "tank.c").write_text(text)
    return folder


def found(*arguments: str) -> tuple[int, dict[str, Any]]:
    done = secateur("diff", *arguments, "--json")
    data: dict[str, Any] = json.loads(done.stdout)
    return done.exit_code, data


def test_a_function_is_compared_through_what_it_calls(versions: Path) -> None:
    code, data = found("old/tank.c", "new/tank.c", "--function", "raise")
    (one,) = data["functions"]
    assert (code, one["status"]) == (1, "different")
    assert [d["condition"] for d in one["differences"]] == ["by > 90"]
    assert one["differences"][0]["outputs"] == ["level"]
    assert one["differences"][0]["confirmed"] is True
    assert {line["function"] for line in one["impact"]} == {"clamp", "raise"}


def test_without_a_function_all_that_changed_are_compared(versions: Path) -> None:
    code, data = found("old/tank.c", "new/tank.c")
    assert code == 1
    assert [f["function"] for f in data["functions"]] == ["clamp"]


def test_a_function_that_the_change_does_not_reach_is_unaffected(versions: Path) -> None:
    code, data = found("old/tank.c", "new/tank.c", "--function", "other")
    assert (code, data["verdict"], data["functions"][0]["paths"]["completed"]) == (0, "unaffected", 0)


def test_folders(versions: Path) -> None:
    for name in ("old", "new"):
        tank = versions / name / "tank.c"
        tank.write_text(
            tank.read_text()
            .replace("static int clamp(int v) {", "int clamp(int v);\n#if 0\n{")
            .replace(": v; }", ": v; }\n#endif")
        )
        limit = 100 if name == "old" else 90
        (versions / name / "clamp.c").write_text(f"int clamp(int v) {{ return v > {limit} ? {limit} : v; }}\n")
    code, data = found("old", "new", "--function", "raise")
    assert (code, data["functions"][0]["differences"][0]["condition"]) == (1, "by > 90")


def test_a_commit_against_the_working_tree(versions: Path) -> None:
    for words in (("init", "-q"), ("add", "old"), ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x")):
        subprocess.run(["git", *words], cwd=versions, check=True)
    (versions / "old" / "tank.c").write_text(NEW)
    code, data = found("git:HEAD:old/tank.c", "old/tank.c", "--function", "raise")
    assert code == 1
    assert data["functions"][0]["changes"][0]["old"]["file"] == "HEAD:old/tank.c"
    assert "no-such" in refused("diff", "git:no-such:old/tank.c", "old/tank.c")


def test_outputs_that_do_not_count(versions: Path) -> None:
    assert found("old/tank.c", "new/tank.c", "--function", "raise", "--ignore", "level", *ACCEPTED)[0] == 0
    assert found("old/tank.c", "new/tank.c", "--function", "raise", "--output", "return", *ACCEPTED)[0] == 0
    assert found("old/tank.c", "new/tank.c", "--function", "raise", "--output", "level")[0] == 1


def test_assumptions_can_exclude_a_difference(versions: Path) -> None:
    code, data = found("old/tank.c", "new/tank.c", "--function", "raise", "--assume", "by < 80", *ACCEPTED)
    assert (code, data["verdict"]) == (0, "equivalent")


def test_a_loop_bound_is_told_and_is_not_complete(folder: Path) -> None:
    text = "int f(unsigned n) { int s = 0; for (unsigned i = 0; i < n; i++) s ^= 1; return s; }\n"
    (folder / "old.c").write_text(text)
    (folder / "new.c").write_text(text.replace("s ^= 1", "s = s ? 0 : 1"))
    code, data = found("old.c", "new.c", "--loop-bound", "3")
    (one,) = data["functions"]
    assert (code, one["status"], one["complete"]) == (3, "equivalent", False)
    assert "within the bound (loops up to 3 times), for: all inputs" in one["summary"]


def test_time_that_is_up_is_not_a_proof(folder: Path) -> None:
    text = "int f(unsigned n) { int s = 0; for (unsigned i = 0; i < n; i++) s ^= 1; return s; }\n"
    (folder / "old.c").write_text(text)
    (folder / "new.c").write_text(text.replace("s ^= 1", "s = s ? 0 : 1"))
    code, data = found("old.c", "new.c", "--timeout", "0.5")
    assert (code, data["verdict"], data["complete"]) == (3, "unknown", False)


def test_a_renamed_parameter_is_the_same_input(folder: Path) -> None:
    (folder / "old.c").write_text("int f(int *p, int n) { p[0] = n & 7; return p[1]; }\n")
    (folder / "new.c").write_text("int f(int *out, int value) { out[0] = value & 15; return out[1]; }\n")
    code, data = found("old.c", "new.c", "--buffer", "2")
    (shown,) = data["functions"][0]["differences"]
    assert (code, shown["outputs"], shown["confirmed"]) == (1, ["out[0]"], True)
    told = [(each["kind"], each["subject"]) for each in data["functions"][0]["assumptions"]]
    assert told == [("size", "out"), ("not-null", "out")]


def test_a_signature_that_changed(folder: Path) -> None:
    (folder / "old.c").write_text("int f(int a) { return a; }\n")
    (folder / "new.c").write_text("int f(int a, int b) { return b ? a : a; }\n")
    code, data = found("old.c", "new.c")
    assert (code, data["verdict"]) == (0, "equivalent")


def test_an_input_of_another_sign_is_still_the_same(folder: Path) -> None:
    (folder / "old.c").write_text("int f(int a) { return a > 5; }\n")
    (folder / "new.c").write_text("int f(unsigned a) { return a > 5; }\n")
    code, data = found("old.c", "new.c")
    assert (code, [d["condition"] for d in data["functions"][0]["differences"]]) == (1, ["((int)a > 5) != (a > 5)"])


def test_an_input_of_another_size_holds_what_both_can_hold(folder: Path) -> None:
    (folder / "old.c").write_text("int f(int a) { return a > 5; }\n")
    (folder / "new.c").write_text("int f(long a) { return a > 5; }\n")
    code, data = found("old.c", "new.c")
    assert (code, data["verdict"]) == (3, "equivalent-under-assumptions")
    (folder / "new.c").write_text("int f(double a) { return a > 5; }\n")
    code, data = found("old.c", "new.c")
    assert (code, data["verdict"], list(data["skipped"])) == (3, "unknown", ["f"])
    assert "input a has different types in the two versions" in refused("diff", "old.c", "new.c", "--function", "f")


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("x > 1 ? x : 0", "x > 1 ? x * 1 : 0", 0),
        ("x", "x + 0.5", 1),
        ("x > 1 ? 0 : x", "x > 1 ? x - x : x", 1),  # NaN for infinity
        ("x != x ? x : 1", "x != x ? -x : 1", 0),  # all NaNs are equal
        ("x == 0 ? 0.0 : 1", "x == 0 ? -0.0 : 1", 1),
    ],
)
def test_floats(folder: Path, old: str, new: str, code: int) -> None:
    for name, text in (("old", old), ("new", new)):
        (folder / f"{name}.c").write_text(f"double f(double x) {{ return {text}; }}\n")
    found_code, data = found("old.c", "new.c")
    assert found_code == code, data
    for shown in data["functions"][0]["differences"]:
        assert shown["confirmed"]
        assert shown["outcome"]["old"] != shown["outcome"]["new"]


def test_a_fault_that_is_new(folder: Path) -> None:
    (folder / "old.c").write_text("int f(unsigned n) { return n == 0 ? 0 : 100 / n; }\n")
    (folder / "new.c").write_text("int f(unsigned n) { return 100 / n; }\n")
    code, data = found("old.c", "new.c")
    (shown,) = data["functions"][0]["differences"]
    assert (code, shown["condition"], shown["confirmed"]) == (1, "n == 0", True)
    assert shown["outcome"]["old"] == "return 0"
    assert shown["outcome"]["new"].startswith("division-by-zero")


def test_functions_without_a_body(folder: Path) -> None:
    text = "int sensor(void);\nint f(int a) { return sensor() > a; }\n"
    (folder / "old.c").write_text(text)
    (folder / "new.c").write_text(text.replace("> a", ">= a"))
    done = secateur("diff", "old.c", "new.c", "--function", "f")
    assert (done.exit_code, "1 path ended at sensor" in done.stdout) == (3, True)
    code, data = found("old.c", "new.c", "--external", "havoc")
    (shown,) = data["functions"][0]["differences"]
    assert (code, shown["confirmed"], shown["rests_on"]) == (1, None, ["sensor"])


def test_whole_programs(folder: Path) -> None:
    text = "int __VERIFIER_nondet_int(void);\nint main(void) { int a = __VERIFIER_nondet_int(); return a > 5; }\n"
    (folder / "old.c").write_text(text)
    (folder / "new.c").write_text(text.replace("> 5", ">= 5"))
    code, data = found("old.c", "new.c")
    (shown,) = data["functions"][0]["differences"]
    assert (code, shown["outputs"], shown["confirmed"]) == (1, ["return"], True)


def test_tests_to_run_again_and_to_add(versions: Path) -> None:
    assert secateur("explore", "old/tank.c:raise", "--out", "suite", "--accept", "globals").exit_code == 0
    _, data = found("old/tank.c", "new/tank.c", "--function", "raise", "--tests", "suite", "--out", "added")
    tests = data["functions"][0]["tests"]
    assert len(tests["selected"]) == 2
    assert tests["skipped"] == []
    (versions / "mine.json").write_text(json.dumps([{"by": 120}, {"inputs": {"by": 95}, "name": "high"}]))
    _, data = found("old/tank.c", "new/tank.c", "--function", "raise", "--tests", "mine.json", "--out", "more")
    tests = data["functions"][0]["tests"]
    assert (tests["selected"], tests["same"]) == (["#1"], {"high": "#1"})
    assert [t["inputs"]["by"] <= 90 for t in tests["added"]] == [True, True][: len(tests["added"])]
    assert tests["added"]
    assert secateur("replay", "more").exit_code == 0


def test_a_test_that_passes_nothing_changed_need_not_run(folder: Path) -> None:
    text = "int f(int a, int b) { if (a > 0) return b & 1; return 7; }\n"
    (folder / "old.c").write_text(text)
    (folder / "new.c").write_text(text.replace("b & 1", "b & 3"))
    (folder / "mine.json").write_text(json.dumps([{"a": 1, "b": 0}, {"a": -1}]))
    tests = found("old.c", "new.c", "--tests", "mine.json")[1]["functions"][0]["tests"]
    assert (tests["selected"], tests["skipped"], tests["added"]) == (["#1"], ["#2"], [])


def test_markdown(versions: Path) -> None:
    done = secateur("diff", "old/tank.c", "new/tank.c", "--function", "raise", "--markdown")
    assert done.exit_code == 1
    lines = done.stdout.splitlines()
    assert lines[0] == "### Behaviour of `new/tank.c` against `old/tank.c`"
    assert "🔴 **`raise`** differs when `by > 90`" in lines
    assert any(line.startswith("| `by > 90` | `by=") and line.endswith("| confirmed |") for line in lines)


def test_for_people(versions: Path) -> None:
    done = secateur("diff", "old/tank.c", "new/tank.c", "--function", "raise", "--impact")
    assert "raise: differs when by > 90" in done.stdout
    assert "confirmed natively" in done.stdout
    assert "2 changed" in done.stdout
    assert "%" not in done.stdout, "the user sees C, not registers"


@pytest.mark.parametrize("technique", ["dise", "dise-published", "dgse", "full"])
def test_techniques(versions: Path, technique: str) -> None:
    code, data = found("old/tank.c", "new/tank.c", "--function", "raise", "--technique", technique)
    assert (code, data["functions"][0]["paths"]["technique"]) == (1, technique)


def test_by_some_techniques_equivalence_cannot_be_told(versions: Path) -> None:
    words = ("old/tank.c", "new/tank.c", "--function", "raise", "--assume", "by < 80", *ACCEPTED, "--technique")
    assert [found(*words, t)[0] for t in ("dise", "full", "dise-published", "dgse")] == [0, 0, 3, 3]


def test_what_is_refused(versions: Path) -> None:
    assert "no function 'nothing'" in refused("diff", "old/tank.c", "new/tank.c", "--function", "nothing")
    assert "no such file" in refused("diff", "old/tank.c", "none.c")
    assert "--technique magic" in refused("diff", "old/tank.c", "new/tank.c", "--technique", "magic")
    assert "git:REV:path" in refused("diff", "git:HEAD", "new/tank.c")
    message = refused("diff", "old/tank.c", "new/tank.c", "--function", "raise", "--output", "pressure")
    assert message == "--output pressure: new/tank.c:raise has no such output; there are: return, level, stdout\n"
    message = refused("diff", "old/tank.c", "new/tank.c", "--function", "raise", "--assume", "by != by")
    assert "no input satisfies the assumptions" in message
    (versions / "bad.json").write_text("{")
    assert "not JSON" in refused("diff", "old/tank.c", "new/tank.c", "--function", "raise", "--tests", "bad.json")
    (versions / "bad.json").write_text('[{"what": 1}]')
    assert "what" in refused("diff", "old/tank.c", "new/tank.c", "--function", "raise", "--tests", "bad.json")


def test_a_difference_for_null_alone(folder: Path) -> None:
    text = "int f(const int *p) { return p ? *p : 0; }\n"
    (folder / "old.c").write_text(text)
    (folder / "new.c").write_text(text.replace(": 0", ": -1"))
    accepted = found("old.c", "new.c", "--function", "f", "--accept", "not-null")
    assert (accepted[0], accepted[1]["verdict"]) == (0, "equivalent")
    code, data = found("old.c", "new.c", "--function", "f")
    (difference,) = data["functions"][0]["differences"]
    assert (code, difference["condition"], difference["confirmed"]) == (1, "p_is_null", True)


def test_a_strategy_is_checked_before_anything_is_compiled(versions: Path) -> None:
    words = ("diff", "old/none.c", "new/none.c", "--technique", "dise-published", "--strategy", "greddy")
    assert refused(*words).startswith("--strategy greddy: ")
    assert "did you mean" in refused(*words)
    tank = ("old/tank.c", "new/tank.c", "--function", "raise")
    assert found(*tank, "--strategy", "greedy")[0] == found(*tank)[0], "dise has no strategy, and none is needed"
