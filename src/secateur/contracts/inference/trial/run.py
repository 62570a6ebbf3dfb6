"""Runs a trial in the machine, where steps outside of objects end it, and reads what it printed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from secateur.contracts.inference.trial.program import ENTERED, ModuleTrial
from secateur.frontend.build import build
from secateur.frontend.cache import default_cache
from secateur.ir.reader import read
from secateur.machine.fault import DEFAULT_CHECKS, FaultKind
from secateur.machine.machine import Machine
from secateur.options import Compiling, Limits

RUNS, FEWEST_RUNS = 60, 32
ENOUGH = 800
"""Entries after which the fewest runs are enough."""

_MOST = 200
"""Entries of one run that count: a recursion has a thousand, which say the same."""

_INSTRUCTIONS = 40_000
_GOES_ON = {
    FaultKind.UNINITIALISED,  # what is printed may be an output that is not yet written
    FaultKind.SIGNED_OVERFLOW,  # compiled programs usually go on
    FaultKind.SHIFT,
    FaultKind.FLOAT_TO_INT,
}
_FORMAT = "7"
"""To be changed with anything that changes what a trial prints."""
_HEAD = re.compile(r"\((.*)\)[^()]*\{$")


@dataclass(frozen=True, slots=True)
class Pointed:
    """A pointer: `extent` are the bytes from here to the end of its object, `size` those of one element. `ended`: there
    is a 0 among them; `closed`: it is the last."""

    address: int
    extent: int
    size: int
    ended: bool
    closed: bool = False

    @property
    def end(self) -> int:
        """The same for all pointers into one object."""
        return self.address + self.extent

    @property
    def elements(self) -> int:
        return self.extent // max(self.size, 1)


@dataclass(frozen=True, slots=True)
class Entry:
    """What the function was given once; `direct`: by the trial, not by a function of the module. `initial`: nothing was
    given, an object was initialised."""

    direct: bool
    values: dict[str, int | Pointed | str]  # the name of a function
    initial: bool = False


def entries(
    trial: ModuleTrial, function: str, sources: Sequence[Path], source: Path, options: Compiling
) -> list[Entry]:
    """What the function was given in all runs; nothing if the trial cannot be compiled or observed."""
    built = build(sources, options, driver=trial.text, included=source, keep=(ENTERED,))
    text = _observed(built.text, function)
    if text is None:
        return []
    store = default_cache()
    key = store.key("trial", _FORMAT, text)
    hit = store.load(key)
    printed = _printed(text) if hit is None else [str(each) for each in json.loads(hit.data)]
    if hit is None:
        store.save(key, json.dumps(printed).encode(), ())
    found: dict[str, Entry] = {}
    for line in printed:
        entry = _entry(line.partition(" ")[2])
        if entry is not None:
            found.setdefault(line, entry)
    return list(found.values())


def _printed(text: str) -> list[str]:
    """The distinct lines that the runs print, each after the seed of its run."""
    checks = DEFAULT_CHECKS - _GOES_ON
    machine = Machine(read(text), checks=checks, limits=replace(Limits(), max_instructions=_INSTRUCTIONS))
    found: dict[str, None] = {}
    for seed in range(RUNS):
        if seed >= FEWEST_RUNS and len(found) >= ENOUGH:
            break
        state, code = machine.start((seed,), concrete=True)
        path = machine.run(state, code)
        printed = b"".join(data for _, data in path.output if isinstance(data, bytes)).decode(errors="replace")
        lines = printed.split("\n")[:-1]  # the last may be cut off
        entered = dict.fromkeys(line for line in lines if line.startswith("entered "))
        found |= dict.fromkeys(f"{seed} {line}" for line in islice(entered, _MOST))
    return list(found)


def _observed(text: str, function: str) -> str | None:
    """The program with a call at the beginning of the function; None if its parameters are not passed one by one."""
    lines = text.split("\n")
    head = re.compile(rf"^define [^@]*@(?:\"{re.escape(function)}\"|{re.escape(function)})\(")
    at = next((number for number, line in enumerate(lines) if head.match(line)), None)
    entered = next((line for line in lines if line.startswith("define ") and f"@{ENTERED}(" in line), None)
    if at is None or entered is None:
        return None
    passed, taken = list(_parameters(lines[at])), list(_parameters(entered))
    if [kind for kind, _ in passed] != [kind for kind, _ in taken]:
        return None
    arguments = ", ".join(f"{kind} {name}" for kind, name in passed)
    first = next(number for number in range(at + 1, len(lines)) if lines[number].startswith("  "))
    while "#dbg_" in lines[first] or " phi " in lines[first]:
        first += 1
    lines.insert(first, f"  call void @{ENTERED}({arguments})")
    return "\n".join(lines)


def _parameters(head: str) -> Iterator[tuple[str, str]]:
    """Type and name of each parameter of a `define`."""
    start = head.index("(") + 1
    depth, part, parts = 0, "", []
    for character in head[start:]:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth < 0:
            break
        if character == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += character
    for each in (*parts, part):
        words = each.split()
        if words and " sret(" not in each:
            yield words[0], words[-1]


def _entry(line: str) -> Entry | None:
    words = line.split()
    if len(words) < 2 or words[0] != "entered":
        return None
    values: dict[str, int | Pointed | str] = {}
    for word in words[2:]:
        if "@" in word:
            name, _, callee = word.partition("@")
            values[name] = callee
            continue
        name, _, value = word.rpartition("=")
        numbers = [int(part) for part in value.split(":")]
        if len(numbers) == 1:
            values[name] = numbers[0]
        else:
            address, extent, size, ended, closed = numbers
            values[name] = Pointed(address, extent, size, bool(ended), bool(closed))
    return Entry(words[1] != "0", values, words[1] == "2")
