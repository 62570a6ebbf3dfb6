"""KLEE's and SV-COMP's intrinsics in C, answered from the inputs of the running test.

They have their public names only as symbols (`__asm__`): programs declare the intrinsics themselves, each in
its own way, and two declarations in one file would have to agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from secateur.provided import TABLE, Provided


def definitions(sources: Iterable[str]) -> str:
    """The intrinsics that the program calls but does not define."""
    text = "\n".join(sources)
    called = set(re.findall(r"\b\w+(?=\s*\()", text))
    called -= set(re.findall(r"\b(\w+)\s*\([^;{}()]*\)\s*\{", text))
    return "\n".join(line for name in sorted(called & TABLE.keys()) for line in _define(TABLE[name]))


def _define(function: Provided) -> Iterator[str]:
    if function.native:
        text = function.native.replace("@", f"secateur_input_{function.name.lstrip('_')}")
        head = text.partition(" {")[0]
        yield f'{head} __asm__("{function.name}");'
        yield text
        yield ""
