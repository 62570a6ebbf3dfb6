"""What the names of parameters show: a pointer that is followed by its length, or by its end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.model import Basis, Clause, Origin, clause
from secateur.ir.ctype import CInt, CPointer, CStruct, resolved
from secateur.ir.debuginfo import Parameter

_LENGTH = re.compile(
    r"""(?:^|_)(?:len|length|size|sz|count|cnt|num|n|nbytes|bytes|cap|capacity|nmemb|nelem|max|maxlen|limit|room)$
      | ^(?:num|nr|count|len|max)_\w+$ | (?:Len|Length|Size|Count)$ | ^n_?\w{0,6}$ | \w(?:len|sz|size)$""",
    re.VERBOSE,
)
_END = re.compile(r"(?:^|_)(?:end|limit|last|stop|fin)$|(?:End|Limit)$|\w_?end$|^e$")

#: A length that says nothing about whose it is; what is filled.
_PLAIN_LENGTH = re.compile(r"n|len|length|count|num|nbytes")
_OUTPUT = re.compile(
    r"(?:^|_)(?:out|output|dst|dest|target|result|res|encoded|decoded|to)(?:$|_)|(?:Out|Dst|Dest)$|^(?:out|dst|dest)"
)
_EARLIER = re.compile(r"(?:last|prev|previous|old)_?(\w+)$")


def is_length(parameter: Parameter) -> bool:
    """Is it a number that is called like the length of what stands before it?"""
    kind = resolved(parameter.type)
    is_number = isinstance(kind, CInt) and kind.size > 1 and not kind.is_bool
    return is_number and _LENGTH.search(parameter.name) is not None


def pointed_lengths(parameters: Sequence[Parameter]) -> Iterator[tuple[int, int]]:
    """A pointer and a pointer to its length, which the function changes."""
    for number, (pointer, second) in enumerate(pairwise(parameters)):
        kind = resolved(second.type)
        to = resolved(kind.to) if isinstance(kind, CPointer) and kind.to is not None else None
        is_number = isinstance(to, CInt) and to.size > 2 and not _leads_to_pointer(pointer)
        is_array = _is_data(pointer) or _is_named_after(second, pointer)
        if pointer.name and is_array and is_number and _LENGTH.search(second.name):
            yield number, number + 1


def _leads_to_pointer(parameter: Parameter) -> bool:
    kind = resolved(parameter.type)
    return isinstance(kind, CPointer) and kind.to is not None and isinstance(resolved(kind.to), CPointer)


def named_lengths(parameters: Sequence[Parameter]) -> Iterator[tuple[int, int]]:
    """A pointer and the length that follows it, by their numbers. An object that holds pointers is an array only if
    the length is named after it."""
    for number, (pointer, second) in enumerate(pairwise(parameters)):
        is_array = _is_data(pointer) or _is_named_after(second, pointer)
        if pointer.name and is_array and is_length(second) and not _is_count(pointer):
            yield (
                (number - 1 if number and _is_filled_from(*parameters[number - 1 : number + 2]) else number),
                number + 1,
            )


def _is_named_after(length: Parameter, pointer: Parameter) -> bool:
    """`headers` and `num_headers`, `param` and `nparams`: then objects with pointers are an array, too."""
    kind = resolved(pointer.type)
    word = pointer.name.strip("_").lower().removesuffix("s")
    return isinstance(kind, CPointer) and len(word) > 2 and word in length.name.lower()


def _is_filled_from(source: Parameter, target: Parameter, length: Parameter) -> bool:
    """`encode(const char *in, char *out, size_t len)`: the length of what is read, if it is not called a capacity."""
    read, written = resolved(source.type), resolved(target.type)
    if not isinstance(read, CPointer) or not isinstance(written, CPointer) or not source.name or not _is_data(source):
        return False
    is_filled = read.const and not written.const
    is_plain = _PLAIN_LENGTH.fullmatch(length.name) is not None and _OUTPUT.search(target.name) is not None
    return bool(is_filled and is_plain and _same(source, target))


def _is_count(parameter: Parameter) -> bool:
    """`size_t *num_items` is itself the length of something."""
    kind = resolved(parameter.type)
    if not isinstance(kind, CPointer) or kind.to is None or kind.const:
        return False
    to = resolved(kind.to)
    return isinstance(to, CInt) and to.size > 2 and _LENGTH.search(parameter.name) is not None


def by_name(evidence: Evidence) -> Iterator[Clause]:
    """Ends of arrays that follow their beginning; lengths of before, which are at most the length."""
    origin = Origin(Basis.INFERRED, "the names")
    parameters = evidence.signature.parameters
    lengths = {parameters[number].name for _, number in named_lengths(parameters)}
    for each in parameters:
        found = _EARLIER.match(each.name)
        if found is not None and found.group(1) in lengths and is_length(each):
            yield clause(f"{each.name} <= {found.group(1)}", origin)
    for pointer, second in pairwise(evidence.signature.parameters):
        is_pair = pointer.name and _is_data(pointer) and isinstance(resolved(second.type), CPointer)
        if is_pair and _END.search(second.name) and _same(pointer, second):
            yield clause(f"inside({second.name}, {pointer.name})", origin)


def _is_data(parameter: Parameter) -> bool:
    """A pointer, but not to an object with pointers: its length would be that of something else."""
    kind = resolved(parameter.type)
    if not isinstance(kind, CPointer):
        return False
    to = None if kind.to is None else resolved(kind.to)
    if isinstance(to, CStruct):
        return to.complete and not any(isinstance(resolved(each.type), CPointer) for each in to.fields)
    return True


def _same(one: Parameter, other: Parameter) -> bool:
    a, b = resolved(one.type), resolved(other.type)
    assert isinstance(a, CPointer)
    assert isinstance(b, CPointer)
    return (None if a.to is None else resolved(a.to)) == (None if b.to is None else resolved(b.to))
