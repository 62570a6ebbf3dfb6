"""How LLVM writes names, as parts of regular expressions."""

from __future__ import annotations

NAME = r'(?:[-\w.$]+|"[^"]*")'
LOCAL = rf"%{NAME}"
"""A register or a label."""
GLOBAL = rf"@{NAME}"
"""A function or a global variable."""
