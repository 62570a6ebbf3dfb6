"""`secateur debug` of commits, of code that a file includes, and of lines that call functions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .commands import refused, secateur
from .test_commit import commit, git

HEADER = "static int climb(int a) { return a > 5; }\nstatic int below(int b) { return b < 3; }\n"
SOURCE = """#include "rules.h"
int f(int a, int b)
{
    int up = climb(a) && below(b);
    if (up)
        return 1;
    return 0;
}
"""
NEW_HEADER = HEADER.replace("a > 5", "a > 6")
NEW_SOURCE = SOURCE.replace("climb(a) && below(b)", "climb(a)")


def _debug(*arguments: str) -> tuple[int, dict[str, Any]]:
    done = secateur("debug", *arguments, "--json")
    data: dict[str, Any] = json.loads(done.stdout)
    return done.exit_code, data


def _causes(data: dict[str, Any]) -> list[tuple[str, int, bool]]:
    return [(cause["file"], cause["line"], cause["changed"]) for cause in data["causes"]]


def _folders(folder: Path, header: str, source: str) -> None:
    for name, texts in (("old", (HEADER, SOURCE)), ("new", (header, source))):
        (folder / name).mkdir()
        (folder / name / "rules.h").write_text(texts[0])
        (folder / name / "f.c").write_text(texts[1])


def test_a_changed_line_of_an_included_file(folder: Path) -> None:
    _folders(folder, NEW_HEADER, SOURCE)
    code, data = _debug("old/f.c", "new/f.c", "--function", "f", "--input", "a=6,b=1")
    assert (code, _causes(data)[0]) == (1, ("new/rules.h", 1, True))


def test_a_changed_line_that_calls_functions(folder: Path) -> None:
    _folders(folder, HEADER, NEW_SOURCE)
    code, data = _debug("old/f.c", "new/f.c", "--function", "f", "--input", "a=9,b=9", "--timeout", "20")
    assert code == 1
    assert ("new/f.c", 4, True) in _causes(data) or ("old/f.c", 4, True) in _causes(data)


def test_revisions_and_ranges(folder: Path) -> None:
    git(folder, "init", "-q", ".")
    commit(folder, {"src/rules.h": HEADER, "src/f.c": SOURCE})
    commit(folder, {"src/rules.h": NEW_HEADER})
    for versions in (("HEAD~1..HEAD",), ("git:HEAD~1:src/f.c", "git:HEAD:src/f.c")):
        code, data = _debug(*versions, "--function", "f", "--input", "a=6,b=1")
        assert (code, _causes(data)[0]) == (1, ("HEAD:src/rules.h", 1, True))
    shown = secateur("debug", "HEAD~1..HEAD", "--input", "a=6,b=1").stdout
    assert "HEAD~1:src/f.c → HEAD:src/f.c:f" in shown
    code, data = _debug("HEAD~1", "--input", "a=6,b=1")
    assert (code, _causes(data)[0]) == (1, ("src/rules.h", 1, True))
    assert "changes no function" in refused("debug", "HEAD..HEAD", "--input", "a=6")
