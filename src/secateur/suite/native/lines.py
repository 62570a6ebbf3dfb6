"""Maps a program counter to file, line and column: a reader of `.debug_line`, DWARF 4 and 5.

Why our own: the sanitizer's report contains only addresses, and neither the compiler's wheel nor llvmlite includes a
tool that converts them to lines.
"""

from __future__ import annotations

import bisect
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from secateur.suite.native import elf


@dataclass(frozen=True, slots=True)
class SourceLine:
    file: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class _Row:
    address: int
    line: SourceLine | None  # None: no code of this unit from here on


class LineTable:
    """The lines and functions of an executable; everything is read on first use."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def find(self, address: int) -> SourceLine | None:
        """The source line of the instruction at (or around) an address; None outside the user's code."""
        rows, addresses = self._rows
        index = bisect.bisect_right(addresses, address) - 1
        return rows[index].line if index >= 0 else None

    def function(self, address: int) -> str | None:
        """The name of the function around an address."""
        functions = self._functions
        index = bisect.bisect_right(functions, (address, "\U0010ffff", 0)) - 1
        if index < 0:
            return None
        start, name, size = functions[index]
        return name if address < start + size else None

    @cached_property
    def _rows(self) -> tuple[list[_Row], list[int]]:
        named = {section.name: section.data for section in elf.sections(self._path.read_bytes())}
        strings = (bytes(named.get(".debug_line_str", b"")), bytes(named.get(".debug_str", b"")))
        rows = list(_read_units(bytes(named.get(".debug_line", b"")), strings))
        # where one sequence ends and another begins, the beginning wins
        rows.sort(key=lambda row: (row.address, row.line is not None))
        return rows, [row.address for row in rows]

    @cached_property
    def _functions(self) -> list[tuple[int, str, int]]:
        return elf.functions(self._path.read_bytes())


class _DwarfReader:
    """A cursor over bytes with DWARF's number formats."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at = at

    def number(self, size: int) -> int:
        self.at += size
        return int.from_bytes(self.data[self.at - size : self.at], "little")

    def unsigned(self) -> int:
        value = shift = 0
        while True:
            byte = self.number(1)
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def signed(self) -> int:
        start = self.at
        value = self.unsigned()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value

    def string(self) -> str:
        end = self.data.index(0, self.at)
        text = self.data[self.at : end].decode("utf-8", "surrogateescape")
        self.at = end + 1
        return text


@dataclass(slots=True)
class _Header:
    """What the line program of one unit needs to know."""

    minimum: int
    line_base: int
    line_range: int
    opcode_base: int
    lengths: list[int]
    files: list[str]
    first_file: int


def _read_units(data: bytes, strings: tuple[bytes, bytes]) -> Iterator[_Row]:
    start = 0
    while start + 4 <= len(data):
        reader = _DwarfReader(data, start)
        length = reader.number(4)
        wide = length == 0xFFFFFFFF
        if wide:
            length = reader.number(8)
        end = reader.at + length
        version = reader.number(2)
        if version in (4, 5):
            header = _read_header(reader, version, 8 if wide else 4, strings)
            yield from _run(reader, header, end)
        start = end


def _read_header(reader: _DwarfReader, version: int, offset_size: int, strings: tuple[bytes, bytes]) -> _Header:
    if version == 5:
        reader.number(2)  # sizes of addresses and segments
    program = reader.number(offset_size)
    program += reader.at
    minimum = reader.number(1)
    reader.number(2)  # operations per instruction; is a statement by default
    (line_base,) = struct.unpack("b", bytes([reader.number(1)]))
    line_range, opcode_base = reader.number(1), reader.number(1)
    lengths = [0] + [reader.number(1) for _ in range(opcode_base - 1)]
    if version == 5:
        folders = [name for name, _ in _entries(reader, offset_size, strings)]
        files = [_join(folders, index, name) for name, index in _entries(reader, offset_size, strings)]
    else:
        folders = ["", *_until_empty(reader)]
        files = []
        while name := reader.string():
            files.append(_join(folders, reader.unsigned(), name))
            reader.unsigned(), reader.unsigned()  # time and size
    reader.at = program
    return _Header(minimum, line_base, line_range, opcode_base, lengths, files, 0 if version == 5 else 1)


def _until_empty(reader: _DwarfReader) -> Iterator[str]:
    while name := reader.string():
        yield name


def _entries(reader: _DwarfReader, offset_size: int, strings: tuple[bytes, bytes]) -> list[tuple[str, int]]:
    """The folders or files of a DWARF 5 header: name and folder index of each."""
    formats = [(reader.unsigned(), reader.unsigned()) for _ in range(reader.number(1))]
    found = []
    for _ in range(reader.unsigned()):
        name, folder = "", 0
        for content, form in formats:
            value = _form(reader, form, offset_size, strings)
            if content == 1 and isinstance(value, str):
                name = value
            elif content == 2 and isinstance(value, int):
                folder = value
        found.append((name, folder))
    return found


def _form(reader: _DwarfReader, form: int, offset_size: int, strings: tuple[bytes, bytes]) -> str | int:
    match form:
        case 0x08:
            return reader.string()
        case 0x1F | 0x0E:
            return _DwarfReader(strings[form == 0x0E], reader.number(offset_size)).string()
        case 0x0F:
            return reader.unsigned()
        case 0x1E:
            return reader.number(16)
        case 0x0B | 0x05 | 0x06 | 0x07:
            return reader.number({0x0B: 1, 0x05: 2, 0x06: 4, 0x07: 8}[form])
    raise ValueError(f"DWARF form {form:#x} in a line table")


def _join(folders: list[str], index: int, name: str) -> str:
    """The file as the user spelled it: the first folder is the compiler's working directory."""
    folder = folders[index] if index < len(folders) else ""
    if index == 0 or not folder or folder == "." or name.startswith("/"):
        return name
    return f"{folder}/{name}"


def _run(reader: _DwarfReader, header: _Header, end: int) -> Iterator[_Row]:
    """The rows that a line program produces."""
    address, file, line, column = 0, 1, 1, 0

    def row() -> _Row:
        index = file - header.first_file
        name = header.files[index] if 0 <= index < len(header.files) else ""
        return _Row(address, SourceLine(name, line, column) if line and name else None)

    while reader.at < end:
        code = reader.number(1)
        if code >= header.opcode_base:
            code -= header.opcode_base
            address += code // header.line_range * header.minimum
            line += header.line_base + code % header.line_range
            yield row()
            continue
        match code:
            case 0:
                length = reader.unsigned()
                after = reader.at + length
                sub = reader.number(1)
                if sub == 1:
                    yield _Row(address, None)
                    address, file, line, column = 0, 1, 1, 0
                elif sub == 2:
                    address = reader.number(length - 1)
                reader.at = after
            case 1:
                yield row()
            case 2:
                address += reader.unsigned() * header.minimum
            case 3:
                line += reader.signed()
            case 4:
                file = reader.unsigned()
            case 5:
                column = reader.unsigned()
            case 8:
                address += (255 - header.opcode_base) // header.line_range * header.minimum
            case 9:
                address += reader.number(2)
            case _:
                for _ in range(header.lengths[code]):
                    reader.unsigned()
