"""JUnit's XML, which CI services show as a table of tests.

Of `explore`, each test is a test case; one that shows a fault fails. Of `replay`, a test case fails if the program does
not do what was predicted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

from secateur.report.format import text_format
from secateur.report.material import AnswerKind, Material, ReportedRun
from secateur.report.places import xml_text
from secateur.report.shown import show_inputs


def to_junit(material: Material) -> str:
    suites = [_replayed(material)] if material.origin is AnswerKind.REPLAY else list(map(_explored, material.runs))
    root = ElementTree.Element("testsuites", name="secateur")
    for name in ("tests", "failures"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in suites)))
    root.set("errors", "0")
    root.extend(suites)
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _explored(run: ReportedRun) -> ElementTree.Element:
    kinds = {fault["test"]: fault for fault in run.data["faults"] if "suite" not in fault and "caller" not in fault}
    places = {f"{each['kind']} at {each['file']}:{each['line']}": each for each in run.data["faults"]}
    cases = []
    for test in run.data["tests"]:
        case = _case(run.title, test["name"])
        fault = kinds.get(test["name"]) or places.get(test["outcome"])
        if fault is not None:
            _failure(case, fault["kind"], f"{test['outcome']}: {fault['message']}", show_inputs(test["inputs"]))
        elif test.get("output"):
            ElementTree.SubElement(case, "system-out").text = xml_text(test["output"])
        cases.append(case)
    return _suite(run.title, cases, run.data["seconds"])


def _replayed(material: Material) -> ElementTree.Element:
    cases = []
    for each in material.data["results"]:
        case = _case(material.title, each["test"])
        if not each["confirmed"]:
            told = f"not as predicted: {each['outcome']}"
            _failure(case, "prediction", told, "\n".join(each["differences"]))
        cases.append(case)
    return _suite(material.title, cases, None)


def _case(suite: str, name: str) -> ElementTree.Element:
    return ElementTree.Element("testcase", classname=xml_text(suite), name=xml_text(name))


def _failure(case: ElementTree.Element, kind: str, message: str, details: str) -> None:
    failure = ElementTree.SubElement(case, "failure", type=kind, message=xml_text(message))
    failure.text = xml_text(details)


def _suite(name: str, cases: Iterable[ElementTree.Element], seconds: Any) -> ElementTree.Element:
    suite = ElementTree.Element("testsuite", name=xml_text(name))
    suite.extend(cases)
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(sum(case.find("failure") is not None for case in suite)))
    suite.set("errors", "0")
    suite.set("skipped", "0")
    if seconds is not None:
        suite.set("time", f"{seconds:.3f}")
    return suite


FORMAT = text_format(
    "junit",
    "junit.xml",
    "JUnit's XML: each test is a test case, for CI services",
    (AnswerKind.EXPLORE, AnswerKind.REPLAY),
    to_junit,
)
