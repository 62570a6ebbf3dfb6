"""How large arrays are tried: larger where their elements do not decide which way the code goes, as then their number
of paths grows only with their length. An output must be larger than the input that is encoded to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from secateur.contracts.bounds import variables_of
from secateur.contracts.inference.by_use import use_of
from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.inference.flow import ParameterFlow, Parameters
from secateur.contracts.meaning import meaning_of
from secateur.contracts.model import EFFORT, Basis, Clause, Origin, clause
from secateur.contracts.places import root_of
from secateur.contracts.terms import Named
from secateur.ir.ctype import CInt, CPointer, resolved
from secateur.ir.model import Compare, GetElement, Int

LONG = 12
#: The longest string otherwise.
USUAL = 4


def by_effort(evidence: Evidence, found: Sequence[Clause]) -> Iterator[Clause]:
    """`found`: the parts so far. Only what must be larger than the rest is: outputs beside an input, and members."""
    flows = evidence.flows
    parameters = evidence.signature.parameters
    busy = _named(flows.deciding, evidence)
    written = _named(flows.written, evidence) if len(_sized(found) & {p.name for p in parameters}) > 1 else set()
    sizes = meaning_of(found).sizes
    yield from _strings(evidence, set(sizes))
    short = {name for pointer, size in sizes.items() if root_of(pointer) in busy for name in variables_of(size.needed)}
    for pointer, size in sizes.items():
        is_member = root_of(pointer) != pointer
        if isinstance(size.needed, Named) and size.needed.name not in short and (is_member or pointer in written):
            yield clause(f"{size.needed} <= {LONG}", Origin(Basis.INFERRED, EFFORT))


def _named(numbers: Mapping[str, Parameters], evidence: Evidence) -> set[str]:
    parameters = evidence.signature.parameters
    return {parameters[each].name for each in numbers.get(evidence.function, ()) if each < len(parameters)}


def _sized(found: Sequence[Clause]) -> set[str]:
    meaning = meaning_of(found)
    return set(meaning.sizes) | set(meaning.terminated)


def _strings(evidence: Evidence, sized: set[str]) -> Iterator[Clause]:
    """Strings as long as the code looks at by number: `s[10]`, `strlen(s) == 7`."""
    use = use_of(evidence)
    for number, parameter in enumerate(evidence.signature.parameters if use is not None else ()):
        kind = resolved(parameter.type)
        to = resolved(kind.to) if isinstance(kind, CPointer) and kind.to is not None else None
        if use is None or not isinstance(to, CInt) or not to.is_char or parameter.name in sized:
            continue
        longest = max(_looked_at(use.flow, number), default=0)
        if USUAL < longest <= LONG:
            text = f"size({parameter.name}) >= {longest + 1} && terminated({parameter.name})"
            yield clause(text, Origin(Basis.INFERRED, EFFORT))


def _looked_at(flow: ParameterFlow, number: int) -> Iterator[int]:
    lengths = [
        call.result for name, call in flow.calls() if name == "strlen" and number in flow.based(call.arguments[0])
    ]
    for each in flow.instructions:
        match each:
            case GetElement(indices=(Int() as index,)) if number in flow.based(each.base):
                yield index.value
            case Compare(right=Int() as size) if each.left in lengths:
                yield size.value
