"""Volatile accesses and endless loops as calls, for programs that run on bare hardware (`harness/hardware.py`).

The functions are C code that the harness writes; the machine and the native build compile the same text, so that
registers, interrupts and rounds are the same in both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from secateur.frontend.llvm_names import LOCAL

#: Flags that ask for it. They are macros, so that they reach every compiler, and are recorded with a suite.
VOLATILE = "-D__SECATEUR_VOLATILE__"
ROUNDS = "-D__SECATEUR_ROUNDS__="
"""Followed by the function whose endless loops are counted."""

_KINDS = ("i8", "i16", "i32", "i64", "ptr")
_KIND = "|".join(_KINDS)
_LOAD = re.compile(rf"^(  %\S+ = )load volatile ({_KIND}), ptr (.+), align \d+(.*)$")
_STORE = re.compile(rf"^  store volatile ({_KIND}) (.+?), ptr (.+), align \d+(.*)$")
_ALLOCA = re.compile(rf"^  ({LOCAL}) = alloca ")
_BACK = re.compile(r"^  br (?:i1 true, )?label %([\w.]+)(?:, label %[\w.]+)?(, .*!llvm\.loop .*)$")
_ENDLESS = ("while.body", "do.body")
_JUMPS = ("  br ", "  switch ", "  ret ", "  unreachable", "  indirectbr ")
_TARGET = re.compile(r"label %([\w.]+)")
_TESTING = ("land.", "lor.", "cond.")
_LABEL = re.compile(r"^([\w.]+):")
_DEBUG = re.compile(r"!dbg (!\d+)")
_FILE = re.compile(r'^(!\d+) = !DIFile\(filename: "([^"]*)"', re.MULTILINE)
_SUBPROGRAM = re.compile(r"^(!\d+) = distinct !DISubprogram\(.*?file: (!\d+)", re.MULTILINE)
OWN_FILES = "<secateur>"
_CALLED = re.compile(r" call (\w+) @(__secateur_volatile_(?:load|store)_\w+)\(")
_ROUND = "\ndeclare zeroext i1 @__secateur_round()\n"
DONE = "secateur.done"
"""The block in which a function with an endless loop returns."""


def is_asked_for(flags: Sequence[str]) -> bool:
    return any(flag == VOLATILE or flag.startswith(ROUNDS) for flag in flags)


def with_calls(text: str, flags: Sequence[str]) -> str:
    """The text with what the flags ask for."""
    if VOLATILE in flags:
        text = "\n".join(_accesses(text))
        text += "".join(f"\n{_declared(*each)}" for each in dict.fromkeys(_CALLED.findall(text))) + "\n"
    for flag in flags:
        if flag.startswith(ROUNDS):
            text = _with_rounds(text, flag.removeprefix(ROUNDS))
    return text


def _declared(result: str, name: str) -> str:
    kind = name.rpartition("_")[2]
    return f"declare {result} @{name}({'ptr' if result != 'void' else f'{kind}, ptr'})"


def _accesses(text: str) -> Iterator[str]:
    """Variables of a function stay as they are: no hardware and no interrupt handler can reach them. So do accesses
    by our own code, which sets the inputs before the program runs."""
    local: set[str] = set()
    own, is_own = _own_functions(text), False
    for line in text.split("\n"):
        if line.startswith("define "):
            local, is_own = set(), (_DEBUG.findall(line) or [""])[-1] in own
        elif is_own:
            pass
        elif " = alloca " in line:
            found = _ALLOCA.match(line)
            local |= {found[1]} if found else set()
        elif " volatile " in line:
            yield _access(line, local)
            continue
        yield line


def _own_functions(text: str) -> set[str]:
    """The descriptions of functions that come from a file of ours."""
    files = {each for each, name in _FILE.findall(text) if name.startswith(OWN_FILES)}
    return {each for each, file in _SUBPROGRAM.findall(text) if file in files}


def _access(line: str, local: set[str]) -> str:
    load, store = _LOAD.match(line), _STORE.match(line)
    if load and load[3] not in local:
        return f"{load[1]}call {load[2]} @__secateur_volatile_load_{load[2]}(ptr {load[3]}){load[4]}"
    if store and store[3] not in local:
        kind, value, address, rest = store.groups()
        return f"  call void @__secateur_volatile_store_{kind}({kind} {value}, ptr {address}){rest}"
    return line


def _with_rounds(text: str, function: str) -> str:
    """The function asks before each further round of an endless loop whether it shall return."""
    head = re.search(rf"^define [^@\n]*?(\S+) @{re.escape(function)}\(.*\{{$", text, re.MULTILINE)
    if head is None:
        return text
    end = text.index("\n}", head.end())
    lines = text[head.end() : end].split("\n")
    blocks = {found[1]: number for number, line in enumerate(lines) if (found := _LABEL.match(line))}
    count = 0
    for number, line in enumerate(lines):
        back = _BACK.match(line)
        if back and _is_endless(back[1], lines, blocks):
            count += 1
            place = found[0] if (found := re.search(r", !dbg !\d+", back[2])) else ""
            ask = f"  %secateur.round.{count} = call zeroext i1 @__secateur_round(){place}"
            lines[number] = f"{ask}\n  br i1 %secateur.round.{count}, label %{DONE}, label %{back[1]}{back[2]}"
    if not count:
        return text
    result = "ret void" if head[1] == "void" else f"ret {head[1]} zeroinitializer"
    body = "\n".join([*lines, "", f"{DONE}:", f"  {result}"])
    return f"{text[: head.end()]}{body}{text[end:]}{_ROUND}"


def _is_endless(label: str, lines: list[str], blocks: dict[str, int]) -> bool:
    """`while (1)`, `do … while (1)`, or a `for` without a test: then clang makes no block for its body alone."""
    if label.startswith(_ENDLESS):
        return True
    if label.startswith("while.cond"):
        first = lines[blocks[label] + 1] if label in blocks else ""
        return first.startswith("  br label %while.body")
    waiting, seen = [label], set()
    while waiting:
        here = waiting.pop()
        if here in seen or here not in blocks:
            continue
        seen.add(here)
        jump = next(line for line in lines[blocks[here] :] if line.startswith(_JUMPS))
        targets = _TARGET.findall(jump)
        if any(each.startswith("for.body") for each in targets):
            return False
        waiting += [each for each in targets if each.startswith(_TESTING)]
    return label.startswith("for.cond")
