"""Programs that run on bare hardware: registers in memory, interrupts, endless main loops.

All three become C code that the machine and the replay run alike. A read of a register requests an input, a write is an
observation. Before each access to a volatile object an interrupt may come, as often as was asked for, which is an
input, too. `frontend/volatile_access.py` makes calls of these accesses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from secateur.assumption import Assumption, AssumptionKind
from secateur.errors import OptionError
from secateur.frontend.compile import OWN_FOLDER
from secateur.frontend.volatile_access import ROUNDS, VOLATILE
from secateur.options import Hardware

_REGISTER = re.compile(r"(?:([A-Za-z_]\w*)=)?(0[xX][0-9a-fA-F]+|\d+|[A-Za-z_]\w*)(?::(0[xX][0-9a-fA-F]+|\d+))?")
_INTERRUPT = re.compile(r"([A-Za-z_]\w*)(?:@(\d+))?")
OWN = "secateur_hardware_"
"""Before the names of its variables, which are no globals of the program."""
_C = {"i8": "unsigned char", "i16": "unsigned short", "i32": "unsigned int", "i64": "unsigned long", "ptr": "void *"}


@dataclass(frozen=True, slots=True)
class RegisterRange:
    """Addresses at which no memory is, but hardware. `symbol`: a variable that stands for it; then `start` is 0."""

    name: str
    symbol: str
    start: int
    size: int


@dataclass(frozen=True, slots=True)
class InterruptHandler:
    """A function that runs at most `most` times, in between."""

    function: str
    most: int


@dataclass(frozen=True, slots=True)
class HardwarePlan:
    registers: tuple[RegisterRange, ...]
    interrupts: tuple[InterruptHandler, ...]
    rounds: int | None

    def flags(self, function: str) -> tuple[str, ...]:
        """For the compilers. `function`: the one that is explored."""
        calls = (VOLATILE,) if self.registers or self.interrupts else ()
        return (*calls, *((f"{ROUNDS}{function}",) if self.rounds is not None else ()))

    @property
    def assumptions(self) -> Iterator[Assumption]:
        for each in self.interrupts:
            times = "once" if each.most == 1 else f"{each.most} times"
            text = f"{each.function} interrupting at most {times}, before an access to a volatile object"
            yield Assumption(AssumptionKind.CONDITION, text)
        if self.rounds is not None:
            plural = "" if self.rounds == 1 else "s"
            yield Assumption(AssumptionKind.CONDITION, f"{self.rounds} round{plural} of an endless loop")


def hardware_plan(given: Hardware) -> HardwarePlan | None:
    """None if nothing is asked for. Raises OptionError."""
    if not given.register and not given.interrupt and given.steps is None:
        return None
    registers = tuple(map(_register, given.register))
    ranges = sorted((each.start, each.start + each.size, each.name) for each in registers if not each.symbol)
    for (_, end, _), (start, _, name) in pairwise(ranges):
        if start < end:
            raise OptionError("register", name, "overlaps another register")
    return HardwarePlan(registers, tuple(map(_interrupt, given.interrupt)), given.steps)


def _register(text: str) -> RegisterRange:
    found = _REGISTER.fullmatch(text)
    if found is None:
        raise OptionError("register", text, "is not ADDRESS:SIZE, NAME=ADDRESS:SIZE or VARIABLE:SIZE")
    name, place, size = found[1] or found[2], found[2], int(found[3] or "4", 0)
    if size < 1:
        raise OptionError("register", text, "has no bytes")
    if not place[0].isdigit():
        return RegisterRange(name, place, 0, size)
    start = int(place, 0)
    if start + size > 1 << 36:
        raise OptionError("register", text, "lies beyond the addresses that hardware has here (up to 2^36)")
    return RegisterRange(name, "", start, size)


def _interrupt(text: str) -> InterruptHandler:
    found = _INTERRUPT.fullmatch(text)
    if found is None or found[2] == "0":
        raise OptionError("interrupt", text, "is not FUNCTION or FUNCTION@TIMES")
    return InterruptHandler(found[1], int(found[2] or 1))


def hardware_file(plan: HardwarePlan) -> str:
    """The text of the C file."""
    return "\n".join([*_head(plan), *_interrupts(plan.interrupts), *_accesses(plan.registers), *_rounds(plan), ""])


def _head(plan: HardwarePlan) -> Iterator[str]:
    yield f'#line 1 "{OWN_FOLDER}hardware.c"'
    yield "/* Registers, interrupts and rounds of an endless loop. */"
    yield "#define GIVEN __attribute__((weak)) /* a plain build has none, and calls none */"
    yield "GIVEN _Bool secateur_bool(const char *name);"
    yield "GIVEN void __secateur_hardware(const char *name);"
    yield "GIVEN void secateur_see_unsigned(const char *name, unsigned long value);"
    for width in (8, 16, 32, 64):
        kind = _C[f"i{width}"]
        yield f"GIVEN {kind} secateur_u{width}(const char *name);"
    yield from (f"extern char {each.symbol}[];" for each in plan.registers if each.symbol)
    yield from (f"void {each.function}(void);" for each in plan.interrupts)


def _interrupts(handlers: Sequence[InterruptHandler]) -> Iterator[str]:
    yield f"static int {OWN}inside;"
    yield from (f"static int {OWN}left{number} = {each.most};" for number, each in enumerate(handlers))
    yield "static void interrupts(void) {"
    yield f"    if ({OWN}inside) return;"
    for number, each in enumerate(handlers):
        yield f'    if ({OWN}left{number} && secateur_bool("interrupt {each.function}")) {{'
        yield f'        __secateur_hardware("{each.function}");'
        yield f"        {OWN}left{number}--;"
        yield f"        {OWN}inside = 1;"
        yield f"        {each.function}();"
        yield f"        {OWN}inside = 0;"
        yield "    }"
    yield "}"


def _accesses(registers: Sequence[RegisterRange]) -> Iterator[str]:
    yield f"static const char *{OWN}at(unsigned long place) {{"
    for number, each in enumerate(registers):
        begin = f"(unsigned long){each.symbol}" if each.symbol else f"{each.start:#x}ul"
        yield f"    if ((place >= {begin}) & (place < {begin} + {each.size}ul)) {{"
        if each.size <= 4 and not each.symbol:
            yield f'        return "{each.name}";'
        else:
            yield f'        static char name{number}[] = "{each.name}+0x0000";'
            yield f"        unsigned offset = (unsigned)(place - {begin});"
            yield f'        if (!offset) return "{each.name}";'
            yield "        for (int i = 0; i < 4; i++)"
            last = f"sizeof name{number} - 2 - i"
            yield f'            name{number}[{last}] = "0123456789abcdef"[offset >> 4 * i & 15];'
            yield f"        return name{number};"
        yield "    }"
    yield "    return 0;"
    yield "}"
    for kind, c in _C.items():
        width = 64 if kind == "ptr" else int(kind[1:])
        yield f"{c} __secateur_volatile_load_{kind}({c} *place) {{"
        yield "    interrupts();"
        yield f"    const char *name = {OWN}at((unsigned long)place);"
        yield "    if (!name) return *place;"
        yield "    __secateur_hardware(name);"
        yield f"    return ({c})secateur_u{width}(name);"
        yield "}"
        yield f"void __secateur_volatile_store_{kind}({c} value, {c} *place) {{"
        yield "    interrupts();"
        yield f"    const char *name = {OWN}at((unsigned long)place);"
        yield "    if (!name) {"
        yield "        *place = value;"
        yield "        return;"
        yield "    }"
        yield "    __secateur_hardware(name);"
        yield "    secateur_see_unsigned(name, (unsigned long)value);"
        yield "}"


def _rounds(plan: HardwarePlan) -> Iterator[str]:
    if plan.rounds is not None:
        yield "_Bool __secateur_round(void) {"
        yield f"    static int {OWN}rounds;"
        yield f"    if (++{OWN}rounds < {plan.rounds}) return 0;"
        yield '    __secateur_hardware("an endless loop");'
        yield "    return 1;"
        yield "}"
