"""What an answer rests on: named in the summary and in the JSON; what nobody accepted makes the exit code 3."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .commands import refused, secateur

#: What each way to read standard input or the environment is called.
READERS = {
    "getchar() == 'a'": ("stdin", "getchar"),
    "fgetc(stdin) == 'a'": ("stdin", "fgetc"),
    'scanf("%d", &n) == 1': ("stdin", "scanf"),
    "fgets(line, 8, stdin) != NULL": ("stdin", "fgets"),
    "fread(line, 1, 8, stdin) > 0": ("stdin", "fread"),
    'getenv("HOME") != NULL': ("environment", "getenv"),
}
PHRASES = {"stdin": "standard input is empty", "environment": "no environment variables"}


def _reading(condition: str) -> str:
    lines = ["#include <stdio.h>", "#include <stdlib.h>", "int f(int x)", "{", "    int n = 0; char line[8];"]
    lines += ["    (void)n, (void)line;", f"    if ({condition}) return 10 / (x - 3);", "    return 0;", "}", ""]
    Path("f.c").write_text("\n".join(lines))
    return "f.c:f"


def _run(*arguments: str) -> tuple[int, dict[str, Any]]:
    done = secateur(*arguments, "--json")
    return done.exit_code, json.loads(done.stdout)


@pytest.mark.parametrize("condition", READERS)
def test_input_that_nothing_provides_is_named_and_makes_the_answer_incomplete(condition: str) -> None:
    kind, function = READERS[condition]
    code, found = _run("explore", _reading(condition))
    assert code == 3
    assert not found["complete"]
    assert found["summary"] == f"complete for: {PHRASES[kind]}; every path was explored"
    assert [(each["kind"], each["subject"]) for each in found["assumptions"]] == [(kind, function)]
    assert found["assumptions"][0]["lift"] == f"--accept {kind}"


def test_what_is_accepted_by_name_leaves_the_answer_complete() -> None:
    source = _reading("getchar() == 'a' || getenv(\"HOME\")")
    assert _run("explore", source, "--accept", "stdin")[0] == 3
    for accepted in (["stdin", "environment"], ["stdin,environment"], ["all"]):
        code, found = _run("explore", source, *(word for kind in accepted for word in ("--accept", kind)))
        assert code == 0
        assert found["complete"]
        assert len(found["assumptions"]) == 2
        assert found["settings"]["acceptance"] == {"accept": accepted}


def test_a_fault_is_found_whatever_the_answer_rests_on() -> None:
    assert _run("explore", _reading("getchar() == -1"))[0] == 1


def test_the_terminal_says_what_has_to_be_accepted() -> None:
    done = secateur("explore", _reading("getchar() == 'a'"))
    assert done.exit_code == 3
    assert "complete for: standard input is empty; every path was explored\n" in done.stdout
    assert "this rests on: standard input is empty (accept it with --accept stdin)\n" in done.stdout


def test_an_unknown_kind_is_refused_with_the_one_that_was_meant() -> None:
    message = refused("explore", _reading("x > 3"), "--accept", "stdn")
    assert message.startswith("--accept stdn: unknown; did you mean stdin? Choose from condition, shape")


# --- the other commands

GLOBAL = "static int limit;\nvoid set_limit(int l)\n{\n    limit = l;\n}\n"
CLIP = "int clip(int v)\n{\n    if (limit && v > limit) return limit;\n    return v;\n}\n"
LENGTH = "int len(const char *s)\n{\n    int n = 0;\n    while (s[n]) n++;\n    return n;\n}\n"


def _versions(old: str, new: str) -> tuple[str, str]:
    Path("old.c").write_text(GLOBAL + old)
    Path("new.c").write_text(GLOBAL + new)
    return "old.c", "new.c"


def _clip() -> tuple[str, str]:
    return _versions(CLIP, CLIP.replace("return limit;", "return limit - 1;"))


def test_globals_are_inputs_of_a_comparison_unless_that_is_accepted() -> None:
    """FINDINGS T5b."""
    code, found = _run("diff", *_clip(), "--function", "clip")
    assert (code, found["functions"][0]["status"]) == (1, "different")
    code, found = _run("diff", *_clip(), "--function", "clip", "--accept", "globals")
    assert (code, found["functions"][0]["status"], found["complete"]) == (0, "equivalent", True)
    assert [(each["kind"], each["lift"]) for each in found["assumptions"]] == [("globals", "--symbolic limit")]


def test_a_global_that_impacted_code_does_not_read_does_not_count() -> None:
    old = "int f(int x)\n{\n    set_limit(limit + 1);\n    return x + x;\n}\n"
    code, found = _run("diff", *_versions(old, old.replace("x + x", "2 * x")), "--function", "f", "--check", "none")
    assert (code, found["functions"][0]["status"]) == (0, "equivalent")
    assert found["functions"][0]["assumptions"] == []


@pytest.mark.parametrize("length", [1, 3])
def test_the_bound_that_diff_prints_is_the_one_that_holds(length: int) -> None:
    """FINDINGS T5h: it was always that of --buffer."""
    new = LENGTH.replace("int n = 0;", "int n = -1;").replace("while (s[n]) n++;", "while (s[++n]) ;")
    _, found = _run("diff", *_versions(LENGTH, new), "--function", "len", "--string", str(length))
    size = "1 character" if length == 1 else f"{length} characters"
    assert found["functions"][0]["summary"].endswith(f", for: strings up to {size}")
    assert found["functions"][0]["bound"] == "bound: none"


def test_debug_says_what_its_runs_rest_on() -> None:
    code, found = _run("debug", *_clip(), "--function", "clip", "--input", '{"v": 3}')
    assert (code, found["complete"]) == (3, False)
    assert [each["kind"] for each in found["assumptions"]] == ["globals"]
    code, found = _run("debug", *_clip(), "--function", "clip", "--input", '{"v": 3}', "--accept", "globals")
    assert (code, found["complete"]) == (0, True)


def test_augment_says_what_makes_a_requirement_impossible() -> None:
    code, found = _run("augment", *_clip(), "--function", "clip")
    assert {each["state"] for each in found["requirements"]} == {"impossible"}
    assert (code, found["complete"]) == (3, False)
    assert [each["kind"] for each in found["assumptions"]] == ["globals"]
    assert _run("augment", *_clip(), "--function", "clip", "--accept", "globals")[0] == 0


def test_signature_of_one_version_and_of_two() -> None:
    old, new = _clip()
    code, found = _run("signature", f"{old}:clip")
    assert (code, found["complete"]) == (3, False)
    assert [each["kind"] for each in found["assumptions"]] == ["globals"]
    code, found = _run("signature", old, new, "--function", "clip")
    assert (code, found["complete"], found["equivalent"]) == (3, False, True)
    assert _run("signature", old, new, "--function", "clip", "--accept", "globals")[0] == 0
    done = secateur("signature", old, new, "--function", "clip")
    assert "complete for: `limit` at its initial value\n" in done.stdout


def test_compare_says_it_once_for_all_techniques() -> None:
    source = _reading("getchar() == 'a'")
    code, found = _run("compare", source, "--techniques", "full,pse")
    assert (code, found["complete"]) == (3, False)
    assert [each["kind"] for each in found["assumptions"]] == ["stdin"]
    shown = secateur("compare", source, "--techniques", "full,pse").stdout
    assert shown.count("complete for: standard input is empty\n") == 1
    assert "100 %" in shown  # an assumption is not a budget: the rows can be compared


def test_a_proof_holds_for_something() -> None:
    """No path is run, and the code that reads is found all the same."""
    source = _reading("getchar() == 'a'")
    code, found = _run("approximate", source, "--prove", "result == 0")
    assert found["checks"][0]["verdict"] == "proved"
    assert (code, found["complete"]) == (3, False)
    assert [(each["kind"], each["subject"]) for each in found["assumptions"]] == [("stdin", "getchar")]
    assert _run("approximate", source, "--prove", "result == 0", "--accept", "stdin")[0] == 0
    assert "this holds for: standard input is empty\n" in secateur("approximate", source, "--at", "exit").stdout


def test_values_made_concrete_can_be_accepted() -> None:
    """They are a limit; accepted, an assumption. Never both."""
    body = 'char text[40];\n    sprintf(text, "%g", x / 2.0);\n    return text[0] == 49;'
    Path("f.c").write_text(f"#include <stdio.h>\nint f(int x) {{\n    {body}\n}}\n")
    code, found = _run("explore", "f.c:f")
    assert (code, found["complete"]) == (3, False)
    assert found["summary"] == "incomplete: f.c:4: a float printed into a string was made concrete"
    code, found = _run("explore", "f.c:f", "--accept", "concrete")
    assert (code, found["complete"]) == (0, True)
    assert found["summary"] == "complete for: concrete values at f.c:4; every path was explored"
    assert [each["kind"] for each in found["limits"]] == ["pinned"]
