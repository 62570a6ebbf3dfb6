"""Annotations for GitHub: lines that a step of a workflow prints, which GitHub shows at the line in the pull request.

GitHub shows at most ten errors and ten warnings of a step, so those that valid calls show come first.
"""

from __future__ import annotations

from collections.abc import Iterator

from secateur.report.change_places import change_place
from secateur.report.finding_text import Fault, finding_text, findings_first, is_within
from secateur.report.format import text_format
from secateur.report.material import AnswerKind, Material
from secateur.report.places import from_here
from secateur.report.shown import show_inputs


def to_annotations(material: Material) -> str:
    lines = _differences(material) if material.origin is AnswerKind.DIFF else _findings(material)
    return "".join(f"{line}\n" for line in lines)


def _findings(material: Material) -> Iterator[str]:
    found = [(run, fault) for run in material.runs for fault in findings_first(run.data["faults"])]
    for run, fault in sorted(found, key=lambda pair: not is_within(pair[1])):
        yield annotation(_level(fault), fault["file"], fault["line"], fault["kind"], finding_text(run, fault))
    for run in material.runs:
        if not run.data["complete"]:
            told = f"{run.title}: {run.data['summary']}"
            yield annotation("notice", run.data["source"], 1, "not complete", told)


def _differences(material: Material) -> Iterator[str]:
    for one in material.data["functions"]:
        file, line = change_place(material.data, one)
        for each in one.get("differences", ()):
            old, new = each["outcome"]["old"], each["outcome"]["new"]
            told = f"with {show_inputs(each['input'])} it was {old}, now {new}; {each['natively']}"
            yield annotation("warning", file, line, f"{one['function']} behaves differently", told)


def _level(fault: Fault) -> str:
    return "notice" if not is_within(fault) else "error" if fault["confirmed"] else "warning"


def annotation(level: str, file: str, line: int, title: str, message: str) -> str:
    """A workflow command. Values and the message are escaped as GitHub's toolkit does it."""
    values = {"file": from_here(file), "line": str(max(line, 1)), "title": title}
    told = ",".join(f"{name}={_value(text)}" for name, text in values.items())
    return f"::{level} {told}::{_message(message)}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _value(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")


FORMAT = text_format(
    "github",
    "annotations.txt",
    "annotations for GitHub: print the file in a step of a workflow",
    (AnswerKind.EXPLORE, AnswerKind.DIFF),
    to_annotations,
)
