"""Measures how usable a first try is: explores every function of the contracts corpus without options.

    python benchmarks/first_try.py [NAME…] [--json FILE] [--corpus FOLDER]

Each function is explored by its own process with `--cpu 15`. A finding is a fault within the contract. It is
true if it has the line and kind of a seeded bug, otherwise false: the other functions of the corpus are correct. An
answer is *usable* if it covers at least half of the lines it can reach and its findings are not all false.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "tests" / "contracts" / "corpus"
CPU = "15"
#: Also for running faults and tests natively, and for what hangs.
MOST_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Measured:
    """`why` says what went wrong if there is no answer. Findings are written as `line kind`."""

    file: str
    function: str
    usable: bool
    seeded: bool
    found: bool
    true: tuple[str, ...]
    false: tuple[str, ...]
    outside: int
    paths: int
    complete: bool
    covered: float
    cpu: float
    why: str = ""


def functions(corpus: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((corpus / "manifest.toml").read_text())["function"]
    return found


def measure(
    corpus: Path, entry: dict[str, Any], seeded: frozenset[tuple[int, str]], options: Sequence[str] = ()
) -> Measured:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer, why = _explored(f"{corpus / entry['file']}:{entry['name']}", options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    bug = entry.get("bug")
    if answer is None:
        return Measured(entry["file"], entry["name"], False, bug is not None, False, (), (), 0, 0, False, 0.0, cpu, why)
    findings = [each for each in answer["faults"] if each.get("contract", "within") == "within"]
    places = {(each["line"], each["kind"], Path(each["file"]).name == entry["file"]) for each in findings}
    true = tuple(sorted(f"{line} {kind}" for line, kind, own in places if own and (line, kind) in seeded))
    false = tuple(sorted(f"{line} {kind}" for line, kind, own in places if not own or (line, kind) not in seeded))
    lines = answer["coverage"]["lines"]
    covered = lines["covered"] / max(lines["total"], 1)
    return Measured(
        file=entry["file"],
        function=entry["name"],
        usable=covered >= 0.5 and not answer["unsupported"] and (not false or bool(true)),
        seeded=bug is not None,
        found=bug is not None and f"{bug['line']} {bug['kind']}" in true,
        true=true,
        false=false,
        outside=len(answer["faults"]) - len(findings),
        paths=answer["paths"]["completed"],
        complete=answer["complete"],
        covered=covered,
        cpu=cpu,
    )


def _explored(target: str, options: Sequence[str]) -> tuple[dict[str, Any] | None, str]:
    """The answer as JSON, or why there is none."""
    with tempfile.TemporaryDirectory() as out:
        command = [sys.executable, "-m", "secateur", "explore", target, "--json", "--cpu", CPU]
        done = subprocess.run(
            [*command, "--out", out, *options], capture_output=True, text=True, check=False, preexec_fn=_limited
        )
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer, ""
    except json.JSONDecodeError:
        text = " ".join(done.stderr.split())
        return None, text[-160:] or f"ended with {done.returncode}"


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 5))


def shown(each: Measured) -> str:
    marks = [f"{len(each.true)} true" if each.true else "", f"{len(each.false)} false" if each.false else ""]
    if each.seeded and not each.found:
        marks.append("MISSED")
    details = each.why or "; ".join(filter(None, (*marks, *(f"[{text}]" for text in each.false))))
    name = f"{each.file:11} {each.function:22} {'usable' if each.usable else '-':7}"
    return f"{name} {each.paths:5} paths {each.covered:4.0%} {each.cpu:5.1f} s  {details}"


def totals(rows: Sequence[Measured]) -> str:
    seeded = [each for each in rows if each.seeded]
    true = sum(len(each.true) for each in rows)
    false = sum(len(each.false) for each in rows)
    usable = sum(each.usable for each in rows)
    return (
        f"{usable} of {len(rows)} usable ({usable / max(len(rows), 1):.0%}); "
        f"{sum(each.found for each in seeded)} of {len(seeded)} bugs found; "
        f"{false} of {true + false} findings false ({false / max(true + false, 1):.0%}); "
        f"{sum(each.outside for each in rows)} faults outside; {sum(each.cpu for each in rows):.0f} s CPU"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="only these functions or files")
    parser.add_argument("--json", type=Path, help="write the measurements to this file")
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    given, options = parser.parse_known_args()
    entries = functions(given.corpus)
    seeded = {
        each["file"]: frozenset(
            (e["bug"]["line"], e["bug"]["kind"]) for e in entries if e["file"] == each["file"] and "bug" in e
        )
        for each in entries
    }
    rows = []
    for entry in entries:
        if given.names and entry["name"] not in given.names and entry["file"] not in given.names:
            continue
        rows.append(measure(given.corpus, entry, seeded[entry["file"]], options))
        print(shown(rows[-1]), flush=True)
    print(totals(rows))
    if given.json:
        given.json.write_text(json.dumps([asdict(each) for each in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
