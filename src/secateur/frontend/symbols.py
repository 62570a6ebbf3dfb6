"""Symbols that stand for others: aliases become what they stand for, an `ifunc` becomes a function that calls the one
that its resolver has chosen; where formats contain `%n`, `printf` is written in C, so that the stored count is seen,
and so it is for directives that the machine does not know.
Names that a driver gives to static variables inside functions, in assembly, are aliases, too. The rest of Secateur
needs to know about none of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from secateur.frontend.llvm_names import GLOBAL
from secateur.provided import TABLE

RESOLVE = "__secateur_resolve."
"""Functions with this prefix run a resolver; they are called before everything else (`start`)."""
STATIC_LOCAL = "secateur_static_"
"""The prefix of a driver's names for static variables inside functions."""

_ALIAS = re.compile(rf"^({GLOBAL}) = (?:[\w()]+ )*?alias .*, ptr ({GLOBAL})$", re.MULTILINE)
_IFUNC = re.compile(rf"^({GLOBAL}) = ((?:[\w()]+ )*?)ifunc (.*), ptr ({GLOBAL})$", re.MULTILINE)
_NAMED = re.compile(rf'^module asm "\.set ({STATIC_LOCAL}\w+), ([\w.$]+)"\n', re.MULTILINE)
_STRING = re.compile(r'\n(@[^ \n]+) = [^"\n]* c"([^"]*%[^"]*)"')
_COUNT = re.compile(r"%[-+ #0-9.*]*(?:hh|h|ll|l|z|j|t|q)?n")
_BEYOND = re.compile(r"%(?:\d+\$|[-+ #0-9.*'I]*(?:l?[mSCbB]|l[sc]))")
"""Directives that only `printf` in C knows: numbered arguments, error texts, wide characters, binary numbers."""
_DECLARATION = re.compile(r"\n(declare .*@v?f?printf\(.*)")
_PRINTER = re.compile(r"@(v?f?printf)")
_PRINTED = re.compile(r"@v?f?printf\(")
_OWN_PRINTER = re.compile(r"\ndefine .*@v?f?printf\(")
_DECLARED = re.compile(r"\ndeclare [^@\n]*@(\w+)\(")
_DEFINED = re.compile(r"\ndefine [^@\n]*@(\w+)\(")
_OPENING = frozenset(
    [
        "fopen",
        "fopen64",
        "fdopen",
        "freopen",
        "freopen64",
        "tmpfile",
        "tmpfile64",
        "fmemopen",
        "open_memstream",
        "dup",
        "dup2",
        "dup3",
    ]
)
"""Functions that make streams of files, or let the standard ones lead elsewhere."""
_REDIRECTING = frozenset(["freopen", "freopen64", "dup", "dup2", "dup3", "close", "fclose"])
_TOKEN = re.compile(rf'{GLOBAL}|"[^"]*"')


def with_jumps(text: str) -> str:
    """`__builtin_setjmp` and `__builtin_longjmp` as functions, like `setjmp` and `longjmp`."""
    if "@llvm.eh.sjlj." not in text:
        return text
    text = text.replace("@llvm.eh.sjlj.", "@__secateur_builtin_")
    return text.replace(
        "call ptr @llvm.frameaddress.p0(i32 0)", "getelementptr i8, ptr null, i64 0"
    )  # kept for the jump


def without_ifuncs(text: str) -> str:
    """Each `ifunc` as a function. Variadic ones are kept: their arguments cannot be passed on."""
    if " ifunc " not in text:
        return text
    made: list[str] = []

    def define(found: re.Match[str]) -> str:
        name, words, kind, resolver = found.groups()
        result, _, rest = kind.partition(" (")
        types = _split(rest.removesuffix(")"))
        if "..." in types:
            return found[0]
        bare = name.strip('@"')
        target, linkage = f'@"secateur.resolved.{bare}"', "internal " if "internal" in words else ""
        parameters = ", ".join(f"{each} %{number}" for number, each in enumerate(types))
        is_void = result == "void"
        made.extend(
            (
                f"define {linkage}{result} {name}({parameters}) {{",
                f"  %target = load ptr, ptr {target}",
                f"  {'' if is_void else '%result = '}call {result} %target({parameters})",
                f"  ret {result}{'' if is_void else ' %result'}\n}}",
                f'define void @"{RESOLVE}{bare}"() {{',
                f"  %target = call ptr {resolver}()",
                f"  store ptr %target, ptr {target}\n  ret void\n}}",
            )
        )
        return f"{target} = internal global ptr null"

    return "\n".join([_IFUNC.sub(define, text), *made, ""])


def with_static_locals(text: str) -> str:
    """A driver in which its names for static variables stand for them. One whose variable is not there is kept."""
    if STATIC_LOCAL not in text:
        return text
    for name, symbol in _NAMED.findall(text):
        if re.search(rf"^@{re.escape(symbol)} = ", text, re.MULTILINE):
            alias = f"@{name} = internal alias i8, ptr @{symbol}"
            text = re.sub(rf"^@{name} = external .*$", lambda _, alias=alias: alias, text, flags=re.MULTILINE)  # type: ignore[misc]
    return _NAMED.sub("", text)


def without_aliases(text: str) -> str:
    """The linked program with aliases of functions and variables replaced. An alias of an expression is kept."""
    if " alias " not in text:
        return text
    targets = dict(_ALIAS.findall(text))

    def replace(found: re.Match[str]) -> str:
        name = found[0]
        for _ in targets:  # an alias of an alias
            name = targets.get(name, name)
        return name

    return _TOKEN.sub(replace, _ALIAS.sub("", text)) if targets else text


def with_counts(texts: Sequence[str]) -> list[str]:
    """The units of a program; if a format stores how much was printed (`%n`), with `printf` in C. For calls with other
    directives that the machine does not know, too."""
    if any(_OWN_PRINTER.search(text) for text in texts):
        return list(texts)
    if any(_counts(text) for text in texts):
        return [_TOKEN.sub(_counting, text) for text in texts]
    return [_with_directives(text) for text in texts]


def _with_directives(text: str) -> str:
    formats = {name for name, string in _STRING.findall(text) if _BEYOND.search(string.replace("%%", ""))}
    if not formats:
        return text

    parts, done = [], 0
    for found in _PRINTED.finditer(text):
        start, end = text.rfind("\n", 0, found.start()) + 1, text.find("\n", found.end())
        line = text[start:end]
        if start >= done and " call " in line and formats & set(_TOKEN.findall(line)):
            parts += [text[done:start], _TOKEN.sub(_counting, line)]
            done = end
    declared = [_TOKEN.sub(_counting, line) for line in _DECLARATION.findall(text)]
    return "\n".join(["".join([*parts, text[done:]]), *declared, ""])


def with_streams(texts: Sequence[str]) -> list[str]:
    """The units of a program; if it opens streams itself, with the functions that write to streams in C, and if it
    redirects the standard ones, or calls may fail, with those, too."""
    is_forced = any("\n@__secateur_io_fails = " in text for text in texts)
    called = {name for text in texts for name in _DECLARED.findall(text)}
    defined = {name for text in texts for name in _DEFINED.findall(text)}
    called -= defined  # by the user, or as a stand-in
    opens, redirects = is_forced or bool(called & _OPENING), is_forced or bool(called & _REDIRECTING)
    in_c = (TABLE[name] for name in called if name in TABLE and TABLE[name].in_c)
    wanted = (each for each in in_c if (redirects if each.prints and each.stream is None else opens))
    names = {f"@{each.name}": f"@__secateur_stream_{each.in_c}" for each in wanted}
    if not names:
        return list(texts)
    return [_TOKEN.sub(lambda token: names.get(token[0], token[0]), text) for text in texts]


def _counting(token: re.Match[str]) -> str:
    printer = _PRINTER.fullmatch(token[0])
    return f"@__secateur_counting_{printer[1]}" if printer else token[0]


def _counts(text: str) -> bool:
    """Does a string of the unit contain the directive `%n`?"""
    return any(_COUNT.search(string.replace("%%", "")) for _, string in _STRING.findall(text))


def _split(types: str) -> list[str]:
    """The types of a parameter list, at the commas outside of brackets."""
    parts, depth = [""], 0
    for character in types:
        depth += {"(": 1, "[": 1, "{": 1, "<": 1, ")": -1, "]": -1, "}": -1, ">": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]
