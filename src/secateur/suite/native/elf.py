"""Just enough of ELF to find sections and symbols in objects and executables of 64-bit little-endian machines."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_UNDEFINED = 0
_SYMBOL_TABLE = 2
_FUNCTION = 2
_LOCAL = 0
_WEAK = 2
_SYMBOL = "<IBBHQQ"


@dataclass(frozen=True, slots=True)
class Section:
    name: str
    kind: int
    link: int
    data: memoryview


@dataclass(frozen=True, slots=True)
class ElfSymbol:
    name: str
    defined: bool
    local: bool
    weak: bool


class NotElfError(ValueError):
    """The bytes are not a 64-bit little-endian ELF file."""


def sections(data: bytes) -> list[Section]:
    """All sections, with their bytes; raises NotElfError."""
    if data[:6] != b"\x7fELF\x02\x01":
        raise NotElfError("not a 64-bit little-endian ELF file")
    view = memoryview(data)
    (table,) = struct.unpack_from("<Q", data, 40)
    _size, count, names_index = struct.unpack_from("<HHH", data, 58)
    heads = [struct.unpack_from("<IIQQQQIIQQ", data, table + 64 * i) for i in range(count)]
    names = heads[names_index]
    found = []
    for name, kind, _flags, _address, offset, size, link, _info, _align, _entry in heads:
        body = view[0:0] if kind == 8 else view[offset : offset + size]
        found.append(Section(_text(data, names[4] + name), kind, link, body))
    return found


def symbols(data: bytes) -> Iterator[ElfSymbol]:
    """The named symbols of the symbol table."""
    parts = sections(data)
    for section in parts:
        if section.kind != _SYMBOL_TABLE:
            continue
        names = bytes(parts[section.link].data)
        for name, info, _other, where, _address, _size in struct.iter_unpack(_SYMBOL, section.data):
            if name:
                binding = info >> 4
                yield ElfSymbol(
                    _text(names, name), defined=where != _UNDEFINED, local=binding == _LOCAL, weak=binding == _WEAK
                )


def functions(data: bytes) -> list[tuple[int, str, int]]:
    """Address, name and size of the functions that the file defines, by address. Thousands belong to the runtime, so
    nothing is made of other symbols."""
    parts = sections(data)
    return sorted(
        (address, _text(names, name), size)
        for section in parts
        if section.kind == _SYMBOL_TABLE
        for names in [bytes(parts[section.link].data)]
        for name, info, _other, where, address, size in struct.iter_unpack(_SYMBOL, section.data)
        if name and info & 15 == _FUNCTION and where != _UNDEFINED
    )


def rename(data: bytes, names: Mapping[str, str]) -> bytes:
    """The object with its global symbols renamed; the new names are appended to the file."""
    changed = bytearray(data)
    for number, section in enumerate(sections(data)):
        if section.kind != _SYMBOL_TABLE:
            continue
        strings = bytes(sections(data)[section.link].data)
        added = bytearray(strings)
        for index, (name, info, *_) in enumerate(struct.iter_unpack(_SYMBOL, section.data)):
            new = names.get(_text(strings, name)) if name and info >> 4 != _LOCAL else None
            if new is not None:
                struct.pack_into("<I", changed, _offset(data, number) + 24 * index, len(added))
                added += new.encode() + b"\0"
        if len(added) > len(strings):
            struct.pack_into("<QQ", changed, _head(data, section.link) + 24, len(changed), len(added))
            changed += added
    return bytes(changed)


def _head(data: bytes, section: int) -> int:
    """The offset of the header of a section."""
    (table,) = struct.unpack_from("<Q", data, 40)
    return int(table) + 64 * section


def _offset(data: bytes, section: int) -> int:
    (offset,) = struct.unpack_from("<Q", data, _head(data, section) + 24)
    return int(offset)


def _text(strings: bytes, start: int) -> str:
    return strings[start : strings.index(0, start)].decode("utf-8", "replace")
