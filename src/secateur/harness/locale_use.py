"""Functions that work as in the locale "C" although the program chooses another one.

Every program starts in the locale "C"; only `setlocale` and `uselocale` change that. If none of the sources calls them,
there is nothing to assume. `isdigit` and `isxdigit` are the same in all locales.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from secateur.assumption import Assumption, AssumptionKind
from secateur.ir.model import Program
from secateur.ir.module_text import ModuleText

_CHOOSE = ("@setlocale", "@uselocale")

_DEPENDENT = (
    "isalnum", "isalpha", "isblank", "iscntrl", "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper",
    "tolower", "toupper", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc", "strcasecmp", "strncasecmp",
    "strcasestr", "strcoll", "strxfrm", "atof", "strtod", "strtof", "strtold", "iswalnum", "iswalpha", "iswblank",
    "iswcntrl", "iswgraph", "iswlower", "iswprint", "iswpunct", "iswspace", "iswupper", "towlower", "towupper",
    "iswctype", "wcwidth", "wcswidth", "wcscoll", "wcsxfrm", "wcscasecmp", "wcsncasecmp", "mbrtowc", "mbrlen", "mbtowc",
    "mblen", "mbstowcs", "mbsrtowcs", "mbsnrtowcs", "wcrtomb", "wctomb", "wcstombs", "wcsrtombs", "wcsnrtombs", "btowc",
    "wctob", "nl_langinfo", "localeconv", "strftime", "strptime", "regcomp", "fnmatch", "glob", "strerror",
    "strerror_r", "strsignal", "perror", "gettext", "dgettext", "dcgettext", "ngettext", "dngettext",
)  # fmt: skip


def locale_use(units: Sequence[ModuleText], program: Program) -> Iterator[Assumption]:
    """The functions of the C library that the program may call, and that another locale changes."""
    if any(name in unit.functions for unit in units for name in _CHOOSE):
        yield from (Assumption(AssumptionKind.LOCALE, name) for name in _DEPENDENT if name in program.functions)
