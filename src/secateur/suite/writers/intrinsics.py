"""KLEE's and SV-COMP's intrinsics in C, answered from the inputs of the running test.

They have their public names only as symbols (`__asm__`): programs declare the intrinsics themselves, each in
its own way, and two declarations in one file would have to agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from secateur.provided import TABLE, Provided

_NATIVE = [TABLE[name] for name in sorted(TABLE) if TABLE[name].native]
_MACROS = {"klee_assert_fail": "klee_assert"}
"""Macros of `klee/klee.h` that call an intrinsic."""


def definitions(sources: Iterable[str]) -> str:
    """The intrinsics that the program calls but does not define."""
    text = "\n".join(sources)
    called = (
        each for each in _NATIVE if _MACROS.get(each.name, each.name) in text and _is_only_called(each.name, text)
    )
    return "\n".join(line for each in called for line in _define(each))


def _is_only_called(name: str, text: str) -> bool:
    is_called = any(re.search(rf"\b{each}\s*\(", text) for each in (name, _MACROS.get(name, name)))
    return is_called and re.search(rf"\b{name}\s*\([^;{{}}()]*\)\s*\{{", text) is None


def _define(function: Provided) -> Iterator[str]:
    text = function.native.replace("@", f"secateur_input_{function.name.lstrip('_')}")
    head = text.partition(" {")[0]
    yield f'{head} __asm__("{function.name}");'
    yield text
    yield ""
