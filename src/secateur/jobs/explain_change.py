"""Questions about a comparison: which change affects a line, along which dependences, and what was left out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from secateur.jobs.explained_run import NotExplained
from secateur.jobs.explanation import RunExplanation, shown_list
from secateur.options.jobs import ExplainOptions

_LINE = re.compile(r"(?:(?P<file>.+):)?(?P<line>\d+)")


def explain_change(file: Path, what: str, options: ExplainOptions) -> RunExplanation:
    """`file`: what `secateur diff --json` printed. `what`: `cut:N`, counted over all functions, or a line of the new
    version."""
    data = _read(file)
    if what.startswith("cut:"):
        return _cut(data, what, file, options)
    line = _LINE.fullmatch(what)
    if line is None:
        raise NotExplained(f"{what} is no question about a change", str(file), "ask about FILE:LINE or cut:N")
    return _line(data, line["file"], int(line["line"]), what, options)


def _read(file: Path) -> Mapping[str, Any]:
    try:
        data: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        if not all("impact" in each and "cuts" in each for each in data["functions"]):
            raise KeyError
    except (ValueError, KeyError, TypeError):
        advice = "give what `secateur diff OLD NEW --json` printed"
        raise NotExplained("is no comparison", str(file), advice) from None
    return data


def _cut(data: Mapping[str, Any], what: str, file: Path, options: ExplainOptions) -> RunExplanation:
    cuts = [(one, cut) for one in data["functions"] for cut in one["cuts"]]
    word = what.partition(":")[2]
    if not word.isdecimal() or not 0 < int(word) <= len(cuts):
        there = f"there are cut:1 to cut:{len(cuts)}" if cuts else "nothing was cut"
        raise NotExplained(f"{what} is unknown", str(file), there)
    one, cut = cuts[int(word) - 1]
    place = f"{cut['file']}:{cut['line']}"
    head = f"{what} at {place}: {cut['technique']} did not try {cut['count']} of its sides, as {cut['because']}"
    details = [f"the change: {each}" for each in _changes(one)]
    found = _impacted(one, cut["file"], cut["line"])
    if found is None:
        lines = shown_list([str(each["line"]) for each in one["impact"]], 20)
        details.append(f"no chain of dependences leads from it to line {cut['line']}; it affects lines {lines}")
    else:
        details.append(f"on other runs the line is affected: {_chain(found)}")
    paths = one["paths"]
    details.append(f"instead, {paths['completed']} paths were run that differ in what the change affects")
    facts = {**cut, "function": one["function"], "impacted": found is not None}
    return RunExplanation(what, "not-impacted" if found is None else "not-here", head, tuple(details), options, facts)


def _line(data: Mapping[str, Any], named: str | None, line: int, what: str, options: ExplainOptions) -> RunExplanation:
    for one in data["functions"]:
        found = _impacted(one, named, line)
        if found is not None:
            text = f"{found['file']}:{line} is {found['rule']}: {found['text']}"
            details = (*(f"the change: {each}" for each in _changes(one)), f"chain: {_chain(found)}")
            facts = {"rule": found["rule"], "chain": found["chain"], "function": one["function"]}
            return RunExplanation(what, "impacted", text, details, options, facts)
    told = [f"the change: {each}" for one in data["functions"] for each in _changes(one)]
    text = f"the change does not affect line {line}: no chain of dependences leads there"
    return RunExplanation(what, "not-impacted", text, tuple(told), options)


def _impacted(one: Mapping[str, Any], file: str | None, line: int) -> Mapping[str, Any] | None:
    def is_meant(name: str) -> bool:
        return file is None or name == file or name.endswith(f"/{file}")

    return next((each for each in one["impact"] if each["line"] == line and is_meant(each["file"])), None)


def _changes(one: Mapping[str, Any]) -> Iterator[str]:
    for each in one["changes"]:
        old, new = each["old"], each["new"]
        if old is None:
            yield f"line {new['line']} is new: {new['text']}"
        elif new is None:
            yield f"line {old['line']} is gone: {old['text']}"
        else:
            yield f"line {new['line']}: {old['text']}  →  {new['text']}"


def _chain(found: Mapping[str, Any]) -> str:
    links: Sequence[Mapping[str, Any]] = found["chain"]
    return ", ".join(f"{'old ' if each['old'] else ''}{each['line']} {each['why']}".rstrip() for each in links)
