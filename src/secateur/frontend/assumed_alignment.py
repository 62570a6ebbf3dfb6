"""Alignments that the source promises: `__builtin_assume_aligned`, the attributes `assume_aligned` and `alloc_align`.

clang tells them to its optimiser, as an assumption or as an attribute of the result of a call. Here they become calls
of a function that checks them, as clang's own check of alignments does.
"""

from __future__ import annotations

import re

_FUNCTION = "__secateur_assume_aligned"
_ASSUMED = re.compile(
    r'^  call void @llvm\.assume\(i1 true\) \[ "align"\(ptr (\S+), i64 ([^\s,)]+)(?:, i64 ([^\s,)]+))?\) \]',
    re.MULTILINE,
)
_ALIGNED_CALL = re.compile(r"call (?:\w+ )*?align \d+ ptr ")  # is found quickly
_PROMISED = re.compile(r"^(  (%\S+) = (?:\w+ )?call (?:\w+ )*?align (\d+) ptr .*?)((?:, !dbg !\d+)?)$", re.MULTILINE)


def with_checked_alignment(text: str) -> str:
    """LLVM text in which every promised alignment is checked."""
    if '(i1 true) [ "align"(' not in text and _ALIGNED_CALL.search(text) is None:
        return text
    changed, promised = _PROMISED.subn(rf"\1\4\n  call void @{_FUNCTION}(ptr \2, i64 \3, i64 0)\4", text)
    changed, assumed = _ASSUMED.subn(_check, changed)
    return f"{changed}\ndeclare void @{_FUNCTION}(ptr, i64, i64)\n" if promised or assumed else text


def _check(found: re.Match[str]) -> str:
    return f"  call void @{_FUNCTION}(ptr {found[1]}, i64 {found[2]}, i64 {found[3] or 0})"
