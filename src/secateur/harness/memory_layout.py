"""The scalars in an object of a C type, as text for `secateur_havoc_object` (see `stand_ins.c`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from secateur.harness.scalars import scalar
from secateur.ir.debuginfo import CArray, CFunctionPointer, CInt, CPointer, CStruct, CType, resolved, size_of

#: (offset, size, kind of scalar or "" for bytes that are 0, name, number of elements)
_Part = tuple[int, int, str, str, int]


def layout_of(kind: CType, count: int, longest: int, ends_texts: bool) -> str:
    """`count` objects of a type, one after the other. Arrays of characters have at most `longest` that are not 0;
    `ends_texts`: also shorter arrays end with 0."""
    words: list[str] = []
    end, step = 0, size_of(kind)
    for number in range(count):
        prefix = f"[{number}]" if count > 1 else ""
        for offset, size, word, name, items in _parts(kind, number * step, prefix, longest, ends_texts):
            if offset < end:  # part of a bit-field or a union
                continue
            if offset > end:
                words.append(f":{offset - end}")
            words.append(f"{name}:{word}" if items == 1 else f"{name}:{word}[{items}]")
            end = offset + size
    if count * step > end:
        words.append(f":{count * step - end}")
    return " ".join(words)


def _parts(kind: CType, offset: int, name: str, longest: int, ends: bool) -> Iterator[_Part]:
    match plain := resolved(kind):
        case CStruct(tag="union"):
            yield offset, plain.size, "u8", name, plain.size
        case CStruct():
            for member in plain.fields:
                inner = ".".join(part for part in (name, member.name) if part)
                if member.bit_width is not None:
                    last = (member.offset_bits + member.bit_width - 1) // 8
                    yield from (
                        (offset + at, 1, "u8", f"{inner}({at})", 1) for at in range(member.offset_bits // 8, last + 1)
                    )
                else:
                    yield from _parts(member.type, offset + member.offset_bits // 8, inner, longest, ends)
        case CArray(element, count):
            yield from _items(element, count or 0, offset, name, longest, ends)
        case _:
            leaf = scalar(name, "", plain)
            if leaf is not None:
                yield offset, size_of(plain), leaf.kind, name, 1


def _items(element: CType, count: int, offset: int, name: str, longest: int, ends: bool) -> Iterator[_Part]:
    plain = resolved(element)
    if isinstance(plain, CInt) and plain.is_char:
        shown = min(longest, count - 1 if ends else count)
        if shown > 0:
            yield offset, shown, "char", name, shown
        return
    step = size_of(plain)
    for index in range(count):
        yield from _parts(plain, offset + index * step, f"{name}[{index}]", longest, ends)


def pointers_in(kind: CType, offset: int = 0, name: str = "") -> Iterator[tuple[int, str]]:
    """Where an object has strings: the offset and the name of each `char *`."""
    match plain := resolved(kind):
        case CStruct(tag="struct"):
            for member in plain.fields:
                inner = ".".join(part for part in (name, member.name) if part)
                yield from pointers_in(member.type, offset + member.offset_bits // 8, inner)
        case CPointer():
            to = None if plain.to is None else resolved(plain.to)
            if isinstance(to, CInt) and to.is_char:
                yield offset, name


def ranges_in(
    kind: CType, known: Mapping[str, Mapping[str, tuple[int, int]]], offset: int = 0
) -> Iterator[tuple[int, int, tuple[int, int]]]:
    """The members that have a known range, by the name of their structure: offset, size and range of each."""
    plain = resolved(kind)
    if not isinstance(plain, CStruct) or plain.tag != "struct":
        return
    of_members = known.get(plain.name, {})
    for member in plain.fields:
        here = offset + member.offset_bits // 8
        if member.name in of_members:
            yield here, size_of(member.type), of_members[member.name]
        else:
            yield from ranges_in(member.type, known, here)


def is_opaque(kind: CType | None) -> bool:
    """Is it a type that only other functions know?"""
    if isinstance(kind, CStruct):
        return not kind.complete
    return isinstance(kind, CFunctionPointer)
