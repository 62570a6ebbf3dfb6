"""`tests.c` for one function: one C function per test, the arguments as literals, a check of every effect."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from secateur.frontend.symbols import STATIC_LOCAL
from secateur.harness.driver import Driver
from secateur.harness.plan import (
    Address,
    FixedZero,
    Items,
    Leaf,
    Members,
    Node,
    Variable,
    ZeroReason,
    assignments,
    storages,
    walk,
    walk_here,
)
from secateur.options.jobs import SuiteStyle
from secateur.suite.missing import Missing
from secateur.suite.test import Suite, Test
from secateur.suite.writers import c_missing, c_runner, literals
from secateur.suite.writers.c_checks import Check, group, is_private
from secateur.suite.writers.c_table import comment, head, table, unused_statuses
from secateur.suite.writers.left_out import is_left_out

_MANY = 8
"""Longer arrays omit trailing zeros, as C allows."""


_CHILD = """\
#define SECATEUR_FAILED 1
#define SECATEUR_RETURNED {returned} /* the exit status of a test that returned as predicted */

static void secateur_child(const struct secateur_test *test)
{{
    test->run();
    secateur_leave(secateur_failures ? SECATEUR_FAILED : SECATEUR_RETURNED);
}}
"""


_BLOCK = """\
/* A block of the heap with this content. */
static void *secateur_block(const void *content, unsigned long size)
{
    return __builtin_memcpy(__builtin_malloc(size), content, size);
}
"""


def write(suite: Suite, driver: Driver, missing: Missing, directory: Path, style: SuiteStyle = SuiteStyle.PLAIN) -> str:
    """The text of `tests.c` in `directory`."""
    kept = [test for test in suite.tests if not is_left_out(test)]
    source = Path(os.path.relpath(driver.source, directory)).as_posix()
    others = [os.path.relpath(path, directory) for path in suite.own_sources if path != driver.source]
    checks = group([sight for sight in driver.observations if not _is_hidden(sight.place)])
    always = _unchanging(checks, driver, kept)
    particular = [check for check in checks if check not in always]
    tests = "\n".join("\n".join(_test(test, driver, particular, bool(always))) for test in kept)
    macros = {check.macro for check in checks} if any(_returns(test) for test in kept) else set()
    aliases = [f"static {declaration.format(alias)};\n" for alias, declaration in driver.aliases]
    return "\n".join(
        [
            head(suite, f"{driver.function} ({source})", others, directory, style),
            *c_missing.references(missing),
            _inclusion(driver, source),
            c_runner.part("headers"),
            *c_missing.definitions(missing),
            c_runner.checks(macros),
            *aliases,
            *driver.callback_lines,
            *([_BLOCK] if driver.has_blocks else []),
            *([_untouched(always)] if always else []),
            tests,
            c_runner.struct_test("void (*run)(void);"),
            table(kept, "run", process_status=False),
            _CHILD.format(returned=unused_statuses(kept, 1)[0]),
            c_runner.part("runner"),
            c_runner.entry(driver.main, style, kept, suite.function or "main"),
        ]
    )


def _is_hidden(place: str) -> bool:
    return is_private(place) or place.startswith(STATIC_LOCAL)


def _inclusion(driver: Driver, source: str) -> str:
    """The source under test. Its own `main` is renamed, and may still end without a return."""
    return f"""\
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wreturn-type"
{driver.main.inclusion(source)}
#pragma GCC diagnostic pop
"""


def _returns(test: Test) -> bool:
    return test.outcome.kind == "return"


def _unchanging(checks: Sequence[Check], driver: Driver, tests: Sequence[Test]) -> dict[Check, list[str]]:
    """Checks of globals that have the same value in every test; they are written once."""
    returning = [dict(test.outcome.observations) for test in tests if _returns(test)]
    own = {sight for v in driver.parameters for sight in (n.name for n in walk(v.node))}
    found = {}
    for check in checks:
        is_global = check.names[0] not in own and not check.names[0].startswith("return")
        if not is_global or len(returning) < 2:
            continue
        first = [returning[0].get(name) for name in check.names]
        if all([seen.get(name) for name in check.names] == first for seen in returning):
            texts = [text for text in first if text is not None]
            if len(texts) == len(first):
                found[check] = texts
    return found


def _untouched(always: Mapping[Check, Sequence[str]]) -> str:
    lines = "\n".join(f"    {check.statement(texts)}" for check, texts in always.items())
    why = "/* Globals that have the same value after every test. */"
    return f"{why}\nstatic void check_globals(void)\n{{\n{lines}\n}}\n"


def _test(test: Test, driver: Driver, checks: Sequence[Check], has_globals: bool) -> Iterator[str]:
    data = {each.name: each.data for each in test.recorded}
    yield comment(test)
    yield f"static void {test.name}(void)"
    yield "{"
    for parameter in driver.parameters:
        given = _declare if parameter.declaration else _assign
        yield from (f"    {line}" for line in given(parameter, data))
    for variable in driver.symbolic:
        yield from (f"    {line}" for line in _assign(variable, data))
    yield from (f"    {line}" for v in driver.parameters + driver.symbolic for line in _links(v))
    yield from (f"    {line}" for line in driver.setup)
    if driver.parameters or driver.symbolic:
        yield ""
    observed = dict(test.outcome.observations) if _returns(test) else {}
    made = [check for check in checks if all(name in observed for name in check.names)]
    is_seen = any(name.startswith("return") for check in made for name in check.names)
    result = f"{driver.result.declaration} = " if driver.result and is_seen else ""
    yield f"    {result}{driver.call};"
    if made or (has_globals and _returns(test)):
        yield ""
    for check in made:
        yield f"    {check.statement([observed[name] for name in check.names])}"
    if has_globals and _returns(test):
        yield "    check_globals();"
    yield "}\n"


def _declare(variable: Variable, data: Mapping[str, bytes]) -> Iterator[str]:
    """Declare a variable, preceded by what it points to, with the values of this test."""
    for each in storages(variable):
        value = each.node.value if isinstance(each.node, Address) else _value(_as_array(each), data)
        yield from _declared(each, value)


def _declared(variable: Variable, value: str) -> Iterator[str]:
    if not variable.block:
        yield f"{variable.declaration} = {value};"
        return
    name = variable.block_name
    yield f"{variable.block} = {value};"
    of = f"&{name}, {variable.bytes}" if variable.flexible else f"{name}, sizeof {name}"
    yield f"{variable.declaration} = secateur_block({of});"


def _links(variable: Variable) -> Iterator[str]:
    """Assign the pointers in objects that may lead to an object that is declared later."""
    for node in walk(variable.node):
        if isinstance(node, Address) and node.others and node is not variable.node:
            yield f"{node.place} = {node.value};"


def _as_array(variable: Variable) -> Node:
    """The storage of a single struct is a C array of length one."""
    node = variable.node
    if isinstance(node, Members) and (variable.block or variable.declaration).endswith("[1]"):
        return Items(node.name, node.place, (node,), 1)
    return node


def _assign(variable: Variable, data: Mapping[str, bytes]) -> Iterator[str]:
    """Assign a global its value, leaf by leaf."""
    for each in storages(variable):
        if each.declaration:
            yield from _declared(each, _value(_as_array(each), data))
    yield from assignments(walk_here(variable.node), lambda leaf: _value(leaf, data))


def _value(node: Node, data: Mapping[str, bytes]) -> str:
    """The initialiser of a node."""
    match node:
        case Leaf():
            return _leaf(node, data.get(node.name))
        case Items():
            return _items(node, data)
        case Members():
            return literals.braces(list(_designated(node, data)) or ["0"], 4)
        case Address():
            return "NULL" if node.others else node.value
        case FixedZero(reason=ZeroReason.CONST):
            return "0"
        case _:
            return "NULL"


def _designated(node: Members, data: Mapping[str, bytes]) -> Iterator[str]:
    """Members with their designators; an anonymous member needs no designator of its own."""
    for name, member in node.members:
        if is_private(f".{name}") and not any(map(any, (data.get(each.name, b"") for each in walk(member)))):
            continue  # zero, as what is left out is
        if isinstance(member, Items) and not member.count:
            continue  # at the end of a structure in an array, C allows no elements
        if name:
            yield f".{name} = {_value(member, data)}"
        elif isinstance(member, Members):
            yield from _designated(member, data)


def _items(node: Items, data: Mapping[str, bytes]) -> str:
    if node.is_text:
        text = b"".join(data.get(leaf.name, bytes(1)) for leaf in node.nodes)
        if len(text) < node.count or text.endswith(bytes(1)):
            return literals.text(text.rstrip(bytes(1)))
    values = [_value(item, data) for item in node.nodes]
    if len(values) > _MANY:
        zeros = ("0", "0.0", "0.0f", "'\\0'")
        while len(values) > 1 and values[-1] in zeros:
            values.pop()
    return literals.braces(values or ["0"], 4)


def _leaf(leaf: Leaf, data: bytes | None) -> str:
    if data is None:
        return "0"
    if leaf.enumerators:
        value = int.from_bytes(data, "little", signed=leaf.signed)
        for name, each in leaf.enumerators:
            if each == value:
                return name
    return literals.literal(leaf.kind, leaf.signed, data)
