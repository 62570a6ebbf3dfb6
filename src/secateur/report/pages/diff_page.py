"""The page of a change: verdicts, differences with an input and both runs, both versions side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from secateur.report.material import Material
from secateur.report.pages.page import page
from secateur.report.pages.side_by_side import side_by_side
from secateur.report.shown import show_inputs

_MARKS = {"different": "bad", "equivalent": "good", "unaffected": "good"}


def diff_page(material: Material) -> str:
    data = material.data
    functions = [_function(each) for each in data["functions"]]
    files = [
        (pair, side_by_side(pair, _impacted(data["functions"], pair.old), _impacted(data["functions"], pair.new)))
        for pair in material.files
    ]
    return page("diff.html", title=material.title, data=data, functions=functions, files=files, marks=_MARKS)


def _function(one: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "changes": (),
        "impact": (),
        "incomplete": "",
        "further": 0,
        **one,
        "differences": [_shown(each) for each in one.get("differences", ())],
        "outside": [_shown(each) for each in one.get("outside", ())],
    }


def _shown(each: Mapping[str, Any]) -> dict[str, Any]:
    old, new = each.get("paths", {"old": (), "new": ()}).values()
    return {**each, "shown_input": show_inputs(each["input"]) or "no input", "way": _both_ways(old, new)}


def _both_ways(old: Sequence[str], new: Sequence[str]) -> dict[str, Sequence[str]]:
    """The decisions of both runs: what they share, and how each goes on."""
    shared = 0
    while shared < min(len(old), len(new)) and old[shared] == new[shared]:
        shared += 1
    return {"shared": old[:shared], "old": old[shared:], "new": new[shared:]}


def _impacted(functions: Sequence[Mapping[str, Any]], file: str) -> set[int]:
    """The impacted lines of a file, of either version."""
    found = {line["line"] for one in functions for line in one.get("impact", ()) if line["file"] == file}
    chains = (link for one in functions for line in one.get("impact", ()) for link in line["chain"])
    return found | {link["line"] for link in chains if link["file"] == file}
