"""Text that cannot control a terminal: names, messages and output of a program that is analysed can hold anything."""

from __future__ import annotations

import re

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # all control characters but tabs and newlines
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that change the direction of what follows
    "\u2028\u2029]"  # line ends that few expect
)


def escaped(text: str) -> str:
    r"""The text with each such character as C and Python write it: `\x1b`, `\u202e`."""
    return _UNSAFE.sub(_written, text)


def _written(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"
