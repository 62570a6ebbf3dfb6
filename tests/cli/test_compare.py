"""`secateur compare`: the table, the JSON, exit codes, and what Ctrl-C keeps."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from secateur.jobs.child import run_in_child

from .commands import refused, secateur

FAULTY = "int f(int x)\n{\n    if (x > 3) return 2;\n    return 10 / (x ^ 2);\n}\n"
CLEAN = "int f(int x)\n{\n    if (x > 3) return 2;\n    return 1;\n}\n"
MANY = """
int f(int x[30])
{
    int taken = 0;
    for (int i = 0; i < 30; i++)
        if (x[i] > 0) taken++;
    return taken;
}
"""


def _source(text: str) -> str:
    Path("f.c").write_text(text)
    return "f.c:f"


def _compared(*arguments: str) -> tuple[int, dict[str, Any]]:
    done = secateur("compare", *arguments, "--json")
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1
    return done.exit_code, json.loads(done.stdout)


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """The row without values that differ between runs, and without the options of the command."""
    solver = {name: value for name, value in row["solver"].items() if name != "seconds"}
    return {**row, "seconds": 0, "solver": solver, "settings": None}


def test_a_row_is_what_explore_says() -> None:
    code, found = _compared(_source(FAULTY), "--techniques", "full")
    assert code == 1
    assert (found["tool"], found["source"], found["function"], found["differences"]) == ("secateur", "f.c", "f", [])
    (row,) = found["rows"]
    assert _plain(row) == _plain(json.loads(secateur("explore", "f.c:f", "--technique", "full", "--json").stdout))


@pytest.mark.usefixtures("two_more")
def test_all_techniques_with_full_first() -> None:
    code, found = _compared(_source(CLEAN))
    assert code == 0
    assert [row["technique"] for row in found["rows"]] == ["full", "same", "lazy"]
    assert [row["paths"]["completed"] for row in found["rows"]] == [2, 2, 1]


@pytest.mark.usefixtures("two_more")
def test_techniques_in_the_order_given() -> None:
    _, found = _compared(_source(CLEAN), "--techniques", "lazy, full,lazy")
    assert [row["technique"] for row in found["rows"]] == ["lazy", "full"]


@pytest.mark.usefixtures("two_more")
def test_faults_that_differ() -> None:
    code, found = _compared(_source(FAULTY), "--techniques", "lazy,same,full")
    assert code == 1
    assert found["differences"] == [
        {
            "technique": "lazy",
            "kind": "division-by-zero",
            "file": "f.c",
            "line": 4,
            "found_by": "same",
            "inputs": {"x": 2},
            "complete": True,
        }
    ]
    text = secateur("compare", "f.c:f").stdout
    assert "warning: lazy did not find division-by-zero at f.c:4, full did: x=2" in text


@pytest.mark.usefixtures("two_more")
def test_the_table() -> None:
    lines = secateur("compare", _source(FAULTY)).stdout.splitlines()
    header = "technique paths of full runs faults tests lines branches queries instructions time of full"
    assert " ".join(lines[1].split()) == header
    cells = [line.split() for line in lines[2:5]]
    assert [row[0] for row in cells] == ["full", "same", "lazy"]
    assert [row[1] for row in cells] == ["3", "3", "1"]
    assert (cells[0][2], cells[1][2:4], cells[2][2:4]) == ("–", ["100", "%"], ["33", "%"])


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        (CLEAN, (), 0),
        (FAULTY, (), 1),
        (MANY, ("--max-paths", "5"), 3),
        (MANY, ("--timeout", "0.2"), 3),
    ],
    ids=["clean", "fault", "max-paths", "timeout"],
)
@pytest.mark.usefixtures("two_more")
def test_exit_code(text: str, options: tuple[str, ...], code: int) -> None:
    exit_code, found = _compared(_source(text), "--techniques", "full,same", "--buffer", "30", *options)
    assert exit_code == code
    assert [row["complete"] for row in found["rows"]] == [code != 3] * 2
    assert secateur("compare", "f.c:f", "--techniques", "full,same", "--buffer", "30", *options).exit_code == code


@pytest.mark.usefixtures("two_more")
def test_budgets_are_for_each() -> None:
    """This includes memory: what the first technique used must not count for the second."""
    options = ("--buffer", "30", "--max-paths", "40", "--memory", "2000")
    _, found = _compared(_source(MANY), "--techniques", "full,same", *options)
    assert [row["paths"]["completed"] for row in found["rows"]] == [40, 40]


def test_bad_usage() -> None:
    assert "--techniques fast: unknown; choose from auto, full" in refused(
        "compare", _source(CLEAN), "--techniques", "fast"
    )
    assert "--techniques: none given; choose from auto, full" in refused("compare", "f.c:f", "--techniques", ",")
    assert "no function 'g'" in refused("compare", "f.c:g")
    assert "no input satisfies" in refused("compare", "f.c:f", "--assume", "x < x")
    assert "'away' is called but not defined" in refused(
        "compare", _source("int away(void);\nint f(void) { return away(); }\n")
    )


#: Announces each exploration, so that the signal does not arrive while the program is being compiled.
MAIN = """
from pathlib import Path
from secateur.cli import main
from secateur.exploration.loop import Explorer
from secateur.exploration import techniques
from secateur.exploration.techniques.full import Full
class Same(Full):
    name = "same"
class Lazy(Full):
    name = "lazy"
    def tasks(self, path, task):
        return []
techniques.PROGRAMS = {"lazy": Lazy, "full": Full, "same": Same}
run = Explorer.run
def announced(explorer):
    Path(f"begun-{explorer.technique.name}").touch()
    return run(explorer)
Explorer.run = announced
main()
"""


def _start(*options: str, **how: Any) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", MAIN, "compare", _source(MANY), "--buffer", "30", "--techniques", "lazy,full,same"]
    process = subprocess.Popen([*command, *options], **how)
    while not Path("begun-full").exists() and process.poll() is None:
        time.sleep(0.02)
    time.sleep(0.5)
    assert process.poll() is None, "it ended before it could be interrupted"
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_keeps_the_rows_so_far(number: signal.Signals) -> None:
    with _start("--json", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (3, b"")
    rows = json.loads(out)["rows"]
    assert [row["technique"] for row in rows] == ["lazy", "full"]
    assert rows[0]["complete"]
    assert rows[1]["paths"]["completed"] > 10
    assert "interrupted" in rows[1]["summary"]


def test_ctrl_c_on_a_terminal_where_rows_fill() -> None:
    """The terminal signals all our processes, and the table is live."""
    ours, theirs = pty.openpty()
    with _start(
        stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, preexec_fn=_take_terminal
    ) as process:
        os.close(theirs)
        os.write(ours, b"\x03")
        text = _read_all(ours)
        process.wait(timeout=60)
    assert process.returncode == 3
    assert "full …" in text
    assert "full: incomplete: it was interrupted" in text
    assert "Traceback" not in text


def _take_terminal() -> None:
    import fcntl  # noqa: PLC0415
    import termios  # noqa: PLC0415

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _read_all(descriptor: int) -> str:
    data = b""
    while True:
        try:
            part = os.read(descriptor, 1 << 16)
        except OSError:  # the other end is closed
            return data.decode()
        if not part:
            return data.decode()
        data += part


def test_a_child_that_breaks_is_our_bug() -> None:
    def work(send: Any) -> None:
        send(1)
        os._exit(3)

    received: list[int] = []
    with pytest.raises(RuntimeError, match="ended unexpectedly"):
        run_in_child(work, received.append)
    assert received == [1]


def test_tuning_that_no_technique_has_is_refused() -> None:
    source = _source("int f(int x) { return x > 3; }\n")
    assert refused("compare", source, "--techniques", "full,pse", "--tune", "sise=3").startswith(
        "--tune sise: unknown; did you mean size?"
    )
    assert "no technique has such an option" in refused("compare", source, "--techniques", "full", "--tune", "size=3")
    code, found = _compared(source, "--techniques", "full,pse", "--tune", "size=3")
    assert (code, [row["technique"] for row in found["rows"]]) == (0, ["full", "pse"])


def test_a_technique_for_changes_is_named_as_such() -> None:
    message = refused("compare", _source("int f(int x) { return x > 3; }\n"), "--techniques", "dise")
    assert message.startswith("--techniques dise: explores a change, not one program; choose from auto, full")
