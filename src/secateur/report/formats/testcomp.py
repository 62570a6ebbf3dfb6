"""Tests in the exchange format of the competition Test-Comp (version 1.1): a file of metadata, and one per test with
the inputs in the order in which the program asks for them. TestCov and other validators read a folder of these."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

from secateur import __version__
from secateur.provided.scalars import SCALARS
from secateur.report.format import Format
from secateur.report.material import AnswerKind, Material, ReportedRun
from secateur.report.places import from_here, xml_text
from secateur.report.run_folders import run_folders
from secateur.suite.scalars import decode
from secateur.suite.test import Recorded, Test

_DTD = '<!DOCTYPE {0} PUBLIC "+//IDN sosy-lab.org//DTD test-format {1} 1.1//EN" "https://sosy-lab.org/test-format/{1}-1.1.dtd">'


def _inputs(test: Test) -> str:
    root = ElementTree.Element("testcase")
    if test.outcome.fault is not None:
        root.set("coversError", "true")
    for each in test.recorded:
        given = ElementTree.SubElement(root, "input", variable=xml_text(each.name))
        if each.kind in SCALARS:
            given.set("type", SCALARS[each.kind].c)
        given.text = _value(each)
    return _document(root, "testcase")


def _value(each: Recorded) -> str:
    """An object without a type is bytes, as one hexadecimal number, the first byte last."""
    if each.kind in ("object", "bits"):
        return f"0x{each.data[::-1].hex()}"
    value = decode(each.kind, not each.kind.startswith("u"), each.data)
    return str(int(value)) if isinstance(value, bool) else str(value)


def metadata(run: ReportedRun) -> str:
    root = ElementTree.Element("test-metadata")
    source = Path(run.data["source"])
    values = {
        "sourcecodelang": "C",
        "producer": f"Secateur {__version__}",
        "specification": "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
        "programfile": from_here(str(source)),
        "programhash": hashlib.sha256(source.read_bytes()).hexdigest() if source.is_file() else "",
        "entryfunction": run.data["function"],
        "architecture": "64bit",
        "creationtime": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    for name, text in values.items():
        ElementTree.SubElement(root, name).text = xml_text(text)
    return _document(root, "test-metadata")


def _document(root: ElementTree.Element, kind: str) -> str:
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n{_DTD.format(root.tag, kind)}\n{text}\n'


def _files(material: Material) -> Iterator[tuple[str, bytes]]:
    for folder, run in run_folders("test-suite", material.runs):
        yield f"{folder}/metadata.xml", metadata(run).encode()
        for test in run.suite.tests if run.suite is not None else ():
            yield f"{folder}/{test.name}.xml", _inputs(test).encode()


FORMAT = Format(
    "testcomp",
    "test-suite/TEST.xml",
    "Test-Comp's exchange format, for its validators",
    frozenset((AnswerKind.EXPLORE,)),
    _files,
)
