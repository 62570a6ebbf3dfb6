"""SARIF 2.1.0, the OASIS standard for results of analyses: code hosts and editors show it beside the source.

Each kind of fault is a rule, each fault a result; the path that leads there is its code flow, with the inputs that each
decision depends on. Results keep their identity by `partialFingerprints` when lines move. For `diff`, each difference
of behaviour is a result at the first changed line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from secateur import __version__
from secateur.project.findings import fingerprint
from secateur.report.change_places import change_place
from secateur.report.fault_kinds import FAULT_TEXTS
from secateur.report.finding_text import WEAKNESSES, Fault, fault_inputs, finding_text, is_within
from secateur.report.fingerprint import different_faults
from secateur.report.format import text_format
from secateur.report.material import AnswerKind, Material, ReportedRun
from secateur.report.places import uri_of
from secateur.report.source_text import SourceText

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
#: The rule of a difference between two versions, and the name of our fingerprints.
DIFFERENCE, IDENTITY = "behaviour-difference", "secateur/v1"


def to_sarif(material: Material) -> str:
    text = SourceText()
    found = list(_differences(material, text) if material.origin is AnswerKind.DIFF else _results(material, text))
    kinds = list(dict.fromkeys(result["ruleId"] for result in found))
    for result in found:
        result["ruleIndex"] = kinds.index(result["ruleId"])
    driver = {
        "name": "Secateur",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(kind) for kind in kinds],
    }
    run = {
        "tool": {"driver": driver},
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": list(_notifications(material))}],
        "columnKind": "unicodeCodePoints",
        "results": found,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _rule(kind: str) -> dict[str, Any]:
    told = FAULT_TEXTS.get(kind, kind)
    tags = ["correctness"]
    if kind in WEAKNESSES:
        tags.append(f"external/cwe/cwe-{WEAKNESSES[kind]:03d}")
    return {
        "id": kind,
        "name": "".join(word.capitalize() for word in kind.split("-")),
        "shortDescription": {"text": told},
        "fullDescription": {"text": f"{told}."},
        "defaultConfiguration": {"level": "warning" if kind == DIFFERENCE else "error"},
        "properties": {"tags": tags, "precision": "very-high"},
    }


def _notifications(material: Material) -> Iterator[dict[str, Any]]:
    """What keeps the answer from being complete: no result is not the same as no fault."""
    for run in material.runs:
        if not run.data["complete"]:
            text = f"{run.title}: {run.data['summary']}"
            yield {"level": "note", "descriptor": {"id": "incomplete"}, "message": {"text": text}}


# --- findings


def _results(material: Material, text: SourceText) -> Iterator[dict[str, Any]]:
    yield from (_result(run, fault, text) for run, fault in different_faults(material.runs, text))


def _result(run: ReportedRun, fault: Fault, text: SourceText) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": fault["kind"],
        "level": _level(fault),
        "message": {"text": finding_text(run, fault)},
        "locations": [_location(fault, text)],
        "partialFingerprints": {IDENTITY: fault["fingerprint"]},
        "properties": {
            "test": fault["test"],
            "inputs": fault_inputs(run, fault),
            "confirmed": fault["confirmed"],
            "contract": fault["contract"],
        },
    }
    steps = [_step(step, text) for step in fault["steps"]]
    if steps:
        end = {"location": {**_location(fault, text), "message": {"text": fault["message"]}}, "importance": "essential"}
        result["codeFlows"] = [{"threadFlows": [{"locations": [*steps, end]}]}]
    return result


def _level(fault: Fault) -> str:
    if not is_within(fault):
        return "note"
    return "error" if fault["confirmed"] else "warning"


def _step(step: Mapping[str, Any], text: SourceText) -> dict[str, Any]:
    if step["left_out"]:
        told = f"… {step['left_out']:,} decisions are left out here"
    else:
        told = ": ".join(filter(None, ("true" if step["side"] else "false", step["condition"])))
    shown: dict[str, Any] = {"location": {**_location(step, text), "message": {"text": told}}}
    if step["values"]:
        shown["state"] = {name: {"text": json.dumps(value)} for name, value in step["values"].items()}
    return shown


def _location(place: Mapping[str, Any], text: SourceText) -> dict[str, Any]:
    region = {"startLine": max(1, place["line"])}
    if place["column"]:
        region["startColumn"] = text.characters(place["file"], place["line"], place["column"])
    physical = {"artifactLocation": {"uri": uri_of(place["file"])}, "region": region}
    return {"physicalLocation": physical, "logicalLocations": [{"name": place["function"], "kind": "function"}]}


# --- differences


def _differences(material: Material, text: SourceText) -> Iterator[dict[str, Any]]:
    for one in material.data["functions"]:
        file, first = change_place(material.data, one)
        where = {"file": file, "line": first, "column": 0, "function": one["function"]}
        for number, each in enumerate(one.get("differences", ())):
            inputs = ", ".join(f"{name}={json.dumps(value)}" for name, value in each["input"].items())
            old, new = each["outcome"]["old"], each["outcome"]["new"]
            told = f"{one['function']} behaves differently: with {inputs} it was {old}, now {new}; {each['natively']}"
            line = text.line(where["file"], where["line"])
            yield {
                "ruleId": DIFFERENCE,
                "level": "warning",
                "message": {"text": told},
                "locations": [_location(where, text)],
                "partialFingerprints": {IDENTITY: fingerprint(DIFFERENCE, "", one["function"], line, number)},
                "properties": {"inputs": each["input"], "old": old, "new": new, "condition": each["condition"]},
            }


FORMAT = text_format(
    "sarif",
    "secateur.sarif",
    "SARIF 2.1.0: findings with their paths, for code scanning and editors",
    (AnswerKind.EXPLORE, AnswerKind.DIFF),
    to_sarif,
)
