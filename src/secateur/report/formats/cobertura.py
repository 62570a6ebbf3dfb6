"""Coverage as Cobertura's XML, which GitLab, Azure and Jenkins show. A file is a class, its folder the package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

from secateur import __version__
from secateur.report.covered_files import covered_files
from secateur.report.format import text_format
from secateur.report.material import AnswerKind
from secateur.report.places import from_here, xml_text

_DOCTYPE = '<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">'


def to_cobertura(files: Sequence[Mapping[str, Any]]) -> str:
    """`files`: as `coverage.files` in the JSON."""
    root = ElementTree.Element("coverage", {**_rates(files), **_counts(files)})
    root.set("complexity", "0")
    root.set("version", f"secateur {__version__}")
    root.set("timestamp", "0")  # the same answer is the same file
    ElementTree.SubElement(ElementTree.SubElement(root, "sources"), "source").text = "."
    packages = ElementTree.SubElement(root, "packages")
    by_folder: dict[str, list[Mapping[str, Any]]] = {}
    for each in files:
        by_folder.setdefault(from_here(each["file"]).rpartition("/")[0] or ".", []).append(each)
    for folder, inside in sorted(by_folder.items()):
        package = ElementTree.SubElement(packages, "package", {"name": xml_text(folder), **_rates(inside)})
        package.set("complexity", "0")
        ElementTree.SubElement(package, "classes").extend(map(_file, inside))
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{_DOCTYPE}\n{text}\n'


def _file(each: Mapping[str, Any]) -> ElementTree.Element:
    place = from_here(each["file"])
    found = ElementTree.Element("class", {"name": xml_text(place.rpartition("/")[2]), "filename": xml_text(place)})
    for name, value in (*_rates([each]).items(), ("complexity", "0")):
        found.set(name, value)
    ElementTree.SubElement(found, "methods")
    lines = ElementTree.SubElement(found, "lines")
    sides: dict[int, list[bool]] = {}
    for branch in each["branches"]:
        sides.setdefault(branch["line"], []).extend((branch["true"], branch["false"]))
    run = {**dict.fromkeys(each["missed"], 0), **dict.fromkeys(each["covered"], 1)}
    for number, hits in sorted(run.items()):
        line = ElementTree.SubElement(lines, "line", number=str(number), hits=str(hits))
        line.set("branch", "true" if number in sides else "false")
        if number in sides:
            taken = sides[number]
            percent = 100 * sum(taken) // len(taken)
            line.set("condition-coverage", f"{percent}% ({sum(taken)}/{len(taken)})")
    return found


def _counts(files: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    covered = sum(len(each["covered"]) for each in files)
    sides = [branch[side] for each in files for branch in each["branches"] for side in ("true", "false")]
    return {
        "lines-covered": str(covered),
        "lines-valid": str(covered + sum(len(each["missed"]) for each in files)),
        "branches-covered": str(sum(sides)),
        "branches-valid": str(len(sides)),
    }


def _rates(files: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    counts = {name: int(text) for name, text in _counts(files).items()}
    return {
        "line-rate": _rate(counts["lines-covered"], counts["lines-valid"]),
        "branch-rate": _rate(counts["branches-covered"], counts["branches-valid"]),
    }


def _rate(covered: int, valid: int) -> str:
    return f"{covered / valid:.4f}" if valid else "1.0000"


FORMAT = text_format(
    "cobertura",
    "cobertura.xml",
    "Cobertura's XML: coverage for GitLab, Azure and Jenkins",
    (AnswerKind.EXPLORE,),
    lambda material: to_cobertura(covered_files(material.runs)),
)
