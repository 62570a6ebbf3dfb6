"""What functions of our own C library do to memory. They have bodies (`frontend/runtime`), which the machine runs; but
a body speaks of all its calls together, and an effect of one call. So whoever asks what a call reads, writes or returns
gets an answer about its own arguments.

Only functions whose effect is exact are here: they access nothing but what their arguments point to, and call nothing
of the user's.
"""

from __future__ import annotations

from collections.abc import Iterator

from secateur.provided.record import COPY, FILL, Effect

_LOOK = Effect(reads=(0,))
_COMPARE = Effect(reads=(0, 1))
_SEARCH = Effect(reads=(0,), moves=(0,))
_SEARCH_BOTH = Effect(reads=(0, 1), moves=(0,))
_COPY_TEXT = Effect(reads=(1,), writes=(0,), copies=((0, 1),), returns=(0,))
_APPEND = Effect(reads=(0, 1), writes=(0,), copies=((0, 1),), returns=(0,))


def _effects() -> Iterator[tuple[str, Effect]]:
    for name in ("strlen", "strnlen"):
        yield name, _LOOK
    for name in ("strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcoll", "strspn", "strcspn", "memcmp", "bcmp"):
        yield name, _COMPARE
    for name in ("strchr", "strrchr", "strchrnul", "index", "rindex", "memchr", "memrchr", "rawmemchr"):
        yield name, _SEARCH
    for name in ("strstr", "strcasestr", "strpbrk"):
        yield name, _SEARCH_BOTH
    yield "memmem", Effect(reads=(0, 2), moves=(0,))
    for name in ("strcpy", "strncpy"):
        yield name, _COPY_TEXT
    for name in ("strcat", "strncat"):
        yield name, _APPEND
    for name in ("copy", "stpcpy", "stpncpy", "memccpy"):  # `copy` is the loop of strcpy, stpcpy and strcat
        yield name, Effect(reads=(1,), writes=(0,), copies=((0, 1),), moves=(0,))
    yield "strlcpy", Effect(reads=(1,), writes=(0,), copies=((0, 1),))
    yield "strlcat", Effect(reads=(0, 1), writes=(0,), copies=((0, 1),))
    yield "strxfrm", Effect(reads=(1,), writes=(0,), copies=((0, 1),))
    for name in ("memcpy", "memmove"):
        yield name, Effect(COPY.reads, COPY.writes, COPY.length, COPY.copies, returns=(0,))
    yield "mempcpy", Effect(COPY.reads, COPY.writes, COPY.length, COPY.copies, moves=(0,))
    yield "bcopy", Effect(reads=(0,), writes=(1,), length=2, copies=((1, 0),))
    yield "memset", Effect(writes=FILL.writes, length=FILL.length, returns=(0,))
    for name in ("bzero", "explicit_bzero"):
        yield name, Effect(writes=(0,), length=1)


#: By the name that the C library gives the function.
BODIES: dict[str, Effect] = dict(_effects())
