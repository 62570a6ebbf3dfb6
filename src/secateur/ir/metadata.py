"""Metadata nodes as plain text fields, and source positions from `DILocation`s and scopes."""

from __future__ import annotations

import re

from secateur.ir.lexer import unescape
from secateur.ir.model import NOWHERE, Position

_LOCATION = re.compile(r"!DILocation\(line: (\d+)(?:, column: (\d+))?, scope: (!\d+)")
_FILE = re.compile(r"[(,] ?file: (!\d+)")
_FIELD = re.compile(r'(\w+): ("[^"]*"|![\w.]+\([^()]*\)|[^,()"]+)')
_KIND = re.compile(r"(?:distinct )?!(\w+)\((.*)\)$", re.DOTALL)


class Node:
    """A specialised node, `!DIFile(filename: "a.c", directory: "/")`: its kind and its fields as text."""

    __slots__ = ("fields", "kind")

    def __init__(self, kind: str, fields: dict[str, str]) -> None:
        self.kind = kind
        self.fields = fields

    def reference(self, name: str) -> str | None:
        """The `!number` that a field names; None when the field is missing or `null`."""
        value = self.fields.get(name)
        return value if value is not None and value[0] == "!" else None

    def text(self, name: str) -> str:
        """A string field without its quotes; empty when missing."""
        value = self.fields.get(name, "")
        return unescape(value[1:-1]).decode("utf-8", "replace") if value[:1] == '"' else value

    def number(self, name: str, default: int = 0) -> int:
        """A number field; also of the form `i64 5` (`extraData`)."""
        value = self.fields.get(name)
        if value is None:
            return default
        try:
            return int(value.rpartition(" ")[2])
        except ValueError:
            return default


_EMPTY = Node("", {})


class Metadata:
    """The metadata of a module, by `!number`."""

    def __init__(self, lines: dict[str, str]) -> None:
        self.lines = lines
        self._nodes: dict[str, Node] = {}
        self._positions: dict[str, Position] = {}
        self._files: dict[str, str] = {}  # by scope
        self._names: dict[str, str] = {}  # by file
        self._units: tuple[dict[str, str], frozenset[str]] | None = None

    def node(self, reference: str | None) -> Node:
        """The specialised node; an empty one if it is missing, since debug information is optional."""
        if reference is None:
            return _EMPTY
        node = self._nodes.get(reference)
        if node is None:
            found = _KIND.match(self.lines.get(reference, ""))
            node = Node(found[1], dict(_FIELD.findall(found[2]))) if found else _EMPTY
            self._nodes[reference] = node
        return node

    def items(self, reference: str | None) -> tuple[str, ...]:
        """The items of a tuple node `!{!1, null, !2}`."""
        text = self.lines.get(reference or "", "")
        start = text.find("!{")
        inside = text[start + 2 : -1] if start >= 0 else ""
        return tuple(item.strip() for item in inside.split(",")) if inside else ()

    def file(self, scope: str | None) -> str:
        """The name of the file that contains a scope (function, block), as it was given to clang."""
        if scope is None:
            return NOWHERE.file
        name = self._files.get(scope)
        if name is None:
            found = _FILE.search(self.lines.get(scope, ""))
            reference = found[1] if found else ""
            name = self._names.get(reference)
            if name is None:
                name = self._names[reference] = self._name_of_file(self.node(reference))
            self._files[scope] = name
        return name

    def _name_of_file(self, file: Node) -> str:
        """clang splits an absolute path into the part that it shares with the working directory and the rest.
        The compile unit has the source's name as the user gave it; for headers the parts are joined again."""
        name, directory = file.text("filename"), file.text("directory")
        if not name or name.startswith(("/", "<")):
            return name or NOWHERE.file
        if self._units is None:
            self._units = self._compile_units()
        sources, directories = self._units
        full = f"{directory}/{name}"
        if full in sources:
            return sources[full]
        return name if directory in directories else full

    def _compile_units(self) -> tuple[dict[str, str], frozenset[str]]:
        """The sources by their full path, and the working directories of the compiler."""
        files = [self.node(self.node(unit).reference("file")) for unit in self.items("!llvm.dbg.cu")]
        sources, directories = {}, set()
        for file in files:
            name, directory = file.text("filename"), file.text("directory")
            sources[name if name.startswith("/") else f"{directory}/{name}"] = name
            directories.add(directory)
        return sources, frozenset(directories)

    def location(self, reference: str) -> Position:
        """The position of a `DILocation`."""
        position = self._positions.get(reference)
        if position is None:
            found = _LOCATION.search(self.lines.get(reference, ""))
            position = NOWHERE
            if found:
                position = Position(self.file(found[3]), int(found[1]), int(found[2] or 0))
            self._positions[reference] = position
        return position

    def declaration(self, reference: str | None) -> Position:
        """Where a function or variable is declared: the position of its own node."""
        node = self.node(reference)
        return Position(self.file(reference), node.number("line")) if node.kind else NOWHERE
