"""KLEE's and SV-COMP's intrinsics in C, answered from the inputs of the running test.

They have their public names only as symbols (`__asm__`): programs declare the intrinsics themselves, each in
its own way, and two declarations in one file would have to agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from secateur.provided import TABLE, Provided

_NATIVE = [TABLE[name] for name in sorted(TABLE) if TABLE[name].native]


def definitions(sources: Iterable[str]) -> str:
    """The intrinsics that the program calls but does not define."""
    text = "\n".join(sources)
    called = (each for each in _NATIVE if _is_only_called(each, text))
    return "\n".join(line for each in called for line in _define(each))


def _is_only_called(function: Provided, text: str) -> bool:
    names = [name for name in (function.name, function.macro) if name and name in text]
    is_called = any(re.search(rf"\b{name}\s*\(", text) for name in names)
    return is_called and re.search(rf"\b{function.name}\s*\([^;{{}}()]*\)\s*\{{", text) is None


def _define(function: Provided) -> Iterator[str]:
    text = function.native.replace("@", f"secateur_input_{function.name.lstrip('_')}")
    head = text.partition(" {")[0]
    yield f'{head} __asm__("{function.name}");'
    yield text
    yield ""
