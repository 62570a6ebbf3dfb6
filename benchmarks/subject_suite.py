"""Techniques on a folder of subjects: `python benchmarks/subject_suite.py DIR`, or `make bench-suite SUITE=DIR`.

For programs that are not ours to publish, such as the subjects of a paper. The folder has a `suite.toml`:

    timeout = 300                         # seconds for each exploration; default 600
    techniques = ["full", "dgse"]         # the first is the one to compare with; this is the default

    [[subject]]
    name = "wheel brake, 2 steps"
    file = "wbs.c"                        # relative to the folder
    function = "update"                   # default: main
    flags = ["-DN=2"]                     # of the compiler
    options = { buffer = 4 }              # keywords of secateur.explore
    share = 56.25                         # the largest share of paths allowed, in per cent (the paper's)
    technique = "dgse"                    # the technique that has to reach it; this is the default

Every technique runs in a process of its own. All must find the same faults and cover as many lines and branch sides as
the first. The exit code is 1 if something differs or a share is missed, 3 if an exploration is incomplete.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from table import show_by_subject

import secateur

MANIFEST = "suite.toml"
SECONDS = 600.0
TECHNIQUES = ("full", "dgse")


class ManifestError(SystemExit):
    """Something in the manifest is wrong; the message names the file."""


@dataclass(frozen=True, slots=True)
class SuiteSubject:
    name: str
    file: str
    function: str = ""
    flags: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    share: float | None = None
    technique: str = "dgse"


@dataclass(frozen=True, slots=True)
class Manifest:
    folder: Path
    subjects: tuple[SuiteSubject, ...]
    timeout: float = SECONDS
    techniques: tuple[str, ...] = TECHNIQUES


@dataclass(frozen=True, slots=True)
class SuiteRow:
    """`percent`: paths in per cent of those of the first technique. `problem`: what differs from it; else empty."""

    subject: str
    technique: str
    paths: int
    percent: float
    share: float | None
    faults: int
    lines: int
    branches: int
    seconds: float
    complete: bool
    problem: str = ""


def read(folder: Path) -> Manifest:
    file = folder / MANIFEST
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ManifestError(f"{file}: {error}") from None
    _require_known(file, data, {"timeout", "techniques", "subject"})
    found = []
    for entry in data.get("subject", []):
        _require_known(file, entry, set(SuiteSubject.__dataclass_fields__))
        if "name" not in entry or "file" not in entry:
            raise ManifestError(f"{file}: each [[subject]] needs a name and a file")
        found.append(SuiteSubject(**{**entry, "flags": tuple(entry.get("flags", ()))}))
    if not found:
        raise ManifestError(f"{file}: there is no [[subject]]")
    return Manifest(folder, tuple(found), data.get("timeout", SECONDS), tuple(data.get("techniques", TECHNIQUES)))


def _require_known(file: Path, given: Mapping[str, Any], known: set[str]) -> None:
    unknown = sorted(given.keys() - known)
    if unknown:
        raise ManifestError(f"{file}: unknown key '{unknown[0]}'; known are {', '.join(sorted(known))}")


def measure(manifest: Manifest, subject: SuiteSubject, techniques: Sequence[str]) -> list[SuiteRow]:
    source = f"{manifest.folder / subject.file}" + (f":{subject.function}" if subject.function else "")
    options: dict[str, Any] = {
        "timeout": manifest.timeout,
        "confirm": False,
        "cflags": subject.flags,
        **subject.options,
    }
    found = secateur.compare(source, techniques=techniques, **options).rows
    return [_row(subject, row, found[0]) for row in found]


def _row(subject: SuiteSubject, row: Mapping[str, Any], base: Mapping[str, Any]) -> SuiteRow:
    paths, all_paths = (each["paths"]["completed"] + each["paths"]["cut"] for each in (row, base))
    percent = 100 * paths / all_paths if all_paths else 100.0
    share = subject.share if row["technique"] == subject.technique else None
    lines, sides = (row["coverage"][kind]["covered"] for kind in ("lines", "branches"))
    finished = not row["limits"]
    problems = []
    if finished and not base["limits"]:
        problems = _differences(row, base)
        if share is not None and percent > share:
            problems.append(f"more than {share:g} % of the paths")
    problem = "; ".join(problems)
    return SuiteRow(
        subject.name, row["technique"], paths, percent, share, len(row["faults"]), lines, sides, row["seconds"],
        finished, problem,
    )  # fmt: skip


def _differences(row: Mapping[str, Any], base: Mapping[str, Any]) -> list[str]:
    mine, others = ({(f["kind"], f["file"], f["line"]) for f in each["faults"]} for each in (row, base))
    found = [f"missed: {kind} at {file}:{line}" for kind, file, line in sorted(others - mine)]
    found += [f"new: {kind} at {file}:{line}" for kind, file, line in sorted(mine - others)]
    for kind in ("lines", "branches"):
        before, now = (each["coverage"][kind]["covered"] for each in (base, row))
        if before != now:
            found.append(f"{kind}: {now} instead of {before}")
    return found


def show(console: Console, rows: Sequence[SuiteRow]) -> None:
    titles = ("technique", "paths", "of the first", "at most", "faults", "lines", "branches", "seconds", "verdict")
    show_by_subject(
        console,
        titles,
        (
            (
                row.subject, row.technique, f"{row.paths:,}", f"{row.percent:.1f} %",
                "" if row.share is None else f"{row.share:g} %", str(row.faults), str(row.lines), str(row.branches),
                f"{row.seconds:.2f}", row.problem or ("same" if row.complete else "incomplete"),
            )
            for row in rows
        ),
    )  # fmt: skip


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("folder", type=Path, help=f"has a {MANIFEST}")
    words.add_argument("--only", help="only subjects whose name contains this text")
    words.add_argument("--techniques", help="instead of those of the manifest, comma-separated")
    words.add_argument("--json", type=Path, help="also write the rows to this file")
    given = words.parse_args()
    manifest = read(given.folder)
    techniques = tuple(given.techniques.split(",")) if given.techniques else manifest.techniques
    rows: list[SuiteRow] = []
    for subject in manifest.subjects:
        if given.only is None or given.only in subject.name:
            try:
                rows += measure(manifest, subject, techniques)
            except secateur.SecateurError as error:
                raise SystemExit(f"{subject.name}: {error}") from None
    show(Console(width=160), rows)
    if given.json:
        given.json.write_text(json.dumps([asdict(row) for row in rows], indent=1))
    if any(row.problem for row in rows):
        sys.exit(1)
    if not all(row.complete for row in rows):
        sys.exit(3)


if __name__ == "__main__":
    main()
