"""A program cannot control the terminal: not by its names, its source, its messages, nor by what it prints."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.text import Text

from secateur.report.console import EscapingConsole
from secateur.report.escaped import escaped

from .commands import refused, secateur

TITLE = "\x1b]0;owned\x07"
REVERSED = "\u202e"
HOSTILE = f"""
#include <assert.h>
#include <stdio.h>
int f(int x) {{
    if (x == 3) puts("\\x1b[2J\\x9b{TITLE}{REVERSED}");
    assert(x != 7 && "{TITLE}{REVERSED}");
    return x; /* {TITLE}{REVERSED} */
}}
"""
UNSAFE = ("\x1b", "\x07", "\x9b", REVERSED)


def is_safe(text: str) -> bool:
    return not any(character in text for character in UNSAFE)


@pytest.fixture
def source() -> str:
    name = f"a{TITLE.replace('/', '')}{REVERSED}.c"
    Path(name).write_text(HOSTILE)
    return f"{name}:f"


def test_what_is_found(source: str) -> None:
    done = secateur("explore", source, "--out", "out")
    assert "assertion" in done.stdout
    assert "a\\x1b]0;owned\\u202e.c:f" in done.stdout  # rich leaves out the bell
    assert is_safe(done.stdout)


@pytest.mark.parametrize("command", ["deps", "signature"])
def test_source_lines(command: str, source: str) -> None:
    done = secateur(command, source)
    assert "\\x1b" in done.stdout
    assert is_safe(done.stdout + done.stderr)


def test_a_replay_that_differs(source: str) -> None:
    secateur("explore", source, "--out", "out", "--no-confirm")
    tests = Path("out/tests.json").read_text()
    assert "\\u001b[2J" in tests
    Path("out/tests.json").write_text(tests.replace("\\u001b[2J", "\\u001b[3J"))
    done = secateur("replay", "out")
    assert "\\x1b[2J" in done.stdout
    assert is_safe(done.stdout)


def test_both_versions(source: str) -> None:
    Path("new.c").write_text(HOSTILE.replace("return x;", f"return x == 5 ? 1 : x; /* {TITLE} */"))
    for words in ([], ["--markdown"], ["--impact"]):
        done = secateur("diff", source.removesuffix(":f"), "new.c", "--function", "f", *words)
        assert "\\x1b]0;owned" in done.stdout
        assert is_safe(done.stdout)


def test_messages_of_the_compiler() -> None:
    Path("bad.c").write_text(f'int f(int x) {{ return y + "{TITLE}{REVERSED}"; }}\n')
    message = refused("explore", "bad.c:f")
    assert "undeclared" in message
    assert is_safe(message)


def test_only_text_is_escaped() -> None:
    console = EscapingConsole(file=StringIO(), force_terminal=True, width=80)
    console.print(Text.assemble(("name\x1b[31m", "red"), "\ttab"))
    assert isinstance(console.file, StringIO)
    shown = console.file.getvalue()
    assert "name\\x1b[31m" in shown
    assert shown.startswith("\x1b[31m")  # a colour of ours


def test_ordinary_text_stays() -> None:
    assert escaped("für\t2 €, α\n…🔴") == "für\t2 €, α\n…🔴"
    assert escaped("\r\x85\u2028") == "\\x0d\\x85\\u2028"
