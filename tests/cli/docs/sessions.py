"""Runs the sessions of a page, one after the other, in a folder with the examples and the files that the page shows."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from typer.testing import CliRunner

import secateur
from secateur.cli import app

from .blocks import ROOT, Block, blocks, steps
from .shown import matches, refreshed

#: What a page may use without showing it.
FILES = Path(__file__).parent / "files"
#: Pages show what a terminal of this width shows.
COLUMNS = "120"

_NUMBERED = re.compile(r" *(\d+)(?:  (.*))?$")


@dataclass(slots=True)
class Page:
    """A page that is read from top to bottom. `wrong` has what differs; `text` is the page with it put right."""

    path: Path
    wrong: list[str] = field(default_factory=list)
    text: str = ""

    def run(self) -> None:
        """Everything in the current folder, which must be empty."""
        shutil.copytree(ROOT / "examples", "examples")
        shutil.copytree(ROOT / "benchmarks" / "subjects", "benchmarks/subjects")
        shutil.copytree(FILES, ".", dirs_exist_ok=True)
        self.text = self.path.read_text(encoding="utf-8")
        lines = self.text.splitlines()
        moved = 0
        for block in blocks(self.text):
            if block.is_session:
                new = self._session(block)
                lines[block.first + moved : block.first + moved + len(block.lines)] = new
                moved += len(new) - len(block.lines)
            elif block.file is not None:
                self._file(block.file, block)
        self.text = "\n".join(lines) + "\n"

    def _session(self, block: Block) -> list[str]:
        new: list[str] = []
        for step in steps(block.lines):
            came = run(step.command)
            new += ["$ " + step.command.split("\n")[0], *step.command.split("\n")[1:]]
            if matches(step.shown, came):
                new += step.shown
            else:
                new += refreshed(step.shown, came)
                self.wrong.append(f"$ {step.command}\n" + "\n".join(came))
        return new

    def _file(self, name: str, block: Block) -> None:
        """A file of the page is written; of an example it is checked that it reads as the page says."""
        file = Path(name)
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("\n".join(block.lines) + "\n")
            return
        there = file.read_text().splitlines()
        numbered = [_NUMBERED.match(line) for line in block.lines if line.strip() != "..."]
        if all(numbered):
            pairs = [(int(m[1]), m[2] or "") for m in numbered if m]
            self.wrong += [f"{name}:{n}: {text}" for n, text in pairs if there[n - 1].rstrip() != text.rstrip()]
        elif "\n".join(block.lines) not in "\n".join(there):
            self.wrong.append(f"{name} has no such lines:\n" + "\n".join(block.lines))


def run(command: str) -> list[str]:
    """The lines that one of the programs prints, on both streams; `| tail -N` and `| head -N` may follow."""
    words, *filters = command.replace("\\\n", " ").split(" | ")
    name, *arguments = shlex.split(words, comments=True)
    assert name in PROGRAMS, f"a session runs {', '.join(PROGRAMS)}, not {name}"
    lines = PROGRAMS[name](arguments).splitlines()
    for word in filters:
        kind, count = shlex.split(word, comments=True)
        lines = lines[-int(count[1:]) :] if kind == "tail" else lines[: int(count[1:])]
    return lines


def _secateur(arguments: list[str]) -> str:
    return CliRunner(env={"COLUMNS": COLUMNS}).invoke(app, arguments, catch_exceptions=False).output


def _python(arguments: list[str]) -> str:
    """A script of the page in a process of its own, with the package under test wherever it lies."""
    sources = Path(secateur.__file__).resolve().parents[1]
    environment = os.environ | {"COLUMNS": COLUMNS, "PYTHONPATH": str(sources)}
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False
    )
    return done.stdout


def _cat(arguments: list[str]) -> str:
    return Path(arguments[0]).read_text()


def _git(arguments: list[str]) -> str:
    """Without the settings of whoever runs the tests."""
    who = {"NAME": "a", "EMAIL": "a@b"}
    author = {f"GIT_{role}_{part}": text for role in ("AUTHOR", "COMMITTER") for part, text in who.items()}
    environment = os.environ | author | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    command = ["git", *arguments]
    return subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=True
    ).stdout


#: What a session may run.
PROGRAMS = {"secateur": _secateur, "python": _python, "cat": _cat, "git": _git}
