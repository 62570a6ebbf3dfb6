"""One golden file for each format that a command prints or writes. `UPDATE_GOLDEN=1` accepts what comes out.

The examples are small, and have a fault, printed output, a global and a changed line, so that every part of a format
is used. Times are masked. Tables of the papers, with what they mean, are in tests/acceptance/golden.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from report.golden import check_golden, without_times

from .commands import secateur

GOLDEN = Path(__file__).parent / "golden"
EXAMPLES = Path(__file__).parents[2] / "examples"

OLD = """#include <stdio.h>

int total;

static int half(int v)
{
    return v > 2 ? v / 2 : 0;
}

int gauge(int level, int step)
{
    total = half(level);
    if (level > 50) {
        printf("high %d\\n", level);
        return step;
    }
    return 10 / step;
}
"""
NEW = OLD.replace("level > 50", "level > 40")

#: Golden file → the command whose standard output it is.
PRINTED = {
    "explore.txt": "explore gauge.c:gauge",
    "explore_pse.txt": "explore pse.c:test --technique pse --check none",
    "explore_audit.txt": "explore gauge.c:gauge --technique dgse --audit",
    "explore_audit_missed.txt": "explore dgse_missed.c:before --technique dgse-published --audit",
    "explore_summaries.txt": "explore gauge.c:gauge --summaries auto --no-confirm",
    "explore_incomplete.txt": "explore gauge.c:gauge --max-paths 1",
    "compare.txt": "compare gauge.c:gauge --techniques full,dgse,pse",
    "deps.txt": "deps gauge.c:gauge",
    "signature.txt": "signature gauge.c:gauge --output return --output stdout --count",
    "signature_two_versions.txt": "signature gauge.c:gauge changed.c:gauge",
    "approximate.txt": "approximate gauge.c:gauge --to 15 --value total --abstract half --solve",
    "approximate_exit.txt": "approximate gauge.c:gauge --at exit --value total --check total<level||level<3",
    "diff.txt": "diff gauge.c changed.c --function gauge --impact --tests mine.json",
    "diff.md": "diff gauge.c changed.c --function gauge --tests mine.json --markdown",
    "augment.txt": "augment gauge.c changed.c --function gauge --tests mine.json",
    "debug.txt": "debug gauge.c changed.c --function gauge --input level=45,step=2",
    "techniques.txt": "techniques",
}
#: Golden file → the command that prints it as one line of JSON. The file has it indented.
JSON = {
    "explore.json": "explore gauge.c:gauge --json",
    "compare.json": "compare gauge.c:gauge --techniques full,pse --json",
    "deps.json": "deps gauge.c:gauge --kind control,data --json",
    "signature.json": "signature gauge.c:gauge --json",
    "signature_two_versions.json": "signature gauge.c:gauge changed.c:gauge --json",
    "approximate.json": "approximate gauge.c:gauge --to 15 --value total --abstract half --solve --json",
    "diff.json": "diff gauge.c changed.c --function gauge --tests mine.json --json",
    "augment.json": "augment gauge.c changed.c --function gauge --tests mine.json --json",
    "debug.json": "debug gauge.c changed.c --function gauge --input level=45,step=2 --json",
    "techniques.json": "techniques --json",
}
#: Golden file → what `explore` writes.
WRITTEN = {
    "written/tests.json": "tests.json",
    "written/tests.c": "tests.c",
    "written/test_gauge.py.txt": "test_gauge.py",
    "written/coverage.lcov": "coverage.lcov",
}


@pytest.fixture(autouse=True)
def _sources(folder: Path) -> None:
    (folder / "gauge.c").write_text(OLD)
    (folder / "changed.c").write_text(NEW)
    for name in ("pse.c", "dgse_missed.c"):
        (folder / name).write_text((EXAMPLES / name).read_text())
    (folder / "mine.json").write_text('[{"level": 1, "step": 1}, {"level": 60, "step": 2}]')


def printed(command: str) -> str:
    done = secateur(*command.split())
    assert done.stdout, done.stderr
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


@pytest.mark.parametrize("name", list(PRINTED))
def test_what_a_command_prints(name: str) -> None:
    check_golden(GOLDEN / name, printed(PRINTED[name]))


def check_json(name: str, command: str) -> None:
    found = json.loads(printed(command))
    check_golden(GOLDEN / name, json.dumps(found, indent=1, ensure_ascii=False) + "\n")


@pytest.mark.parametrize("name", list(JSON))
def test_json(name: str) -> None:
    check_json(name, JSON[name])


def test_what_explore_writes(folder: Path) -> None:
    secateur("explore", "gauge.c:gauge", "--out", "out")
    for name, file in WRITTEN.items():
        check_golden(GOLDEN / name, (folder / "out" / file).read_text())
    assert {path.name for path in (folder / "out").iterdir()} == {*WRITTEN.values(), "run.json", "run.sqlite"}
    assert without_times((folder / "out" / "run.json").read_text()) == without_times(
        secateur("explore", "gauge.c:gauge", "--out", "out", "--json").stdout
    )


def test_what_pse_covers(folder: Path) -> None:
    secateur("explore", "pse.c:test", "--technique", "pse", "--check", "none", "--postconditions", "covered.txt")
    check_golden(GOLDEN / "written" / "postconditions.txt", (folder / "covered.txt").read_text())


@pytest.mark.parametrize("kind", ["dot", "svg"])
def test_pictures(kind: str, folder: Path) -> None:
    secateur("deps", "gauge.c:gauge", "--kind", "control,data,potential", "--dot", f"deps.{kind}")
    check_golden(GOLDEN / "written" / f"deps.{kind}", (folder / f"deps.{kind}").read_text())


def test_reduce_and_replay(folder: Path) -> None:
    secateur("explore", "gauge.c:gauge", "--out", "out")
    check_golden(GOLDEN / "reduce.txt", printed("reduce out --output return"))
    check_json("reduce.json", "reduce out --output return --json")
    check_golden(GOLDEN / "replay.txt", printed("replay out"))
    check_json("replay.json", "replay out --json")
    (folder / "gauge.c").write_text(NEW.replace("return step;", "return 7;"))
    check_golden(GOLDEN / "replay_different.txt", printed("replay out"))
    check_json("replay_different.json", "replay out --json")


def test_errors(folder: Path) -> None:
    """A mistake in the command, a source that does not compile, a file that is not there."""
    (folder / "bad.c").write_text("int f(int x) { return y; }\n")
    commands = ("explore gauge.c:gaug", "explore gauge.c:gauge --order back", "explore bad.c:f", "replay away")
    shown = [f"$ secateur {command}\n{secateur(*command.split()).stderr}" for command in commands]
    check_golden(GOLDEN / "errors.txt", "\n".join(shown))
