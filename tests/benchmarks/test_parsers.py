"""`benchmarks/parsers.py`: the parsers have the faults that their page names, and all techniques find them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from secateur.exploration.loop import Explorer
from secateur.exploration.techniques.full import Full
from secateur.harness.subject import load
from secateur.machine.machine import Machine
from secateur.options import Budget, Compiling, Inputs
from secateur.solver import Solver, by_name

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
#: Entry, number of bytes, and where the faults are with -D BUG.
PARSERS = [
    ("json_tokens.c:json_tokens", 2, {"close", "string"}),
    ("ini.c:ini", 4, {"stripped_right", "copy"}),
    ("option_parser.c:parse_line", 4, {"set_number", "checked", "value_of"}),
    ("http_request.c:http_request", 5, {"start_field"}),
    ("regex.c:regex", 2, {"compile", "compile_class"}),
]


@pytest.mark.parametrize(("entry", "size", "places"), PARSERS)
def test_a_parser_has_its_faults_only_where_they_are_asked_for(entry: str, size: int, places: set[str]) -> None:
    for defines, expected in (((), set[str]()), (("BUG",), places)):
        program = load([str(BENCHMARKS / "subjects" / entry)], Compiling((), defines), Inputs(string=size)).program
        result = Explorer(Machine(program), Solver(by_name("bitwuzla")), Full(), budget=Budget(60)).run()
        assert result.complete
        assert {fault.function for fault, _ in result.faults()} == expected


def test_every_exact_technique_is_measured_and_loses_nothing(tmp_path: Path) -> None:
    to = tmp_path / "figures.json"
    words = ["--only", "options", "--size", "2", "--json", str(to)]
    script = str(BENCHMARKS / "parsers.py")
    done = subprocess.run([sys.executable, script, *words], capture_output=True, text=True, check=True)
    figures = json.loads(to.read_text())
    assert {row["technique"] for row in figures} >= {"full", "dgse", "pse"}
    assert all(row["complete"] for row in figures)
    assert {tuple(row["faults"]) for row in figures} == {("uninitialised at 59", "uninitialised at 97")}
    full = next(row for row in figures if row["technique"] == "full")
    assert all(row["lines"] >= full["lines"] and row["sides"] >= full["sides"] for row in figures)
    assert "growth" in done.stdout


def test_an_exploration_over_the_time_limit_is_marked(tmp_path: Path) -> None:
    words = ["--only", "json", "--technique", "full", "--size", "4", "--size", "5", "--timeout", "0.2"]
    script, to = str(BENCHMARKS / "parsers.py"), tmp_path / "figures.json"
    done = subprocess.run(
        [sys.executable, script, *words, "--json", str(to)], capture_output=True, text=True, check=True
    )
    (row,) = json.loads(to.read_text())
    assert not row["complete"]
    assert f"{row['paths']:,}+" in done.stdout
