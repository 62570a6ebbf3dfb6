"""The action and its scripts: what they do in a job, and that texts of somebody else stay texts."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CI = ROOT / "ci"
ACTIONS = (ROOT / "action.yml", CI / "comment" / "action.yml")
PAGE = (ROOT / "docs" / "ci.md").read_text()


def script(name: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a script with nothing but its own environment, and a `secateur` that is this one."""
    programs = folder / "bin"
    programs.mkdir(exist_ok=True)
    for tool, text in (
        ("secateur", f'exec {sys.executable} -m secateur "$@"'),
        ("python", f'exec {sys.executable} "$@"'),
    ):
        (programs / tool).write_text(f"#!/bin/sh\n{text}\n")
        (programs / tool).chmod(0o755)
    kept = {name: os.environ[name] for name in ("PYTHONPATH", "SECATEUR_CACHE", "HOME") if name in os.environ}
    given = {**kept, "PATH": f"{programs}:{os.environ['PATH']}", "RUNNER_TEMP": str(folder), **environment}
    command = ["bash", str(CI / f"{name}.sh")]
    return subprocess.run(command, env=given, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_job_explores_and_collects_reports(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "f.c").write_text("int f(int x)\n{\n    return 10 / x;\n}\n")
    (inner / "secateur.toml").write_text('[project]\nfunctions = ["f.c:*"]\nout = "found"\n')
    files = {name: tmp_path / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    given = {name: str(file) for name, file in files.items()}
    done = script("explore", tmp_path, GITHUB_ACTIONS="true", FOLDER="inner", **given)
    assert done.returncode == 1, done.stderr
    reports = tmp_path / "secateur-reports"
    assert files["GITHUB_OUTPUT"].read_text() == f"exit-code=1\nreports={reports}\n"
    assert {"secateur.sarif", "report.md", "report.html", "junit.xml"} <= {each.name for each in reports.iterdir()}
    assert files["GITHUB_STEP_SUMMARY"].read_text().startswith("### Secateur")
    lines = done.stdout.splitlines()
    stopped = next(line for line in lines if line.startswith("::stop-commands::"))
    token = stopped.removeprefix("::stop-commands::")
    inside = lines[lines.index(stopped) + 1 : lines.index(f"::{token}::")]
    assert any("division-by-zero" in line for line in inside), "texts of the program are no commands"
    after = lines[lines.index(f"::{token}::") + 1 :]
    (error,) = (line for line in after if line.startswith("::error"))
    assert error.startswith("::error file=inner/f.c,line=3,"), "as the repository has it"
    assert '"uri": "inner/f.c"' in (reports / "secateur.sarif").read_text()


@pytest.mark.slow
def test_a_mistake_reports_nothing_old(tmp_path: Path) -> None:
    (tmp_path / "secateur.toml").write_text("[projekt]\n")
    (tmp_path / "secateur-out").mkdir()
    (tmp_path / "secateur-out" / "report.md").write_text("old")
    assert script("explore", tmp_path).returncode == 2
    assert not (tmp_path / "secateur-reports" / "report.md").exists()


@pytest.mark.parametrize(
    "text",
    [
        "````\n@everyone ![x](http://a/b) <img src=x>\n",
        "```\n`````\n[link](http://a)\n",
        "x" * 90_000,
        "a\x1b[31mb\x00c\n",
    ],
)
def test_a_comment_shows_untrusted_text_as_text(tmp_path: Path, text: str) -> None:
    (tmp_path / "report.md").write_text(text)
    done = script("comment", tmp_path, REPORTS=str(tmp_path))
    assert done.returncode == 0, done.stderr
    head, fence, rest = re.split(r"^(`{4,})text\n", done.stdout, maxsplit=1, flags=re.MULTILINE)
    assert head.startswith("<!-- secateur -->\n**Secateur**")
    body, end, tail = rest.partition(f"\n{fence}\n")
    assert end, "the block is closed"
    assert not re.search(rf"^`{{{len(fence)},}}", body, re.MULTILINE), "and nothing in it closes it before"
    assert tail.strip() in ("", "(the rest is left out)")
    assert len(done.stdout) < 60_000
    assert "\x1b" not in done.stdout


def test_a_comment_follows_no_links(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("token")
    (tmp_path / "report.md").symlink_to(secret)
    assert "token" not in script("comment", tmp_path, REPORTS=str(tmp_path)).stdout


@pytest.mark.parametrize("file", ACTIONS, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_script_has_text_of_somebody_else_in_it(file: Path) -> None:
    """Expressions are replaced before a shell reads a script: they belong in `env` and `with`."""
    scripts = re.findall(r"^( +)(?:- )?run: (?:\|\n((?:\1 .*\n|\n)+)|(.*)\n)", file.read_text(), re.MULTILINE)
    assert scripts
    assert not [text for _, block, line in scripts for text in (block, line) if "${{" in text]


def test_the_workflows_have_least_privilege() -> None:
    blocks = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    first, second = (each for each in blocks if each.startswith("name: Secateur"))
    assert not [each for each in blocks if "pull_request_target" in each]
    assert "permissions:\n  contents: read\n" in first
    assert "write" not in first
    assert "persist-credentials: false" in first
    assert "secrets." not in PAGE
    assert "permissions: {}\n" in second
    assert "checkout" not in second
    assert "checkout" not in ACTIONS[1].read_text().replace("checks out", "")


def test_the_page_names_what_is_there() -> None:
    assert "OWNER/secateur/ci/comment@" in PAGE
    assert (CI / "comment" / "action.yml").is_file()
    hook = (ROOT / ".pre-commit-hooks.yaml").read_text()
    assert "- id: secateur\n" in hook
    assert "  entry: secateur run\n" in hook
