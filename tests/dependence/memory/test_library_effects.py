"""Functions of our C library: what a call does by the table is what its body does if there is no other call."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dependence.analysing import program_of
from secateur.dependence.control.closure import bits
from secateur.dependence.memory import effects
from secateur.dependence.static import Static
from secateur.ir.model import Call, Program
from secateur.provided import BODIES

#: What each function is called with: t and f are char arrays that no other call uses.
ARGUMENTS = {
    "strlen": "t",
    "strnlen": "t, n",
    **dict.fromkeys(
        ("strcmp", "strcasecmp", "strcoll", "strspn", "strcspn", "strstr", "strcasestr", "strpbrk"), "t, f"
    ),
    **dict.fromkeys(("strncmp", "strncasecmp", "memcmp", "bcmp"), "t, f, n"),
    **dict.fromkeys(("strchr", "strrchr", "strchrnul", "index", "rindex", "rawmemchr"), "t, 'x'"),
    **dict.fromkeys(("memchr", "memrchr", "memset"), "t, 'x', n"),
    "memmem": "t, n, f, n",
    "memccpy": "t, f, 'x', n",
    **dict.fromkeys(("strcpy", "strcat", "stpcpy"), "t, f"),
    **dict.fromkeys(("strncpy", "strncat", "stpncpy", "strlcpy", "strlcat", "strxfrm"), "t, f, n"),
    **dict.fromkeys(("memcpy", "memmove", "mempcpy", "bcopy"), "t, f, n"),
    **dict.fromkeys(("bzero", "explicit_bzero"), "t, n"),
}

DECLARED = """unsigned long n;
unsigned long strlcpy(char *, const char *, unsigned long), strlcat(char *, const char *, unsigned long);"""

#: Functions that share a helper are in different programs, so that each helper has one call, too.
SHARING = (("strcpy", "stpcpy", "strcat"), ("memcmp", "bcmp", "memmem"), ("strspn", "strcspn", "strpbrk"))
APART = {name: part for names in (*SHARING, ("strrchr", "rindex")) for part, name in enumerate(names)}


def text_of(names: list[str]) -> str:
    lines = ["#define _GNU_SOURCE", "#include <string.h>", "#include <strings.h>", DECLARED]
    for name in names:
        arguments = re.sub(r"\b([tf])\b", rf"\1_{name}", ARGUMENTS[name])
        lines += [f"char t_{name}[8], f_{name}[8];", f"void call_{name}(void) {{ {name}({arguments}); }}"]
    calls = " ".join(f"call_{name}();" for name in names)
    return "\n".join([*lines, f"int main(void) {{ {calls} return 0; }}"])


def effects_of(program: Program) -> dict[str, tuple[set[str], set[str], set[str]]]:
    """By library function: what its call reads and writes, and where its result points."""
    static = Static(program, "main")
    locations = static.points_to.locations
    found = {}
    for name, unit in static.code.units.items():
        for node in range(unit.first, unit.last) if name.startswith("call_") else ():
            item = unit.items[node - unit.first]
            if isinstance(item, Call) and static.points_to.callees(node)[0] in BODIES:
                read = {locations[n].name for n in bits(static.mod_ref.reads(node))}
                written = {locations[n].name for n in bits(static.mod_ref.writes(node))}
                objects = [] if item.result is None else static.points_to.objects_of(item.result, unit)
                found[name.removeprefix("call_")] = (read, written, {each.name for each in objects})
    return found


@pytest.mark.parametrize("part", range(3))
def test_an_effect_is_that_of_the_body(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [name for name in ARGUMENTS if APART.get(name, 0) == part]
    program = program_of(text_of(names), tmp_path)
    known = effects_of(program)
    monkeypatch.setattr(effects, "BODIES", {})
    assert known
    assert known == effects_of(program)


def test_every_effect_is_compared_with_a_body() -> None:
    assert ARGUMENTS.keys() == BODIES.keys() - {"copy"}


TWO_CALLS = """#include <string.h>
char a[8], b[8], c[8], *p[1], *q[1], *r[1], *s[1];
void first(void) { strcpy(a, c); p[0] = a; memmove(q, p, sizeof p); }
void second(void) { strcpy(b, c); r[0] = b; memmove(s, r, sizeof p); }
char *third(void) { return strchr(q[0], 'x'); }
int main(void) { first(); second(); return third() == b; }
"""


def test_calls_of_a_function_are_kept_apart(tmp_path: Path) -> None:
    static = Static(program_of(TWO_CALLS, tmp_path), "main")
    locations, mod = static.points_to.locations, static.mod_ref.mod
    assert {locations[n].name for n in bits(mod["first"])} == {"a[]", "p[]", "q[]"}
    assert {locations[n].name for n in bits(mod["second"])} == {"b[]", "r[]", "s[]"}
    unit = static.code.units["third"]
    results = [item.result for item in unit.items if isinstance(item, Call) and item.result is not None]
    assert [each.name for result in results for each in static.points_to.objects_of(result, unit)] == ["a"]


OWN = """char a[8], b[8];
char *strchr(const char *s, int c) { b[0] = 1; return b; }
int main(void) { return *strchr(a, 1); }
"""


def test_a_function_of_the_user_does_what_its_body_says(tmp_path: Path) -> None:
    static = Static(program_of(OWN, tmp_path), "main")
    assert [static.points_to.locations[n].name for n in bits(static.mod_ref.mod["main"])] == ["b[]"]
