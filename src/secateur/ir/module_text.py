"""The first pass over a module: locates its items without reading them.

The items are read on demand, so a large module of which little is used costs little.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from secateur.ir.lexer import IRSyntaxError


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the module, with its number for error messages."""

    text: str
    number: int


@dataclass(frozen=True, slots=True)
class FunctionText:
    """The head of a function (`define …`, `declare …`) and the lines between its braces, if it has any."""

    head: Line
    body: list[str] | None


@dataclass(frozen=True, slots=True)
class ModuleText:
    """The lines of a module by what they define: `types` by `%name`, globals and functions by `@name`,
    `metadata` by `!number` (and `!llvm.dbg.cu` and the like)."""

    triple: str
    types: dict[str, Line] = field(default_factory=dict)
    globals: dict[str, Line] = field(default_factory=dict)
    functions: dict[str, FunctionText] = field(default_factory=dict)
    metadata: dict[str, str] = field(default_factory=dict)


_IGNORED = ("source_filename", "target datalayout", "attributes #", "module asm", "uselistorder", "$", "^")


def split(text: str) -> ModuleText:
    """Find the items of a module. Raises IRSyntaxError on a line that starts no known item."""
    lines = text.split("\n")
    module = ModuleText(_triple(lines))
    index, count = 0, len(lines)
    while index < count:
        line = lines[index]
        index += 1
        if not line or line[0] == ";":
            continue
        first = line[0]
        if first == "!":
            name, _, node = line.partition(" = ")
            module.metadata[name] = node
        elif first == "@":
            module.globals[_leading_name(line, index)] = Line(line, index)
        elif line.startswith("define "):
            start, index = index, _end_of_body(lines, index)
            module.functions[_function_name(line, start)] = FunctionText(Line(line, start), lines[start : index - 1])
        elif line.startswith("declare "):
            module.functions[_function_name(line, index)] = FunctionText(Line(line, index), None)
        elif first == "%":
            module.types[_leading_name(line, index)] = Line(line, index)
        elif not line.startswith(_IGNORED) and not line.startswith("target triple") and line.strip():
            raise IRSyntaxError("unrecognised line", index, line)
    return module


def _triple(lines: list[str]) -> str:
    for line in lines[:50]:
        if line.startswith("target triple"):
            return line.partition('"')[2].rstrip('" ')
    return ""


def _end_of_body(lines: list[str], start: int) -> int:
    """The index after the line `}` that closes the body starting at `start`."""
    try:
        return lines.index("}", start) + 1
    except ValueError:
        raise IRSyntaxError("the function has no closing `}`", start, lines[start - 1]) from None


def _leading_name(line: str, number: int) -> str:
    """The token before ` = `; a quoted name may contain anything but a quote."""
    end = line.find('"', 2) + 1 if line[1:2] == '"' else line.find(" ")
    if end <= 1:
        raise IRSyntaxError("expected a name and `=`", number, line)
    return line[:end]


def _function_name(line: str, number: int) -> str:
    """The token `@name` of a head: the first `@`, because attributes before it contain no symbols."""
    start = line.find("@")
    end = line.find('"', start + 2) + 1 if line[start + 1 : start + 2] == '"' else line.find("(", start)
    if start < 0 or end <= start + 1:
        raise IRSyntaxError("expected a function name", number, line)
    return line[start:end]
