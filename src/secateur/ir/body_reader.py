"""The body of a function: blocks, registers, positions and the user's local variables."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from secateur.ir.ctype import member_path
from secateur.ir.ctype_reader import CTypeReader
from secateur.ir.instructions.scope import Scope
from secateur.ir.instructions.table import TERMINATOR_WORDS, Item, read_instruction, unsupported
from secateur.ir.instructions.usual import read_usual
from secateur.ir.lexer import NAME, Cursor, IRSyntaxError, name_of, token_of
from secateur.ir.metadata import Metadata, Node
from secateur.ir.model import (
    Block,
    Body,
    ConditionalJump,
    IndirectJump,
    Instruction,
    Jump,
    LocalVariable,
    Phi,
    Position,
    Register,
    Return,
    Switch,
    Terminator,
    Unreachable,
    Unsupported,
)
from secateur.ir.module_text import FunctionText
from secateur.ir.polarity import inverted_blocks
from secateur.ir.select import lower_selects
from secateur.ir.switch import lower_switches
from secateur.ir.type_reader import TypeReader
from secateur.ir.value_reader import UNKNOWN, Registers

_RESULT = re.compile(rf" *(%{NAME}) = ")
_LABEL = re.compile(rf"({NAME}):")
_RECORD = re.compile(rf" *#dbg_(value|declare)\([^!]*? (%{NAME}), (!\d+), !DIExpression\(([^)]*)\), ")
_FRAGMENT = re.compile(r"DW_OP_LLVM_fragment, (\d+), (\d+)")
_WITHOUT_EFFECT = re.compile(r'call void (?:@llvm\.dbg\.|asm (?:[a-z]+ )*"", )')  # the latter: a barrier
_TERMINATORS = (Jump, ConditionalJump, Switch, IndirectJump, Return, Unreachable)


@dataclass(frozen=True, slots=True)
class ModuleTables:
    """What the bodies of a module share."""

    types: TypeReader
    metadata: Metadata
    ctypes: CTypeReader


@dataclass(slots=True)
class _OpenBlock:
    """A block whose lines are being read; `position` is that of its latest instruction."""

    label: str
    position: Position
    phis: list[Phi] = field(default_factory=list)
    instructions: list[Instruction] = field(default_factory=list)
    terminator: Terminator | None = None


def read_body(text: FunctionText, parameters: tuple[Register, ...], position: Position, tables: ModuleTables) -> Body:
    """The body of a defined function. `position` is the function's, for instructions that have none."""
    return _BodyReader(text, parameters, position, tables).read()


class _BodyReader:
    def __init__(
        self, text: FunctionText, parameters: tuple[Register, ...], position: Position, tables: ModuleTables
    ) -> None:
        self._lines = text.body or []
        self._head = text.head
        self._position = position
        self._metadata = tables.metadata
        self._ctypes = tables.ctypes
        self._numbers = _number_registers(self._lines, parameters)
        self._scope = Scope(tables.types, Registers(self._numbers))
        self._first_label = str(sum(p.name.isdigit() for p in parameters))
        self._variables: dict[LocalVariable, None] = {}

    def read(self) -> Body:
        opened = self._blocks()
        opened[0].instructions[:0] = self._scope.hidden
        blocks = [self._close(block) for block in opened]
        inverted = inverted_blocks(blocks)
        named = {b.label: _invert(b) if b.label in inverted else b for b in blocks}
        return lower_selects(lower_switches(Body(named, len(self._numbers), tuple(self._variables))))

    def _blocks(self) -> list[_OpenBlock]:
        blocks: list[_OpenBlock] = []
        index, lines = 0, self._lines
        while index < len(lines):
            line, index = lines[index], index + 1
            number = self._head.number + index
            if line.startswith("    #dbg_"):
                self._record(line)
            elif not line or line.isspace() or line.lstrip()[0] == ";":
                continue
            elif line[0] != " ":
                blocks.append(_OpenBlock(_label(line, number), self._position))
            else:
                while index < len(lines) and _continues(line, lines[index]):
                    line += lines[index]
                    index += 1
                if not blocks:
                    blocks.append(_OpenBlock(self._first_label, self._position))
                if "call void " not in line or not _WITHOUT_EFFECT.search(line):
                    self._add(blocks[-1], line, number)
        if not blocks:
            raise IRSyntaxError("the function has no blocks", self._head.number, self._head.text)
        return blocks

    def _add(self, block: _OpenBlock, line: str, number: int) -> None:
        """Read one instruction into its block."""
        cut = line.find(", !dbg !")
        if cut >= 0:
            reference = line[cut + 7 :].partition(",")[0].rstrip()
            position = self._metadata.location(reference)
            line = line[:cut]
            if position.line:
                block.position = position
        else:
            position = block.position
        item: Item | None = read_usual(self._scope, line, position)
        if item is None:
            item = self._item(Cursor(line, number), position)
        if isinstance(item, Phi):
            block.phis.append(item)
        elif isinstance(item, _TERMINATORS):
            block.terminator = item
        elif isinstance(item, list):
            block.instructions += item
        else:
            block.instructions.append(item)
            if isinstance(item, Unsupported) and _opcode(line) in TERMINATOR_WORDS:
                block.terminator = Unreachable(block.position)

    def _item(self, cursor: Cursor, position: Position) -> Item:
        try:
            return read_instruction(self._scope, cursor, position)
        except IRSyntaxError as error:
            # One unreadable instruction must not make the whole function unusable.
            return unsupported(self._scope, cursor, str(error), UNKNOWN, position)

    def _record(self, line: str) -> None:
        """Record which register holds (`#dbg_value`) or points to (`#dbg_declare`) a user's variable."""
        found = _RECORD.match(line)
        if found is None or found[2] not in self._numbers:
            return
        node = self._metadata.node(found[3])
        name = node.text("name")
        if not name or node.fields.get("flags") == "DIFlagArtificial":
            return
        member = self._member(node, found[4])
        if member is not None:
            position = self._metadata.declaration(found[3])
            variable = LocalVariable(name + member, self._numbers[found[2]], position, found[1] == "declare")
            self._variables[variable] = None

    def _member(self, variable: Node, expression: str) -> str | None:
        """Which part of the variable a record describes: "" for all of it, `.x` for a struct in pieces."""
        if not expression:
            return ""
        found = _FRAGMENT.fullmatch(expression)
        kind = self._ctypes.read(variable.reference("type")) if found else None
        return member_path(kind, int(found[1]), int(found[2])) if found and kind else None

    def _close(self, block: _OpenBlock) -> Block:
        if block.terminator is None:
            message = f"block `{block.label}` has no terminator"
            raise IRSyntaxError(message, self._head.number, self._head.text)
        return Block(block.label, tuple(block.phis), tuple(block.instructions), block.terminator)


def _number_registers(lines: list[str], parameters: tuple[Register, ...]) -> dict[str, int]:
    """Parameters first, then results in the order of the text."""
    numbers = {token_of(p.name): p.index for p in parameters}
    match = _RESULT.match
    for line in lines:
        if line.startswith("  %"):
            found = match(line)
            if found:
                numbers[found[1]] = len(numbers)
    return numbers


def _label(line: str, number: int) -> str:
    found = _LABEL.match(line)
    if found is None:
        raise IRSyntaxError("expected a label", number, line)
    return name_of("%" + found[1])


def _continues(line: str, following: str) -> bool:
    """Whether an instruction continues on the next line: the cases of a `switch`, the targets of a `callbr`."""
    if following.startswith("          "):
        return True
    return line.startswith("  switch ") and "]" not in line


def _opcode(line: str) -> str:
    words = line.split()
    return words[2 if words[1:2] == ["="] else 0]


def _invert(block: Block) -> Block:
    branch = block.terminator
    assert isinstance(branch, ConditionalJump)
    return replace(block, terminator=replace(branch, inverted=True))
