"""The JSON of every command keeps its keys: scripts rely on them. New keys may be added, none may go.

`golden/json_keys.txt` lists the keys of each command as `faults[].kind`: `[]` is an element of a list, `*` a name that
is data (an input, a variable, a function).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from report.golden import updating

from .commands import secateur

GOLDEN = Path(__file__).parent / "golden" / "json_keys.txt"

#: Objects whose keys are names from the program, or of solver stages.
DATA = {
    "exit",
    "facts",
    "input",
    "inputs",
    "observations",
    "observed",
    "output",
    "renamed",
    "same",
    "skipped",
    "stages",
    "summaries",
    "values",
}
#: Objects that are data all the way down: an input can be a struct, names are renamed by function, facts are those of
#: a question.
OPAQUE = {"facts", "input", "inputs", "renamed"}

FAULTY = """#include <stdio.h>
int total;
static int half(int v) { return v > 2 ? v / 2 : 0; }
int f(int x, int y)
{
    int a = half(x);
    total = a;
    if (x > 50) { printf("%d\\n", x); return half(y); }
    return 10 / y;
}
"""
ASKS = "int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int() > 3; }\n"
LIBRARY = """int sprintf(char *, const char *, ...);
int f(double x) { char text[400]; sprintf(text, "%f", x); return text[0] == '1'; }
"""
BEHIND = """#include <assert.h>
void f(int x, int y)
{
    assert(x > 0);
    if (y > 5)
        assert(y != 7);
}
"""
#: Two tests of three compute the result in the same way.
PLAIN = "int seen;\nint f(int x, int y)\n{\n    if (y > 3) seen = 1;\n    return x > 0 ? x / 2 : 0;\n}\n"
OLD = """int level;
static int clamp(int v) { return v > 100 ? 100 : v; }
int raise(int by) { int was = level; level = clamp(by); return level > was; }
int gone(int x) { return x; }
"""
NEW = """int level;
static int clamp(int value)
{
    if (value > 90)
        return 90;
    return value;
}
int raise(int by) { int was = level; level = clamp(by); return level > was; }
int came(int x) { return x + 1; }
"""
#: A local is renamed, and a function has changed that cannot be called with any input.
BEFORE = """#include <stdarg.h>
int apply(va_list to, int x) { return va_arg(to, int) + x; }
int f(int x) { int got = x & 7; if (got > 3) got = 3; return got; }
"""
AFTER = """#include <stdarg.h>
int apply(va_list to, int x) { return va_arg(to, int) + x + 1; }
int f(int x) { int kept = x & 7; if (kept > 4) kept = 3; return kept; }
"""
WRONG = FAULTY.replace("x > 50", "x > 40")
#: `half` has too many paths for an exact summary.
MANY = FAULTY.replace("return v > 2", "for (int i = 0; i < 9; i++) v += v >> i & 1 ? i : 1; return v > 2")
SOURCES = {
    "f.c": FAULTY,
    "asks.c": ASKS,
    "library.c": LIBRARY,
    "behind.c": BEHIND,
    "plain.c": PLAIN,
    "old.c": OLD,
    "new.c": NEW,
    "before.c": BEFORE,
    "after.c": AFTER,
    "wrong.c": WRONG,
    "many.c": MANY,
    "secateur.toml": '[project]\nfunctions = ["plain.c:*", "behind.c:*"]\nout = "project"\n',
    "mine.json": '[{"by": 1}, {"by": 2}]',
}

#: What runs, by the name of its list of keys.
COMMANDS = {
    "explore": "explore f.c:f --json",
    "explore a program": "explore asks.c --json",
    "explore with notes": "explore library.c:f --json",
    "explore --audit": "explore behind.c:f --technique dgse-published --audit --json",
    "explore --tune": "explore f.c:f --technique pse --tune size=100 --json",
    "explore --output": "explore f.c:f --technique rsc --output total --json",
    "explore --summaries": "explore many.c:f --summaries auto --json",
    "compare": "compare behind.c:f --techniques full,dgse,dgse-published --json",
    "deps": "deps f.c:f --json",
    "signature": "signature f.c:f --count --json",
    "signature of two versions": "signature f.c:f wrong.c:f --json",
    "approximate --to --value": "approximate f.c:f --to 8 --value a --json",
    "approximate --solve": "approximate f.c:f --to 8 --solve --json",
    "approximate --abstract": "approximate f.c:f --to 8 --value a --abstract half --json",
    "approximate --at exit": "approximate f.c:f --at exit --value total --json",
    "approximate --check": "approximate plain.c:f --check result==0 --check result<=x||x<0 --json",
    "diff": "diff old.c new.c --json",
    "diff --tests --impact": "diff old.c new.c --function raise --tests mine.json --out added --impact --accept all "
    "--json",
    "diff with names changed": "diff before.c after.c --json",
    "augment": "augment old.c new.c --function raise --json",
    "augment --tests": "augment old.c new.c --function raise --tests mine.json --json",
    "debug": "debug f.c wrong.c --function f --input x=45,y=1 --json",
    "explore plain.c": "explore plain.c:f --json",
    "reduce": "reduce secateur-out/plain-f --json",
    "suite": "suite secateur-out/plain-f --json",
    "explain": "explain secateur-out/plain-f test000001 --json",
    "run": "run --json",
    "baseline": "baseline --json",
    "replay": "replay secateur-out/many-f --json",
    "replay with a difference": "replay secateur-out/many-f --json",
}
#: Files that `explore` writes.
FILES = {
    "run.json": "secateur-out/many-f/run.json",
    "tests.json": "secateur-out/many-f/tests.json",
    "tests.json of a program": "secateur-out/asks-main/tests.json",
}


def key_paths(value: Any, at: str = "", name: str = "") -> Iterator[str]:
    """`a`, `a[].b`, `a[].c.*` …, for all keys inside a value."""
    if isinstance(value, list):
        for item in value:
            yield from key_paths(item, f"{at}[]")
    elif isinstance(value, dict):
        for key, item in value.items():
            path = f"{at}.{'*' if name in DATA else key}".lstrip(".")
            yield path
            if name not in OPAQUE:
                yield from key_paths(item, path, key if name not in DATA else "")


def found_keys() -> dict[str, list[str]]:
    """All keys, by command or file, that there are today."""
    for file, text in SOURCES.items():
        Path(file).write_text(text)
    found = {}
    for title, command in COMMANDS.items():
        if title == "replay with a difference":
            Path("many.c").write_text(MANY.replace("return half(y)", "return 77"))
        done = secateur(*command.split())
        assert done.stdout, (command, done.stderr)
        found[title] = sorted(set(key_paths(json.loads(done.stdout))))
    return found | {title: sorted(set(key_paths(json.loads(Path(path).read_text())))) for title, path in FILES.items()}


def old_keys() -> dict[str, list[str]]:
    """The golden file: `[command]`, then a key on each line."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in GOLDEN.read_text().splitlines():
        if line.startswith("["):
            current = found.setdefault(line.strip("[]"), [])
        elif line:
            current.append(line)
    return found


def test_every_old_key_is_still_there() -> None:
    """One test for all, as later commands need what earlier ones wrote. `UPDATE_GOLDEN=1` only ever adds keys."""
    found, old = found_keys(), old_keys()
    if updating():
        old = {title: sorted({*found.get(title, ()), *old.get(title, ())}) for title in (*found, *old)}
        GOLDEN.write_text("\n\n".join("\n".join([f"[{title}]", *paths]) for title, paths in old.items()) + "\n")
    assert set(found) == set(old)
    lost = {title: sorted(set(paths) - set(found[title])) for title, paths in old.items()}
    assert {title: paths for title, paths in lost.items() if paths} == {}
