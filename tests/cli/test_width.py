"""Piped output is never cut or wrapped to a width; on a terminal nothing is cut without a sign of it."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

import secateur
from report.golden import without_times
from secateur.cli import app

NAME = "controllers/hydraulic_pressure_regulator/front_left/emergency_braking_pressure_regulation.c"
SOURCE = f"{NAME}:regulate_pressure_of_the_front_left_wheel"
TEXT = """#include <assert.h>
struct reading { int pressure_in_millibar; int temperature_in_millikelvin; };
int regulate_pressure_of_the_front_left_wheel(struct reading first_reading, struct reading second_reading)
{
    if (first_reading.pressure_in_millibar > 1000)
        if (second_reading.temperature_in_millikelvin > 2000)
            assert(first_reading.temperature_in_millikelvin != second_reading.temperature_in_millikelvin);
    return 100000 / (second_reading.pressure_in_millibar | 1);
}
"""
CHANGED = TEXT.replace("> 1000", "> 1200")

COMMANDS = {
    "explore": ("explore", SOURCE, "--fresh"),
    "audit": ("explore", SOURCE, "--technique", "dgse", "--audit", "--fresh"),
    "compare": ("compare", SOURCE, "--techniques", "full,dgse"),
    "deps": ("deps", SOURCE),
    "signature": ("signature", SOURCE),
    "signature of two versions": ("signature", SOURCE, "other_result.c"),
    "approximate": ("approximate", SOURCE, "--to", "7", "--solve"),
    "diff": ("diff", NAME, "changed.c", "--impact", "--function", "regulate_pressure_of_the_front_left_wheel"),
    "augment": ("augment", NAME, "changed.c", "--function", "regulate_pressure_of_the_front_left_wheel"),
    "debug": (
        *("debug", NAME, "changed.c", "--function", "regulate_pressure_of_the_front_left_wheel"),
        *("--input", '{"first_reading": {"pressure_in_millibar": 1100}}'),
        *("--input", '{"second_reading": {"temperature_in_millikelvin": 3000}}'),
    ),
}


@pytest.fixture(autouse=True)
def _sources(folder: Path) -> None:
    (folder / NAME).parent.mkdir(parents=True)
    (folder / NAME).write_text(TEXT)
    (folder / "changed.c").write_text(CHANGED)
    (folder / "other_result.c").write_text(TEXT.replace("100000", "200000"))


def piped(*arguments: str, columns: int | None = None) -> str:
    """What comes out of a pipe. `COLUMNS` is what a shell may have left in the environment."""
    environment = {"COLUMNS": None if columns is None else str(columns)}
    done = CliRunner().invoke(app, list(arguments), catch_exceptions=False, env=environment)
    assert done.stdout, done.stderr
    return "".join(f"{line.rstrip()}\n" for line in without_times(done.stdout).splitlines())


def on_a_terminal(columns: int, *arguments: str) -> str:
    """What a terminal of that width shows, without colours."""
    control, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    command = [sys.executable, "-c", "from secateur.cli import main; main()", *arguments]
    environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
    environment |= {"TERM": "dumb", "NO_COLOR": "1", "PYTHONPATH": str(Path(secateur.__file__).parents[1])}
    with subprocess.Popen(command, stdout=terminal, stderr=subprocess.DEVNULL, env=environment) as process:
        os.close(terminal)
        shown = b""
        try:
            while chunk := os.read(control, 65536):
                shown += chunk
        except OSError:  # the other end is closed
            pass
        process.wait()
    os.close(control)
    return shown.decode().replace("\r\n", "\n")


def test_explore_keeps_long_names_whole() -> None:
    lines = piped("explore", SOURCE).splitlines()
    assert any(f"assertion at {NAME}:7" in line for line in lines), "the outcome of a test"
    assert any(f"{NAME}:7 in regulate_pressure_of_the_front_left_wheel" in line for line in lines), "a fault's place"
    condition = "first_reading.temperature_in_millikelvin != second_reading.temperature_in_millikelvin"
    assert any(f"assertion '{condition}' failed" in line for line in lines), "what happened"
    (written,) = [line for line in lines if line.startswith("written to ")]
    assert written.endswith("natively")


def test_explore_keeps_inputs_whole() -> None:
    rows = [line for line in piped("explore", SOURCE).splitlines() if line.startswith("test0")]
    assert len(rows) == 4
    for row in rows:
        assert '"pressure_in_millibar": ' in row
        assert "second_reading={" in row
        assert row.count("…") == row.count(", …}"), "only members on which nothing depends are left out"


@pytest.mark.parametrize("name", ["signature", "signature of two versions", "debug", "augment", "diff"])
def test_other_commands_keep_inputs_whole(name: str) -> None:
    """Each line that begins to show an input shows all of it."""
    lines = [line for line in piped(*COMMANDS[name]).splitlines() if "first_reading={" in line]
    assert lines
    for line in lines:
        assert line.count('temperature_in_millikelvin":') == 2 * line.count("first_reading={")


@pytest.mark.parametrize("name", list(COMMANDS))
def test_piped_output_does_not_depend_on_a_width(name: str) -> None:
    words = COMMANDS[name]
    assert piped(*words, columns=40) == piped(*words) == piped(*words, columns=500)


def test_replay_and_reduce_do_not_depend_on_a_width() -> None:
    piped("explore", SOURCE, "--out", "a/folder/with/a/name/that/is/longer/than/eighty/columns/of/text/can/hold")
    for command in ("replay", "reduce"):
        words = (command, "a/folder/with/a/name/that/is/longer/than/eighty/columns/of/text/can/hold")
        assert piped(*words, columns=40) == piped(*words, columns=500)


@pytest.mark.parametrize("name", ["explore", "deps", "signature", "diff"])
def test_a_terminal_shows_that_something_is_cut(name: str) -> None:
    """Every letter is on the screen, perhaps on another line, or `…` says that there is more."""
    shown = on_a_terminal(70, *COMMANDS[name])
    cut = letters(piped(*COMMANDS[name]).replace("TIME", "")) - letters(shown)
    assert not cut or "…" in shown


def letters(text: str) -> Counter[str]:
    """How often each occurs; a wrapped text has the same ones. Digits are left out, as times have them."""
    return Counter(character for character in text if not character.isspace() and not character.isdigit())
