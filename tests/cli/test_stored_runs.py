"""Runs that are stored: killed, interrupted at bad moments, taken up, reported, and answered again (FINDINGS C5)."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from .commands import refused, secateur

#: More paths than there is time for; the first ones show a fault.
MANY = """
int f(int *x)
{
    int taken = 0;
    for (int i = 0; i < 24; i++)
        if (x[i] > 0) taken++;
    return taken / (x[23] + 1);
}
"""
SMALL = "int f(int x) { if (x > 7) return 1; return 10 / (x - 3); }\n"

#: Runs the command, and says when the named function is called; that then takes its time.
MAIN = """
import sys, time
from pathlib import Path
from typing import Any
from secateur.cli import main
from secateur.exploration.loop import Explorer
import secateur.jobs.run as run
kind, name = {"explore": (Explorer, "run"), "write": (run, "write_tests")}[sys.argv.pop(1)]
original = getattr(kind, name)
def announced(*given):
    Path("begun").touch()
    if name == "write_tests":
        time.sleep(1.5)
    return original(*given)
setattr(kind, name, announced)
main()
"""
EXPLORE = ("explore", "f.c:f", "--out", "out", "--technique", "full", "--buffer", "24", "--no-check-tests")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _started(moment: str, *words: str) -> subprocess.Popen[str]:
    """The command, when it has come to that moment."""

    def ready() -> None:  # background jobs of a shell script ignore keyboard signals
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    pipe = subprocess.PIPE
    command = [sys.executable, "-c", MAIN, moment, *words]
    process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, preexec_fn=ready)  # noqa: PLW1509
    while not Path("begun").exists() and process.poll() is None:
        time.sleep(0.02)
    return process


def _stored() -> bool:
    """Is there more than empty tables?"""
    file = Path("out/run.sqlite-wal")
    return file.exists() and file.stat().st_size > 90_000


def _run() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path("out/run.json").read_text())
    return found


def test_a_killed_run_can_be_reported_and_taken_up() -> None:
    Path("f.c").write_text(MANY)
    process = _started("explore", *EXPLORE)
    while not _stored():
        time.sleep(0.05)
    process.kill()
    process.communicate()
    assert not Path("out/run.json").exists()
    done = secateur("report", "out", "--json")
    assert (done.exit_code, done.stderr) == (1, "")
    run = json.loads(done.stdout)
    assert run == _run()
    assert "interrupted" in run["summary"]
    assert ("division-by-zero", True) in [(fault["kind"], fault["confirmed"]) for fault in run["faults"]]
    paths = run["paths"]["completed"]
    assert paths > 10
    assert {"tests.c", "tests.json", "test_f.py"} <= {path.name for path in Path("out").iterdir()}
    more = json.loads(secateur("explore", "--resume", "out", "--max-paths", str(paths + 20), "--json").stdout)
    assert more["paths"]["completed"] == paths + 20


def test_a_second_interruption_ends_at_once() -> None:
    Path("f.c").write_text(MANY)
    process = _started("write", *EXPLORE, "--max-paths", "50")
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    assert process.poll() is None, "it writes the files first"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, "")
    assert "interrupted; the files in out are written first (Ctrl-C again ends at once)" in err
    assert "what was found is stored: secateur report out writes it, --resume out goes on" in err
    assert "Traceback" not in err
    assert json.loads(secateur("report", "out", "--json").stdout)["paths"]["completed"] == 50


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interruption_while_files_are_written(number: signal.Signals) -> None:
    Path("f.c").write_text(SMALL)
    process = _started("write", "explore", "f.c:f", "--out", "out", "--json", "--no-check-tests")
    process.send_signal(number)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 1
    assert json.loads(out) == _run()
    assert err == "secateur: interrupted; the files in out are written first (Ctrl-C again ends at once)\n"


def test_a_closed_terminal_keeps_what_was_found() -> None:
    Path("f.c").write_text(MANY)
    process = _started("explore", *EXPLORE, "--json")
    time.sleep(0.5)
    process.send_signal(signal.SIGHUP)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (1, "")
    assert "interrupted" in json.loads(out)["summary"]


def test_a_full_disk_is_told_and_leaves_what_was_stored() -> None:
    Path("f.c").write_text(MANY)

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    words = (*EXPLORE, "--order", "bfs", "--no-answer-cache", "--keep", "all")
    done = subprocess.run(
        [sys.executable, "-m", "secateur", *words], capture_output=True, text=True, preexec_fn=small, check=False
    )
    assert done.returncode == 2
    assert "run.sqlite: the disk is full, or cannot be written; what was stored before stays" in done.stderr
    assert "Traceback" not in done.stderr
    assert secateur("report", "out").exit_code in (1, 3)  # by then, a batch may have had the fault or not
    assert _run()["paths"]["completed"] > 0


def test_the_same_question_again() -> None:
    Path("f.c").write_text(SMALL)
    words = ("explore", "f.c:f", "--out", "out", "--no-check-tests")
    first = secateur(*words)
    before = os.stat("out/run.json").st_mtime_ns
    again = secateur(*words)
    told = "nothing has changed: this is the answer of the run in out (--fresh explores again)\n"
    assert (again.exit_code, again.stdout) == (first.exit_code, first.stdout + told)
    assert os.stat("out/run.json").st_mtime_ns == before
    data = secateur(*words, "--json")
    assert (json.loads(data.stdout), data.stderr) == (_run(), f"secateur: {told}")
    assert told not in secateur(*words, "--fresh").stdout


@pytest.mark.parametrize("change", ["program", "option", "budget", "files", "incomplete"])
def test_another_question_is_explored(change: str) -> None:
    Path("f.c").write_text(SMALL)
    words = ["explore", "f.c:f", "--out", "out", "--no-check-tests"]
    first = [*words, "--max-paths", "1"] if change == "incomplete" else words
    secateur(*first)
    if change == "program":
        Path("f.c").write_text(SMALL.replace("- 3", "- 4"))
    elif change == "files":
        Path("out/run.json").write_text("{}")
    more = {"option": ["--assume", "x < 100"], "budget": ["--max-paths", "90"]}.get(change, [])
    assert "nothing has changed" not in secateur(*first, *more).stdout


def test_two_runs_do_not_write_to_one_folder() -> None:
    Path("f.c").write_text(MANY)
    process = _started("explore", *EXPLORE)
    while not _stored():
        time.sleep(0.05)
    message = refused("explore", "--resume", "out")
    assert message.startswith("out/run.sqlite: another run is writing there; ")
    process.kill()
    process.communicate()


def test_without_a_source() -> None:
    assert refused("explore").startswith("no SOURCE is given")
    assert refused("report", "nowhere").startswith("nowhere: has no stored run")
