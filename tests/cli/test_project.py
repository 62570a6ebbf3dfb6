"""A project from its first run to its baseline: what is explored again, and what decides about the exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .commands import refused, secateur

GOOD = '#include "a.h"\nint half(int x)\n{\n    return x / TWO;\n}\n'
BAD = "int part(int x, int y)\n{\n    return x / y;\n}\n\nint sign(int x)\n{\n    return x < 0 ? -1 : 1;\n}\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").mkdir()
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "a.h").write_text("#define TWO 2\n")
    (tmp_path / "src" / "good.c").write_text(GOOD)
    (tmp_path / "src" / "bad.c").write_text(BAD)
    return tmp_path


def explored(*arguments: str) -> tuple[int, dict[str, bool], dict[str, str]]:
    """The exit code, which functions kept their answers, and the findings with their status."""
    done = secateur("run", "--json", "--jobs", "2", *arguments)
    data = json.loads(done.stdout)
    kept = {each["function"]: each["kept"] for each in data["functions"]}
    return done.exit_code, kept, {each["kind"]: each["status"] for each in data["findings"]}


def test_a_project_from_init_to_baseline(project: Path) -> None:
    assert "3 functions in 2 files" in secateur("init").stdout
    none = {"part": False, "sign": False, "half": False}
    every = dict.fromkeys(none, True)
    both = {"division-by-zero": "new", "signed-overflow": "new"}
    assert explored() == (1, none, both)
    assert explored() == (1, every, both), "nothing has changed"

    # only what was compiled from a changed line is explored again; the first lines of the file are the same
    source = project / "src" / "bad.c"
    source.write_text(BAD.replace("? -1 : 1", "? -1 : x > 0"))
    assert explored() == (1, every | {"sign": False}, both)
    header = project / "include" / "a.h"
    header.write_text("#define TWO 4\n")
    assert explored()[1] == every | {"half": False}
    header.write_text("#define TWO 4 /* a comment */\n")
    assert explored()[1] == every, "it is compiled to the same"

    assert "2 findings (2 added, 0 removed)" in secateur("baseline").stdout
    assert explored() == (0, every, dict.fromkeys(both, "known"))
    source.write_text("\n\n" + source.read_text())
    assert explored("--only", "part") == (0, {"part": False}, dict.fromkeys(both, "known")), "lines have moved"

    ignored = "return x / y; // secateur: ignore division-by-zero: y is checked by the caller"
    source.write_text(source.read_text().replace("return x / y;", ignored))
    code, _, status = explored()
    assert (code, status["division-by-zero"]) == (0, "suppressed")
    text = secateur("run").stdout
    assert "division-by-zero is suppressed: y is checked by the caller" in text
    assert "no longer found: division-by-zero" not in text


def test_what_cannot_be_explored_does_not_pass_unseen(project: Path) -> None:
    (project / "src" / "good.c").write_text("int f(void) { return missing; }\n")
    (project / "secateur.toml").write_text('[project]\nfunctions = ["src/good.c:*", "src/bad.c:sign"]\n')
    done = secateur("run")
    assert done.exit_code == 3, done.stdout
    assert "1 not explored" in done.stdout
    assert "src/good.c:*" in done.stdout
    secateur("baseline")
    assert secateur("run").exit_code == 0, "it is known"
    assert secateur("run", "--strict").exit_code == 3
    report = secateur("run", "--markdown").stdout
    assert report.startswith("### Secateur\n\n🟢")
    assert "Not complete" in report


@pytest.mark.slow
def test_damaged_answers_are_made_again(project: Path) -> None:
    (project / "secateur.toml").write_text('[project]\nfunctions = ["src/bad.c:sign"]\n')
    assert explored()[1] == {"sign": False}
    answer = project / "secateur-out" / "bad-sign" / "run.json"
    answer.write_text(answer.read_text()[:100])
    assert explored()[1] == {"sign": False}
    (project / "secateur-out" / "state.json").write_text("{")
    assert explored()[1] == {"sign": False}
    assert explored()[1] == {"sign": True}


def test_one_needs_a_project_first(project: Path) -> None:
    assert "secateur init writes one" in refused("run")
    secateur("init")
    assert "secateur run explores it" in refused("baseline")
    assert "--force replaces it" in refused("init")
    assert "matches no function" in refused("run", "--only", "good.c:*"), "a pattern names the whole path"
    (project / "secateur.toml").write_text('[project]\nfunctions = ["lib/*.c:*"]\n')
    assert "lib/*.c:* names no function" in refused("run")


def test_init_keeps_contracts_and_leaves_out_what_cannot_be_compiled(project: Path) -> None:
    (project / "secateur.toml").write_text('[contracts]\npart = ["y != 0"]\n')
    (project / "src" / "broken.c").write_text("#include <no_such_header.h>\n")
    (project / "tests").mkdir()
    (project / "tests" / "t.c").write_text("int t(void) { return 0; }\n")
    done = secateur("init")
    assert "left out: src/broken.c:1:10: fatal error" in done.stdout
    assert "left out: 1 file in tests" in done.stdout
    text = (project / "secateur.toml").read_text()
    assert text.startswith('[contracts]\npart = ["y != 0"]\n')
    assert 'exclude = ["src/broken.c:*"]' in text
    code, kept, status = explored("--only", "part")
    assert (code, list(kept), status) == (1, ["part"], {"signed-overflow": "new"})
