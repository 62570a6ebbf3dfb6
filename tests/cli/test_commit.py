"""`secateur diff REV..REV`: a whole commit, over all files, and what an earlier run has compared."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from .commands import refused, secateur

HEADER = """#define LIMIT 100
static inline int clamp(int v) { return v > LIMIT ? LIMIT : v; }
int twice(int v);
"""
TANK = """#include "tank.h"
#include <stdlib.h>
static int half(int v) { return v / 2; }
int fill(int by) { return clamp(by); }
int lower(unsigned by) { return half(by & 1023); }
int other(int x) { return x & 1; }
"""
TWICE = """#include "tank.h"
int twice(int v) { return v < 0 ? 0 : (v & 255) * 2; }
int steps(int v) { int n = 0; if (v > 3) n += twice(v); if (v > 9) n -= 1; return n; }
"""
FILES = {"include/tank.h": HEADER, "src/tank.c": TANK, "src/twice.c": TWICE}


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=folder, check=True)


def commit(folder: Path, files: Mapping[str, str | None]) -> None:
    """A commit with these files; None removes one."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            path.unlink()
        else:
            path.write_text(text)
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "change")


@pytest.fixture
def repository(folder: Path) -> Path:
    git(folder, "init", "-q", ".")
    commit(folder, FILES)
    return folder


def found(*arguments: str) -> tuple[int, dict[str, Any]]:
    done = secateur("diff", *arguments, "--json")
    data: dict[str, Any] = json.loads(done.stdout)
    return done.exit_code, data


def told(data: dict[str, Any]) -> dict[str, str]:
    return {f"{each['file']}:{each['function']}": each["status"] for each in data["functions"]}


def test_a_macro_and_a_static_helper_are_compared_at_their_callers(repository: Path) -> None:
    changed = HEADER.replace("100", "90")
    commit(repository, {"include/tank.h": changed, "src/tank.c": TANK.replace("v / 2", "v >> 1")})
    code, data = found("HEAD~1..HEAD")
    assert (code, data["verdict"]) == (1, "different")
    assert told(data) == {"src/tank.c:fill": "different", "src/tank.c:lower": "equivalent"}
    fill, lower = data["functions"]
    assert (fill["through"], lower["through"]) == (["clamp"], ["half"])
    assert fill["differences"][0]["condition"] == "by > 90"
    assert fill["changes"][0]["old"]["file"] == "HEAD~1:include/tank.h"
    assert data["unaffected"] == 3  # other, twice, steps; no function of a system header
    shown = secateur("diff", "HEAD~1..HEAD").stdout
    assert "src/tank.c:fill: differs when by > 90; by=91: return 91 → return 90 (confirmed natively)" in shown
    assert "2 functions compared" in shown
    assert "(2 from the cache; --fresh compares again): 1 different, 1 equivalent; 3 functions unaffected" in shown


def test_what_was_compared_is_not_compared_again(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(repository, {"src/tank.c": TANK.replace("v / 2", "v >> 1")})
    first = found("HEAD~1..HEAD", "--fresh")
    assert [each["cached"] for each in first[1]["functions"]] == [False]
    monkeypatch.setattr("secateur.jobs.commit.run_in_child", None)
    commit(repository, {"src/tank.c": TANK.replace("v / 2", "v >> 1").replace("x & 1", "x & 1  ")})
    second = found("HEAD~2..HEAD")
    assert [each["cached"] for each in second[1]["functions"]] == [True]
    assert told(second[1]) == told(first[1])
    with pytest.raises(TypeError):
        found("HEAD~2..HEAD", "--fresh")


def test_the_working_tree(repository: Path) -> None:
    (repository / "src/tank.c").write_text(TANK.replace("x & 1", "x & 3"))
    code, data = found("HEAD")
    assert (code, told(data), data["new"]) == (1, {"src/tank.c:other": "different"}, "working tree")
    assert data["functions"][0]["changes"][0]["new"]["file"] == "src/tank.c"


def test_removed_added_and_renamed_functions_are_told(repository: Path) -> None:
    renamed = TWICE.replace("steps", "count")
    commit(repository, {"src/twice.c": renamed, "src/tank.c": TANK.replace("int other(int x) { return x & 1; }\n", "")})
    code, data = found("HEAD~1..HEAD")
    assert (code, data["renamed"], data["only_old"], data["only_new"]) == (0, {"steps": "count"}, ["other"], [])
    assert data["functions"] == []
    shown = secateur("diff", "HEAD~1..HEAD").stdout
    assert "removed: other (src/tank.c)" in shown
    assert "renamed: steps → count (src/twice.c)" in shown


def test_a_function_that_moved_to_another_file(repository: Path) -> None:
    line = "int other(int x) { return x & 1; }\n"
    commit(repository, {"src/tank.c": TANK.replace(line, ""), "src/twice.c": TWICE + line.replace("x & 1", "x & 3")})
    code, data = found("HEAD~1..HEAD")
    assert (code, told(data)) == (1, {"src/twice.c:other": "different"})


def test_an_initial_value_matters_where_it_is_used(repository: Path) -> None:
    commit(repository, {"src/table.c": "const int table[2] = {1, 2};\n", "src/use.c": USE})
    commit(repository, {"src/table.c": "const int table[2] = {1, 3};\n"})
    code, data = found("HEAD~1..HEAD")
    assert (code, told(data)) == (1, {"src/use.c:look": "different"})


USE = "extern const int table[2];\nint look(unsigned i) { return i < 2 ? table[i] : 0; }\n"


def test_a_file_that_does_not_compile_is_listed_and_the_others_go_on(repository: Path) -> None:
    commit(
        repository, {"src/tank.c": TANK.replace("x & 1", "x & 3"), "src/twice.c": TWICE.replace("int n = 0", "int n =")}
    )
    code, data = found("HEAD~1..HEAD")
    assert (code, told(data)) == (1, {"src/tank.c:other": "different"})
    ((place, message),) = data["not_compiled"].items()
    assert place == "new src/twice.c"
    assert message.startswith("src/twice.c:3:")
    assert "expected expression" in message


def test_changes_that_are_none(repository: Path) -> None:
    commit(repository, {"src/tank.c": TANK + "/* a comment */\n", "README": "text\n"})
    code, data = found("HEAD~1..HEAD")
    assert (code, data["verdict"], data["functions"]) == (0, "unaffected", [])
    assert "no function changed" in secateur("diff", "HEAD..HEAD").stdout


def test_a_static_function_without_callers_is_compared_alone(repository: Path) -> None:
    text = TWICE + "static int unused(int v) { return v + (v > 5); }\n"
    commit(repository, {"src/twice.c": text})
    commit(repository, {"src/twice.c": text.replace("v > 5", "v >= 5")})
    code, data = found("HEAD~1..HEAD")
    assert (code, data["functions"][0]["alone"]) == (1, "no-callers")
    assert "(static, compared alone: nothing calls it)" in secateur("diff", "HEAD~1..HEAD").stdout


def test_the_time_is_for_the_whole_commit(repository: Path) -> None:
    commit(repository, {"src/tank.c": TANK.replace("x & 1", "x & 3")})
    code, data = found("HEAD~1..HEAD", "--timeout", "0", "--fresh")
    assert (code, told(data)) == (3, {"src/tank.c:other": "not-compared"})
    assert "the time limit was reached" in data["skipped"]["other"]


def test_the_projects_own_tests_are_not_compared(repository: Path) -> None:
    text = "int check(void) { return 2; }\n"
    commit(repository, {"tests/check.c": text})
    commit(repository, {"tests/check.c": text.replace("2", "3")})
    code, data = found("HEAD~1..HEAD")
    assert (code, data["functions"], data["tests_changed"]) == (0, [], ["check"])


def test_one_function_of_a_commit(repository: Path) -> None:
    commit(repository, {"src/tank.c": TANK.replace("x & 1", "x & 3").replace("v / 2", "v >> 1")})
    assert told(found("HEAD~1..HEAD", "--function", "lower")[1]) == {"src/tank.c:lower": "equivalent"}
    assert "it changes: lower, other" in refused("diff", "HEAD~1..HEAD", "--function", "twice")


def test_markdown_of_a_commit(repository: Path) -> None:
    commit(repository, {"src/tank.c": TANK.replace("x & 1", "x & 3")})
    done = secateur("diff", "HEAD~1..HEAD", "--markdown")
    assert done.exit_code == 1
    assert "- 🔴 **`src/tank.c:other`** `differs when" in done.stdout


def test_mistakes(repository: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "git knows no commit 'nowhere'" in refused("diff", "nowhere..HEAD")
    assert "src/tank.c is a file" in refused("diff", "src/tank.c")
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert "not in a git repository" in refused("diff", "HEAD~1..HEAD")


def test_flags_of_the_compile_commands(repository: Path) -> None:
    commit(
        repository, {"src/tank.c": TANK.replace("x & 1", "x & MASK"), "src/twice.c": TWICE.replace("v > 9", "v > 8")}
    )
    entry = {"directory": str(repository), "file": "src/tank.c", "command": "cc -DMASK=1 -Iinclude -c src/tank.c"}
    (repository / "compile_commands.json").write_text(json.dumps([entry]))
    code, data = found("HEAD~1..HEAD", "-p", ".")
    assert (code, told(data), data["not_built"]) == (0, {}, ["src/twice.c"])


def test_a_header_is_compared_even_if_only_tests_include_it(folder: Path) -> None:
    git(folder, "init", "-q", ".")
    test = '#include "../half.h"\nint test_half(int v) { return half(v) == v / 2; }\n'
    commit(folder, {"half.h": "static inline int half(int v) { return v / 2; }\n", "tests/half.c": test})
    commit(folder, {"half.h": "static inline int half(int v) { return v >> 1; }\n"})
    code, data = found("HEAD~1..HEAD")
    assert (code, told(data)) == (1, {"half.h:half": "different"})


def test_names_of_files_in_the_code_are_the_same_in_both_versions(repository: Path) -> None:
    where = "const char *where(void) { return __FILE__; }\n"
    commit(repository, {"src/twice.c": TWICE + where})
    commit(repository, {"src/twice.c": TWICE + where + "int more(int v) { return v; }\n"})
    code, data = found("HEAD~1..HEAD")
    assert (code, data["functions"], data["unaffected"]) == (0, [], 4)


def test_a_test_that_does_not_compile_says_nothing_about_the_rest(repository: Path) -> None:
    commit(repository, {"tests/check.c": "#include <no-such-header.h>\n"})
    both = {"tests/check.c": "#include <no-such-header.h>\nint x;\n", "src/tank.c": TANK.replace("x & 1", "1 & x")}
    commit(repository, both)
    code, data = found("HEAD~1..HEAD")
    assert (code, told(data)) == (0, {"src/tank.c:other": "equivalent"})
    assert data["tests_changed"] == ["tests/check.c"]


def test_changed_files_of_other_languages_are_named(repository: Path) -> None:
    files = {"src/wrap.cpp": "int wrapped() { return 1; }\n", "src/wrap.h": "class A;\n", "src/latest.c": "int u;\n"}
    commit(repository, files | {"src/user.cpp": '#include "wrap.h"\n'})
    commit(repository, {"src/wrap.cpp": "int wrapped() { return 2; }\n", "src/wrap.h": "class B;\n"})
    code, data = found("HEAD~1..HEAD")
    assert (code, data["verdict"]) == (3, "equivalent-under-assumptions")
    assert [each["subject"] for each in data["assumptions"]] == ["src/wrap.cpp", "src/wrap.h"]
    commit(repository, {"src/latest.c": "int u = 1; int get(int v) { return u + (v & 3); }\n"})
    commit(repository, {"src/latest.c": "int u = 1; int get(int v) { return u - (v & 3); }\n"})
    assert told(found("HEAD~1..HEAD")[1]) == {"src/latest.c:get": "different"}


def test_changes_in_lines_of_a_header_that_are_not_compiled_are_named(repository: Path) -> None:
    fast, slow = "static inline int quick(void) { return 1; }", "static inline int slow(void) { return 9; }"
    text = f"{HEADER}#ifdef FAST\n{fast}\n#endif\n#ifdef SLOW\n{slow}\n#endif\n"
    commit(repository, {"include/tank.h": text, "src/tank.c": f"#define FAST\n{TANK}", "src/twice.c": TWICE})
    commit(repository, {"include/tank.h": text.replace("quick(void) { return 1", "quick(void) { return 3 - 2")})
    assert found("HEAD~1..HEAD")[0] == 0
    commit(repository, {"include/tank.h": text.replace("return 9", "return 8")})
    code, data = found("HEAD~1..HEAD")
    assert (code, data["functions"]) == (3, [])
    assert [each["subject"] for each in data["assumptions"]] == ["HEAD~1:include/tank.h:8", "HEAD:include/tank.h:8"]
