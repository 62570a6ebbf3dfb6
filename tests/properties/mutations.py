"""Random small changes of a random C program, as people make them: some keep what it does, most do not.

A change is one of the `WAYS`: each takes the lines of a program and the number of one, and returns the changed lines,
or None if it does not apply there. The result need not compile.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

_OPERATORS = {
    "<": (">", ">=", "<="), ">": ("<", "<=", ">="), "==": ("!=", "<="), "!=": ("==", ">"), ">=": ("<", ">"),
    "+": ("-", "|"), "-": ("+",), "&": ("|", "^"), "|": ("&",), "^": ("&", "|"), "&&": ("||",), "||": ("&&",),
    "*": ("+",), "/": ("%",), "%": ("/",), "=": ("+=",), "+=": ("=", "-="), "-=": ("+=",), "^=": ("|=",),
    "|=": ("^=",), "&=": ("^=",), "<=": ("<", "=="), "<<": (">>",),
}  # fmt: skip
_OPERATOR = re.compile(r" (<|>|==|!=|>=|<=|\+|-|&|\||\^|&&|\|\||\*|/|%|=|\+=|-=|\^=|\|=|&=|<<) ")
_CONSTANT = re.compile(r"(?<![\w\[.%])\d+(?![\w\]])")
_INDEX = re.compile(r"(?<=\[)[0-3](?=\])")
_NAME = re.compile(r"\b[abcdghpqvxyz]\b")
_OPERAND = r"-?[\w.]+(?:\[\w+\])?|\(\w+ & \d+\)"
_BINARY = re.compile(
    rf"(?<![\w\])>*&] )(?<![\w.\]>*&-])({_OPERAND}) ([-+*&|^<>]|[=!]=|&&|\|\|) ({_OPERAND})(?![\w\[(.-])"
)
_CHOICE = re.compile(r"= ([^=?;{}]+) \? ([^:?;{}]+) : ([^:?;{}]+);")
_CALL = re.compile(r"\b(first|second|twice|odd|id|next|zero|more|less|get)\(")
_COMPARED = re.compile(r"if \(([^&|(){};]+|\w+ & \d+)\)")
_FIXED = re.compile(r" *(return|break|continue|case|default|struct|int|char|static|signed|unsigned)\b|.*\bextern\b")
_STATEMENT = re.compile(r"^ +[\w*{][^\n]*[;}]$")

#: Pointers and structs.
_NOT_NUMBERS = ("p", "q", "r", "s", "m", "k", "saved", "state", "shared", "S", "n->next", "n->data")
#: The other names that a call can be changed to, all with the same parameters.
_ALIKE = {
    "first": ("second",), "second": ("first",), "twice": ("odd",), "odd": ("twice",), "id": ("next", "zero"),
    "next": ("id",), "zero": ("id",), "more": ("less",), "less": ("more",), "get": ("get",),
}  # fmt: skip
_WIDTHS = ("short", "signed char", "unsigned", "long", "unsigned char")

Lines = list[str]
Way = Callable[[Lines, int, Random], Lines | None]


def mutated(text: str, chance: Random, first: int, last: int) -> str:
    """One change, or now and then two, in the lines from `first` to before `last`."""
    lines = text.split("\n")
    for _ in range(1 if chance.random() < 0.75 else 2):
        stop = last + len(lines) - len(text.split("\n"))
        lines = _changed(lines, chance, first, stop)
    return "\n".join(lines)


def _changed(lines: Lines, chance: Random, first: int, last: int) -> Lines:
    way = chance.choice(WAYS)
    for attempt in range(80):
        if attempt % 10 == 9:
            way = chance.choice(WAYS)
        made = way(lines, chance.randrange(first, last), chance)
        if made is not None and made != lines:
            return made
    return lines


def _with(lines: Lines, number: int, *by: str) -> Lines:
    return [*lines[:number], *by, *lines[number + 1 :]]


def _is_statement(line: str) -> bool:
    """A whole statement on one line, which can be moved or dropped."""
    balanced = line.count("{") == line.count("}")
    return bool(_STATEMENT.match(line)) and balanced and not _FIXED.match(line) and not line.endswith("};")


def _globals(lines: Lines) -> tuple[str, str]:
    return ("calls", "total") if any(", calls, total" in line for line in lines) else ("g", "h")


def _replaced(line: str, found: re.Match[str], by: str, group: int = 0) -> str:
    start, stop = found.span(group)
    return line[:start] + by + line[stop:]


def _one(pattern: re.Pattern[str], line: str, chance: Random) -> re.Match[str] | None:
    found = list(pattern.finditer(line))
    return chance.choice(found) if found else None


def _operator(lines: Lines, number: int, chance: Random) -> Lines | None:
    line = lines[number]
    found = _one(_OPERATOR, line, chance)
    if found is None or (found[1] in ("=", "&", "*") and _FIXED.match(line)):
        return None
    return _with(lines, number, _replaced(line, found, chance.choice(_OPERATORS[found[1]]), 1))


def _constant(lines: Lines, number: int, chance: Random) -> Lines | None:
    found = _one(_CONSTANT, lines[number], chance)
    if found is None or "case" in lines[number]:
        return None
    other = chance.choice((int(found[0]) + 1, max(0, int(found[0]) - 1), 0, 7))
    return _with(lines, number, _replaced(lines[number], found, str(other)))


def _index(lines: Lines, number: int, chance: Random) -> Lines | None:
    found = _one(_INDEX, lines[number], chance)
    if found is None or _FIXED.match(lines[number]):
        return None
    return _with(lines, number, _replaced(lines[number], found, chance.choice("01")))


def _name(lines: Lines, number: int, chance: Random) -> Lines | None:
    line = lines[number]
    found = _one(_NAME, line, chance)
    if found is None or _FIXED.match(line) or line[found.start() - 1 : found.start()] in (".", ">", "*"):
        return None
    others = [*_globals(lines), *re.findall(r"\b(?:in|x)\d\b|\b[abc]\b(?= =)", "\n".join(lines))]
    return _with(lines, number, _replaced(line, found, chance.choice(others)))


def _swapped_operands(lines: Lines, number: int, chance: Random) -> Lines | None:
    found = _one(_BINARY, lines[number], chance)
    if found is None:
        return None
    return _with(lines, number, _replaced(lines[number], found, f"{found[3]} {found[2]} {found[1]}"))


def _other_sides(lines: Lines, number: int, chance: Random) -> Lines | None:
    """`?:` with its sides exchanged, with its condition negated, both, or as `if` and `else`."""
    line = lines[number]
    found = _CHOICE.search(line)
    if found is None or _FIXED.match(line):
        return None
    condition, yes, no = found[1], found[2], found[3]
    way = chance.randrange(4)
    if way == 3 and _is_statement(line) and re.fullmatch(r" +[^={}]+" + re.escape(found[0]), line):
        target, space = line[: found.start()].strip(), line[: len(line) - len(line.lstrip())]
        return _with(lines, number, f"{space}if ({condition}) {target} = {yes}; else {target} = {no};")
    negated = f"!({condition})" if way in (1, 2) else condition
    sides = (no, yes) if way in (0, 2) else (yes, no)
    return _with(lines, number, _replaced(line, found, f"= {negated} ? {sides[0]} : {sides[1]};"))


def _negated(lines: Lines, number: int, chance: Random) -> Lines | None:
    """The negation of a condition; written in another way it says the same."""
    found = _COMPARED.search(lines[number])
    if found is None:
        return None
    return _with(lines, number, _replaced(lines[number], found, chance.choice(("!({})", "!!({})")).format(found[1]), 1))


def _dropped(lines: Lines, number: int, chance: Random) -> Lines | None:
    return [*lines[:number], *lines[number + 1 :]] if _is_statement(lines[number]) else None


def _without_block(lines: Lines, number: int, chance: Random) -> Lines | None:
    """A whole `if` or loop is dropped, or what it controls is executed always, once."""
    if not re.match(r" +(if|for|while) \(.*\{$", lines[number]):
        return None
    space = lines[number][: len(lines[number]) - len(lines[number].lstrip())]
    stop = next((n for n in range(number + 1, len(lines)) if lines[n].startswith(space + "}")), None)
    if stop is None or lines[stop] != space + "}":
        return None
    head = lines[number].split("(")[0].strip()
    inside = [] if chance.random() < 0.6 or head != "if" else lines[number + 1 : stop]
    return [*lines[:number], *inside, *lines[stop + 1 :]]


def _looped(lines: Lines, number: int, chance: Random) -> Lines | None:
    """A statement that is repeated now."""
    line = lines[number]
    if not _is_statement(line):
        return None
    space, place = line[: len(line) - len(line.lstrip())], chance.choice(_globals(lines))
    head = chance.choice(("while ({0} > 1 && {0}-- < 4)", "while ({0} < 2 && {0}++ > -2)", "for (; {0} == 1; {0}++)"))
    return _with(lines, number, f"{space}{head.format(place)} {{ {line.lstrip()} }}")


def _doubled(lines: Lines, number: int, chance: Random) -> Lines | None:
    return _with(lines, number, lines[number], lines[number]) if _is_statement(lines[number]) else None


def _moved(lines: Lines, number: int, chance: Random) -> Lines | None:
    """A statement is moved down, past one to four others."""
    line = lines[number]
    distance = chance.choice((1, 1, 1, 2, 3, 4))
    passed = lines[number + 1 : number + 1 + distance]
    if not _is_statement(line) or len(passed) < distance or not all(map(_is_statement, passed)):
        return None
    return [*lines[:number], *passed, line, *lines[number + 1 + distance :]]


def _guarded(lines: Lines, number: int, chance: Random) -> Lines | None:
    """A statement that is now executed under a condition, or no longer."""
    line = lines[number]
    if not _is_statement(line):
        return None
    space, text = line[: len(line) - len(line.lstrip())], line.lstrip()
    guard = re.match(r"if \([^()]*\) (?!return|break|continue|goto)([^{}]*;)$", text)
    if guard is not None and chance.random() < 0.5:
        return _with(lines, number, space + guard[1])
    place = chance.choice(_globals(lines))
    return _with(lines, number, f"{space}if ({place} {chance.choice(('>', '==', '!='))} {chance.randrange(3)}) {text}")


def _early_end(lines: Lines, number: int, chance: Random) -> Lines | None:
    """A return is added, or an early one is dropped."""
    line = lines[number]
    if re.match(r" +if \([^{}]*\) (return|exit|break)[^{}]*;$", line) and chance.random() < 0.5:
        return [*lines[:number], *lines[number + 1 :]]
    if not _is_statement(line):
        return None
    space = line[: len(line) - len(line.lstrip())]
    added = f"{space}if ({chance.choice(_globals(lines))} {chance.choice(('>', '=='))} {chance.randrange(4)}) return 1;"
    return _with(lines, number, added, line)


def _loop(lines: Lines, number: int, chance: Random) -> Lines | None:
    """Another first or last round, or another step."""
    found = re.search(r"for \(int (\w+) = (\w+|\(\w+ & \d\)); \1 ([<>]) ([^;]+); \1(\+\+|--)\)", lines[number])
    if found is None:
        return None
    name, start, compare, bound, step = found.groups()
    made = chance.choice(
        (
            f"for (int {name} = {start}; {name} {compare}= {bound}; {name}{step})",
            f"for (int {name} = {start}; {name} {compare} {bound}; {name} {step[0]}= 2)",
            f"for (int {name} = {start}; {name} {compare} {bound}; {step}{name})",
            f"for (int {name} = 1; {name} {compare} {bound}; {name}{step})",
        )
    )
    return _with(lines, number, _replaced(lines[number], found, made))


def _callee(lines: Lines, number: int, chance: Random) -> Lines | None:
    line = lines[number]
    found = _one(_CALL, line, chance)
    if found is None or line.startswith("static"):
        return None
    return _with(lines, number, _replaced(line, found, chance.choice(_ALIKE[found[1]]), 1))


def _through_a_local(lines: Lines, number: int, chance: Random) -> Lines | None:
    """`x = e;` through a variable of its own, which may be narrower."""
    line = lines[number]
    found = re.match(r"( +)([\w.\[\]]+) = ([^=?{};]+);$", line)
    if found is None or not _is_statement(line) or "&" in found[3][:1] or found[2] in _NOT_NUMBERS:
        return None
    kind = chance.choice(("int", "int", *_WIDTHS))
    return _with(lines, number, f"{found[1]}{{ {kind} made = {found[3]}; {found[2]} = made; }}")


def _renamed(lines: Lines, number: int, chance: Random) -> Lines | None:
    """A local of the function around this line has another name: nothing is different."""
    start, stop = _function(lines, number)
    names = [name for name in ("x", "y", "z", "v", "p", "q", "array", "own") if stop > start]
    used = [name for name in names if any(re.search(rf"\bint [^;(]*\b{name}\b", line) for line in lines[start:stop])]
    if not used:
        return None
    name = chance.choice(used)
    body = [re.sub(rf"(?<![.>])\b{name}\b", f"{name}_new", line) for line in lines[start:stop]]
    return [*lines[:start], *body, *lines[stop:]]


def _function(lines: Sequence[str], number: int) -> tuple[int, int]:
    """The lines of the function around a line, from its head to before its end; empty if there is none."""
    start = number
    while start > 0 and not re.match(r"\w.*\)$", lines[start]):
        if lines[start].startswith("}"):
            return number, number
        start -= 1
    stop = number
    while stop < len(lines) and not lines[stop].startswith("}"):
        stop += 1
    return start, stop


def _width(lines: Lines, number: int, chance: Random) -> Lines | None:
    """A variable or a parameter of another type."""
    line = lines[number]
    found = _one(re.compile(r"\bint (?=v\b|p\b|q\b|i\d* =|made\b|n, |[gh]\b)"), line, chance)
    if found is None or "*" in line or "&v" in line or "operations" in line:
        return None
    return _with(lines, number, _replaced(line, found, chance.choice(_WIDTHS) + " "))


def _initial(lines: Lines, number: int, chance: Random) -> Lines | None:
    """Another initial value of a global, anywhere in the program."""
    found = [n for n, line in enumerate(lines) if re.match(r"static [\w ]+(\[\d\])?(, \w+(\[\d\])?)* = [{\d]", line)]
    number = chance.choice(found) if found else number
    return None if not found else _constant(lines, number, chance)


def _small_function(lines: Lines, number: int, chance: Random) -> Lines | None:
    """In one of the functions on a line of their own that all of the program uses."""
    text = "\n".join(lines)
    heads = {n: re.match(r"static \w+ (\w+)\(.*\) \{ .* \}$", line) for n, line in enumerate(lines)}
    found = [n for n, head in heads.items() if head and len(re.findall(rf"\b{head[1]}\b", text)) > 2]
    if not found:
        return None
    return chance.choice((_operator, _constant, _swapped_operands))(lines, chance.choice(found), chance)


WAYS: tuple[Way, ...] = (
    _operator, _operator, _constant, _constant, _index, _name, _swapped_operands, _swapped_operands, _other_sides,
    _other_sides, _negated, _dropped, _dropped, _without_block, _without_block, _looped, _looped, _doubled, _moved,
    _moved, _guarded, _early_end, _loop, _callee, _through_a_local, _renamed, _width, _initial, _small_function,
)  # fmt: skip
