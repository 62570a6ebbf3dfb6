"""Ctrl-C during an exploration: what was found so far is written."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

#: Millions of paths; each prints nothing and ends.
MANY = """
int f(int x[30])
{
    int taken = 0;
    for (int i = 0; i < 30; i++)
        if (x[i] > 0) taken++;
    return taken FAULT;
}
"""
#: One path that never ends, so that the signal arrives while the machine runs.
SPIN = "int f(int x)\n{\n    if (x > 3) return 1;\n    for (volatile unsigned i = 0;; i++) ;\n}\n"


#: Announces that the exploration is under way: some paths have ended, or one has run for a while.
MAIN = """
from pathlib import Path
from secateur.cli import main
from secateur.exploration.loop import Explorer
show, looks = Explorer.show, [100]
def announced(explorer):
    looks[0] -= 1
    if looks[0] == 0:
        Path("begun").touch()
    return show(explorer)
Explorer.show = announced
main()
"""


def _can_be_interrupted() -> None:
    """Background jobs of a shell script ignore keyboard signals, and their children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _interrupted(text: str, *options: str) -> tuple[int, str, str]:
    Path("f.c").write_text(text)
    command = [sys.executable, "-c", MAIN, "explore", "f.c:f", "--out", "out", *options]
    pipe = subprocess.PIPE
    ready = _can_be_interrupted
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, preexec_fn=ready) as process:  # noqa: PLW1509
        while not Path("begun").exists() and process.poll() is None:
            time.sleep(0.02)
        assert process.poll() is None, "it ended before it could be interrupted"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    return process.returncode, out, err


@pytest.mark.parametrize(("fault", "code"), [("", 3), ("/ (x[29] + 1)", 1)], ids=["clean", "faulty"])
def test_results_so_far_are_written(fault: str, code: int) -> None:
    options = ("--json", "--buffer", "30", "--technique", "full", "--keep", "all")
    returned, out, err = _interrupted(MANY.replace("FAULT", fault), *options)
    assert (returned, err) == (code, "")
    run = json.loads(out)
    assert run["complete"] is False
    assert run["paths"]["completed"] > 10
    assert run["paths"]["limited"] > 0
    assert "interrupted" in run["summary"]
    assert len(run["tests"]) == run["paths"]["completed"]
    assert json.loads(Path("out/run.json").read_text()) == run
    assert len(json.loads(Path("out/tests.json").read_text())["tests"]) == len(run["tests"])


def test_a_path_that_never_ends_can_be_interrupted() -> None:
    returned, out, _ = _interrupted(SPIN, "--json")
    assert returned == 3
    run = json.loads(out)
    assert run["complete"] is False
    assert "interrupted" in run["summary"]


#: Ctrl-C when a module of ours is loaded.
EARLY = """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, *_):
        if name == "typer":
            os.kill(os.getpid(), signal.SIGINT)
from secateur.__main__ import main
sys.meta_path.insert(0, Interrupting())
main()
"""


def test_in_the_first_second_nothing_has_begun() -> None:
    command = [sys.executable, "-c", EARLY, "explore", "f.c:f"]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=_can_be_interrupted, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "secateur: interrupted\n")
