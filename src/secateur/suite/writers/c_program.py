"""`tests.c` for a whole program: each test is a table of inputs for `main`, which runs in its own process."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from pathlib import Path

from secateur.harness.main import MainRenaming
from secateur.options.jobs import SuiteStyle
from secateur.suite.missing import Missing
from secateur.suite.scalars import number
from secateur.suite.test import Recorded, Suite, Test
from secateur.suite.writers import c_missing, c_runner, literals
from secateur.suite.writers.c_table import comment, head, table, unused_statuses
from secateur.suite.writers.included import definition_of_main, included_source, source_text
from secateur.suite.writers.intrinsics import definitions
from secateur.suite.writers.left_out import is_left_out

_CHILD = """\
#define SECATEUR_FAILED SECATEUR_MISMATCH
#define SECATEUR_RETURNED SECATEUR_MISMATCH

int secateur_program(int argc, char **argv, char **envp) __asm__("SYMBOL");
extern char **secateur_environment __asm__("environ");

static void secateur_child(const struct secateur_test *test)
{
    static char name[] = "program", *arguments[] = {name, NULL}, *nothing[] = {NULL};
    secateur_next = test->inputs;
    secateur_environment = nothing;
    exit(secateur_program(1, arguments, nothing));
}
"""


_STARTED = """\
#define SECATEUR_FAILED SECATEUR_MISMATCH
#define SECATEUR_RETURNED SECATEUR_MISMATCH

int secateur_program(int argc, char **argv, char **envp) __asm__("SYMBOL");
int secateur_world(char ***words, char ***variables) __asm__("__secateur_world");
extern char **secateur_environment __asm__("environ");

static void secateur_child(const struct secateur_test *test)
{
    static char *nothing[] = {NULL}, **words, **variables;
    int count;
    secateur_next = test->inputs;
    secateur_environment = nothing;
    secateur_enter();
    count = secateur_world(&words, &variables);
    exit(secateur_program(count, words, variables));
}
"""


def write(suite: Suite, missing: Missing, directory: Path, style: SuiteStyle = SuiteStyle.PLAIN) -> str:
    """The text of `tests.c` in `directory`."""
    kept = [test for test in suite.tests if not is_left_out(test)]
    texts = {path: source_text(path) for path in suite.own_sources}
    with_main = included_source(suite)
    source = Path(os.path.relpath(with_main, directory)).as_posix()
    others = [os.path.relpath(path, directory) for path in suite.own_sources if path != with_main]
    main = _main(texts[with_main])
    assumed, mismatch = unused_statuses(kept, 2)
    return "\n".join(
        [
            head(suite, source, others, directory, style),
            *c_missing.references(missing),
            main.inclusion(source) + "\n",
            c_runner.part("includes") + c_runner.part("headers"),
            *c_missing.definitions(missing),
            f"#define SECATEUR_ASSUMED {assumed} /* exit status: an assumption does not hold */\n"
            f"#define SECATEUR_MISMATCH {mismatch} /* exit status: the program requests different inputs */\n",
            c_runner.part("inputs"),
            definitions(texts.values()),
            *("\n".join(_inputs(test)) for test in kept),
            c_runner.struct_test("const struct secateur_input *inputs;"),
            table(kept, "inputs", process_status=True),
            *([] if suite.start is None else [c_runner.part("world")]),
            (_CHILD if suite.start is None else _STARTED).replace("SYMBOL", main.symbol),
            _runner(suite),
            c_runner.entry(main, style, kept, suite.function or "main"),
        ]
    )


def _runner(suite: Suite) -> str:
    """A program that is started with files leaves a folder."""
    text = c_runner.part("runner")
    if suite.start is None:
        return text
    waiting = "    secateur_wait(process, &status, 0);\n"
    assert waiting in text
    return text.replace(waiting, f"{waiting}    secateur_clean(process);\n")


def _main(text: str) -> MainRenaming:
    """The program's `main`, declared as its text defines it."""
    found = definition_of_main(text)
    result = "void" if found is not None and found[1] == "void" else "int"
    if found is None or found[3]:
        # Declared after the parentheses, or in an included file: only an open list of parameters agrees with it.
        return MainRenaming(f"{result} main()")
    parameters = found[2].strip()
    return MainRenaming(f"{result} main({parameters or 'void'})")


def _inputs(test: Test) -> Iterator[str]:
    yield comment(test)
    yield f"static const struct secateur_input {test.name}[] = {{"
    yield from (f"    {{{_input(each)}}}," for each in test.recorded)
    yield "    {NULL},"
    yield "};\n"


def _input(recorded: Recorded) -> str:
    name, kind, data = literals.text(recorded.name.encode()), recorded.kind, recorded.data
    begin = f".name = {name}, .size = {len(data)}"
    if kind in ("f32", "f64") and not math.isnan(number(kind, data)) and number(kind, data):
        return f"{begin}, .real = {literals.literal(kind, True, data)}"
    if kind not in ("object", "f32", "f64"):
        literal = literals.literal(kind, kind[0] != "u", data)
        return f"{begin}, .value = {literal}"
    shown = data.rstrip(b"\0")
    is_text = len(shown) > 1 and all(0x20 <= byte < 0x7F for byte in shown)
    if len(data) in (1, 2, 4, 8) and not is_text:
        return f"{begin}, .value = {literals.integer(int.from_bytes(data, 'little', signed=True))}"
    return f"{begin}, .bytes = {literals.text(shown)}, .count = {len(shown)}"
