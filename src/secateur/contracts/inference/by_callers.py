"""What all callers in the given files pass: numbers that are never 0 or negative, arrays of a fixed size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from secateur.contracts.bounds import variables_of
from secateur.contracts.inference.by_extent import by_extent
from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.inference.flow import ModuleFlow, ParameterFlow
from secateur.contracts.meaning import meaning_of
from secateur.contracts.model import Basis, Clause, Origin, clause
from secateur.ir.ctype import CInt, CPointer, CVoid, resolved, size_of
from secateur.ir.model import Alloca, Call, GetElement, Int, Operand, Store, Symbol
from secateur.ir.types import ArrayType
from secateur.ir.types import size_of as bytes_of

#: Larger arrays would only slow down.
_LARGEST = 64


def by_callers(evidence: Evidence) -> Iterator[Clause]:
    calls = list(_calls(evidence))
    if not calls:
        return
    origin = Origin(Basis.INFERRED, f"{len(calls)} call{'s' * (len(calls) > 1)} in the given files")
    required = meaning_of(by_extent(evidence)).sizes.values()
    lengths = {name for size in required for name in variables_of(size.needed)}
    for number, parameter in enumerate(evidence.signature.parameters):
        passed = [(flow, call.arguments[number]) for flow, call in calls if number < len(call.arguments)]
        kind = resolved(parameter.type)
        if len(passed) != len(calls) or not parameter.name:
            continue
        if isinstance(kind, CInt):
            is_known = evidence.signature.static or parameter.name in lengths  # other numbers may come from elsewhere
            values = [each.value for _, each in passed if isinstance(each, Int) and is_known]
            if len(values) == len(passed) and min(values) > 0 and _is_telling(evidence, values, calls):
                yield clause(f"{parameter.name} > 0", origin)
        elif isinstance(kind, CPointer) and kind.to is not None and not isinstance(resolved(kind.to), CVoid):
            sizes = [_array(evidence, flow, each) // max(size_of(kind.to), 1) for flow, each in passed]
            is_text = isinstance(to := resolved(kind.to), CInt) and to.is_char
            if 1 < min(sizes) <= _LARGEST and (not is_text or _is_filled(evidence, number)):
                ended = f" && terminated({parameter.name})" if is_text else ""
                yield clause(f"size({parameter.name}) >= {min(sizes)}{ended}", origin)


def _is_telling(evidence: Evidence, values: Sequence[int], calls: Sequence[tuple[ParameterFlow, Call]]) -> bool:
    """Others may call what is not static: then one value shows nothing about all, unless it is how large an array is
    that is passed with it, as no array has 0 elements."""
    if evidence.signature.static or len(calls) > 1:
        return True
    kinds = [resolved(each.type) for each in evidence.signature.parameters]
    for flow, call in calls:
        pointed = [kind.to if isinstance(kind, CPointer) else None for kind in kinds[: len(call.arguments)]]
        sizes = (
            _array(evidence, flow, argument) // max(size_of(to), 1)
            for argument, to in zip(call.arguments, pointed, strict=False)
            if to is not None and not isinstance(resolved(to), CVoid)
        )
        if values[0] not in sizes:
            return False
    return True


def _calls(evidence: Evidence) -> Iterator[tuple[ParameterFlow, Call]]:
    own = evidence.flows
    others = [own, *(ModuleFlow(program) for program in evidence.programs[1:] if not evidence.signature.static)]
    for flows in others:
        for name, flow in flows.by_name.items():
            if name != evidence.function or flows is not own:
                yield from ((flow, call) for callee, call in flow.calls() if callee == evidence.function)


def _is_filled(evidence: Evidence, number: int) -> bool:
    """Is the parameter written and not read as a string, or passed on as a buffer with a length? Other characters are a
    string."""
    flow = evidence.flows.by_name[evidence.function]
    written = any(isinstance(each, Store) and number in flow.based(each.address) for each in flow.instructions)
    name = evidence.signature.parameters[number].name
    if written and name not in meaning_of(by_extent(evidence)).terminated:
        return True
    for callee, call in flow.calls():
        if callee in evidence.flows.by_name and callee != evidence.function:
            signature = evidence.info.signature(callee)
            sized = meaning_of(by_extent(evidence.of(signature))).sizes
            for argument, parameter in zip(call.arguments, signature.parameters, strict=False):
                if number in flow.based(argument) and parameter.name in sized:
                    return True
    return False


def _array(evidence: Evidence, flow: ParameterFlow, operand: Operand) -> int:
    """The bytes of a whole array that is passed; 0 for anything else. A parameter that is passed on is what the
    caller's callers pass."""
    made = flow.made_by(operand)
    if isinstance(made, GetElement) and all(isinstance(each, Int) and each.value == 0 for each in made.indices):
        return _array(evidence, flow, made.base)
    if isinstance(made, Alloca) and isinstance(made.type, ArrayType):
        return bytes_of(made.type)
    if isinstance(operand, Symbol) and operand.name in evidence.program.globals:
        kind = evidence.program.globals[operand.name].type
        return bytes_of(kind) if isinstance(kind, ArrayType) else 0
    return 0
