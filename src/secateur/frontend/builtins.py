"""When users define their own `abs` or `memcpy`, calls must reach that definition.

clang knows the functions of the C library and may replace a call by an instruction, even when the same file defines
the function; it also rejects a global variable `index`, which gcc accepts. `-fno-builtin-NAME` prevents that for one
name. It is passed only for names that the user defines: otherwise the machine and the solver prefer the instruction.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

_KNOWN_TO_CLANG = """
    abs labs llabs imaxabs ffs ffsl ffsll memcpy memmove memset memcmp memchr mempcpy memccpy memalign bzero bcopy bcmp
    strlen strcmp strncmp strchr strrchr strcpy strcat strdup index rindex isalpha isdigit toupper tolower
    fabs floor ceil trunc round roundeven rint nearbyint fmin fmax fmod copysign sqrt fma log log2 log10 exp exp2 pow
    sin cos tan asin acos atan sinh cosh tanh hypot cbrt erf logb fdim remainder
    fabsf floorf ceilf truncf roundf roundevenf rintf nearbyintf fminf fmaxf fmodf copysignf sqrtf fmaf
    isnan isinf isfinite finite signbit gamma tgamma lgamma j0 j1 jn y0 y1 yn drem significand scalb
"""

_DEFINITION = re.compile(
    rf"^[A-Za-z_][\w \t*]*?[\s*]({'|'.join(_KNOWN_TO_CLANG.split())})\s*(?:\([^;{{}}()]*\)\s*\{{|=|;|,|\[)",
    re.MULTILINE,
)


def builtin_flags(sources: Iterable[Path]) -> tuple[str, ...]:
    """The flags that every file of a program needs so that calls reach the definitions in these sources. The native
    build of the same program must pass the same flags."""
    found: set[str] = set()
    for path in sources:
        if path.suffix not in (".ll", ".bc") and path.is_file():
            found.update(_DEFINITION.findall(path.read_text(errors="replace")))
    return tuple(f"-fno-builtin-{name}" for name in sorted(found))
