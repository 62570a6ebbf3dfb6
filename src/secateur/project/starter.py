"""The text of a first `secateur.toml`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from secateur.project.settings import SECONDS_EACH

_TEXT = """\
# What Secateur explores: `secateur run`. docs/project.md describes all sections.

[project]
functions = {functions}
exclude = {exclude}
out = "secateur-out"        # not for version control
baseline = "baseline.json"  # findings that are known: secateur baseline
"""


@dataclass(frozen=True, slots=True)
class StarterFile:
    """`database`: the folder with a `compile_commands.json`, if there is one. `problems`: files that cannot be
    compiled, and why."""

    functions: tuple[str, ...]
    exclude: tuple[str, ...]
    database: str | None
    include: tuple[str, ...]
    problems: Mapping[str, str]


def starter_text(starter: StarterFile) -> str:
    parts = [_TEXT.format(functions=_list(starter.functions), exclude=_list(starter.exclude))]
    if starter.problems:
        told = [f"#   {problem}" for problem in starter.problems.values()]
        parts.append("\n".join(["# These files cannot be compiled with the flags below:", *told, ""]))
    compiling = []
    if starter.database is not None:
        compiling.append(f"compile_commands = {_text(starter.database)}")
    if starter.include:
        compiling.append(f"include = {_list(starter.include)}")
    if compiling:
        parts.append("\n".join(["[compiling]", *compiling, ""]))
    parts.append(f"[budget]\ncpu = {SECONDS_EACH:g}  # seconds for each function\n")
    return "\n".join(parts)


def _list(values: tuple[str, ...]) -> str:
    if len(values) < 3:
        return f"[{', '.join(map(_text, values))}]"
    return "[\n" + "".join(f"    {_text(each)},\n" for each in values) + "]"


def _text(value: str) -> str:
    """A TOML text: JSON's escapes are among those of TOML."""
    return json.dumps(value, ensure_ascii=False)
