"""A C file that gives a program its words, its standard input, its files and its environment, before `main`.

The same text runs in the machine, where the bytes are inputs, and natively, where they are the recorded ones: so the
prediction and its replay start the program in the same way. It needs no header.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from secateur.frontend.compile import OWN_FOLDER
from secateur.frontend.start import WORLD
from secateur.harness.invocation import GivenContents, OptionalWords, StartPlan, Word
from secateur.ir.model import GIVEN_ENVIRONMENT

#: The name of the program; a shell that finds it along PATH uses the same.
PROGRAM = "program"

_HEAD = f"""\
#line 1 "{OWN_FOLDER}world.c"
/* Starts the program as it was asked for. */
int secateur_i32(const char *name);
void secateur_bytes(void *to, unsigned long size, const char *name);
void secateur_assume(int condition);
void secateur_give_input(const char *data, unsigned long size);
void secateur_give_file(const char *name, const char *data, unsigned long size);
extern char **environ, **__environ;
"""


def world_file(plan: StartPlan) -> str:
    """The text of the file."""
    return "\n".join([_HEAD, *_objects(plan), "", *_function(plan), ""])


def _objects(plan: StartPlan) -> Iterator[str]:
    if plan.variables:
        yield f"int {GIVEN_ENVIRONMENT} = 1;"
    if plan.failing:
        yield f"int __secateur_io_fails = {plan.failing};"
    yield f'static char program[] = "{PROGRAM}";'
    for number, word in enumerate(plan.all_words):
        yield _array(f"word{number}", word.text, word.length + 1)
    for number, word in enumerate(plan.variables):
        yield _array(f"variable{number}", word.text, word.length + 1)
    if plan.stdin is not None:
        yield _array("input", plan.stdin.text, plan.stdin.most + 1)
    for number, (_, contents) in enumerate(plan.files):
        yield _array(f"file{number}", contents.text, contents.most + 1)
    yield f"static char *words[{len(plan.all_words) + 2}] = {{program}};"
    names = [f"variable{number}" for number in range(len(plan.variables))]
    yield f"static char *variables[] = {{{', '.join([*names, '0'])}}};"


def _array(name: str, text: bytes, room: int) -> str:
    values = ",".join(f"(char){byte}" for byte in text)
    return f"static char {name}[{len(text) + room}] = {{{values or '0'}}};"


def _function(plan: StartPlan) -> Iterator[str]:
    yield f"int {WORLD}(char ***to, char ***environment)"
    yield "{"
    yield "    int count = 1, some = 0;"
    yield "    (void)some;"
    number = 0
    for each in plan.words:
        inside = each.words if isinstance(each, OptionalWords) else (each,)
        if isinstance(each, OptionalWords) and each.least < len(inside):
            yield f'    some = secateur_i32("{each.name}");'
            yield f"    secateur_assume((some >= {each.least}) & (some <= {len(inside)}));"
        for position, word in enumerate(inside):
            yield from _bytes(f"word{number}", word)
            is_optional = isinstance(each, OptionalWords) and position >= each.least
            condition = f"if (some > {position}) " if is_optional else ""
            yield f"    {condition}words[count++] = word{number};"
            number += 1
    for position, word in enumerate(plan.variables):
        yield from _bytes(f"variable{position}", word)
    if plan.stdin is not None:
        size = yield from _sized("input", plan.stdin)
        yield f"    secateur_give_input(input, {size});"
    for position, (name, contents) in enumerate(plan.files):
        size = yield from _sized(f"file{position}", contents)
        yield f"    secateur_give_file({_literal(name)}, file{position}, {size});"
    if plan.variables:
        yield "    environ = __environ = variables;"
    yield "    *to = words;"
    yield "    *environment = environ;"
    yield "    return count;"
    yield "}"


def _bytes(place: str, word: Word) -> Iterator[str]:
    if word.length:
        yield f"    secateur_bytes({place} + {len(word.text)}, {word.length}, {_literal(word.name)});"


def _sized(place: str, contents: GivenContents) -> Generator[str, None, str]:
    """Requests the bytes; the result is the size of all of it."""
    base = len(contents.text)
    if contents.most:
        yield f"    secateur_bytes({place} + {base}, {contents.most}, {_literal(contents.name)});"
    if contents.least == contents.most:
        return f"{base + contents.most}ul"
    yield f"    some = secateur_i32({_literal(f'{contents.name} size')});"
    yield f"    secateur_assume((some >= {contents.least}) & (some <= {contents.most}));"
    return f"{base}ul + (unsigned long)some"


def _literal(name: str) -> str:
    data = name.encode("utf-8", "surrogateescape")
    return '"' + "".join(chr(b) if 32 <= b < 127 and b not in b'"\\?' else f"\\{b:03o}" for b in data) + '"'
