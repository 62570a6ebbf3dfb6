"""Source for calls of functions by name, and for returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from secateur.assumption import AssumptionKind
from secateur.ir.model import RESULT, Block, Call, Function, Operand, Register, Undefined
from secateur.machine.fault import FaultKind
from secateur.machine.path import OWN_FILES
from secateur.machine.prototypes import Fit, complaint, fit, is_narrower, refusal
from secateur.machine.widths import width_of
from secateur.provided import facts_of

if TYPE_CHECKING:
    from secateur.machine.emit import Emitter


_COUNTING = "__secateur_counting_"
"""Before the name of a `printf` that is written in C (`frontend/symbols.py`)."""


def trust(emitter: Emitter, instruction: Call, name: str) -> None:
    """Records that a function of the C library does not fail, if somebody looks at its result."""
    result, plain = instruction.result, name.removeprefix(_COUNTING)
    if result is not None and result.index in emitter.code.used and facts_of(plain).can_fail and not emitter.is_own():
        emitter.line(f"S.rest_on({emitter.code.bind('K', AssumptionKind.OUTPUT)}, {plain!r})")


def enter_named(emitter: Emitter, instruction: Call, name: str, site: str) -> None:
    """Declarations in other files, or without parameters, may contradict the definition. In the file that defines the
    function there are none: such a call was made through a pointer."""
    result, function = instruction.result, emitter.code.machine.program.functions[name]
    used = result is not None and result.index in emitter.code.used
    trust(emitter, instruction, name)
    if name in emitter.code.machine.program.replaceable and not emitter.is_own():
        emitter.line(f"S.rest_on({emitter.code.bind('K', AssumptionKind.WEAK)}, {name!r})")
    checked = emitter.on(FaultKind.WRONG_CALL) and instruction.position.file == function.position.file
    types = [a.type for a in instruction.arguments]
    match fit(function, instruction.type, types, used, checked, narrows=True):
        case Fit.WRONG:
            emitter.line(f"S.fail({emitter.check_site(FaultKind.WRONG_CALL, complaint(name))})")
        case Fit.UNSUPPORTED:
            raise refusal(name)
        case Fit.FITS:
            _require_nonnull(emitter, instruction, function)
            code = emitter.code.bind("F", emitter.code.machine.lazy_code(name))
            emitter.line(f"return S.enter({code}(), ({_narrowed(emitter, instruction, function)}), {site})")


def _require_nonnull(emitter: Emitter, instruction: Call, function: Function) -> None:
    """Checks of the arguments that the function declares never to be null."""
    if not function.nonnull or not emitter.on(FaultKind.NONNULL) or emitter.is_own():
        return
    message = f"NULL for a parameter of '{function.name}' that is declared never to be null"
    site = emitter.check_site(FaultKind.NONNULL, message)
    for number, argument in enumerate(instruction.arguments):
        if number in function.nonnull:
            emitter.line(f"S.check(eq({emitter.value(argument)}, 0, 64), {site})")


def _narrowed(emitter: Emitter, instruction: Call, function: Function) -> str:
    """The arguments as the function declares them: of a wider integer it takes the low bits."""
    wanted = function.type.parameters
    texts = []
    for number, argument in enumerate(instruction.arguments):
        text, kind = emitter.value(argument), argument.type
        if number < len(wanted) and is_narrower(wanted[number], kind):
            text = f"piece({text}, {width_of(kind)}, 0, {width_of(wanted[number])})"
        texts.append(f"{text}, ")
    return "".join(texts)


def leave(emitter: Emitter, value: Operand | None) -> None:
    text = "None" if value is None else emitter.value(value)
    if value is not None and _returns_nonnull(emitter) and not _is_result(value):
        _check_result(emitter, text)
    emitter.line(f"return S.leave({text})")


def choose_result(emitter: Emitter, block: Block, origin: str) -> None:
    """If there are several `return`, each of them jumps to where the result is chosen."""
    if not _returns_nonnull(emitter):
        return
    before = emitter.code.body.blocks[origin]
    for phi in block.phis:
        value = phi.incoming[origin]
        if _is_result(phi.result) and not _is_result(value) and not isinstance(value, Undefined):
            emitter.position, emitter.place = before.terminator.position, (origin, len(before.instructions))
            _check_result(emitter, emitter.value(value))


def _returns_nonnull(emitter: Emitter) -> bool:
    function = emitter.code.function
    is_own = function.position.file.startswith(OWN_FILES)
    return RESULT in function.nonnull and emitter.on(FaultKind.NONNULL) and not is_own


def _is_result(value: Operand) -> bool:
    """Is this the result of the function? Recognised by clang's name for it."""
    return isinstance(value, Register) and value.name.startswith("retval")


def _check_result(emitter: Emitter, text: str) -> None:
    message = f"'{emitter.code.function.name}' is declared never to return null"
    emitter.line(f"S.check(eq({text}, 0, 64), {emitter.check_site(FaultKind.NONNULL, message)})")
