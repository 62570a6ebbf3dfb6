"""Runs commands in this process, and checks the errors for bad input."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner, Result

from secateur.cli import app


def secateur(*arguments: str) -> Result:
    """Runs the command; the result has its exit code, standard output and standard error."""
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


def refused(*arguments: str) -> str:
    """The message of a command that must be rejected: exit code 2, one message, nothing on standard output."""
    done = secateur(*arguments)
    assert done.exit_code == 2, (done.stdout, done.stderr)
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.count("secateur: ") == 1
    assert done.stderr.startswith("secateur: ")
    return done.stderr.removeprefix("secateur: ")


def snapshot(folder: Path) -> dict[str, bytes]:
    """All files of a folder with their contents."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
